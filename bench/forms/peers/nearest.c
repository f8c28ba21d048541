// nearest.c: nearest point for each query; the least per lane with its place, then the least of the lanes.
#include "peer.h"
#include <math.h>

static float *qx, *qy, *px, *py;
static int32_t *out;
static long n, m;

static void peer_setup(FILE *f) {
	n = peer_size[0], m = peer_size[1];
	qx = peer_read(f, n * sizeof *qx);
	qy = peer_read(f, n * sizeof *qy);
	px = peer_read(f, m * sizeof *px);
	py = peer_read(f, m * sizeof *py);
	out = peer_alloc(n * sizeof *out);
}

enum { L = 64 };

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long q = 0; q < n; q++) {
		float best[L];
		int32_t at[L];
		float x = qx[q], y = qy[q];
		for (int l = 0; l < L; l++)
			best[l] = 3e38f, at[l] = INT32_MAX;
		long i = 0;
		for (; i + L <= m; i += L)
			for (int l = 0; l < L; l++) {
				float dx = px[i + l] - x, dy = py[i + l] - y, d = dx * dx + dy * dy;
				at[l] = d < best[l] ? (int32_t)i + l : at[l];
				best[l] = d < best[l] ? d : best[l];
			}
		float b = 3e38f;
		int32_t a = 0;
		for (int l = 0; l < L; l++)
			if (best[l] < b || (best[l] == b && at[l] < a))
				b = best[l], a = at[l];
		for (; i < m; i++) {
			float dx = px[i] - x, dy = py[i] - y, d = dx * dx + dy * dy;
			if (d < b)
				b = d, a = i;
		}
		out[q] = a;
	}
}

static void peer_save(FILE *f) { peer_write(f, out, n * sizeof *out); }
