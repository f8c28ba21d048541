// vmath.c: the elementary functions of glibc over arrays, as its vector library (libmvec) computes them where it has them: gcc calls
// that in loops compiled with -ffast-math. See ../child.go for the protocol.
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ONE(X)                                                                                                                       \
	X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh)   \
	X(tanh) X(asinh) X(acosh) X(atanh) X(cbrt) X(sqrt) X(erf) X(erfc) X(tgamma) X(lgamma) X(round) X(logb)
#define TWO(X) X(pow) X(atan2) X(hypot) X(fmod) X(remainder)

#define MAX 65536
static double x64[MAX], z64[MAX], y64[MAX], w64[MAX];
static float x32[MAX], z32[MAX], y32[MAX], w32[MAX];

#define LOOP(f, e64, e32)                                                                                                            \
	static void f##_64(int n) {                                                                                                      \
		for (int i = 0; i < n; i++)                                                                                                  \
			y64[i] = e64;                                                                                                            \
	}                                                                                                                                \
	static void f##_32(int n) {                                                                                                      \
		for (int i = 0; i < n; i++)                                                                                                  \
			y32[i] = e32;                                                                                                            \
	}
#define LOOP1(g) LOOP(g, g(x64[i]), g##f(x32[i]))
#define LOOP2(g) LOOP(g, g(x64[i], z64[i]), g##f(x32[i], z32[i]))
ONE(LOOP1)
TWO(LOOP2)

static void sincos_64(int n) {
	for (int i = 0; i < n; i++) {
		y64[i] = sin(x64[i]);
		w64[i] = cos(x64[i]);
	}
}
static void sincos_32(int n) {
	for (int i = 0; i < n; i++) {
		y32[i] = sinf(x32[i]);
		w32[i] = cosf(x32[i]);
	}
}

#define ROW(f) {#f, f##_64, f##_32},
static struct {
	const char *name;
	void (*f64)(int), (*f32)(int);
} table[] = {ONE(ROW) TWO(ROW) ROW(sincos)};

static long long now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void transfer(const char *file, const char *mode, void *p, size_t bytes, void *q, size_t more) {
	FILE *f = fopen(file, mode);
	if (f == NULL || (*mode == 'r' ? fread(p, 1, bytes, f) : fwrite(p, 1, bytes, f)) != bytes ||
	    (more > 0 && fread(q, 1, more, f) != more) || fclose(f) != 0) {
		perror(file);
		exit(1);
	}
}

int main(void) {
	char line[1024], name[64], in[400], out[400];
	void (*f)(int) = NULL;
	int n = 0, bits = 0, reps;
	while (fgets(line, sizeof line, stdin) != NULL) {
		if (sscanf(line, "load %63s %d %d %399s", name, &bits, &n, in) == 4) {
			f = NULL;
			for (size_t i = 0; i < sizeof table / sizeof *table; i++)
				if (strcmp(table[i].name, name) == 0)
					f = bits == 64 ? table[i].f64 : table[i].f32;
			if (n > MAX)
				f = NULL;
			if (f != NULL && bits == 64)
				transfer(in, "r", x64, 8 * n, z64, 8 * n);
			else if (f != NULL)
				transfer(in, "r", x32, 4 * n, z32, 4 * n);
			printf("%d\n", f != NULL);
		} else if (f != NULL && sscanf(line, "time %d", &reps) == 1) {
			long long t = now();
			for (int r = 0; r < reps; r++)
				f(n);
			printf("%lld\n", now() - t);
		} else if (f != NULL && sscanf(line, "eval %399s", out) == 1) {
			f(n);
			if (bits == 64)
				transfer(out, "w", y64, 8 * n, NULL, 0);
			else
				transfer(out, "w", y32, 4 * n, NULL, 0);
			printf("1\n");
		} else {
			fprintf(stderr, "vmath.c: unknown command: %s", line);
			return 1;
		}
		fflush(stdout);
	}
	return 0;
}
