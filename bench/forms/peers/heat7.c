// heat7.c: four steps of a 7-point stencil on a cube.
#include "peer.h"

static float *in, *a, *b;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, n * n * n * sizeof *in);
	a = peer_alloc(n * n * n * sizeof *a);
	b = peer_alloc(n * n * n * sizeof *b);
}

static void step(float *to, const float *from) {
	long s = n * n;
#pragma omp parallel for schedule(static)
	for (long z = 1; z < n - 1; z++)
		for (long y = 1; y < n - 1; y++) {
			const float *restrict m = from + z * s + y * n;
			float *restrict d = to + z * s + y * n;
			for (long x = 1; x < n - 1; x++)
				d[x] = m[x] + 0.1f * (m[x - 1] + m[x + 1] + m[x - n] + m[x + n] + m[x - s] + m[x + s] - 6 * m[x]);
		}
}

static void peer_run(void) {
	memcpy(a, in, n * n * n * sizeof *a);
	memcpy(b, in, n * n * n * sizeof *b);
	step(b, a);
	step(a, b);
	step(b, a);
	step(a, b);
}

static void peer_save(FILE *f) { peer_write(f, a, n * n * n * sizeof *a); }
