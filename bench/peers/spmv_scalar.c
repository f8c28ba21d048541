// Sparse matrix times vector without gathers, which some CPUs do no faster than single loads: four sums
// hide the latency of the additions.
#include "spmv.h"

static inline double row(const double *value, const int32_t *column, long n) {
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	long k = 0;
	for (; k + 4 <= n; k += 4) {
		s0 += value[k] * x[column[k]];
		s1 += value[k + 1] * x[column[k + 1]];
		s2 += value[k + 2] * x[column[k + 2]];
		s3 += value[k + 3] * x[column[k + 3]];
	}
	for (; k < n; k++)
		s0 += value[k] * x[column[k]];
	return (s0 + s1) + (s2 + s3);
}
