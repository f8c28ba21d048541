// y += a x by OpenBLAS.
#include "blas.h"

static long n;
static REAL *a, *x, *y, *y0;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	a = peer_read(in, sizeof *a);
	x = peer_read(in, n * sizeof *x);
	y = peer_read(in, n * sizeof *y);
	y0 = peer_copy(y, n * sizeof *y);
}

void peer_reset(void) { memcpy(y, y0, n * sizeof *y); }

static void peer_run(void) {
	blas_threads();
	BLAS(axpy)(n, *a, x, 1, y, 1);
}

static void peer_save(FILE *out) { peer_write(out, y, n * sizeof *y); }
