// Matrix times matrix by OpenBLAS.
#include "blas.h"

static long n;
static REAL *a, *b, *c;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	a = peer_read(in, n * n * sizeof *a);
	b = peer_read(in, n * n * sizeof *b);
	c = peer_alloc(n * n * sizeof *c);
}

static void peer_run(void) {
	blas_threads();
	BLAS(gemm)(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

static void peer_save(FILE *out) { peer_write(out, c, n * n * sizeof *c); }
