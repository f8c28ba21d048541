// x *= a by OpenBLAS.
#include "blas.h"

static long n;
static REAL *a, *x, *x0;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	a = peer_read(in, sizeof *a);
	x = peer_read(in, n * sizeof *x);
	x0 = peer_copy(x, n * sizeof *x);
}

void peer_reset(void) { memcpy(x, x0, n * sizeof *x); }

static void peer_run(void) {
	blas_threads();
	BLAS(scal)(n, *a, x, 1);
}

static void peer_save(FILE *out) { peer_write(out, x, n * sizeof *x); }
