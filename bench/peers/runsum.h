// runsum.h: running sums of numbers of type T, without each one's own if EXCLUSIVE. Sums within a vector
// by shifts, so that from one vector to the next there is a single addition. Several threads take a round of
// blocks that fit into the last cache, as few as that allows, for each has a barrier: each sums up its own, then runs through it behind the others'.
#include "peer.h"

#ifdef __AVX512F__
enum { VBYTES = 64 };
#else
enum { VBYTES = 32 };
#endif
enum { LANES = VBYTES / sizeof(T), BLOCK = 4194304 / sizeof(T), MOST = 256 };

typedef T vec __attribute__((vector_size(VBYTES), aligned(sizeof(T)), may_alias));
typedef T reg __attribute__((vector_size(VBYTES)));

static T *x, *out;
static long n;
static T sums[2][MOST];

static void peer_setup(FILE *f) {
	n = peer_size[0];
	x = peer_read(f, n * sizeof *x);
	out = peer_alloc(n * sizeof *out);
}

static inline reg within(reg v) {
	const reg z = {0};
	_Static_assert(LANES == 4 || LANES == 8 || LANES == 16, "lanes");
#define S __builtin_shufflevector
#if WIDE == 4 && defined(__AVX512F__)
	v += S(z, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
	v += S(z, v, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
	v += S(z, v, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
	v += S(z, v, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
#elif WIDE == 4 || defined(__AVX512F__)
	v += S(z, v, 7, 8, 9, 10, 11, 12, 13, 14);
	v += S(z, v, 6, 7, 8, 9, 10, 11, 12, 13);
	v += S(z, v, 4, 5, 6, 7, 8, 9, 10, 11);
#else
	v += S(z, v, 3, 4, 5, 6);
	v += S(z, v, 2, 3, 4, 5);
#endif
	return v;
}

static T scan(long lo, long hi, T before) {
	const reg z = {0};
	reg all = z + before;
	long i = lo;
	for (; i + LANES <= hi; i += LANES) {
		reg v = *(const vec *)(x + i), s = within(v);
#ifdef EXCLUSIVE
		*(vec *)(out + i) = all + s - v;
#else
		*(vec *)(out + i) = all + s;
#endif
		all += z + s[LANES - 1];
	}
	T sum = all[0];
	for (; i < hi; i++) {
#ifdef EXCLUSIVE
		out[i] = sum, sum += x[i];
#else
		out[i] = sum += x[i];
#endif
	}
	return sum;
}

static void peer_run(void) {
	if (peer_threads == 1) {
		scan(0, n, 0);
		return;
	}
#pragma omp parallel
	{
		long threads = omp_get_num_threads(), me = omp_get_thread_num();
		T before = 0;
		int turn = 0;
		for (long start = 0; start < n; start += threads * BLOCK, turn ^= 1) {
			long lo = start + me * BLOCK, hi = lo + BLOCK;
			lo = lo < n ? lo : n, hi = hi < n ? hi : n;
			T sum = 0;
			for (long i = lo; i < hi; i++)
				sum += x[i];
			sums[turn][me] = sum;
#pragma omp barrier
			T mine = before;
			for (long t = 0; t < threads; t++) {
				mine += t < me ? sums[turn][t] : 0;
				before += sums[turn][t];
			}
			scan(lo, hi, mine);
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, out, n * sizeof *out); }
