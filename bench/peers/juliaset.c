// A Julia set, as an expert would write it in C: several vectors of pixels in flight hide the latency of the
// recurrence; the darkest pixel is found on the way. Every pixel takes all steps, as in the Go program.
#include <math.h>

#include "peer.h"
#include "vec.h"

// VECS vectors are iterated together.
#ifndef VECS
#define VECS 8
#endif
enum { GROUP = VECS * VL };

static long n, steps;
static double *pic;

static const double re0 = -.745429, im0 = .11308, view = 1.5;

// is_nan and is_inf look at the bits: -ffast-math makes compilers believe that there are neither.
#if VL == 8
static inline vi twice(vd x) { return _mm512_slli_epi64((vi)x, 1); }
static inline vm is_nan(vd x) { return _mm512_cmpgt_epu64_mask(twice(x), _mm512_set1_epi64(0xffe0000000000000)); }
static inline vm is_inf(vd x) { return _mm512_cmpeq_epi64_mask(twice(x), _mm512_set1_epi64(0xffe0000000000000)); }
static inline vd v_min(vd a, vd b) { return _mm512_min_pd(a, b); }
#else
static inline vi twice(vd x) { return _mm256_slli_epi64((vi)x, 1); }
// Comparisons are signed: from the infinities up and below zero.
static inline vm is_nan(vd x) {
	return (vm)_mm256_and_si256(_mm256_cmpgt_epi64(twice(x), _mm256_set1_epi64x(0xffe0000000000000)),
	                            _mm256_cmpgt_epi64(_mm256_setzero_si256(), twice(x)));
}
static inline vm is_inf(vd x) { return (vm)_mm256_cmpeq_epi64(twice(x), _mm256_set1_epi64x(0xffe0000000000000)); }
static inline vd v_min(vd a, vd b) { return _mm256_min_pd(a, b); }
#endif

// group computes the GROUP pixels from number i on, and what is the darkest of them and of dark.
static inline vd group(long i, double p[GROUP], vd dark) {
	static const double lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	vd re[VECS], im[VECS];
	vd x = v_load(lane) + v_set(i % n), y = v_set(i / n), step = v_set(2 * view / (n - 1));
	for (int j = 0; j < VECS; j++) {
		for (vm past = v_le(v_set(n), x); v_any(&past, 1); past = v_le(v_set(n), x)) {
			x = v_pick(past, x, x - v_set(n));
			y = v_pick(past, y, y + v_set(1));
		}
		re[j] = x * step - v_set(view), im[j] = y * step - v_set(view);
		x += v_set(VL);
	}
	for (long s = 0; s < steps; s++) {
#pragma GCC unroll 8
		for (int j = 0; j < VECS; j++) {
			vd r = re[j], m = im[j];
			re[j] = v_fma(r, r, v_fma(-m, m, v_set(re0)));
			im[j] = v_fma(r + r, m, v_set(im0));
		}
	}
	for (int j = 0; j < VECS; j++) {
		vd d = v_sqrt(v_fma(re[j], re[j], im[j] * im[j]));
		vd e = v_exp(v_max(v_set(0) - d, v_set(-700)));
		e = v_pick(v_lt(v_set(700), d), e, v_set(0)); // near enough, and the darkest pixel must be darker still
		e = v_pick(is_nan(re[j]), e, v_set(-1));
		e = v_pick(is_nan(im[j]), e, v_set(-1));
		e = v_pick(is_inf(re[j]), e, v_set(0)); // even if the other part is not a number
		e = v_pick(is_inf(im[j]), e, v_set(0));
		dark = v_min(dark, v_pick(v_lt(e, v_set(0)), e, v_set(1)));
		v_store(p + j * VL, e);
	}
	return dark;
}

static void peer_setup(FILE *f) {
	(void)f;
	n = peer_size[0], steps = peer_size[1];
	pic = peer_alloc(n * n * sizeof *pic);
}

static double least(vd x) {
	double m = x[0];
	for (int l = 1; l < VL; l++)
		m = x[l] < m ? x[l] : m;
	return m;
}

static void peer_run(void) {
	double darkest = 1;
	long all = n * n, whole = all - all % GROUP;
#pragma omp parallel reduction(min : darkest)
	{
		vd dark = v_set(1);
#pragma omp for schedule(static)
		for (long i = 0; i < whole; i += GROUP)
			dark = group(i, pic + i, dark);
		darkest = least(dark);
	}
	double rest[GROUP];
	if (whole < all) {
		group(whole, rest, v_set(1));
		for (long i = whole; i < all; i++) {
			pic[i] = rest[i - whole];
			if (pic[i] >= 0 && pic[i] < darkest)
				darkest = pic[i];
		}
	}
	double fill = darkest - darkest / 10;
#pragma omp parallel for simd schedule(static)
	for (long i = 0; i < all; i++)
		pic[i] = pic[i] < 0 ? fill : pic[i];
}

static void peer_save(FILE *f) { peer_write(f, pic, n * n * sizeof *pic); }
