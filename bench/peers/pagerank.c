// PageRank over the edges that enter each vertex. What a vertex hands on in the next turn is computed as soon as its rank is
// there. Four sums hide the latency of the additions; gathers were never faster than single loads.
#include "peer.h"

enum { TURNS = 10 };

static const double damping = 0.85;
static long n;
static int32_t *at, *from, *out;
static double *rank, *shares[2];

static void peer_setup(FILE *f) {
	n = peer_size[0];
	at = peer_read(f, (n + 1) * sizeof *at);
	from = peer_read(f, at[n] * sizeof *from);
	out = peer_read(f, n * sizeof *out);
	rank = peer_alloc(n * sizeof *rank);
	shares[0] = peer_alloc(n * sizeof *rank);
	shares[1] = peer_alloc(n * sizeof *rank);
}

static inline double sum(const double *share, const int32_t *from, long n) {
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	long k = 0;
	for (; k + 4 <= n; k += 4) {
		s0 += share[from[k]];
		s1 += share[from[k + 1]];
		s2 += share[from[k + 2]];
		s3 += share[from[k + 3]];
	}
	for (; k < n; k++)
		s0 += share[from[k]];
	return (s0 + s1) + (s2 + s3);
}

static inline double share_of(long v, double r, double *lost) {
	if (out[v] > 0)
		return r / out[v];
	*lost += r;
	return r;
}

static void peer_run(void) {
	double lost = 0;
#pragma omp parallel for schedule(static) reduction(+ : lost)
	for (long v = 0; v < n; v++)
		shares[0][v] = share_of(v, 1.0 / n, &lost);
	for (int turn = 0; turn < TURNS; turn++) {
		const double *share = shares[turn % 2];
		double *next = shares[1 - turn % 2], base = (1 - damping + damping * lost) / n;
		lost = 0;
#pragma omp parallel for schedule(dynamic, 4096) reduction(+ : lost)
		for (long v = 0; v < n; v++) {
			double r = base + damping * sum(share, from + at[v], at[v + 1] - at[v]);
			rank[v] = r;
			next[v] = share_of(v, r, &lost);
		}
	}
}

static void peer_save(FILE *f) { peer_write(f, rank, n * sizeof *rank); }
