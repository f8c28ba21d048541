// Harris corners, float, as an expert would write it in C: one pass over the picture. Sobel's derivatives are had from
// the smoothed columns and their differences, neighbours by shifting registers; the products of two rows are kept in
// the first-level cache, for tiles of columns. The factor of the derivatives is left out and the threshold raised.
#include "peer.h"
#include "vec.h"

#define K .04f
#define THRESHOLD (.001f * 144 * 144)

// TILE vectors of columns are done at a time.
enum { TILE = 1024 / VFL, LINE = 64 / sizeof(float) };

static long w, h;
static float *img, *out;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	img = peer_read(f, w * h * sizeof *img);
	out = peer_alloc(w * h * sizeof *out);
}

// Products of derivatives, or sums of such.
typedef struct {
	vf xx, yy, xy;
} products;

static inline products plus(products a, products b) {
	return (products){a.xx + b.xx, a.yy + b.yy, a.xy + b.xy};
}

// columns of three rows: smoothed by 1 2 1, and the last row less the first.
typedef struct {
	vf s, d;
} columns;

static inline columns load(const float *p, long left) {
	vf a, b, c;
	if (left >= VFL)
		a = vf_load(p - w), b = vf_load(p), c = vf_load(p + w);
	else
		a = vf_loadn(p - w, left), b = vf_loadn(p, left), c = vf_loadn(p + w, left);
	return (columns){vf_fma(b, vf_set(2), a + c), c - a};
}

static inline products derive(columns l, columns m, columns r) {
	vf x = vf_ext(m.s, r.s, 1) - vf_ext(l.s, m.s, VFL - 1);
	vf y = vf_fma(m.d, vf_set(2), vf_ext(l.d, m.d, VFL - 1) + vf_ext(m.d, r.d, 1));
	return (products){x * x, y * y, x * y};
}

static inline vf beside(vf l, vf m, vf r) { return m + (vf_ext(l, m, VFL - 1) + vf_ext(m, r, 1)); }

// shade is the result for pixels p, from the sums of columns.
static inline vf shade(vf p, products l, products m, products r) {
	vf xx = beside(l.xx, m.xx, r.xx), yy = beside(l.yy, m.yy, r.yy), xy = beside(l.xy, m.xy, r.xy);
	vf trace = xx + yy;
	vf response = xx * yy - vf_fma(xy, xy, vf_set(K) * trace * trace);
	p *= vf_set(.5f);
#ifdef __AVX512F__
	return _mm512_mask_mov_ps(p, _mm512_cmp_ps_mask(response, vf_set(THRESHOLD), _CMP_GT_OQ), vf_set(1));
#else
	return _mm256_blendv_ps(p, vf_set(1), _mm256_cmp_ps(response, vf_set(THRESHOLD), _CMP_GT_OQ));
#endif
}

// keep leaves the lanes of x that lie in the picture's interior: columns 1 to w-2, of which lane 0 is column c.
static inline vf keep(vf x, long c) {
	float t[VFL] __attribute__((aligned(64)));
	vf_store(t, x);
	for (int l = 0; l < VFL; l++)
		if (c + l < 1 || c + l > w - 2)
			t[l] = 0;
	return vf_load(t);
}

// A ring holds the products of the last rows, the vectors of one tile and one on either side.
typedef products ring[2][TILE + 2];

// row takes in the derivatives of row y, and puts out row y-1 if so told, for the columns of the vectors [k0, k1).
// Row y has to be inside the picture, or its products are 0.
static void row(ring keepers, long y, long k0, long k1, int put) {
	static const products none;
	int inside = y > 0 && y < h - 1;
	const float *p = img + y * w;
	products *one = keepers[y & 1], *two = keepers[(y - 1) & 1]; // rows y-2 (to become y) and y-1
	long first = k0 > 0 ? k0 - 1 : 0;
	columns l = {{0}, {0}}, m = l, r = l;
	if (inside) {
		if (first > 0)
			l = load(p + (first - 1) * VFL, VFL);
		m = load(p + first * VFL, w - first * VFL);
	}
	products pl = none, pm = none, pr = none;
	for (long k = first; k <= k1; k++) {
		long i = k - k0 + 1;
		products now = none;
		if (inside && k * VFL < w) {
			long next = (k + 1) * VFL;
			r = load(p + next, w - next);
			now = derive(l, m, r);
			l = m, m = r;
			if (k == 0 || next > w - 2)
				now = (products){keep(now.xx, k * VFL), keep(now.yy, k * VFL), keep(now.xy, k * VFL)};
		}
		pl = pm, pm = pr, pr = plus(plus(one[i], two[i]), now);
		one[i] = now;
		if (!put || k - 1 < k0)
			continue;
		// The vector before: its neighbours are known now.
		long c = (k - 1) * VFL, at = (y - 1) * w + c;
		if (k - 1 == 0 || c + VFL > w - 1) {
			vf half = vf_loadn(img + at, w - c) * vf_set(.5f);
			vf_storen(out + at, half, 0, w - c < VFL ? w - c : VFL);
			vf_storen(out + at, shade(vf_loadn(img + at, w - c), pl, pm, pr), c == 0 ? 1 : 0,
			          w - 1 - c < VFL ? w - 1 - c : VFL);
		} else if (w % LINE == 0 && c >= LINE && c < w - LINE) {
			// Lines are stored to in one way only: to mix the two costs a trip to memory.
			vf_stream(out + at, shade(vf_load(img + at), pl, pm, pr));
		} else {
			vf_store(out + at, shade(vf_load(img + at), pl, pm, pr));
		}
	}
}

static void halve(long y) {
	for (long x = 0; x < w; x++)
		out[y * w + x] = img[y * w + x] * .5f;
}

static void peer_run(void) {
	long vectors = (w + VFL - 1) / VFL;
#pragma omp parallel
	{
		long threads = omp_get_num_threads(), me = omp_get_thread_num();
		long lo = 1 + (h - 2) * me / threads, hi = 1 + (h - 2) * (me + 1) / threads;
		ring keepers;
		for (long k = 0; k < vectors; k += TILE) {
			long k1 = k + TILE < vectors ? k + TILE : vectors;
			memset(keepers, 0, sizeof keepers);
			row(keepers, lo - 1, k, k1, 0);
			row(keepers, lo, k, k1, 0);
			for (long y = lo; y < hi; y++)
				row(keepers, y + 1, k, k1, 1);
		}
	}
	_mm_sfence();
	halve(0);
	halve(h - 1);
}

static void peer_save(FILE *f) { peer_write(f, out, w * h * sizeof *out); }
