// RGBA pixels to grey, as an expert would write it in C: y = (257 (19595 r + 38470 g + 7471 b) + 2^15) >> 24, two
// products per instruction (38470 is too large for a signed factor of 16 bits, so half of it is taken twice).
#include "peer.h"
#include "vec.h"

static long n;
static uint8_t *rgba, *grey;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	rgba = peer_read(f, 4 * n);
	grey = peer_alloc(n);
}

static inline uint8_t luma(const uint8_t *p) {
	return (257u * (19595u * p[0] + 38470u * p[1] + 7471u * p[2]) + (1 << 15)) >> 24;
}

#ifdef __AVX512BW__
typedef __m512i vu;
enum { BYTES = 64 };
#define OP(name) _mm512_##name
static inline vu load(const uint8_t *p) { return _mm512_loadu_si512(p); }
static inline void stream(uint8_t *p, vu x) { _mm512_stream_si512((void *)p, x); }
static inline vu and(vu a, vu b) { return _mm512_and_si512(a, b); }
// pack narrows four vectors of dwords to bytes. The packing instructions work within 128 bits.
static inline vu pack(vu a, vu b, vu c, vu d) {
	vu p = _mm512_packus_epi16(_mm512_packus_epi32(a, b), _mm512_packus_epi32(c, d));
	return _mm512_permutexvar_epi32(_mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0), p);
}
#else
typedef __m256i vu;
enum { BYTES = 32 };
#define OP(name) _mm256_##name
static inline vu load(const uint8_t *p) { return _mm256_loadu_si256((const vu *)p); }
static inline void stream(uint8_t *p, vu x) { _mm256_stream_si256((vu *)p, x); }
static inline vu and(vu a, vu b) { return _mm256_and_si256(a, b); }
static inline vu pack(vu a, vu b, vu c, vu d) {
	vu p = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
	return _mm256_permutevar8x32_epi32(p, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
}
#endif

// lumas is luma of the pixels in the dwords of v: red, green, blue, alpha from the lowest byte up.
static inline vu lumas(vu v) {
	vu rb = and(v, OP(set1_epi32)(0x00ff00ff)), ga = OP(srli_epi16)(v, 8);
	vu s = OP(madd_epi16)(rb, OP(set1_epi32)(7471 << 16 | 19595));
	vu g = OP(madd_epi16)(ga, OP(set1_epi32)(19235));
	s = OP(add_epi32)(s, OP(add_epi32)(g, g));
	s = OP(add_epi32)(s, OP(slli_epi32)(s, 8));
	return OP(srli_epi32)(OP(add_epi32)(s, OP(set1_epi32)(1 << 15)), 24);
}

static void peer_run(void) {
	long whole = n / BYTES;
#pragma omp parallel for schedule(static)
	for (long k = 0; k < whole; k++) {
		const uint8_t *p = rgba + 4 * BYTES * k;
		vu a = lumas(load(p)), b = lumas(load(p + BYTES)), c = lumas(load(p + 2 * BYTES)), d = lumas(load(p + 3 * BYTES));
		stream(grey + BYTES * k, pack(a, b, c, d));
	}
	_mm_sfence();
	for (long i = whole * BYTES; i < n; i++)
		grey[i] = luma(rgba + 4 * i);
}

static void peer_save(FILE *f) { peer_write(f, grey, n); }
