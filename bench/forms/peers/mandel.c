// mandel.c: steps to escape, 64 points at a time until all have.
#include "peer.h"

static int32_t *out;
static long w, h, limit;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1], limit = peer_size[2];
	out = peer_alloc(w * h * sizeof *out);
}

typedef float vec __attribute__((vector_size(64)));
typedef int32_t ivec __attribute__((vector_size(64)));

enum { V = 4, L = 16 * V };

static void points(long p0, float cy, int32_t *o, long m) {
	vec cx[V], x[V], y[V];
	ivec n[V];
	for (int v = 0; v < V; v++) {
		for (int l = 0; l < 16; l++)
			cx[v][l] = -2 + 3 * (float)(p0 + v * 16 + l) / (float)w;
		x[v] = y[v] = (vec){0};
		n[v] = (ivec){0};
	}
	for (long k = 0; k < limit; k++) {
		ivec any = {0};
#pragma GCC unroll 4
		for (int v = 0; v < V; v++) {
			vec xx = x[v] * x[v], yy = y[v] * y[v];
			ivec in = xx + yy <= 4;
			n[v] -= in;
			any |= in;
			y[v] = 2 * x[v] * y[v] + cy;
			x[v] = xx - yy + cx[v];
		}
		if (k % 4 == 3) {
			int32_t some = 0;
			for (int l = 0; l < 16; l++)
				some |= any[l];
			if (!some)
				break;
		}
	}
	for (long i = 0; i < m; i++)
		o[i] = n[i / 16][i % 16];
}

static void peer_run(void) {
#pragma omp parallel for schedule(dynamic)
	for (long py = 0; py < h; py++)
		for (long p = 0; p < w; p += L)
			points(p, -1 + 2 * (float)py / (float)h, out + py * w + p, w - p < L ? w - p : L);
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
