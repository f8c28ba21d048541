// Matrix times vector: bound by memory. Four rows at a time share the loads of x, and give the
// prefetchers four streams.
#include "peer.h"
#include "vec.h"

static long m, n;
static REAL *a, *x, *y;

static void peer_setup(FILE *in) {
	m = peer_size[0], n = peer_size[1];
	a = peer_read(in, m * n * sizeof *a);
	x = peer_read(in, n * sizeof *x);
	y = peer_alloc(m * sizeof *y);
}

enum { ROWS = 4, ACC = 2 };

static void four(const REAL *a, const REAL *x, REAL *y) {
	vr acc[ROWS][ACC] = {{{0}}};
	long j = 0;
	for (; j + ACC * VRL <= n; j += ACC * VRL) {
#pragma GCC unroll 2
		for (int k = 0; k < ACC; k++) {
			vr vx = vr_load(x + j + k * VRL);
#pragma GCC unroll 4
			for (int r = 0; r < ROWS; r++)
				acc[r][k] += vr_load(a + r * n + j + k * VRL) * vx;
		}
	}
	for (int r = 0; r < ROWS; r++) {
		y[r] = vr_sum(acc[r][0] + acc[r][1]);
		for (long k = j; k < n; k++)
			y[r] += a[r * n + k] * x[k];
	}
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long i = 0; i < m / ROWS; i++)
		four(a + i * ROWS * n, x, y + i * ROWS);
	for (long i = m / ROWS * ROWS; i < m; i++) {
		REAL sum = 0;
		for (long j = 0; j < n; j++)
			sum += a[i * n + j] * x[j];
		y[i] = sum;
	}
}

static void peer_save(FILE *out) { peer_write(out, y, m * sizeof *y); }
