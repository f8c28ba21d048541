// sparse.c: sparse matrix times vector; two sums for each row.
#include "peer.h"

static int32_t *ptr, *col;
static double *val, *x, *y;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	int64_t m = *(int64_t *)peer_read(f, sizeof m);
	ptr = peer_read(f, (n + 1) * sizeof *ptr);
	val = peer_read(f, m * sizeof *val);
	col = peer_read(f, m * sizeof *col);
	x = peer_read(f, n * sizeof *x);
	y = peer_alloc(n * sizeof *y);
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long i = 0; i < n; i++) {
		double s = 0, t = 0;
		long k = ptr[i], end = ptr[i + 1];
		for (; k + 2 <= end; k += 2) {
			s += val[k] * x[col[k]];
			t += val[k + 1] * x[col[k + 1]];
		}
		if (k < end)
			s += val[k] * x[col[k]];
		y[i] = s + t;
	}
}

static void peer_save(FILE *f) { peer_write(f, y, n * sizeof *y); }
