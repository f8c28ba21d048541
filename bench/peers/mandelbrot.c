// Escape counts of the Mandelbrot set, as an expert would write them in C: several vectors of pixels
// in flight hide the latency of the recurrence, rows are handed out dynamically because they differ
// in cost. With -DEXACT (and -ffp-contract=off, without -ffast-math) no product is fused, so that the
// counts are those of the Go program.
#include "peer.h"
#include "vec.h"

// VECS vectors are iterated together, STEPS steps between looks at whether all have escaped.
#ifndef VECS
#define VECS 6
#endif
#ifndef STEPS
#define STEPS 4
#endif

static long w, h, maxiter;
static int32_t *count;

// The view is [-2, 0.5] x [-1.25, 1.25].
static const double left = -2.0, top = -1.25, span = 2.5;

// group computes the counts of VECS*VL neighbouring pixels from (px, py) on.
static void group(long px, long py, int64_t counts[VECS * VL]) {
	static const double lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	vd cr[VECS], zr[VECS], zi[VECS];
	vi n[VECS] = {0};
	vd ci = v_set(top + py * (span / h));
	for (int j = 0; j < VECS; j++) {
		cr[j] = (v_load(lane) + v_set(px + j * VL)) * v_set(span / w) + v_set(left);
		zr[j] = zi[j] = v_set(0);
	}
	for (long it = 0; it < maxiter;) {
		long stop = maxiter - it < STEPS ? maxiter : it + STEPS;
		vm in[VECS] = {0};
		for (; it < stop; it++) {
#pragma GCC unroll 8
			for (int j = 0; j < VECS; j++) {
				vd r = zr[j], i = zi[j], i2 = i * i;
#ifdef EXACT
				// The operations that the Go program has: every product is rounded.
				vd r2 = r * r;
				in[j] = v_le(r2 + i2, v_set(4));
				zr[j] = (r2 - i2) + cr[j];
				zi[j] = (r + r) * i + ci;
#else
				// Four operations for the multipliers, two and the comparison for the adders,
				// and the count for the integer units, so that all of them are busy.
				in[j] = v_le(v_fma(r, r, i2), v_set(4));
				zr[j] = v_fma(r, r, cr[j] - i2);
				zi[j] = v_fma(r + r, i, ci);
#endif
				n[j] = v_inc(in[j], n[j]);
			}
		}
		// A point once outside stays outside: |z| grows from there on.
		if (!v_any(in, VECS))
			break;
	}
	for (int j = 0; j < VECS; j++)
		v_storei(counts + j * VL, n[j]);
}

static void peer_setup(FILE *in) {
	(void)in;
	w = peer_size[0], h = peer_size[1], maxiter = peer_size[2];
	count = peer_alloc(w * h * sizeof *count);
}

static void peer_run(void) {
#pragma omp parallel for schedule(dynamic, 4)
	for (long y = 0; y < h; y++) {
		for (long x = 0; x < w; x += VECS * VL) {
			int64_t c[VECS * VL];
			group(x, y, c);
			for (long i = 0; i < VECS * VL && x + i < w; i++)
				count[y * w + x + i] = (int32_t)c[i];
		}
	}
}

static void peer_save(FILE *out) { peer_write(out, count, w * h * sizeof *count); }
