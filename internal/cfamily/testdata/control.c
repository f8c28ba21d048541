#define unlikely(x) __builtin_expect(!!(x), 0)

// flow.find.k0
__attribute__((visibility("default"))) i64 flow_find_k0(u64 *p, i64 lo, i64 hi) {
	i32 *x = (i32 *)p[0];
	i64 x_len = (i64)p[1];
	i64 w = (i64)p[3];
	i32 want = (i32)p[4];
	i64 row;
	i64 col;
	i64 first = 0;
	u64 n = first < x_len ? ((u64)x_len - (u64)first - 1) / 64u + 1 : 0;
	for (u64 i_n = 0; i_n < n; i_n++) {
		i64 i = (u64)first + i_n * 64;
		if (((u64)i < (u64)x_len) & (i + ((u64)w - 1) < (u64)x_len) & (w < 1099511627776)) {
			for (i64 j = 0; j < w; j++) {
				i32 v = x[(u64)i + j];
				if (v == want) {
					row = i;
					col = j;
					goto end1;
				}
			}
		} else {
			for (i64 j_2 = 0; j_2 < w; j_2++) {
				i64 t1 = (u64)i + j_2;
				if (unlikely((u64)t1 >= (u64)x_len)) { p[7] = t1; p[8] = x_len; return 1; }
				i32 v_2 = x[t1];
				if (v_2 == want) {
					row = i;
					col = j_2;
					goto end1;
				}
			}
		}
	}
	row = -1;
	col = -1;
	end1:;
	p[5] = (u64)row;
	p[6] = (u64)col;
	return 0;
}

// flow.fibonacci.k0
__attribute__((visibility("default"))) i64 flow_fibonacci_k0(u64 *p, i64 lo, i64 hi) {
	i64 n = (i64)p[0];
	u64 f;
	i64 k = n;
	u64 a = 0;
	u64 b = 1;
	while (k > 0) {
		i64 k1 = (u64)k - 1;
		u64 sum = a + b;
		k = k1;
		a = b;
		b = sum;
	}
	f = a;
	p[1] = f;
	return 0;
}
