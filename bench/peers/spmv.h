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

static void peer_run(void) {
	// Chunks of rows: those of one chunk may be longer than those of another.
#pragma omp parallel for schedule(dynamic, 4096)
	for (long r = 0; r < rows; r++)
		y[r] = row(value + start[r], column + start[r], start[r + 1] - start[r]);
}

static void peer_save(FILE *out) { peer_write(out, y, rows * sizeof *y); }
