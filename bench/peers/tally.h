// tally.h: how often each key of type K occurs, or what is added up for each, in bins of type B. Each thread
// has bins of its own, if it isn't the only one, which are then added up band by band.
#include "peer.h"

static long n;
static int64_t *size;
static K *keys;
static double *weights;
static B *bins, *own;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	size = peer_read(f, sizeof *size);
	keys = peer_read(f, n * sizeof *keys);
	weights = peer_read(f, n * sizeof *weights);
	bins = peer_alloc(*size * sizeof *bins);
	own = peer_alloc(*size * omp_get_max_threads() * sizeof *own);
}

static void count(B *bins, long lo, long hi) {
	memset(bins, 0, *size * sizeof *bins);
	for (long i = lo; i < hi; i++)
		bins[keys[i]] += WEIGHT(i);
}

static void peer_run(void) {
	if (peer_threads == 1) {
		count(bins, 0, n);
		return;
	}
	const long k = *size;
#pragma omp parallel
	{
		long lo, hi, threads = omp_get_num_threads();
		peer_band(n, &lo, &hi);
		count(own + k * omp_get_thread_num(), lo, hi);
#pragma omp barrier
#pragma omp for schedule(static)
		for (long b = 0; b < k; b++) {
			B sum = own[b];
			for (long t = 1; t < threads; t++)
				sum += own[k * t + b];
			bins[b] = sum;
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, bins, *size * sizeof *bins); }
