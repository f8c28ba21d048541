// Breadth-first search that changes its direction (Beamer et al., 2012): where the last turn has reached few vertices, the edges of
// these are followed; where it has reached many, each vertex that has no distance yet looks for one of them, in bits, among
// its neighbours. Edges go both ways.
#include "peer.h"

enum { BUFFER = 1024 };

static long n, words;
static int32_t *at, *to, *far, *queue, *next_queue;
static uint64_t *last, *next;
static int64_t *source;

static void peer_setup(FILE *f) {
	n = peer_size[0], words = (n + 63) / 64;
	at = peer_read(f, (n + 1) * sizeof *at);
	to = peer_read(f, at[n] * sizeof *to);
	source = peer_read(f, sizeof *source);
	far = peer_alloc(n * sizeof *far);
	queue = peer_alloc(n * sizeof *queue);
	next_queue = peer_alloc(n * sizeof *queue);
	last = peer_alloc(words * sizeof *last);
	next = peer_alloc(words * sizeof *next);
}

static long push_alone(long count, int32_t d) {
	long k = 0;
	for (long i = 0; i < count; i++) {
		int32_t v = queue[i];
		for (long e = at[v]; e < at[v + 1]; e++) {
			int32_t w = to[e];
			if (far[w] < 0) {
				far[w] = d + 1;
				next_queue[k++] = w;
			}
		}
	}
	return k;
}

static long push(long count, int32_t d) {
	long k = 0;
#pragma omp parallel
	{
		int32_t mine[BUFFER];
		long m = 0;
#pragma omp for schedule(dynamic, 64)
		for (long i = 0; i < count; i++) {
			int32_t v = queue[i];
			for (long e = at[v]; e < at[v + 1]; e++) {
				int32_t w = to[e], none = -1;
				if (far[w] >= 0 || !__atomic_compare_exchange_n(&far[w], &none, d + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
					continue;
				mine[m++] = w;
				if (m == BUFFER) {
					memcpy(next_queue + __atomic_fetch_add(&k, m, __ATOMIC_RELAXED), mine, m * sizeof *mine);
					m = 0;
				}
			}
		}
		memcpy(next_queue + __atomic_fetch_add(&k, m, __ATOMIC_RELAXED), mine, m * sizeof *mine);
	}
	return k;
}

static long pull(int32_t d) {
	long count = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : count)
	for (long b = 0; b < words; b++) {
		long end = b * 64 + 64 < n ? b * 64 + 64 : n;
		uint64_t found = 0;
		for (long v = b * 64; v < end; v++) {
			if (far[v] >= 0)
				continue;
			for (long e = at[v]; e < at[v + 1]; e++) {
				int32_t w = to[e];
				if (last[w >> 6] >> (w & 63) & 1) {
					far[v] = d + 1;
					found |= (uint64_t)1 << (v & 63);
					break;
				}
			}
		}
		next[b] = found;
		count += __builtin_popcountll(found);
	}
	uint64_t *t = last;
	last = next, next = t;
	return count;
}

static void peer_run(void) {
	memset(far, 0xff, n * sizeof *far);
	far[*source] = 0;
	queue[0] = *source;
	int queued = 1;
	long count = 1;
	for (int32_t d = 0; count > 0; d++) {
		if (count > n / 32) {
			if (queued) {
				memset(last, 0, words * sizeof *last);
				for (long i = 0; i < count; i++)
					last[queue[i] >> 6] |= (uint64_t)1 << (queue[i] & 63);
			}
			count = pull(d), queued = 0;
			continue;
		}
		if (!queued)
			for (long b = 0, k = 0; b < words; b++)
				for (uint64_t w = last[b]; w != 0; w &= w - 1)
					queue[k++] = b * 64 + __builtin_ctzll(w);
		count = peer_threads == 1 ? push_alone(count, d) : push(count, d), queued = 1;
		int32_t *t = queue;
		queue = next_queue, next_queue = t;
	}
}

static void peer_save(FILE *f) { peer_write(f, far, n * sizeof *far); }
