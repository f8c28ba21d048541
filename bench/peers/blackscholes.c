// Black-Scholes prices of European options, as an expert would write them in C: wide vectors,
// polynomials without branches, results stored past the caches.
#include "peer.h"
#include "vec.h"

static long n;
static double *s, *k, *r, *v, *t, *call, *put;

// cnd is the cumulative normal distribution, with an absolute error of about 1e-16:
// N(-|x|) = exp(-x^2/2) P(|x|)/Q(|x|), P and Q a weighted minimax fit over [0, 8.5].
static inline vd cnd(vd x) {
	static const double p[] = {
		0.50000000000000002203, 0.50231665614039003503, 0.25451404809656475875,
		0.07701473975331671137, 0.014475856874580677862, 0.0015907451791061126773,
		8.0096824164637809438e-5,
	};
	static const double q[] = {
		1.0, 1.8025178730836561626, 1.4472292776973736811, 0.67345395985554088377,
		0.19707598566388341501, 0.036483265736157552669, 0.0039875591942374248988,
		0.00020076928286710124565,
	};
	vd a = v_abs(x);
	vd e = v_exp2(v_max(a * a * v_set(-0.72134752044448170368), v_set(-1000)));
	vd y = e * (v_poly(a, p, 7) / v_poly(a, q, 8));
	return v_pick(v_lt(x, v_set(0)), v_set(1) - y, y);
}

// A strip is priced in three loops whose intermediate values stay in the first-level cache. One loop
// over the whole formula would be a single chain of some 150 cycles, too long for the core to overlap
// enough of the following iterations (measured on a Zen 5 core: 3.7 ns per option against
// 2.3). The strips are short so that memory is never idle for long..
enum { STRIP = 64 };

// price prices the options [lo, lo+m), m a multiple of VL and at most STRIP.
static void price(const double *s, const double *k, const double *r, const double *v, const double *t, double *call,
                  double *put, long m) {
	double d[2 * STRIP] __attribute__((aligned(64)));
	for (long i = 0; i < m; i += VL) {
		vd vv = v_load(v + i), vt = v_load(t + i);
		vd sd = vv * v_sqrt(vt);
		vd d1 = (v_log(v_load(s + i) / v_load(k + i)) + (v_load(r + i) + vv * vv * v_set(0.5)) * vt) / sd;
		v_store(d + i, d1);
		v_store(d + m + i, d1 - sd);
	}
	for (long i = 0; i < 2 * m; i += VL)
		v_store(d + i, cnd(v_load(d + i)));
	for (long i = 0; i < m; i += VL) {
		vd n1 = v_load(d + i), n2 = v_load(d + m + i), vs = v_load(s + i);
		vd ke = v_load(k + i) * v_exp(-v_load(r + i) * v_load(t + i));
		v_stream(call + i, vs * n1 - ke * n2);
		v_stream(put + i, ke * (v_set(1) - n2) - vs * (v_set(1) - n1));
	}
}

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

// price_tail prices the last options, fewer than a vector of them.
static void price_tail(long i) {
	double x[7][VL] __attribute__((aligned(64)));
	for (int j = 0; j < VL; j++) {
		long o = i + j < n ? i + j : n - 1;
		x[0][j] = s[o], x[1][j] = k[o], x[2][j] = r[o], x[3][j] = v[o], x[4][j] = t[o];
	}
	price(x[0], x[1], x[2], x[3], x[4], x[5], x[6], VL);
	for (int j = 0; i + j < n; j++)
		call[i + j] = x[5][j], put[i + j] = x[6][j];
}

static void peer_run(void) {
	long full = n - n % VL;
#pragma omp parallel for schedule(static)
	for (long i = 0; i < full; i += STRIP)
		price(s + i, k + i, r + i, v + i, t + i, call + i, put + i, full - i < STRIP ? full - i : STRIP);
	_mm_sfence();
	if (full < n)
		price_tail(full);
}

static void peer_save(FILE *out) {
	peer_write(out, call, n * sizeof(double));
	peer_write(out, put, n * sizeof(double));
}
