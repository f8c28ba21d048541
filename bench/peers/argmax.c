// Place of the largest number: the largest in blocks, then its place in the first block that has it.
#include "peer.h"

enum { BLOCK = 2048, MOST = 256 };

static float *above, *x;
static int64_t at;
static long n;
static float bests[MOST];
static long blocks[MOST];

static void peer_setup(FILE *f) {
	n = peer_size[0];
	above = peer_read(f, sizeof *above);
	x = peer_read(f, n * sizeof *x);
}

static void peer_run(void) {
	long team = 1;
#pragma omp parallel
	{
		long lo, hi, me = omp_get_thread_num();
		peer_band(n, &lo, &hi);
		float best = x[lo < n ? lo : 0];
		long block = lo < hi ? lo : 0;
		for (long b = lo; b < hi; b += BLOCK) {
			long end = b + BLOCK < hi ? b + BLOCK : hi;
			float m = x[b];
			for (long i = b; i < end; i++)
				m = x[i] > m ? x[i] : m;
			if (m > best)
				best = m, block = b;
		}
		bests[me] = best, blocks[me] = block;
		if (me == 0)
			team = omp_get_num_threads();
	}
	float best = bests[0];
	long i = blocks[0];
	for (long t = 1; t < team; t++)
		if (bests[t] > best)
			best = bests[t], i = blocks[t];
	while (x[i] != best)
		i++;
	at = i;
}

static void peer_save(FILE *f) { peer_write(f, &at, sizeof at); }
