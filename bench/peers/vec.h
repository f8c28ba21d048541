// vec.h: vectors (of double mostly) as wide as the target has them, over GCC's vector extensions (clang has
// them too), with the few operations that those lack. +, -, *, / and comparisons are C's own.
#ifndef VEC_H
#define VEC_H

#include <immintrin.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define VL 8
typedef __m512d vd;
typedef __m512i vi;
typedef __mmask8 vm;
static inline vd v_set(double x) { return _mm512_set1_pd(x); }
static inline vd v_load(const double *p) { return _mm512_loadu_pd(p); }
static inline void v_store(double *p, vd x) { _mm512_storeu_pd(p, x); }
static inline void v_storei(int64_t *p, vi x) { _mm512_storeu_si512(p, x); }
static inline void v_stream(double *p, vd x) { _mm512_stream_pd(p, x); }
static inline vd v_sqrt(vd x) { return _mm512_sqrt_pd(x); }
static inline vd v_fma(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
static inline vd v_max(vd a, vd b) { return _mm512_max_pd(a, b); }
static inline vd v_abs(vd x) { return _mm512_abs_pd(x); }
static inline vm v_lt(vd a, vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
static inline vm v_le(vd a, vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
// v_inc adds 1 where m holds.
static inline vi v_inc(vm m, vi n) { return _mm512_mask_add_epi64(n, m, n, _mm512_set1_epi64(1)); }
static inline int v_any(const vm *m, int k) {
	int any = 0;
	for (int i = 0; i < k; i++)
		any |= m[i];
	return any;
}
// v_pick is b where m holds, else a.
static inline vd v_pick(vm m, vd a, vd b) { return _mm512_mask_blend_pd(m, a, b); }
static inline vd v_round(vd x) { return _mm512_roundscale_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
// v_ldexp is x * 2^n for integral n.
static inline vd v_ldexp(vd x, vd n) { return _mm512_scalef_pd(x, n); }
// v_frexp splits x > 0 into m * 2^e with m in [sqrt(1/2), sqrt(2)).
static inline vd v_frexp(vd x, vd *e) {
	vd m = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
	// m is in [0.75, 1.5); x/m is an exact power of two.
	vd ex = _mm512_getexp_pd(x);
	*e = _mm512_mask_add_pd(ex, v_lt(m, v_set(1)), ex, v_set(1));
	return m;
}
#else
#define VL 4
typedef __m256d vd;
typedef __m256i vi;
typedef __m256d vm;
static inline vd v_set(double x) { return _mm256_set1_pd(x); }
static inline vd v_load(const double *p) { return _mm256_loadu_pd(p); }
static inline void v_store(double *p, vd x) { _mm256_storeu_pd(p, x); }
static inline void v_storei(int64_t *p, vi x) { _mm256_storeu_si256((vi *)p, x); }
static inline void v_stream(double *p, vd x) { _mm256_stream_pd(p, x); }
static inline vd v_sqrt(vd x) { return _mm256_sqrt_pd(x); }
static inline vd v_fma(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
static inline vd v_max(vd a, vd b) { return _mm256_max_pd(a, b); }
static inline vd v_abs(vd x) { return _mm256_andnot_pd(v_set(-0.0), x); }
static inline vm v_lt(vd a, vd b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
static inline vm v_le(vd a, vd b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
static inline vi v_inc(vm m, vi n) { return _mm256_sub_epi64(n, (vi)m); }
static inline int v_any(const vm *m, int k) {
	vd any = m[0];
	for (int i = 1; i < k; i++)
		any = _mm256_or_pd(any, m[i]);
	return _mm256_movemask_pd(any);
}
static inline vd v_pick(vm m, vd a, vd b) { return _mm256_blendv_pd(a, b, m); }
static inline vd v_round(vd x) { return _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
static inline vd v_ldexp(vd x, vd n) {
	// Adding 2^52 + 2^51 leaves n in the low bits of the significand; the shift moves it to the exponent.
	vi k = (vi)(n + v_set(6755399441055744.0));
	return (vd)_mm256_add_epi64((vi)x, _mm256_slli_epi64(k, 52));
}
static inline vd v_frexp(vd x, vd *e) {
	const vi top = _mm256_set1_epi64x(0x3fe8000000000000); // 0.75
	vi u = _mm256_sub_epi64((vi)x, top);
	// The exponent's field becomes a double by the same 2^52 trick, read the other way.
	vi k = _mm256_srli_epi64(_mm256_add_epi64(u, _mm256_set1_epi64x((int64_t)1024 << 52)), 52);
	*e = (vd)_mm256_or_si256(k, _mm256_set1_epi64x(0x4330000000000000)) - v_set(4503599627370496.0 + 1024);
	vi frac = _mm256_and_si256(u, _mm256_set1_epi64x(0x000fffffffffffff));
	return (vd)_mm256_add_epi64(frac, top);
}
#endif

#ifdef REAL
// vr is a vector of VRL numbers of type REAL (-DREAL=float or double), with the operators of C; products
// and sums are fused (-ffast-math).
enum { VBYTES = 8 * VL, VRL = VBYTES / sizeof(REAL) };
typedef REAL vr __attribute__((vector_size(8 * VL)));
typedef REAL vr_any __attribute__((vector_size(8 * VL), aligned(sizeof(REAL)), may_alias));
static inline vr vr_load(const REAL *p) { return *(const vr_any *)p; }
static inline void vr_store(REAL *p, vr x) { *(vr_any *)p = x; }
static inline vr vr_set(REAL x) { return x - (vr){0}; }
// vr_stream stores past the caches; p is aligned.
static inline void vr_stream(REAL *p, vr x) {
#if VL == 8
	_mm512_stream_si512((__m512i *)p, (__m512i)x);
#else
	_mm256_stream_si256((__m256i *)p, (__m256i)x);
#endif
}
static inline vr vr_abs(vr x) {
#ifdef FLOAT32
	typedef uint32_t bits __attribute__((vector_size(8 * VL)));
#else
	typedef uint64_t bits __attribute__((vector_size(8 * VL)));
#endif
	return (vr)((bits)x << 1 >> 1);
}
static inline REAL vr_sum(vr x) {
	REAL s = 0;
	for (int i = 0; i < VRL; i++)
		s += x[i];
	return s;
}
#endif

// v_poly evaluates c[0] + c[1] x + ... + c[n-1] x^(n-1) by Horner's rule. Its long chains are hidden by
// overlapping neighbouring vectors, which the peers' short loops allow; Estrin's scheme was no faster.
static inline __attribute__((always_inline)) vd v_poly(vd x, const double *c, int n) {
	vd p = v_set(c[n - 1]);
#pragma GCC unroll 32
	for (int i = n - 2; i >= 0; i--)
		p = v_fma(p, x, v_set(c[i]));
	return p;
}
// v_exp is e^x for |x| < 700, to about 1 ulp: x = n ln2 + r, then a minimax polynomial for e^r.
static inline __attribute__((always_inline)) vd v_exp(vd x) {
	static const double c[] = {
		1.0, 1.0, 0.50000000000000176849, 0.16666666666666168623, 0.041666666666492768556,
		0.0083333333335592604175, 0.0013888888951224129485, 0.00019841269432729738421,
		2.4801486521029173726e-5, 2.7557622476578872337e-6, 2.7632293475617967653e-7,
		2.4994323043744879156e-8,
	};
	vd n = v_round(x * v_set(1.4426950408889634));
	vd r = v_fma(n, v_set(-0.693147180369123816490), x);
	r = v_fma(n, v_set(-1.90821492927058770002e-10), r);
	return v_ldexp(v_poly(r, c, 12), n);
}

// v_exp2 is 2^x for |x| < 1000, to about 2 ulp.
static inline __attribute__((always_inline)) vd v_exp2(vd x) {
	static const double c[] = {
		1.0, 0.69314718055994977504, 0.24022650695908767916, 0.055504108664458829483,
		0.0096181291080345511529, 0.0013333558228562838402, 0.00015403529961174804056,
		1.5252658115549545944e-5, 1.3215662815709112072e-6, 1.0208538116959610499e-7,
		7.037281886843826508e-9,
	};
	vd n = v_round(x);
	return v_ldexp(v_poly(x - n, c, 11), n);
}

// v_log is the logarithm of normal x > 0, to about 1 ulp away from 1: x = m 2^e, log m = 2 atanh s with
// s = (m-1)/(m+1), and a minimax polynomial in s^2.
static inline __attribute__((always_inline)) vd v_log(vd x) {
	static const double c[] = {
		0.66666666666667655763, 0.39999999999296838452, 0.28571428761763808888,
		0.22222196947722605646, 0.18183637114876998414, 0.15312392804103277611,
		0.14811014918983565428,
	};
	vd e, m = v_frexp(x, &e);
	vd s = (m - v_set(1)) / (m + v_set(1));
	vd z = s * s;
	vd p = v_fma(s * z, v_poly(z, c, 7), s + s);
	return v_fma(e, v_set(0.6931471805599453094), p);
}

// Vectors of float. vf_ext is elements i, i+1, ... of a and b laid side by side: how neighbours along a row are
// had without loading them again.
#if VL == 8
typedef __m512 vf;
#define VFL 16
static inline vf vf_load(const float *p) { return _mm512_loadu_ps(p); }
static inline vf vf_fma(vf a, vf b, vf c) { return _mm512_fmadd_ps(a, b, c); }
static inline vf vf_set(float x) { return _mm512_set1_ps(x); }
static inline void vf_store(float *p, vf x) { _mm512_storeu_ps(p, x); }
static inline void vf_stream(float *p, vf x) { _mm512_stream_ps(p, x); }
#define vf_ext(a, b, i) ((vf)_mm512_alignr_epi32((__m512i)(b), (__m512i)(a), i))
// vf_loadn loads n elements, the rest is 0; vf_storen stores the lanes [lo, hi).
static inline vf vf_loadn(const float *p, long n) {
	return n <= 0 ? vf_set(0) : n >= VFL ? vf_load(p) : _mm512_maskz_loadu_ps((1u << n) - 1, p);
}
static inline void vf_storen(float *p, vf x, long lo, long hi) {
	_mm512_mask_storeu_ps(p, ((1u << hi) - 1) & ~((1u << lo) - 1), x);
}
#else
typedef __m256 vf;
#define VFL 8
static inline vf vf_load(const float *p) { return _mm256_loadu_ps(p); }
static inline vf vf_fma(vf a, vf b, vf c) { return _mm256_fmadd_ps(a, b, c); }
static inline vf vf_set(float x) { return _mm256_set1_ps(x); }
static inline void vf_store(float *p, vf x) { _mm256_storeu_ps(p, x); }
static inline void vf_stream(float *p, vf x) { _mm256_stream_ps(p, x); }
#define vf_mid(a, b) _mm256_permute2x128_si256((__m256i)(a), (__m256i)(b), 0x21)
#define vf_ext(a, b, i) \
	((vf)((i) < 4 ? _mm256_alignr_epi8(vf_mid(a, b), (__m256i)(a), (4 * (i)) & 15) \
	              : _mm256_alignr_epi8((__m256i)(b), vf_mid(a, b), (4 * (i)) & 15)))
static inline __m256i vf_lanes(long lo, long hi) {
	__m256i i = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
	return _mm256_andnot_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(lo), i),
	                           _mm256_cmpgt_epi32(_mm256_set1_epi32(hi), i));
}
static inline vf vf_loadn(const float *p, long n) {
	return n <= 0 ? vf_set(0) : n >= VFL ? vf_load(p) : _mm256_maskload_ps(p, vf_lanes(0, n));
}
static inline void vf_storen(float *p, vf x, long lo, long hi) { _mm256_maskstore_ps(p, vf_lanes(lo, hi), x); }
#endif

#endif
