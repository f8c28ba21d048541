// argmax.c: place of the largest number; the largest in blocks, then its place in the first block that has it.
#include "peer.h"

static float *x;
static int64_t at;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	x = peer_read(f, n * sizeof *x);
}

static void peer_run(void) {
	enum { B = 2048 };
	float best = x[0];
	long block = 0;
	for (long b = 0; b < n; b += B) {
		long end = b + B < n ? b + B : n;
		float m = x[b];
		for (long i = b; i < end; i++)
			m = x[i] > m ? x[i] : m;
		if (m > best)
			best = m, block = b;
	}
	while (x[block] != best)
		block++;
	at = block;
}

static void peer_save(FILE *f) { peer_write(f, &at, sizeof at); }
