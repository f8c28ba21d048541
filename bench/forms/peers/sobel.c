// sobel.c: Sobel's operator, with 16 bits inside; the ends of the rows apart.
#include "peer.h"

static uint8_t *in, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h);
	out = peer_alloc(w * h);
}

static inline uint8_t pixel(const uint8_t *restrict u, const uint8_t *restrict m, const uint8_t *restrict d, long l, long x, long r) {
	int16_t gx = u[r] + 2 * m[r] + d[r] - u[l] - 2 * m[l] - d[l];
	int16_t gy = d[l] + 2 * d[x] + d[r] - u[l] - 2 * u[x] - u[r];
	int16_t ax = gx < 0 ? -gx : gx, ay = gy < 0 ? -gy : gy;
	int16_t g = ax + ay;
	return g > 255 ? 255 : g;
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long y = 0; y < h; y++) {
		const uint8_t *restrict m = in + y * w, *restrict u = y > 0 ? m - w : m, *restrict d = y < h - 1 ? m + w : m;
		uint8_t *restrict o = out + y * w;
		o[0] = pixel(u, m, d, 0, 0, w > 1);
		for (long x = 1; x < w - 1; x++)
			o[x] = pixel(u, m, d, x - 1, x, x + 1);
		o[w - 1] = pixel(u, m, d, w > 1 ? w - 2 : 0, w - 1, w - 1);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, w * h); }
