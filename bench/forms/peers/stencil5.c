// stencil5.c: 5-point stencil on the interior of a grid.
#include "peer.h"

static float *in, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long y = 1; y < h - 1; y++) {
		const float *restrict up = in + (y - 1) * w, *restrict mid = in + y * w, *restrict down = in + (y + 1) * w;
		float *restrict dst = out + y * w;
		for (long x = 1; x < w - 1; x++)
			dst[x] = 0.2f * (mid[x] + mid[x - 1] + mid[x + 1] + up[x] + down[x]);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
