// Sum of |x| by OpenBLAS.
#include "blas.h"

static long n;
static REAL *x;
static double result;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	x = peer_read(in, n * sizeof *x);
}

static void peer_run(void) {
	blas_threads();
	result = BLAS(asum)(n, x, 1);
}

static void peer_save(FILE *out) { peer_write(out, &result, sizeof result); }
