// fir.c: 16 coefficients over a signal, along the signal in vectors.
#include "peer.h"

static float *in, *k, *out;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, (n + 15) * sizeof *in);
	k = peer_read(f, 16 * sizeof *k);
	out = peer_alloc(n * sizeof *out);
}

typedef float vec __attribute__((vector_size(64), aligned(4)));

static void peer_run(void) {
	vec c[16];
	for (int j = 0; j < 16; j++)
		c[j] = k[j] - (vec){0};
	long whole = n / 16 * 16;
#pragma omp parallel for schedule(static)
	for (long i = 0; i < whole; i += 16) {
		vec s = {0}, t = {0};
#pragma GCC unroll 8
		for (int j = 0; j < 16; j += 2) {
			s += c[j] * *(const vec *)(in + i + j);
			t += c[j + 1] * *(const vec *)(in + i + j + 1);
		}
		*(vec *)(out + i) = s + t;
	}
	for (long i = whole; i < n; i++) {
		float s = 0;
		for (int j = 0; j < 16; j++)
			s += k[j] * in[i + j];
		out[i] = s;
	}
}

static void peer_save(FILE *f) { peer_write(f, out, n * sizeof *out); }
