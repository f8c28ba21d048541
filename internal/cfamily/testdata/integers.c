#define unlikely(x) __builtin_expect(!!(x), 0)

static inline i32 div_i32(i32 x, i32 y) { return y == -1 ? (i32)-(u32)x : (i32)(x / y); }

static inline i64 shl_i64(i64 x, u64 c) { return c < 64 ? (u64)x << c : 0; }

// num.mix.k0
__attribute__((visibility("default"))) i64 num_mix_k0(u64 *p, i64 lo, i64 hi) {
	i32 *x = (i32 *)p[0];
	i32 *y = (i32 *)p[3];
	u8 *b = (u8 *)p[6];
	i64 *out = (i64 *)p[9];
	INDEPENDENT
	for (i64 i = lo; i < hi; i++) {
		i32 u = x[i];
		i32 v = y[i];
		if (unlikely(v == 0)) { return 1; }
		u8 t1 = b[i];
		i64 t2 = (i64)((u64)shl_i64((i64)(i32)((u32)u * v - 3), (u64)t1) + (i64)div_i32(u, v)) ^ (i64)(u8)((u32)t1 - b[i]);
		out[i] = t2;
	}
	return 0;
}
