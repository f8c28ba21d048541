#define unlikely(x) __builtin_expect(!!(x), 0)

typedef f64 array_f64_3[3];
typedef struct { array_f64_3 pos; i32 id; u8 int_2; } struct1;
_Static_assert(sizeof(struct1) == 32, "laid out as in Go");
typedef struct { f32 *p; i64 len, cap; } slice_f32;

static const f64 table1[8] = {
	1.0, 2.0, 3.0, 0.0, 0.0, 0.5, 0.0, __builtin_inf(),
};

// body.step.k0
__attribute__((visibility("default"))) i64 body_step_k0(u64 *p, i64 lo, i64 hi) {
	struct1 *s = (struct1 *)p[0];
	i64 s_len = (i64)p[1];
	slice_f32 *rows = (slice_f32 *)p[3];
	bool t1 = ((u64)lo < (u64)s_len) & ((u64)hi - 1 < (u64)s_len) & ((i64)((u64)hi - lo) < 1099511627776);
	if (t1) {
		INDEPENDENT
		for (i64 i = lo; i < hi; i++) {
			f64 y = s[i].pos[1];
			i32 id = s[i].id;
			f64 tmp[4] = {0};
			tmp[1] = y;
			i32 k = id & 7;
			i64 k64 = (i64)k;
			f64 t = table1[k64];
			f64 v = tmp[1];
			f64 p_2 = v * t;
			slice_f32 row = rows[i];
			if (unlikely((u64)1 >= (u64)row.len)) { p[6] = 1; p[7] = row.len; return 1; }
			f32 f = (f32)p_2;
			row.p[1] = f;
			s[i].pos[1] = p_2;
		}
	} else {
		INDEPENDENT
		for (i64 i_2 = lo; i_2 < hi; i_2++) {
			if (unlikely((u64)i_2 >= (u64)s_len)) { p[6] = i_2; p[7] = s_len; return 2; }
			f64 y_2 = s[i_2].pos[1];
			i32 id_2 = s[i_2].id;
			f64 tmp_2[4] = {0};
			tmp_2[1] = y_2;
			i32 k_2 = id_2 & 7;
			i64 k64_2 = (i64)k_2;
			f64 t_3 = table1[k64_2];
			f64 v_2 = tmp_2[1];
			f64 p_3 = v_2 * t_3;
			slice_f32 row_2 = rows[i_2];
			if (unlikely((u64)1 >= (u64)row_2.len)) { p[6] = 1; p[7] = row_2.len; return 3; }
			f32 f_2 = (f32)p_3;
			row_2.p[1] = f_2;
			s[i_2].pos[1] = p_3;
		}
	}
	return 0;
}
