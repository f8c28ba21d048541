// 5 x 5 Gaussian blur of a picture's interior, float, as an expert would write it in C. The kernel is symmetric:
// three weighted sums of a column serve all five columns of the kernel, 15 operations a vector in place of 25; the
// sums of neighbouring columns are had by shifting registers. Results are stored past the caches.
#include "peer.h"
#include "vec.h"

static long w, h;
static float *in, *out;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h * sizeof *in);
	out = peer_alloc(w * h * sizeof *out);
}

// sums holds the columns' sums for the kernel's columns 0, +-1 and +-2.
typedef struct {
	vf c[3];
} sums;

static inline sums column(vf a, vf b, vf c, vf d, vf e) {
	vf ae = a + e, bd = b + d;
	return (sums){{
		vf_fma(ae, vf_set(.0219f), vf_fma(bd, vf_set(.0983f), c * vf_set(.1621f))),
		vf_fma(ae, vf_set(.0133f), vf_fma(bd, vf_set(.0596f), c * vf_set(.0983f))),
		vf_fma(ae, vf_set(.0030f), vf_fma(bd, vf_set(.0133f), c * vf_set(.0219f))),
	}};
}

static inline sums columns(const float *p) {
	return column(vf_load(p - 2 * w), vf_load(p - w), vf_load(p), vf_load(p + w), vf_load(p + 2 * w));
}

// columns_n is columns for the first n elements only.
static inline sums columns_n(const float *p, long n) {
	return column(vf_loadn(p - 2 * w, n), vf_loadn(p - w, n), vf_loadn(p, n), vf_loadn(p + w, n),
	              vf_loadn(p + 2 * w, n));
}

static inline vf combine(sums l, sums m, sums r) {
	return m.c[0] + (vf_ext(l.c[1], m.c[1], VFL - 1) + vf_ext(m.c[1], r.c[1], 1)) +
	       (vf_ext(l.c[2], m.c[2], VFL - 2) + vf_ext(m.c[2], r.c[2], 2));
}

// row blurs row y. The first vector and the last ones keep the border.
static void row(long y) {
	const float *p = in + y * w;
	float *q = out + y * w;
	sums l = columns_n(p, 0), m = columns_n(p, w), r = columns_n(p + VFL, w - VFL);
	vf_storen(q, combine(l, m, r), 2, w - 2 < VFL ? w - 2 : VFL);
	long x = VFL;
	// Lines are stored to in one way only: to mix the two costs a trip to memory.
	long line = 64 / sizeof *q, plain = w % line == 0 ? line : w;
	for (; x < plain && x + 2 * VFL <= w; x += VFL) {
		l = m, m = r, r = columns(p + x + VFL);
		vf_store(q + x, combine(l, m, r));
	}
	for (; w % line == 0 && x + line < w; x += VFL) {
		l = m, m = r, r = columns(p + x + VFL);
		vf_stream(q + x, combine(l, m, r));
	}
	for (; x < w - 2; x += VFL) {
		l = m, m = r, r = columns_n(p + x + VFL, w - x - VFL);
		vf_storen(q + x, combine(l, m, r), 0, w - 2 - x < VFL ? w - 2 - x : VFL);
	}
}

static void peer_run(void) {
#pragma omp parallel for schedule(static)
	for (long y = 2; y < h - 2; y++)
		row(y);
	_mm_sfence();
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
