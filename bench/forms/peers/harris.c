// harris.c: Harris' corner response; sums of three columns of products are kept for a row, then summed along it.
#include "peer.h"

static float *in, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

static void peer_run(void) {
#pragma omp parallel
	{
		float *restrict xx = malloc(3 * w * sizeof *xx), *restrict xy = xx + w, *restrict yy = xy + w;
#pragma omp for schedule(static)
		for (long y = 2; y < h - 2; y++) {
			const float *restrict r0 = in + (y - 2) * w, *restrict r1 = r0 + w, *restrict r2 = r1 + w, *restrict r3 = r2 + w, *restrict r4 = r3 + w;
			for (long x = 1; x < w - 1; x++) {
				float gx0 = r1[x + 1] - r1[x - 1], gx1 = r2[x + 1] - r2[x - 1], gx2 = r3[x + 1] - r3[x - 1];
				float gy0 = r2[x] - r0[x], gy1 = r3[x] - r1[x], gy2 = r4[x] - r2[x];
				xx[x] = gx0 * gx0 + gx1 * gx1 + gx2 * gx2;
				xy[x] = gx0 * gy0 + gx1 * gy1 + gx2 * gy2;
				yy[x] = gy0 * gy0 + gy1 * gy1 + gy2 * gy2;
			}
			float *restrict o = out + y * w;
			for (long x = 2; x < w - 2; x++) {
				float a = xx[x - 1] + xx[x] + xx[x + 1], b = xy[x - 1] + xy[x] + xy[x + 1], c = yy[x - 1] + yy[x] + yy[x + 1];
				o[x] = a * c - b * b - 0.04f * (a + c) * (a + c);
			}
		}
		free(xx);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
