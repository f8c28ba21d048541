// conv5w.c: 5 by 5 convolution of the interior with given weights, two rows at a time.
#include "peer.h"

static float *in, *k, *out;
static long w, h;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	k = peer_read(f, 25 * sizeof *k);
	out = peer_alloc((w - 4) * (h - 4) * sizeof *out);
}

typedef float vec __attribute__((vector_size(64), aligned(4)));

// pair computes 16 columns of rows o and o + ow, from six rows of in.
static inline void pair(float *o, long ow, const float *r, const vec c[25]) {
	vec s = {0}, t = {0};
#pragma GCC unroll 6
	for (int j = 0; j < 6; j++)
#pragma GCC unroll 5
		for (int i = 0; i < 5; i++) {
			vec v = *(const vec *)(r + j * w + i);
			if (j < 5)
				s += c[j * 5 + i] * v;
			if (j > 0)
				t += c[j * 5 - 5 + i] * v;
		}
	*(vec *)o = s;
	*(vec *)(o + ow) = t;
}

static void single(long y, long x) {
	float sum = 0;
	for (long j = 0; j < 5; j++)
		for (long i = 0; i < 5; i++)
			sum += k[j * 5 + i] * in[(y + j) * w + x + i];
	out[y * (w - 4) + x] = sum;
}

static void peer_run(void) {
	long ow = w - 4, oh = h - 4;
	if (ow < 16 || oh < 2) {
		for (long y = 0; y < oh; y++)
			for (long x = 0; x < ow; x++)
				single(y, x);
		return;
	}
	vec c[25];
	for (int i = 0; i < 25; i++)
		c[i] = k[i] - (vec){0};
	// The last pair of rows and the last columns overlap with those before.
#pragma omp parallel for schedule(static)
	for (long p = 0; p < oh; p += 2) {
		long y = p + 2 <= oh ? p : oh - 2;
		for (long x = 0; x < ow; x += 16) {
			long at = x + 16 <= ow ? x : ow - 16;
			pair(out + y * ow + at, ow, in + y * w + at, c);
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, out, (w - 4) * (h - 4) * sizeof *out); }
