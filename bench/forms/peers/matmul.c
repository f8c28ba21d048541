// matmul.c: product of square matrices; blocks of 8 rows and 32 columns of c are kept in registers.
#include "peer.h"

static float *a, *b, *c;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	a = peer_read(f, n * n * sizeof *a);
	b = peer_read(f, n * n * sizeof *b);
	c = peer_alloc(n * n * sizeof *c);
}

enum { R = 8, C = 32 };

typedef float vec __attribute__((vector_size(64), aligned(4)));

static void block(long i, long j) {
	vec s[R][C / 16] = {0};
	for (long k = 0; k < n; k++) {
		vec b0 = *(const vec *)(b + k * n + j), b1 = *(const vec *)(b + k * n + j + 16);
		for (int r = 0; r < R; r++) {
			float f = a[(i + r) * n + k];
			s[r][0] += f * b0;
			s[r][1] += f * b1;
		}
	}
	for (int r = 0; r < R; r++) {
		*(vec *)(c + (i + r) * n + j) = s[r][0];
		*(vec *)(c + (i + r) * n + j + 16) = s[r][1];
	}
}

static void small(void) {
	for (long i = 0; i < n; i++)
		for (long j = 0; j < n; j++) {
			float s = 0;
			for (long k = 0; k < n; k++)
				s += a[i * n + k] * b[k * n + j];
			c[i * n + j] = s;
		}
}

// Blocks at the ends overlap with the ones before.
static long begin(long i, long size) { return i + size <= n ? i : n - size; }

static void peer_run(void) {
	if (n < R || n < C) {
		small();
		return;
	}
#pragma omp parallel for schedule(static)
	for (long i = 0; i < n; i += R)
		for (long j = 0; j < n; j += C)
			block(begin(i, R), begin(j, C));
}

static void peer_save(FILE *f) { peer_write(f, c, n * n * sizeof *c); }
