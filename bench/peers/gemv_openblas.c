// Matrix times vector by OpenBLAS.
#include "blas.h"

static long m, n;
static REAL *a, *x, *y;

static void peer_setup(FILE *in) {
	m = peer_size[0], n = peer_size[1];
	a = peer_read(in, m * n * sizeof *a);
	x = peer_read(in, n * sizeof *x);
	y = peer_alloc(m * sizeof *y);
}

static void peer_run(void) {
	blas_threads();
	BLAS(gemv)(CblasRowMajor, CblasNoTrans, m, n, 1, a, n, x, 1, 0, y, 1);
}

static void peer_save(FILE *out) { peer_write(out, y, m * sizeof *y); }
