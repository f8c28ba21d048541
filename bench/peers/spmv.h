// spmv.h: what both peers for the sparse matrix times vector share: y = A x, A in compressed rows.
#include "peer.h"

static long rows;
static int32_t *start, *column;
static double *value, *x, *y;

static void peer_setup(FILE *in) {
	rows = peer_size[0];
	start = peer_read(in, (rows + 1) * sizeof *start);
	column = peer_read(in, start[rows] * sizeof *column);
	value = peer_read(in, start[rows] * sizeof *value);
	x = peer_read(in, rows * sizeof *x);
	y = peer_alloc(rows * sizeof *y);
}

// row is the product of one row, the n numbers from value and column on.
static inline double row(const double *value, const int32_t *column, long n);

#ifdef SHARES
// Each thread has as many numbers as the others; where that cuts a row, what its later parts give is added at the end.
// No row is empty.
static void peer_run(void) {
	double parts[256];
	long at[256], team = 1;
#pragma omp parallel
	{
		long threads = omp_get_num_threads(), me = omp_get_thread_num(), n = start[rows];
		long k = n * me / threads, end = n * (me + 1) / threads;
		long r = 0, hi = rows; // r becomes the row that k lies in
		while (r < hi) {
			long mid = (r + hi) / 2;
			if (start[mid + 1] > k)
				hi = mid;
			else
				r = mid + 1;
		}
		parts[me] = 0, at[me] = r;
		if (k < end && start[r] < k) {
			long stop = start[r + 1] < end ? start[r + 1] : end;
			parts[me] = row(value + k, column + k, stop - k);
			k = stop, r++;
		}
		for (; k < end; r++) {
			long stop = start[r + 1] < end ? start[r + 1] : end;
			y[r] = row(value + k, column + k, stop - k);
			k = stop;
		}
		if (me == 0)
			team = threads;
	}
	for (long t = 1; t < team; t++)
		if (parts[t] != 0)
			y[at[t]] += parts[t];
}
#else
static void peer_run(void) {
	// Chunks of rows: those of one chunk may be longer than those of another.
#pragma omp parallel for schedule(dynamic, 4096)
	for (long r = 0; r < rows; r++)
		y[r] = row(value + start[r], column + start[r], start[r + 1] - start[r]);
}
#endif

static void peer_save(FILE *out) { peer_write(out, y, rows * sizeof *y); }
