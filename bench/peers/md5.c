// MD5 of many messages of one block, as an expert would write it in C: one lane a message, several vectors of messages
// in flight. Messages lie one after the other, so that they are transposed on the way in, and the digests on the way
// out.
#include "peer.h"
#include "vec.h"

typedef uint32_t digest[4];
typedef uint32_t block[16];

static long n;
static block *blocks;
static digest *sums;

static void peer_setup(FILE *f) {
	n = peer_size[0];
	blocks = peer_read(f, n * sizeof *blocks);
	sums = peer_alloc(n * sizeof *sums);
}

#ifdef __AVX512F__
// VECS vectors of LANES messages are in flight.
enum { LANES = 16, VECS = 4 };
typedef __m512i vw;
#define set(x) _mm512_set1_epi32(x)
#define add(a, b) _mm512_add_epi32(a, b)
#define rol(x, n) _mm512_rol_epi32(x, n)
#define f1(b, c, d) _mm512_ternarylogic_epi32(b, c, d, 0xca)
#define f2(b, c, d) _mm512_ternarylogic_epi32(d, b, c, 0xca)
#define f3(b, c, d) _mm512_ternarylogic_epi32(b, c, d, 0x96)
#define f4(b, c, d) _mm512_ternarylogic_epi32(c, b, d, 0x2d)

// take loads 16 messages and transposes them: m[k] are the words k.
static inline void take(const block *p, vw m[16]) {
	vw r[16], t[16];
	for (int i = 0; i < 16; i++)
		r[i] = _mm512_loadu_si512(p + i);
	for (int i = 0; i < 16; i += 2) {
		t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
		t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
	}
	for (int i = 0; i < 16; i += 4) {
		r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
		r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
		r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
		r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
	}
	// r[4g+w] has in its quarter q word 4q+w of the messages 4g to 4g+3.
	for (int w = 0; w < 4; w++) {
		vw lo = _mm512_shuffle_i32x4(r[w], r[4 + w], 0x44), hi = _mm512_shuffle_i32x4(r[w], r[4 + w], 0xee);
		vw lo2 = _mm512_shuffle_i32x4(r[8 + w], r[12 + w], 0x44), hi2 = _mm512_shuffle_i32x4(r[8 + w], r[12 + w], 0xee);
		m[w] = _mm512_shuffle_i32x4(lo, lo2, 0x88);
		m[4 + w] = _mm512_shuffle_i32x4(lo, lo2, 0xdd);
		m[8 + w] = _mm512_shuffle_i32x4(hi, hi2, 0x88);
		m[12 + w] = _mm512_shuffle_i32x4(hi, hi2, 0xdd);
	}
}

// give stores the digests of 16 messages.
static inline void give(digest *p, vw a, vw b, vw c, vw d) {
	vw ab = _mm512_unpacklo_epi32(a, b), cd = _mm512_unpacklo_epi32(c, d);
	vw ab2 = _mm512_unpackhi_epi32(a, b), cd2 = _mm512_unpackhi_epi32(c, d);
	vw r0 = _mm512_unpacklo_epi64(ab, cd), r1 = _mm512_unpackhi_epi64(ab, cd); // messages 0 and 1 of every four
	vw r2 = _mm512_unpacklo_epi64(ab2, cd2), r3 = _mm512_unpackhi_epi64(ab2, cd2);
	vw lo = _mm512_shuffle_i32x4(r0, r1, 0x44), lo2 = _mm512_shuffle_i32x4(r2, r3, 0x44);
	vw hi = _mm512_shuffle_i32x4(r0, r1, 0xee), hi2 = _mm512_shuffle_i32x4(r2, r3, 0xee);
	_mm512_storeu_si512(p, _mm512_shuffle_i32x4(lo, lo2, 0x88));
	_mm512_storeu_si512(p + 4, _mm512_shuffle_i32x4(lo, lo2, 0xdd));
	_mm512_storeu_si512(p + 8, _mm512_shuffle_i32x4(hi, hi2, 0x88));
	_mm512_storeu_si512(p + 12, _mm512_shuffle_i32x4(hi, hi2, 0xdd));
}
#else
enum { LANES = 8, VECS = 4 };
typedef __m256i vw;
#define set(x) _mm256_set1_epi32(x)
#define add(a, b) _mm256_add_epi32(a, b)
#define xor(a, b) _mm256_xor_si256(a, b)
#define and(a, b) _mm256_and_si256(a, b)
#define rol(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))
#define f1(b, c, d) xor(d, and(b, xor(c, d)))
#define f2(b, c, d) xor(c, and(d, xor(b, c)))
#define f3(b, c, d) xor(xor(c, d), b)
#define f4(b, c, d) xor(c, _mm256_or_si256(b, xor(d, set(-1))))

