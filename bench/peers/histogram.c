// Histogram of bytes. An increment has to wait for the one before if that was of the same counter, as
// neighbours often are; so neighbouring values count in tables of their own. Eight values are loaded at
// once: loads are what the core has fewest of.
#include "peer.h"

enum { TABLES = 8 };

static long n;
static uint8_t *values;
static uint32_t bins[256];

static void peer_setup(FILE *in) {
	n = peer_size[0];
	values = peer_read(in, n);
}

static void count(const uint8_t *v, long n, uint32_t t[TABLES][256]) {
	long i = 0;
	for (; i + 16 <= n; i += 16) {
		uint64_t a, b;
		memcpy(&a, v + i, 8);
		memcpy(&b, v + i + 8, 8);
#pragma GCC unroll 8
		for (int j = 0; j < 8; j++) {
			t[j][(uint8_t)(a >> 8 * j)]++;
			t[j ^ 4][(uint8_t)(b >> 8 * j)]++;
		}
	}
	for (; i < n; i++)
		t[0][v[i]]++;
}

static void peer_run(void) {
	memset(bins, 0, sizeof bins);
#pragma omp parallel
	{
		uint32_t t[TABLES][256] = {{0}};
		long lo, hi;
		peer_band(n, &lo, &hi);
		count(values + lo, hi - lo, t);
		for (int j = 1; j < TABLES; j++)
			for (int v = 0; v < 256; v++)
				t[0][v] += t[j][v];
#pragma omp critical
		for (int v = 0; v < 256; v++)
			bins[v] += t[0][v];
	}
}

static void peer_save(FILE *out) { peer_write(out, bins, sizeof bins); }
