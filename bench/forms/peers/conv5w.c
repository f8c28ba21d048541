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

#define W(j, i) k[(j)*5 + (i)]
// Two rows of 16 columns share what they load of six; the weights stay in registers.
#define LOAD(j) \
	(v0 = *(const vec *)(r + (j)*w), v1 = *(const vec *)(r + (j)*w + 1), v2 = *(const vec *)(r + (j)*w + 2), \
	 v3 = *(const vec *)(r + (j)*w + 3), v4 = *(const vec *)(r + (j)*w + 4))
#define ADD(s, k) (s += k##0 * v0, s##s += k##1 * v1, s += k##2 * v2, s##s += k##3 * v3, s += k##4 * v4)
#define WEIGHTS(k, j) \
	vec k##0 = W(j, 0) - (vec){0}, k##1 = W(j, 1) - (vec){0}, k##2 = W(j, 2) - (vec){0}, k##3 = W(j, 3) - (vec){0}, k##4 = W(j, 4) - (vec){0}

static void span(float *o, long ow, const float *r0, long n) {
	WEIGHTS(a, 0);
	WEIGHTS(b, 1);
	WEIGHTS(c, 2);
	WEIGHTS(d, 3);
	WEIGHTS(e, 4);
	for (long x = 0; x < n; x += 16) {
		long at = x + 16 <= n ? x : n - 16;
		const float *r = r0 + at;
		vec s = {0}, ss = {0}, t = {0}, tt = {0}, v0, v1, v2, v3, v4;
		LOAD(0), ADD(s, a);
		LOAD(1), ADD(s, b), ADD(t, a);
		LOAD(2), ADD(s, c), ADD(t, b);
		LOAD(3), ADD(s, d), ADD(t, c);
		LOAD(4), ADD(s, e), ADD(t, d);
		LOAD(5), ADD(t, e);
		*(vec *)(o + at) = s + ss;
		*(vec *)(o + at + ow) = t + tt;
	}
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
	// The last pair of rows and the last columns overlap with those before.
#pragma omp parallel for schedule(static)
	for (long p = 0; p < oh; p += 2) {
		long y = p + 2 <= oh ? p : oh - 2;
		span(out + y * ow, ow, in + y * w, ow);
	}
}

static void peer_save(FILE *f) { peer_write(f, out, (w - 4) * (h - 4) * sizeof *out); }
