// peer.h: the frame that every C peer is put into.
//
// A peer is a process of its own, so that the bench needs no cgo. It is started as
//
//	peer INPUT OUTPUT SIZE...
//
// reads its inputs from the file INPUT, prints "ready", and then obeys lines on standard input:
//
//	run THREADS REPS   do the work REPS times; print "t NS NS ..." (one time per repetition)
//	reset              restore the inputs that runs have changed; print "ok"
//	save               write the outputs to the file OUTPUT; print "ok"
//
// until end of file. Each peer defines peer_setup, peer_run and peer_save, and peer_reset if it works in place.
#ifndef PEER_H
#define PEER_H

#define _GNU_SOURCE
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// peer_size holds the SIZE arguments, peer_threads what the current run asked for.
static long peer_size[8];
static int peer_threads = 1;

static void peer_setup(FILE *in);
static void peer_run(void);
static void peer_save(FILE *out);
__attribute__((weak)) void peer_reset(void);

static void peer_die(const char *what) {
	perror(what);
	exit(1);
}

// peer_alloc returns page-aligned memory that may use huge pages, touched first by the threads
// that will work on it when these divide it statically.
static void *peer_alloc(size_t bytes) {
	const size_t huge = (size_t)2 << 20;
	size_t len = (bytes + 2 * huge - 1) & ~(huge - 1);
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		peer_die("mmap");
	p = (char *)(((uintptr_t)p + huge - 1) & ~(uintptr_t)(huge - 1));
	madvise(p, bytes, MADV_HUGEPAGE);
#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < bytes; i += 4096)
		p[i] = 0;
	return p;
}

static inline void *peer_read(FILE *in, size_t bytes) {
	void *p = peer_alloc(bytes);
	if (fread(p, 1, bytes, in) != bytes)
		peer_die("reading the inputs");
	return p;
}

// peer_copy is a copy of what is at p, to reset it from.
static inline void *peer_copy(const void *p, size_t bytes) { return memcpy(peer_alloc(bytes), p, bytes); }

static void peer_write(FILE *out, const void *p, size_t bytes) {
	if (fwrite(p, 1, bytes, out) != bytes)
		peer_die("writing the outputs");
}

// peer_band is the part of [0, n) that this thread of the team should work on: a whole number of pages of
// any type, but for the last.
static inline void peer_band(long n, long *lo, long *hi) {
	long threads = omp_get_num_threads(), me = omp_get_thread_num();
	*lo = n * me / threads & ~4095L;
	*hi = me + 1 == threads ? n : n * (me + 1) / threads & ~4095L;
}

static long long peer_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void peer_obey(const char *outfile, char *line) {
	int reps;
	if (sscanf(line, "run %d %d", &peer_threads, &reps) == 2) {
		omp_set_num_threads(peer_threads);
		printf("t");
		for (int r = 0; r < reps; r++) {
			long long t = peer_now();
			peer_run();
			printf(" %lld", peer_now() - t);
		}
		printf("\n");
	} else if (strncmp(line, "reset", 5) == 0) {
		if (peer_reset)
			peer_reset();
		printf("ok\n");
	} else if (strncmp(line, "save", 4) == 0) {
		FILE *out = fopen(outfile, "wb");
		if (out == NULL)
			peer_die(outfile);
		peer_save(out);
		if (fclose(out) != 0)
			peer_die(outfile);
		printf("ok\n");
	} else {
		fprintf(stderr, "peer: unknown command: %s", line);
		exit(1);
	}
	fflush(stdout);
}

int main(int argc, char **argv) {
	if (argc < 3 || argc > 3 + 8) {
		fprintf(stderr, "usage: peer INPUT OUTPUT SIZE...\n");
		return 2;
	}
	for (int i = 3; i < argc; i++)
		peer_size[i - 3] = atol(argv[i]);
	FILE *in = fopen(argv[1], "rb");
	if (in == NULL)
		peer_die(argv[1]);
	peer_setup(in);
	fclose(in);
	printf("ready\n");
	fflush(stdout);
	char line[128];
	while (fgets(line, sizeof line, stdin) != NULL)
		peer_obey(argv[2], line);
	return 0;
}

#endif
