// softmax.c: softmax of rows; expf is the compiler's vector function where the system has one.
#include "peer.h"
#include <math.h>

static float *in, *out;
static long w, h;

static void peer_setup(FILE *f) {
	h = peer_size[0], w = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long y = 0; y < h; y++) {
		const float *restrict row = in + y * w;
		float *restrict dst = out + y * w;
		float top = row[0], sum = 0;
		for (long x = 0; x < w; x++)
			top = row[x] > top ? row[x] : top;
		for (long x = 0; x < w; x++) {
			float e = expf(row[x] - top);
			dst[x] = e;
			sum += e;
		}
		float r = 1 / sum;
		for (long x = 0; x < w; x++)
			dst[x] *= r;
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
