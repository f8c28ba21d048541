// Attraction between all pairs of bodies, float, as an expert would write it in C: a few vectors of bodies are kept in
// registers while all others pass by; the reciprocal root is the instruction's estimate and a step of Newton's method.
#include "peer.h"
#include "vec.h"

#define SOFTENING 1e-3f

typedef struct {
	float x, y, z, m;
} body;
typedef struct {
	float x, y, z;
} pull;

static long n;
static body *bodies;
static pull *acc;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	bodies = peer_read(f, n * sizeof *bodies);
	acc = peer_alloc(n * sizeof *acc);
}

// rsqrt is 1/sqrt(x) to about 22 bits.
static inline vf rsqrt(vf x) {
#ifdef __AVX512F__
	vf y = _mm512_rsqrt14_ps(x);
#else
	vf y = _mm256_rsqrt_ps(x);
#endif
	return y * (vf_set(1.5f) - vf_set(.5f) * x * y * y);
}

// VECS vectors of bodies are in flight together.
#ifndef VECS
#define VECS 4
#endif

static inline __attribute__((always_inline)) void attract(long i, int vecs) {
	float t[7][VFL] __attribute__((aligned(64)));
	vf x[VECS], y[VECS], z[VECS], ax[VECS], ay[VECS], az[VECS];
	for (int k = 0; k < vecs; k++) {
		for (int l = 0; l < VFL; l++) {
			long b = i + k * VFL + l < n ? i + k * VFL + l : n - 1;
			t[0][l] = bodies[b].x, t[1][l] = bodies[b].y, t[2][l] = bodies[b].z;
		}
		x[k] = vf_load(t[0]), y[k] = vf_load(t[1]), z[k] = vf_load(t[2]);
		ax[k] = ay[k] = az[k] = vf_set(0);
	}
	for (long j = 0; j < n; j++) {
		vf bx = vf_set(bodies[j].x), by = vf_set(bodies[j].y), bz = vf_set(bodies[j].z), bm = vf_set(bodies[j].m);
#pragma GCC unroll 4
		for (int k = 0; k < vecs; k++) {
			vf dx = bx - x[k], dy = by - y[k], dz = bz - z[k];
			vf r = rsqrt(vf_fma(dx, dx, vf_fma(dy, dy, vf_fma(dz, dz, vf_set(SOFTENING)))));
			vf s = bm * r * (r * r);
			ax[k] = vf_fma(s, dx, ax[k]), ay[k] = vf_fma(s, dy, ay[k]), az[k] = vf_fma(s, dz, az[k]);
		}
	}
	for (int k = 0; k < vecs; k++) {
		vf_store(t[3], ax[k]), vf_store(t[4], ay[k]), vf_store(t[5], az[k]);
		for (int l = 0; l < VFL && i + k * VFL + l < n; l++)
			acc[i + k * VFL + l] = (pull){t[3][l], t[4][l], t[5][l]};
	}
}

static void peer_run(void) {
	long whole = n - n % (VECS * VFL);
#pragma omp parallel for schedule(static)
	for (long i = 0; i < whole; i += VECS * VFL)
		attract(i, VECS);
#pragma omp parallel for schedule(static)
	for (long i = whole; i < n; i += VFL)
		attract(i, 1);
}

static void peer_save(FILE *f) { peer_write(f, acc, n * sizeof *acc); }
