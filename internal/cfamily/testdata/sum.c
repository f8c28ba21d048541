static inline u64 f64_bits(f64 x) { u64 b; memcpy(&b, &x, sizeof b); return b; }

static inline i64 min_i64(i64 x, i64 y) { return x < y ? x : y; }

// stat.sum.k0
__attribute__((visibility("default"))) i64 stat_sum_k0(u64 *p, i64 lo, i64 hi) {
	i64 n = (i64)p[0];
	f64 *x = (f64 *)p[1];
	f64 *parts = (f64 *)p[4];
	for (i64 block = lo; block < hi; block++) {
		i64 start = (u64)block * 8192;
		i64 end = min_i64(n, (i64)((u64)start + 8192));
		f64 partial[32];
		INDEPENDENT
		for (i64 j = 0; j < 32; j++) {
			partial[j] = 0.0;
		}
		for (i64 round_2 = start; round_2 < end; round_2 += 32) {
			i64 left = end - round_2;
			if (left >= 32) {
				INDEPENDENT
				for (i64 j = 0; j < 32; j++) {
					i64 i = round_2 + j;
					f64 v = x[i];
					f64 t1 = v * v;
					f64 a = partial[j];
					partial[j] = a + t1;
				}
			} else {
				INDEPENDENT
				for (i64 j = 0; j < left; j++) {
					i64 i_2 = round_2 + j;
					f64 v_2 = x[i_2];
					f64 t2 = v_2 * v_2;
					f64 a_2 = partial[j];
					partial[j] = a_2 + t2;
				}
			}
		}
		for (i64 w = 16; w > 0; w /= 2) {
			INDEPENDENT
			for (i64 j = 0; j < w; j++) {
				f64 a_3 = partial[j];
				f64 b = partial[j + w];
				partial[j] = a_3 + b;
			}
		}
		f64 s = partial[0];
		parts[block] = s;
	}
	return 0;
}

// stat.sum.k1
__attribute__((visibility("default"))) i64 stat_sum_k1(u64 *p, i64 lo, i64 hi) {
	i64 blocks = (i64)p[0];
	f64 *parts = (f64 *)p[1];
	f64 t = 0.0;
	for (i64 i = 0; i < blocks; i++) {
		f64 v = parts[i];
		t = t + v;
	}
	p[4] = f64_bits(t);
	return 0;
}
