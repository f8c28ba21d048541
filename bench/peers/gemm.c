// Matrix times matrix as the best libraries do it (K. Goto, R. van de Geijn: Anatomy of High-Performance
// Matrix Multiplication, 2008): a kernel that keeps MR x NR results in registers, over panels of A and B
// that are packed so that it reads them in order, of sizes such that A's block stays in the second-level
// cache and a panel of B is read from no farther.
#include "peer.h"
#include "vec.h"

// The kernel's results take most of the registers: 24 of 32, or 12 of 16.
#if VL == 8
enum { MR = 12, NV = 2 };
#else
enum { MR = 6, NV = 2 };
#endif
enum {
	NR = NV * VRL,
	KC = 512,     // depth of a panel
	MC = MR * 16, // rows of a block of A
	NC = NR * 64, // columns of a block of B
};

static long n;
static REAL *a, *b, *c;
static REAL *packed_b;      // NC columns of B, shared by the threads
static REAL *packed_a[256]; // one block per thread

static void peer_setup(FILE *in) {
	n = peer_size[0];
	a = peer_read(in, n * n * sizeof *a);
	b = peer_read(in, n * n * sizeof *b);
	c = peer_alloc(n * n * sizeof *c);
	packed_b = peer_alloc(sizeof(REAL) * n * NC);
	for (int t = 0; t < omp_get_max_threads() && t < 256; t++)
		packed_a[t] = peer_alloc(sizeof(REAL) * KC * MC);
}

static inline long least(long x, long y) { return x < y ? x : y; }

// kernel adds the product of a panel of A (k columns of MR numbers) and one of B (k rows of NR) to C, or
// sets C to it if first.
static inline __attribute__((always_inline)) void kernel(long k, const REAL *restrict pa, const REAL *restrict pb,
                                                         REAL *restrict c, long stride, int first) {
	vr acc[MR][NV] = {{{0}}};
	for (int i = 0; i < MR; i++)
		for (int v = 0; v < NV; v++)
			__builtin_prefetch(c + i * stride + v * VRL, 1);
	for (long p = 0; p < k; p++, pa += MR, pb += NR) {
		vr vb[NV];
#pragma GCC unroll 4
		for (int v = 0; v < NV; v++)
			vb[v] = vr_load(pb + v * VRL);
#pragma GCC unroll 16
		for (int i = 0; i < MR; i++) {
			vr va = vr_set(pa[i]);
#pragma GCC unroll 4
			for (int v = 0; v < NV; v++)
				acc[i][v] += va * vb[v];
		}
	}
#pragma GCC unroll 16
	for (int i = 0; i < MR; i++) {
#pragma GCC unroll 4
		for (int v = 0; v < NV; v++) {
			REAL *to = c + i * stride + v * VRL;
			vr_store(to, first ? acc[i][v] : vr_load(to) + acc[i][v]);
		}
	}
}

// border is the kernel where fewer than MR rows or NR columns are left.
static void border(long k, const REAL *pa, const REAL *pb, REAL *c, long stride, int first, long rows, long cols) {
	REAL t[MR * NR] __attribute__((aligned(64)));
	kernel(k, pa, pb, t, NR, 1);
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < cols; j++)
			c[i * stride + j] = t[i * NR + j] + (first ? 0 : c[i * stride + j]);
}

// pack_b packs the columns [j, j+NR) of k rows, with zeros beyond cols.
static void pack_b(const REAL *b, long k, long cols, REAL *to) {
	for (long p = 0; p < k; p++, to += NR) {
		if (cols >= NR) {
			for (int v = 0; v < NV; v++)
				vr_store(to + v * VRL, vr_load(b + p * n + v * VRL));
			continue;
		}
		for (long j = 0; j < NR; j++)
			to[j] = j < cols ? b[p * n + j] : 0;
	}
}

// pack_a packs MR rows of k columns, with zeros beyond rows.
static void pack_a(const REAL *a, long k, long rows, REAL *to) {
	if (rows >= MR) {
		for (long p = 0; p < k; p++, to += MR)
#pragma GCC unroll 16
			for (long i = 0; i < MR; i++)
				to[i] = a[i * n + p];
		return;
	}
	for (long i = 0; i < MR; i++)
		for (long p = 0; p < k; p++)
			to[p * MR + i] = i < rows ? a[i * n + p] : 0;
}

static void block(const REAL *pa, const REAL *pb, REAL *c, long k, long rows, long cols, int first) {
	for (long j = 0; j < cols; j += NR) {
		for (long i = 0; i < rows; i += MR) {
			REAL *to = c + i * n + j;
			if (rows - i >= MR && cols - j >= NR)
				kernel(k, pa + i * k, pb + j * k, to, n, first);
			else
				border(k, pa + i * k, pb + j * k, to, n, first, least(rows - i, MR), least(cols - j, NR));
		}
	}
}

// multiply adds to rows [lo, hi) of C what the columns [jc, jc+cols) of a panel of B contribute.
static void multiply(long lo, long hi, long jc, long cols, long pc, const REAL *pb) {
	long k = least(n - pc, KC);
	REAL *mine = packed_a[omp_get_thread_num()];
	for (long ic = lo; ic < hi; ic += MC) {
		long rows = least(hi - ic, MC);
		for (long i = 0; i < rows; i += MR)
			pack_a(a + (ic + i) * n + pc, k, rows - i, mine + i * k);
		block(mine, pb, c + ic * n + jc, k, rows, cols, pc == 0);
	}
}

static void peer_run(void) {
	long panels = (n + MR - 1) / MR;
#pragma omp parallel
	{
		long threads = omp_get_num_threads(), me = omp_get_thread_num();
		long lo = panels * me / threads * MR, hi = least(n, panels * (me + 1) / threads * MR);
		for (long jc = 0; jc < n; jc += NC) {
			long cols = least(n - jc, NC);
			long padded = (cols + NR - 1) / NR * NR;
#pragma omp for collapse(2) schedule(static)
			for (long pc = 0; pc < n; pc += KC)
				for (long j = 0; j < cols; j += NR)
					pack_b(b + pc * n + jc + j, least(n - pc, KC), cols - j, packed_b + pc * padded + j * least(n - pc, KC));
			for (long pc = 0; pc < n; pc += KC)
				multiply(lo, hi, jc, cols, pc, packed_b + pc * padded);
#pragma omp barrier // before the next block of B is packed
		}
	}
}

static void peer_save(FILE *out) { peer_write(out, c, n * n * sizeof *c); }
