// Numbers above a threshold: compressed within a vector, by the CPU or by a table of permutations. On one
// thread in one pass; else each thread counts in its band first.
#include <immintrin.h>

#include "peer.h"

static float *above, *x, *out;
static int64_t kept;
static long n;
static long counts[256];
#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 };
static int32_t places[256][8];
#endif

static void peer_setup(FILE *f) {
	n = peer_size[0];
	above = peer_read(f, sizeof *above);
	x = peer_read(f, n * sizeof *x);
	out = peer_alloc((n + 16) * sizeof *out);
#ifndef __AVX512F__
	for (int m = 0; m < 256; m++)
		for (int i = 0, k = 0; i < 8; i++)
			if (m >> i & 1)
				places[m][k++] = i;
#endif
}

static long count(long lo, long hi, float t) {
	long k = 0;
	for (long i = lo; i < hi; i++)
		k += x[i] > t;
	return k;
}

// keep stores whole vectors while they end before the place end, which is another thread's.
static long keep(long lo, long hi, float t, long k, long end) {
	long i = lo;
#ifdef __AVX512F__
	const __m512 vt = _mm512_set1_ps(t);
	for (; i + LANES <= hi && k + LANES <= end; i += LANES) {
		__m512 v = _mm512_loadu_ps(x + i);
		__mmask16 m = _mm512_cmp_ps_mask(v, vt, _CMP_GT_OQ);
		_mm512_storeu_ps(out + k, _mm512_maskz_compress_ps(m, v));
		k += __builtin_popcount(m);
	}
#else
	const __m256 vt = _mm256_set1_ps(t);
	for (; i + LANES <= hi && k + LANES <= end; i += LANES) {
		__m256 v = _mm256_loadu_ps(x + i);
		int m = _mm256_movemask_ps(_mm256_cmp_ps(v, vt, _CMP_GT_OQ));
		__m256i p = _mm256_loadu_si256((const __m256i *)places[m]);
		_mm256_storeu_ps(out + k, _mm256_permutevar8x32_ps(v, p));
		k += __builtin_popcount(m);
	}
#endif
	for (; i < hi; i++)
		if (x[i] > t)
			out[k++] = x[i];
	return k;
}

static void peer_run(void) {
	const float t = *above;
	if (peer_threads == 1) {
		kept = keep(0, n, t, 0, n + 16);
		return;
	}
#pragma omp parallel
	{
		long lo, hi, me = omp_get_thread_num(), threads = omp_get_num_threads();
		peer_band(n, &lo, &hi);
		long mine = counts[me] = count(lo, hi, t);
#pragma omp barrier
		long k = 0;
		for (long b = 0; b < me; b++)
			k += counts[b];
		keep(lo, hi, t, k, k + mine);
		if (me == threads - 1)
			kept = k + mine;
	}
}

static void peer_save(FILE *f) {
	peer_write(f, &kept, sizeof kept);
	peer_write(f, out, kept * sizeof *out);
}
