// Sums and counts of groups: the rows are parted first by the leading bits of their keys, so that the totals of a part fit into
// a near cache, and each part is one thread's alone.
#include "group.h"

enum { PARTS = 256 };

static uint32_t *parted_keys;
static double *parted_values;
static uint32_t (*counts)[PARTS]; // of each thread
static int shift;

static void peer_setup(FILE *f) {
	group_setup(f);
	parted_keys = peer_alloc(n * sizeof *keys);
	parted_values = peer_alloc(n * sizeof *values);
	counts = peer_alloc(omp_get_max_threads() * sizeof *counts);
	while (groups - 1 >> shift >= PARTS)
		shift++;
}

static void peer_run(void) {
	uint32_t ends[PARTS];
#pragma omp parallel
	{
		long lo, hi, me = omp_get_thread_num(), threads = omp_get_num_threads();
		peer_band(n, &lo, &hi);
		uint32_t *c = counts[me];
		memset(c, 0, sizeof *counts);
		for (long i = lo; i < hi; i++)
			c[keys[i] >> shift]++;
#pragma omp barrier
#pragma omp single
		for (long p = 0, sum = 0; p < PARTS; p++) {
			for (long t = 0; t < threads; t++) {
				uint32_t k = counts[t][p];
				counts[t][p] = sum;
				sum += k;
			}
			ends[p] = sum;
		}
		for (long i = lo; i < hi; i++) {
			uint32_t at = c[keys[i] >> shift]++;
			parted_keys[at] = keys[i];
			parted_values[at] = values[i];
		}
#pragma omp barrier
#pragma omp for schedule(dynamic)
		for (long p = 0; p < PARTS; p++) {
			long first = p << shift, last = p + 1L << shift, from = p > 0 ? ends[p - 1] : 0;
			last = last < groups ? last : groups;
			if (first >= last)
				continue;
			memset(totals + first, 0, (last - first) * sizeof *totals);
			add(totals, parted_keys + from, parted_values + from, ends[p] - from);
		}
	}
}
