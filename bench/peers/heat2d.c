// A loop over time of a 9-point stencil in a square, double.
#include "heat.h"

static void peer_setup(FILE *f) {
	heat_setup(f, peer_size[0] * peer_size[0]);
	heat_reset(n * n);
}

void peer_reset(void) { heat_reset(n * n); }

static void step(double *restrict out, const double *restrict in) {
#pragma omp for schedule(static)
	for (long y = 1; y < n - 1; y++)
		for (long x = 1; x < n - 1; x++) {
			const double *p = in + y * n + x;
			out[y * n + x] = 0.2 * p[0] + 0.12 * (p[-n] + p[-1] + p[1] + p[n]) +
			                 0.08 * (p[-n - 1] + p[-n + 1] + p[n - 1] + p[n + 1]);
		}
}

static void peer_run(void) {
#pragma omp parallel
	for (long s = 0; s < steps; s += 2) {
		step(b, a);
		step(a, b);
	}
}

static void peer_save(FILE *f) { peer_write(f, a, n * n * sizeof *a); }
