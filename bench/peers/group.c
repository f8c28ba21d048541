// Sums and counts of groups in one table, or in one of each thread if there are several.
#include "group.h"

static total *own;

static void peer_setup(FILE *f) {
	group_setup(f);
	own = peer_alloc(groups * omp_get_max_threads() * sizeof *own);
}

static void peer_run(void) {
	const long g = groups;
	if (peer_threads == 1) {
		memset(totals, 0, g * sizeof *totals);
		add(totals, keys, values, n);
		return;
	}
#pragma omp parallel
	{
		long lo, hi, me = omp_get_thread_num(), threads = omp_get_num_threads();
		peer_band(n, &lo, &hi);
		memset(own + g * me, 0, g * sizeof *own);
		add(own + g * me, keys + lo, values + lo, hi - lo);
#pragma omp barrier
#pragma omp for schedule(static)
		for (long k = 0; k < g; k++) {
			total t = own[k];
			for (long o = 1; o < threads; o++) {
				t.sum += own[g * o + k].sum;
				t.count += own[g * o + k].count;
			}
			totals[k] = t;
		}
	}
}
