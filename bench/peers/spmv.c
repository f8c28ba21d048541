// Sparse matrix times vector by gathers: a row's numbers are its lanes, the last ones masked.
#include <immintrin.h>

#include "spmv.h"

#ifdef __AVX512F__
static inline double row(const double *value, const int32_t *column, long n) {
	__m512d s = _mm512_setzero_pd(), t = s;
	long k = 0;
	for (; k + 16 <= n; k += 16) {
		__m512d a = _mm512_i32gather_pd(_mm256_loadu_si256((const __m256i *)(column + k)), x, 8);
		__m512d b = _mm512_i32gather_pd(_mm256_loadu_si256((const __m256i *)(column + k + 8)), x, 8);
		s = _mm512_fmadd_pd(_mm512_loadu_pd(value + k), a, s);
		t = _mm512_fmadd_pd(_mm512_loadu_pd(value + k + 8), b, t);
	}
	for (; k < n; k += 8) {
		__mmask8 m = n - k >= 8 ? 0xff : (1 << (n - k)) - 1;
		__m256i c = _mm256_maskz_loadu_epi32(m, column + k);
		__m512d a = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), m, c, x, 8);
		s = _mm512_fmadd_pd(_mm512_maskz_loadu_pd(m, value + k), a, s);
	}
	return _mm512_reduce_add_pd(_mm512_add_pd(s, t));
}
#else
static inline double row(const double *value, const int32_t *column, long n) {
	__m256d s = _mm256_setzero_pd(), t = s;
	long k = 0;
	for (; k + 8 <= n; k += 8) {
		__m256d a = _mm256_i32gather_pd(x, _mm_loadu_si128((const __m128i *)(column + k)), 8);
		__m256d b = _mm256_i32gather_pd(x, _mm_loadu_si128((const __m128i *)(column + k + 4)), 8);
		s = _mm256_fmadd_pd(_mm256_loadu_pd(value + k), a, s);
		t = _mm256_fmadd_pd(_mm256_loadu_pd(value + k + 4), b, t);
	}
	s = _mm256_add_pd(s, t);
	__m128d h = _mm_add_pd(_mm256_castpd256_pd128(s), _mm256_extractf128_pd(s, 1));
	double sum = _mm_cvtsd_f64(_mm_add_sd(h, _mm_unpackhi_pd(h, h)));
	for (; k < n; k++)
		sum += value[k] * x[column[k]];
	return sum;
}
#endif