static inline void take(const block *p, vw m[16]) {
	for (int half = 0; half < 16; half += 8) {
		vw r[8], t[8];
		for (int i = 0; i < 8; i++)
			r[i] = _mm256_loadu_si256((const vw *)(p[i] + half));
		for (int i = 0; i < 8; i += 2) {
			t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
			t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
		}
		for (int i = 0; i < 8; i += 4) {
			r[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
			r[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
			r[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
			r[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
		}
		for (int w = 0; w < 4; w++) {
			m[half + w] = _mm256_permute2x128_si256(r[w], r[4 + w], 0x20);
			m[half + 4 + w] = _mm256_permute2x128_si256(r[w], r[4 + w], 0x31);
		}
	}
}

static inline void give(digest *p, vw a, vw b, vw c, vw d) {
	vw ab = _mm256_unpacklo_epi32(a, b), cd = _mm256_unpacklo_epi32(c, d);
	vw ab2 = _mm256_unpackhi_epi32(a, b), cd2 = _mm256_unpackhi_epi32(c, d);
	vw r0 = _mm256_unpacklo_epi64(ab, cd), r1 = _mm256_unpackhi_epi64(ab, cd);
	vw r2 = _mm256_unpacklo_epi64(ab2, cd2), r3 = _mm256_unpackhi_epi64(ab2, cd2);
	_mm256_storeu_si256((vw *)p, _mm256_permute2x128_si256(r0, r1, 0x20));
	_mm256_storeu_si256((vw *)(p + 2), _mm256_permute2x128_si256(r2, r3, 0x20));
	_mm256_storeu_si256((vw *)(p + 4), _mm256_permute2x128_si256(r0, r1, 0x31));
	_mm256_storeu_si256((vw *)(p + 6), _mm256_permute2x128_si256(r2, r3, 0x31));
}
#endif

// STEP is one of the 64 steps (RFC 1321), for all vectors.
#define STEP(f, a, b, c, d, k, s, t) \
	for (int g = 0; g < VECS; g++) \
		a[g] = add(b[g], rol(add(add(a[g], add(m[g][k], set(t))), f(b[g], c[g], d[g])), s));
#define FOUR(f, k0, k1, k2, k3, s0, s1, s2, s3, t0, t1, t2, t3) \
	STEP(f, a, b, c, d, k0, s0, t0) \
	STEP(f, d, a, b, c, k1, s1, t1) STEP(f, c, d, a, b, k2, s2, t2) STEP(f, b, c, d, a, k3, s3, t3)

static inline void digests(digest *out, const block *in) {
	vw m[VECS][16], a[VECS], b[VECS], c[VECS], d[VECS];
	for (int g = 0; g < VECS; g++) {
		take(in + g * LANES, m[g]);
		a[g] = set(0x67452301), b[g] = set(0xefcdab89), c[g] = set(0x98badcfe), d[g] = set(0x10325476);
	}
	FOUR(f1, 0, 1, 2, 3, 7, 12, 17, 22, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee)
	FOUR(f1, 4, 5, 6, 7, 7, 12, 17, 22, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501)
	FOUR(f1, 8, 9, 10, 11, 7, 12, 17, 22, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be)
	FOUR(f1, 12, 13, 14, 15, 7, 12, 17, 22, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821)
	FOUR(f2, 1, 6, 11, 0, 5, 9, 14, 20, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa)
	FOUR(f2, 5, 10, 15, 4, 5, 9, 14, 20, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8)
	FOUR(f2, 9, 14, 3, 8, 5, 9, 14, 20, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed)
	FOUR(f2, 13, 2, 7, 12, 5, 9, 14, 20, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a)
	FOUR(f3, 5, 8, 11, 14, 4, 11, 16, 23, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c)
	FOUR(f3, 1, 4, 7, 10, 4, 11, 16, 23, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70)
	FOUR(f3, 13, 0, 3, 6, 4, 11, 16, 23, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05)
	FOUR(f3, 9, 12, 15, 2, 4, 11, 16, 23, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665)
	FOUR(f4, 0, 7, 14, 5, 6, 10, 15, 21, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039)
	FOUR(f4, 12, 3, 10, 1, 6, 10, 15, 21, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1)
	FOUR(f4, 8, 15, 6, 13, 6, 10, 15, 21, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1)
	FOUR(f4, 4, 11, 2, 9, 6, 10, 15, 21, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391)
	for (int g = 0; g < VECS; g++)
		give(out + g * LANES, add(a[g], set(0x67452301)), add(b[g], set(0xefcdab89)), add(c[g], set(0x98badcfe)),
		     add(d[g], set(0x10325476)));
}

enum { GROUP = LANES * VECS };

static void peer_run(void) {
	long whole = n - n % GROUP;
#pragma omp parallel for schedule(static)
	for (long i = 0; i < whole; i += GROUP)
		digests(sums + i, blocks + i);
	if (whole < n) {
		block in[GROUP] = {{0}};
		digest out[GROUP];
		memcpy(in, blocks + whole, (n - whole) * sizeof *in);
		digests(out, in);
		memcpy(sums + whole, out, (n - whole) * sizeof *out);
	}
}

static void peer_save(FILE *f) { peer_write(f, sums, n * sizeof *sums); }
