// Minimum, maximum, mean and variance in one pass over numbers of type float, summed in double.
#include "peer.h"
#include "vec.h"

#include <float.h>

// A half is as many floats as a vd has doubles.
typedef float half __attribute__((vector_size(4 * VL)));
typedef float half_any __attribute__((vector_size(4 * VL), aligned(4), may_alias));

#if VL == 8
static inline vd widen(half x) { return _mm512_cvtps_pd((__m256)x); }
static inline half least(half a, half b) { return (half)_mm256_min_ps((__m256)a, (__m256)b); }
static inline half most(half a, half b) { return (half)_mm256_max_ps((__m256)a, (__m256)b); }
#else
static inline vd widen(half x) { return _mm256_cvtps_pd((__m128)x); }
static inline half least(half a, half b) { return (half)_mm_min_ps((__m128)a, (__m128)b); }
static inline half most(half a, half b) { return (half)_mm_max_ps((__m128)a, (__m128)b); }
#endif

static long n;
static float *x;
static double result[4];

static void peer_setup(FILE *in) {
	n = peer_size[0];
	x = peer_read(in, n * sizeof *x);
}

typedef struct {
	float min, max;
	double sum, squares;
} summary;

static void add(summary *s, float v) {
	s->min = v < s->min ? v : s->min;
	s->max = v > s->max ? v : s->max;
	s->sum += v;
	s->squares += (double)v * v;
}

enum { ACC = 4 };

static summary summarise(const float *x, long n) {
	summary s = {FLT_MAX, -FLT_MAX, 0, 0};
	vd sum[ACC] = {{0}}, squares[ACC] = {{0}};
	half low[ACC], high[ACC];
	for (int j = 0; j < ACC; j++)
		low[j] = (half){0} + FLT_MAX, high[j] = (half){0} - FLT_MAX;
	long i = 0;
	for (; i + ACC * VL <= n; i += ACC * VL) {
#pragma GCC unroll 4
		for (int j = 0; j < ACC; j++) {
			half v = *(const half_any *)(x + i + j * VL);
			vd d = widen(v);
			low[j] = least(low[j], v);
			high[j] = most(high[j], v);
			sum[j] += d;
			squares[j] = v_fma(d, d, squares[j]);
		}
	}
	for (int j = 0; j < ACC; j++)
		for (int l = 0; l < VL; l++) {
			s.min = low[j][l] < s.min ? low[j][l] : s.min;
			s.max = high[j][l] > s.max ? high[j][l] : s.max;
			s.sum += sum[j][l];
			s.squares += squares[j][l];
		}
	for (; i < n; i++)
		add(&s, x[i]);
	return s;
}

static void peer_run(void) {
	summary all = {FLT_MAX, -FLT_MAX, 0, 0};
#pragma omp parallel
	{
		long lo, hi;
		peer_band(n, &lo, &hi);
		summary s = summarise(x + lo, hi - lo);
#pragma omp critical
		{
			all.min = s.min < all.min ? s.min : all.min;
			all.max = s.max > all.max ? s.max : all.max;
			all.sum += s.sum;
			all.squares += s.squares;
		}
	}
	result[0] = all.min;
	result[1] = all.max;
	result[2] = all.sum / n;
	result[3] = all.squares / n - result[2] * result[2];
}

static void peer_save(FILE *out) { peer_write(out, result, sizeof result); }
