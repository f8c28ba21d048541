// gauss.c: separable Gaussian; the blurred rows that are needed are kept in a ring of five.
#include "peer.h"

static float *in, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

static inline float weigh(float a, float b, float c, float d, float e) { return .0625f * (a + e) + .25f * (b + d) + .375f * c; }

static inline long clamp(long i, long n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

static void row(float *restrict dst, const float *restrict src) {
	for (long x = 0; x < w; x = x == 1 && w > 4 ? w - 2 : x + 1)
		dst[x] = weigh(src[clamp(x - 2, w)], src[clamp(x - 1, w)], src[x], src[clamp(x + 1, w)], src[clamp(x + 2, w)]);
	for (long x = 2; x < w - 2; x++)
		dst[x] = weigh(src[x - 2], src[x - 1], src[x], src[x + 1], src[x + 2]);
}

static void peer_run(void) {
#pragma omp parallel
	{
		long lo = h * omp_get_thread_num() / omp_get_num_threads(), hi = h * (omp_get_thread_num() + 1) / omp_get_num_threads();
		float *ring = malloc(5 * w * sizeof *ring);
		long next = lo - 2 < 0 ? 0 : lo - 2;
		for (long y = lo; y < hi; y++) {
			for (; next <= y + 2 && next < h; next++)
				row(ring + next % 5 * w, in + next * w);
			const float *restrict a = ring + clamp(y - 2, h) % 5 * w, *restrict b = ring + clamp(y - 1, h) % 5 * w, *restrict c = ring + y % 5 * w;
			const float *restrict d = ring + clamp(y + 1, h) % 5 * w, *restrict e = ring + clamp(y + 2, h) % 5 * w;
			float *restrict o = out + y * w;
			for (long x = 0; x < w; x++)
				o[x] = weigh(a[x], b[x], c[x], d[x], e[x]);
		}
		free(ring);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
