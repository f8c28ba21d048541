// rgba.c: pixels of four bytes multiplied by their alpha.
#include "peer.h"

static uint8_t *in, *out;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, 4 * n);
	out = peer_alloc(4 * n);
}

// (x + 127) / 255, for x up to 255 * 255.
static inline uint32_t scaled(uint32_t x) {
	x += 128;
	return (x + (x >> 8)) >> 8;
}


static void peer_run(void) {
	const uint32_t *restrict s = (const uint32_t *)in;
	uint32_t *restrict d = (uint32_t *)out;
#pragma omp parallel for schedule(static)
	for (long i = 0; i < n; i++) {
		uint32_t p = s[i], a = p >> 24;
		uint32_t r = scaled((p & 255) * a), g = scaled((p >> 8 & 255) * a), b = scaled((p >> 16 & 255) * a);
		d[i] = r | g << 8 | b << 16 | a << 24;
	}
}

static void peer_save(FILE *f) { peer_write(f, out, 4 * n); }
