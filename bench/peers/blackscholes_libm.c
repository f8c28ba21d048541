// Black-Scholes prices as most people would write them in C: one loop, the functions of math.h, which
// gcc -ffast-math takes from libmvec where glibc has it.
#include <math.h>

#include "peer.h"

static long n;
static double *restrict s, *restrict k, *restrict r, *restrict v, *restrict t, *restrict call, *restrict put;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	size_t bytes = n * sizeof(double);
	s = peer_read(in, bytes);
	k = peer_read(in, bytes);
	r = peer_read(in, bytes);
	v = peer_read(in, bytes);
	t = peer_read(in, bytes);
	call = peer_alloc(bytes);
	put = peer_alloc(bytes);
}

static inline double cnd(double x) { return 0.5 * (1 + erf(x * M_SQRT1_2)); }

static void peer_run(void) {
#pragma omp parallel for simd schedule(static)
	for (long i = 0; i < n; i++) {
		double sd = v[i] * sqrt(t[i]);
		double d1 = (log(s[i] / k[i]) + (r[i] + 0.5 * v[i] * v[i]) * t[i]) / sd;
		double n1 = cnd(d1), n2 = cnd(d1 - sd);
		double ke = k[i] * exp(-r[i] * t[i]);
		call[i] = s[i] * n1 - ke * n2;
		put[i] = ke * (1 - n2) - s[i] * (1 - n1);
	}
}

static void peer_save(FILE *out) {
	peer_write(out, call, n * sizeof(double));
	peer_write(out, put, n * sizeof(double));
}
