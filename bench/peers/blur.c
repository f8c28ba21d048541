// Binomial blur of a grey picture in two stages, as an expert would write it in C: the rows blurred along their length
// go no further than the first-level cache, where those of the last five are kept, for tiles of columns; results
// are stored past the caches.
#include "peer.h"
#include "vec.h"

static long w, h;
static uint8_t *in, *out;

static void peer_setup(FILE *f) {
	w = peer_size[0], h = peer_size[1];
	in = peer_read(f, w * h);
	out = peer_alloc(w * h);
}

#ifdef __AVX512BW__
typedef __m512i vh;
enum { LANES = 32 };
static inline vh widen(const uint8_t *p) { return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p)); }
static inline vh load(const uint16_t *p) { return _mm512_loadu_si512(p); }
static inline void store(uint16_t *p, vh x) { _mm512_storeu_si512(p, x); }
#define add(a, b) _mm512_add_epi16(a, b)
#define shl(a, n) _mm512_slli_epi16(a, n)
#define shr(a, n) _mm512_srli_epi16(a, n)
#define set(x) _mm512_set1_epi16(x)
// narrow makes one vector of bytes of two of words.
static inline vh narrow(vh a, vh b) {
	return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(a)), _mm512_cvtepi16_epi8(b), 1);
}
static inline void put(uint8_t *p, vh x) { _mm512_storeu_si512(p, x); }
static inline void stream(uint8_t *p, vh x) { _mm512_stream_si512((void *)p, x); }
#else
typedef __m256i vh;
enum { LANES = 16 };
static inline vh widen(const uint8_t *p) { return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p)); }
static inline vh load(const uint16_t *p) { return _mm256_loadu_si256((const vh *)p); }
static inline void store(uint16_t *p, vh x) { _mm256_storeu_si256((vh *)p, x); }
#define add(a, b) _mm256_add_epi16(a, b)
#define shl(a, n) _mm256_slli_epi16(a, n)
#define shr(a, n) _mm256_srli_epi16(a, n)
#define set(x) _mm256_set1_epi16(x)
static inline vh narrow(vh a, vh b) { return _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8); }
static inline void put(uint8_t *p, vh x) { _mm256_storeu_si256((vh *)p, x); }
static inline void stream(uint8_t *p, vh x) { _mm256_stream_si256((vh *)p, x); }
#endif

// TILE columns are done at a time, more than one line of the output and a multiple of it.
enum { TILE = 2048, LINE = 64 };

// binomial is a + 4 b + 6 c + 4 d + e.
static inline vh binomial(vh a, vh b, vh c, vh d, vh e) {
	return add(add(add(a, e), shl(c, 1)), shl(add(add(b, d), c), 2));
}

static inline void along1(uint16_t *q, const uint8_t *p) {
	store(q, binomial(widen(p - 2), widen(p - 1), widen(p), widen(p + 1), widen(p + 2)));
}

// along blurs n pixels from p on along the row, n at least LANES. The first vector and the last one overlap others;
// those between are stored to aligned addresses.
static void along(uint16_t *restrict q, const uint8_t *restrict p, long n) {
	along1(q, p);
	for (long x = (-(uintptr_t)q & (2 * LANES - 1)) / 2; x + LANES <= n; x += LANES)
		along1(q + x, p + x);
	along1(q + n - LANES, p + n - LANES);
}

static inline vh across1(uint16_t *const r[5], long x) {
	vh sum = binomial(load(r[0] + x), load(r[1] + x), load(r[2] + x), load(r[3] + x), load(r[4] + x));
	return shr(add(sum, set(128)), 8);
}

static inline vh across2(uint16_t *const r[5], long x) { return narrow(across1(r, x), across1(r, x + LANES)); }

// part blurs the pixels [x, end), fewer than a line.
static void part(uint8_t *restrict q, uint16_t *const r[5], long x, long end) {
	uint8_t t[LINE];
	for (long i = 0; i < LINE; i += 2 * LANES)
		put(t + i, across2(r, x + i));
	memcpy(q + x, t, end - x);
}

// across blurs n pixels of five rows across them. Whole lines of the output are stored past the caches; none is stored
// to in both ways, which would cost a trip to memory.
static void across(uint8_t *restrict q, uint16_t *const r[5], long n) {
	long x = -(uintptr_t)q & (LINE - 1);
	x = x < n ? x : n;
	part(q, r, 0, x);
	for (; x + LINE <= n; x += LINE)
		for (long i = 0; i < LINE; i += 2 * LANES)
			stream(q + x + i, across2(r, x + i));
	part(q, r, x, n);
}

// small is for tiles that are narrower than two vectors.
static void small(long lo, long hi, long x0, long x1) {
	for (long y = lo; y < hi; y++)
		for (long x = x0; x < x1; x++) {
			static const int k[5] = {1, 4, 6, 4, 1};
			int sum = 128;
			for (int i = 0; i < 5; i++)
				for (int j = 0; j < 5; j++)
					sum += k[i] * k[j] * in[(y + i - 2) * w + x + j - 2];
			out[y * w + x] = sum >> 8;
		}
}

static void peer_run(void) {
#pragma omp parallel
	{
		long threads = omp_get_num_threads(), me = omp_get_thread_num();
		long lo = 2 + (h - 4) * me / threads, hi = 2 + (h - 4) * (me + 1) / threads;
		uint16_t ring[5][TILE + 2 * LINE] __attribute__((aligned(64)));
		memset(ring, 0, sizeof ring);
		for (long x0 = 2; x0 < w - 2; x0 += TILE) {
			long m = w - 2 - x0 < TILE ? w - 2 - x0 : TILE;
			if (m < LANES) {
				small(lo, hi, x0, x0 + m);
				continue;
			}
			// The rows are laid out so that lines of the output are aligned there, too.
			uint16_t *rows[5];
			for (int i = 0; i < 5; i++)
				rows[i] = ring[i] + ((uintptr_t)(out + lo * w + x0) & (LANES - 1));
			for (long y = lo - 2; y < lo + 2; y++)
				along(rows[y % 5], in + y * w + x0, m);
			for (long y = lo; y < hi; y++) {
				along(rows[(y + 2) % 5], in + (y + 2) * w + x0, m);
				uint16_t *const r[5] = {rows[(y - 2) % 5], rows[(y - 1) % 5], rows[y % 5], rows[(y + 1) % 5],
				                        rows[(y + 2) % 5]};
				across(out + y * w + x0, r, m);
			}
		}
	}
	_mm_sfence();
}

static void peer_save(FILE *f) { peer_write(f, out, w * h); }
