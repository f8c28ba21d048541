// conv5w.c: 5 by 5 convolution of the interior with given weights.
#include "peer.h"

static float *in, *k, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	k = peer_read(f, 25 * sizeof *k);
	out = peer_alloc((w - 4) * (h - 4) * sizeof *out);
}

static void peer_run(void) {
	float c[5][5];
	memcpy(c, k, sizeof c);
#pragma omp parallel for schedule(static)
	for (long y = 0; y < h - 4; y++) {
		const float *restrict r0 = in + y * w, *restrict r1 = r0 + w, *restrict r2 = r1 + w, *restrict r3 = r2 + w, *restrict r4 = r3 + w;
		float *restrict o = out + y * (w - 4);
		for (long x = 0; x < w - 4; x++) {
			float sum = 0;
			for (long i = 0; i < 5; i++)
				sum += c[0][i] * r0[x + i] + c[1][i] * r1[x + i] + c[2][i] * r2[x + i] + c[3][i] * r3[x + i] + c[4][i] * r4[x + i];
			o[x] = sum;
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, out, (w - 4) * (h - 4) * sizeof *out); }
