// y += a x: bound by memory. y is read anyway, so storing past the caches has nothing to spare.
#include "peer.h"
#include "vec.h"

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

static void axpy(REAL a, const REAL *x, REAL *y, long n) {
	enum { UNROLL = 4 };
	const vr va = vr_set(a);
	long i = 0;
	for (; i + UNROLL * VRL <= n; i += UNROLL * VRL) {
#pragma GCC unroll 4
		for (long j = i; j < i + UNROLL * VRL; j += VRL)
			vr_store(y + j, vr_load(y + j) + va * vr_load(x + j));
	}
	for (; i < n; i++)
		y[i] += a * x[i];
}

static void peer_run(void) {
#pragma omp parallel
	{
		long lo, hi;
		peer_band(n, &lo, &hi);
		axpy(*a, x + lo, y + lo, hi - lo);
	}
}

static void peer_save(FILE *out) { peer_write(out, y, n * sizeof *y); }
