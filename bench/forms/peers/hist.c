// hist.c: histogram of bytes in eight tables, eight bytes at a time.
#include "peer.h"

static uint8_t *in;
static int32_t *bins;
static long n;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	in = peer_read(f, n);
	bins = peer_alloc(256 * sizeof *bins);
}

static void peer_run(void) {
	static uint32_t t[8][256];
	memset(t, 0, sizeof t);
	long i = 0;
	for (; i + 8 <= n; i += 8) {
		uint64_t v;
		memcpy(&v, in + i, 8);
		t[0][v & 255]++, t[1][v >> 8 & 255]++, t[2][v >> 16 & 255]++, t[3][v >> 24 & 255]++;
		t[4][v >> 32 & 255]++, t[5][v >> 40 & 255]++, t[6][v >> 48 & 255]++, t[7][v >> 56]++;
	}
	for (; i < n; i++)
		t[0][in[i]]++;
	for (int k = 0; k < 256; k++)
		bins[k] = t[0][k] + t[1][k] + t[2][k] + t[3][k] + t[4][k] + t[5][k] + t[6][k] + t[7][k];
}

static void peer_save(FILE *f) { peer_write(f, bins, 256 * sizeof *bins); }
