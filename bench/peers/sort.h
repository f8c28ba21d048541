// sort.h: keys of type K in order, by digits of a byte, the least first, with values that go along if PAIRS. One
// thread counts all digits in one pass; of several each counts those of its band before each pass. (Of the digits of
// 11 bits, and of lines that are filled before they are stored past the caches, neither was ever faster.)
#include "peer.h"

enum { PASSES = sizeof(K), DIGITS = 256 };

static long n;
static K *keys, *out, *other;
static uint32_t (*counts)[PASSES][DIGITS]; // of each thread
#ifdef PAIRS
static uint32_t *values, *out_values, *other_values;
#endif

// A side holds keys, and what goes with them.
typedef struct {
	K *keys;
	uint32_t *values;
} side;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	keys = peer_read(f, n * sizeof *keys);
	out = peer_alloc(n * sizeof *keys);
	other = peer_alloc(n * sizeof *keys);
#ifdef PAIRS
	values = peer_read(f, n * sizeof *values);
	out_values = peer_alloc(n * sizeof *values);
	other_values = peer_alloc(n * sizeof *values);
#endif
	counts = peer_alloc(omp_get_max_threads() * sizeof *counts);
}

static inline long digit(K k, int pass) { return k >> 8 * pass & 255; }

static void count_all(uint32_t c[PASSES][DIGITS]) {
	memset(c, 0, PASSES * sizeof *c);
	for (long i = 0; i < n; i++)
		for (int p = 0; p < PASSES; p++)
			c[p][digit(keys[i], p)]++;
}

static void count(const K *from, long lo, long hi, int pass, uint32_t c[DIGITS]) {
	memset(c, 0, DIGITS * sizeof *c);
	for (long i = lo; i < hi; i++)
		c[digit(from[i], pass)]++;
}

static void move(side to, side from, long lo, long hi, int pass, uint32_t at[DIGITS]) {
	for (long i = lo; i < hi; i++) {
		K k = from.keys[i];
		uint32_t p = at[digit(k, pass)]++;
		to.keys[p] = k;
#ifdef PAIRS
		to.values[p] = from.values[i];
#endif
	}
}

// places makes counts into places: a digit's keys of one thread behind those of the threads before it.
static void places(int pass, long threads) {
	uint32_t sum = 0;
	for (long d = 0; d < DIGITS; d++)
		for (long t = 0; t < threads; t++) {
			uint32_t c = counts[t][pass][d];
			counts[t][pass][d] = sum;
			sum += c;
		}
}

static void peer_run(void) {
#ifdef PAIRS
	side in = {keys, values}, sides[2] = {{out, out_values}, {other, other_values}};
#else
	side in = {keys}, sides[2] = {{out}, {other}};
#endif
#pragma omp parallel
	{
		long lo, hi, me = omp_get_thread_num(), threads = omp_get_num_threads();
		peer_band(n, &lo, &hi);
		if (threads == 1)
			count_all(counts[0]);
		side from = in;
		for (int pass = 0; pass < PASSES; pass++) {
			side to = sides[(PASSES - 1 - pass) % 2];
			if (threads > 1)
				count(from.keys, lo, hi, pass, counts[me][pass]);
#pragma omp barrier
#pragma omp single
			places(pass, threads);
			move(to, from, lo, hi, pass, counts[me][pass]);
#pragma omp barrier
			from = to;
		}
	}
}

static void peer_save(FILE *f) {
	peer_write(f, out, n * sizeof *out);
#ifdef PAIRS
	peer_write(f, out_values, n * sizeof *out_values);
#endif
}
