// Whether a number is above a threshold: in blocks without a branch, and between these a look at whether
// some thread has found one.
#include "peer.h"

enum { BLOCK = 4096 };

static float *above, *x;
static int64_t found;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	above = peer_read(f, sizeof *above);
	x = peer_read(f, n * sizeof *x);
}

static void peer_run(void) {
	const float t = *above;
	int any = 0;
#pragma omp parallel
	{
		long me = omp_get_thread_num(), threads = omp_get_num_threads();
		// The blocks in turns: so the first hit is found early.
		for (long b = me * BLOCK; b < n && !__atomic_load_n(&any, __ATOMIC_RELAXED); b += threads * BLOCK) {
			long end = b + BLOCK < n ? b + BLOCK : n;
			int hit = 0;
			for (long i = b; i < end; i++)
				hit |= x[i] > t;
			if (hit)
				__atomic_store_n(&any, 1, __ATOMIC_RELAXED);
		}
	}
	found = any;
}

static void peer_save(FILE *f) { peer_write(f, &found, sizeof found); }
