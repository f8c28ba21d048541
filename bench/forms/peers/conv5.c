// conv5.c: 5 by 5 convolution with constant weights, zero outside; the border apart.
#include "peer.h"

static float *in, *out;
static long w, h;

static const float k[5][5] = {
	{.0030, .0133, .0219, .0133, .0030},
	{.0133, .0596, .0983, .0596, .0133},
	{.0219, .0983, .1621, .0983, .0219},
	{.0133, .0596, .0983, .0596, .0133},
	{.0030, .0133, .0219, .0133, .0030},
};

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

static void border(long y, long x0, long x1) {
	for (long x = x0; x < x1; x++) {
		float sum = 0;
		for (long j = 0; j < 5; j++)
			for (long i = 0; i < 5; i++)
				if (y + j >= 2 && y + j < h + 2 && x + i >= 2 && x + i < w + 2)
					sum += k[j][i] * in[(y + j - 2) * w + x + i - 2];
		out[y * w + x] = sum;
	}
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long y = 0; y < h; y++) {
		if (y < 2 || y >= h - 2 || w < 4) {
			border(y, 0, w);
			continue;
		}
		border(y, 0, 2);
		const float *restrict r0 = in + (y - 2) * w, *restrict r1 = r0 + w, *restrict r2 = r1 + w, *restrict r3 = r2 + w, *restrict r4 = r3 + w;
		float *restrict o = out + y * w;
		for (long x = 2; x < w - 2; x++) {
			float sum = 0;
			for (long i = 0; i < 5; i++)
				sum += k[0][i] * r0[x + i - 2] + k[1][i] * r1[x + i - 2] + k[2][i] * r2[x + i - 2] + k[3][i] * r3[x + i - 2] + k[4][i] * r4[x + i - 2];
			o[x] = sum;
		}
		border(y, w - 2, w);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
