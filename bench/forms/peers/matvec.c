// matvec.c: product of a matrix and a vector; four rows share what they load of x.
#include "peer.h"

static float *a, *x, *y;
static long m, n;

static void peer_setup(FILE *f) {
	m = peer_size[0], n = peer_size[1];
	a = peer_read(f, m * n * sizeof *a);
	x = peer_read(f, n * sizeof *x);
	y = peer_alloc(m * sizeof *y);
}

static void peer_run(void) {
	long whole = m / 4 * 4;
#pragma omp parallel for schedule(static)
	for (long i = 0; i < whole; i += 4) {
		const float *restrict r0 = a + i * n, *restrict r1 = r0 + n, *restrict r2 = r1 + n, *restrict r3 = r2 + n;
		float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
		for (long j = 0; j < n; j++) {
			s0 += r0[j] * x[j];
			s1 += r1[j] * x[j];
			s2 += r2[j] * x[j];
			s3 += r3[j] * x[j];
		}
		y[i] = s0, y[i + 1] = s1, y[i + 2] = s2, y[i + 3] = s3;
	}
	for (long i = whole; i < m; i++) {
		float s = 0;
		for (long j = 0; j < n; j++)
			s += a[i * n + j] * x[j];
		y[i] = s;
	}
}

static void peer_save(FILE *f) { peer_write(f, y, m * sizeof *y); }
