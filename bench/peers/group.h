// group.h: what all peers for sums and counts of groups share.
#include "peer.h"

typedef struct {
	double sum;
	int64_t count;
} total;

static long n, groups;
static uint32_t *keys;
static double *values;
static total *totals;

static void group_setup(FILE *f) {
	n = peer_size[0], groups = peer_size[1];
	keys = peer_read(f, n * sizeof *keys);
	values = peer_read(f, n * sizeof *values);
	totals = peer_alloc(groups * sizeof *totals);
}

static inline void add(total *t, const uint32_t *keys, const double *values, long n) {
	for (long i = 0; i < n; i++) {
		t[keys[i]].sum += values[i];
		t[keys[i]].count++;
	}
}

static void peer_save(FILE *f) { peer_write(f, totals, groups * sizeof *totals); }
