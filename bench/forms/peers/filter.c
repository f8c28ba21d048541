// filter.c: numbers above 0; compressed in a vector where the CPU can.
#include "peer.h"
#ifdef __AVX512F__
#include <immintrin.h>
#endif

static float *in, *out;
static int64_t kept;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, n * sizeof *in);
	out = peer_alloc((n + 16) * sizeof *out);
}

static void peer_run(void) {
	long i = 0, k = 0;
#ifdef __AVX512F__
	for (; i + 16 <= n; i += 16) {
		__m512 v = _mm512_loadu_ps(in + i);
		__mmask16 m = _mm512_cmp_ps_mask(v, _mm512_setzero_ps(), _CMP_GT_OQ);
		_mm512_storeu_ps(out + k, _mm512_maskz_compress_ps(m, v));
		k += __builtin_popcount(m);
	}
#endif
	for (; i < n; i++) {
		out[k] = in[i];
		k += in[i] > 0;
	}
	kept = k;
}

static void peer_save(FILE *f) {
	peer_write(f, &kept, sizeof kept);
	peer_write(f, out, kept * sizeof *out);
}
