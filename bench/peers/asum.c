// Sum of |x|: bound by memory, so all that counts is to keep enough loads in flight.
#include "peer.h"
#include "vec.h"

static long n;
static REAL *x;
static double result;

static void peer_setup(FILE *in) {
	n = peer_size[0];
	x = peer_read(in, n * sizeof *x);
}

// asum keeps ACC vectors of partial sums in registers.
enum { ACC = 8 };

static double asum(const REAL *x, long n) {
	vr acc[ACC] = {{0}};
	long i = 0;
	for (; i + ACC * VRL <= n; i += ACC * VRL) {
#pragma GCC unroll 8
		for (int j = 0; j < ACC; j++)
			acc[j] += vr_abs(vr_load(x + i + j * VRL));
	}
	double sum = 0;
	for (int j = 0; j < ACC; j++)
		sum += vr_sum(acc[j]);
	for (; i < n; i++)
		sum += x[i] < 0 ? -x[i] : x[i];
	return sum;
}

static void peer_run(void) {
	double sum = 0;
#pragma omp parallel reduction(+ : sum)
	{
		long lo, hi;
		peer_band(n, &lo, &hi);
		// Blocks of 64 Ki elements are added in double: the rounding errors stay small.
		for (long b = lo; b < hi; b += 1 << 16)
			sum += asum(x + b, hi - b < 1 << 16 ? hi - b : 1 << 16);
	}
	result = sum;
}

static void peer_save(FILE *out) { peer_write(out, &result, sizeof result); }
