#define unlikely(x) __builtin_expect(!!(x), 0)

static inline f32 f32_from_bits(u32 b) { f32 x; memcpy(&x, &b, sizeof x); return x; }

// blas.saxpy.k0
// saxpy.go:7
__attribute__((visibility("default"))) i64 blas_saxpy_k0(u64 *p, i64 lo, i64 hi) {
	f32 a = f32_from_bits((u32)p[0]);
	f32 *x = (f32 *)p[1];
	i64 x_len = (i64)p[2];
	f32 *y = (f32 *)p[4];
	i64 y_len = (i64)p[5];
	i64 t1 = (u64)hi - 1; // saxpy.go:8
	bool t2 = ((u64)lo < (u64)x_len) & ((u64)t1 < (u64)x_len) & ((u64)lo < (u64)y_len) & ((u64)t1 < (u64)y_len);
	if (t2 & ((i64)((u64)hi - lo) < 1099511627776)) {
		INDEPENDENT
		for (i64 i = lo; i < hi; i++) {
			y[i] = y[i] + a * x[i]; // saxpy.go:9
		}
	} else {
		INDEPENDENT
		for (i64 i_2 = lo; i_2 < hi; i_2++) {
			if (unlikely((u64)i_2 >= (u64)x_len)) { p[7] = i_2; p[8] = x_len; return 1; } // saxpy.go:9
			if (unlikely((u64)i_2 >= (u64)y_len)) { p[7] = i_2; p[8] = y_len; return 2; }
			y[i_2] = y[i_2] + a * x[i_2];
		}
	}
	return 0;
}
