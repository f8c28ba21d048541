// Jacobi steps of a 7-point stencil in a cube, float, as an expert would write it in C: bound by memory, so that the
// planes in use are cut to what the second-level cache holds, and results are stored past the caches. Steps are not
// merged (temporal blocking): each is one pass, as in the Go program.
#include "peer.h"
#include "vec.h"

static long n, steps;
static float *a, *b, *start;

static void peer_setup(FILE *f) {
	n = peer_size[0], steps = peer_size[1] & ~1;
	size_t bytes = n * n * n * sizeof *a;
	start = peer_read(f, bytes);
	a = peer_alloc(bytes), b = peer_alloc(bytes);
	memcpy(a, start, bytes), memcpy(b, start, bytes);
}

static inline vf mean(const float *p) {
	return (vf_load(p - n * n) + vf_load(p - n) + vf_load(p - 1) + vf_load(p + 1) + vf_load(p + n) +
	        vf_load(p + n * n)) *
	       vf_set(1.f / 6);
}

// row_whole sets a row of n points, a multiple of LINE: out's border is that of in. All loads stay within the cube,
// since the planes below and above exist. No line is stored to in both ways: that would cost a trip to memory.
enum { LINE = 64 / sizeof(float) };
static inline void row_whole(float *restrict out, const float *restrict in) {
	for (long x = 0; x < LINE; x += VFL) {
		vf_store(out + x, mean(in + x));
		vf_store(out + n - LINE + x, mean(in + n - LINE + x));
	}
	for (long x = LINE; x < n - LINE; x += VFL)
		vf_stream(out + x, mean(in + x));
	out[0] = in[0], out[n - 1] = in[n - 1];
}

static inline void row_any(float *restrict out, const float *restrict in) {
	long x = 1;
	for (; x + VFL < n; x += VFL)
		vf_store(out + x, mean(in + x));
	for (; x < n - 1; x++)
		out[x] = (in[x - n * n] + in[x - n] + in[x - 1] + in[x + 1] + in[x + n] + in[x + n * n]) * (1.f / 6);
}

static void step(float *restrict out, const float *restrict in) {
	// Three planes of a block of rows take half of the second-level cache (1 MB).
	long block = (512 << 10) / (3 * 4 * n);
	block = block < 1 ? 1 : block;
	for (long y0 = 1; y0 < n - 1; y0 += block) {
		long y1 = y0 + block < n - 1 ? y0 + block : n - 1;
#pragma omp for schedule(static) nowait
		for (long z = 1; z < n - 1; z++) {
			for (long y = y0; y < y1; y++) {
				long i = (z * n + y) * n;
				if (n % LINE == 0)
					row_whole(out + i, in + i);
				else
					row_any(out + i, in + i);
			}
		}
	}
	_mm_sfence();
#pragma omp barrier
}

static void peer_run(void) {
#pragma omp parallel
	for (long s = 0; s < steps; s += 2) {
		step(b, s == 0 ? start : a);
		step(a, b);
	}
}

static void peer_save(FILE *f) { peer_write(f, a, n * n * n * sizeof *a); }
