// lu.c: LU decomposition without pivoting, blocked by panels of 32 columns.
#include "peer.h"

static double *in, *a;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, n * n * sizeof *in);
	a = peer_alloc(n * n * sizeof *a);
}

enum { B = 32 };

static void peer_run(void) {
	memcpy(a, in, n * n * sizeof *a);
	for (long k0 = 0; k0 < n; k0 += B) {
		long k1 = k0 + B < n ? k0 + B : n;
		// The panel, all rows below.
		for (long k = k0; k < k1; k++) {
			const double *restrict top = a + k * n;
			double r = 1 / top[k];
			for (long i = k + 1; i < n; i++) {
				double *restrict row = a + i * n;
				double f = row[k] *= r;
				for (long j = k + 1; j < k1; j++)
					row[j] -= f * top[j];
			}
		}
		// The rows of U beside it.
		for (long k = k0; k < k1; k++)
			for (long i = k + 1; i < k1; i++) {
				double f = a[i * n + k];
				const double *restrict top = a + k * n;
				double *restrict row = a + i * n;
				for (long j = k1; j < n; j++)
					row[j] -= f * top[j];
			}
		// The rest, two rows and four steps at a time.
#pragma omp parallel for schedule(static)
		for (long i = k1; i < n; i += 2) {
			double *restrict r0 = a + i * n, *restrict r1 = i + 1 < n ? r0 + n : NULL;
			for (long k = k0; k < k1; k += 4) {
				if (k + 4 > k1 || r1 == NULL) {
					for (long q = k; q < k1 && q < k + 4; q++) {
						const double *restrict t = a + q * n;
						for (long j = k1; j < n; j++)
							r0[j] -= r0[q] * t[j];
						for (long j = k1; r1 != NULL && j < n; j++)
							r1[j] -= r1[q] * t[j];
					}
					continue;
				}
				const double *restrict t0 = a + k * n, *restrict t1 = t0 + n, *restrict t2 = t1 + n, *restrict t3 = t2 + n;
				double f0 = r0[k], f1 = r0[k + 1], f2 = r0[k + 2], f3 = r0[k + 3];
				double g0 = r1[k], g1 = r1[k + 1], g2 = r1[k + 2], g3 = r1[k + 3];
				for (long j = k1; j < n; j++) {
					r0[j] -= f0 * t0[j] + f1 * t1[j] + f2 * t2[j] + f3 * t3[j];
					r1[j] -= g0 * t0[j] + g1 * t1[j] + g2 * t2[j] + g3 * t3[j];
				}
			}
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, a, n * n * sizeof *a); }
