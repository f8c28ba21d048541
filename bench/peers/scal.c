// x *= a: bound by memory.
#include "peer.h"
#include "vec.h"

static long n;
static REAL *a, *x, *x0;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	a = peer_read(in, sizeof *a);
	x = peer_read(in, n * sizeof *x);
	x0 = peer_copy(x, n * sizeof *x);
}

void peer_reset(void) { memcpy(x, x0, n * sizeof *x); }

static void scal(REAL a, REAL *x, long n) {
	enum { UNROLL = 4 };
	const vr va = vr_set(a);
	long i = 0;
	for (; i + UNROLL * VRL <= n; i += UNROLL * VRL) {
#pragma GCC unroll 4
		for (long j = i; j < i + UNROLL * VRL; j += VRL)
			vr_store(x + j, va * vr_load(x + j));
	}
	for (; i < n; i++)
		x[i] *= a;
}

static void peer_run(void) {
#pragma omp parallel
	{
		long lo, hi;
		peer_band(n, &lo, &hi);
		scal(*a, x + lo, hi - lo);
	}
}

static void peer_save(FILE *out) { peer_write(out, x, n * sizeof *x); }
