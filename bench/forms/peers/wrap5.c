// wrap5.c: 5-point stencil on a torus; the ends of the rows apart.
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
	for (long y = 0; y < h; y++) {
		const float *restrict m = in + y * w;
		const float *restrict u = in + (y == 0 ? h - 1 : y - 1) * w, *restrict d = in + (y == h - 1 ? 0 : y + 1) * w;
		float *restrict o = out + y * w;
		o[0] = 0.5f * m[0] + 0.125f * (m[w - 1] + m[1 % w] + u[0] + d[0]);
		for (long x = 1; x < w - 1; x++)
			o[x] = 0.5f * m[x] + 0.125f * (m[x - 1] + m[x + 1] + u[x] + d[x]);
		o[w - 1] = 0.5f * m[w - 1] + 0.125f * (m[(2 * w - 2) % w] + m[0] + u[w - 1] + d[w - 1]);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
