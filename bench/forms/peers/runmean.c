// runmean.c: means of windows of 25 samples; sums of 8 from sums of 4, and so on, along the signal in vectors.
#include "peer.h"

static int32_t *in, *out;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, (n + 24) * sizeof *in);
	out = peer_alloc(n * sizeof *out);
}

static void peer_run(void) {
	enum { B = 1024 };
#pragma omp parallel for schedule(static)
	for (long b = 0; b < n; b += B) {
		int32_t s2[B + 24], s4[B + 24], s8[B + 24];
		const int32_t *restrict x = in + b;
		int32_t *restrict o = out + b;
		long m = b + B < n ? B : n - b;
		for (long i = 0; i < m + 22; i++)
			s2[i] = x[i] + x[i + 1];
		for (long i = 0; i < m + 20; i++)
			s4[i] = s2[i] + s2[i + 2];
		for (long i = 0; i < m + 16; i++)
			s8[i] = s4[i] + s4[i + 4];
		for (long i = 0; i < m; i++)
			o[i] = (s8[i] + s8[i + 8] + s8[i + 16] + x[i + 24]) / 25;
	}
}

static void peer_save(FILE *f) { peer_write(f, out, n * sizeof *out); }
