// judge.c holds results against the 113-bit functions of libquadmath.
#define _GNU_SOURCE
#include <quadmath.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 quad;

static quad exp10_q(quad x) { return powq(10, x); }
static quad sincos_q(quad x) { return sinq(x); }
static quad lgamma_q(quad x) { return lgammaq(x); }

#define Q(g) {#g, g##q, NULL}
#define Q2(g) {#g, NULL, g##q}
static struct {
	const char *name;
	quad (*one)(quad), (*two)(quad, quad);
} table[] = {
	Q(exp), Q(exp2), {"exp10", exp10_q, NULL}, Q(expm1), Q(log), Q(log2), Q(log10), Q(log1p), Q(sin), Q(cos), Q(tan), Q(asin),
	Q(acos), Q(atan), Q(sinh), Q(cosh), Q(tanh), Q(asinh), Q(acosh), Q(atanh), Q(cbrt), Q(sqrt), Q(erf), Q(erfc), Q(tgamma),
	{"lgamma", lgamma_q, NULL}, {"sincos", sincos_q, NULL}, Q(round), Q(logb), Q2(pow), Q2(atan2), Q2(hypot), Q2(fmod), Q2(remainder),
};

static quad absolute(quad x) { return x < 0 ? -x : x; }

// ulps is the error of y in units in the last place of want, for a type with these many bits, greatest and least exponents.
static double ulps(quad y, quad want, int bits, int most, int least) {
	if (isnanq(y) || isnanq(want))
		return isnanq(y) && isnanq(want) ? 0 : 1e30;
	if (want == 0 || isinfq(want))
		return y == want ? 0 : 1e30;
	int e;
	frexpq(want, &e);
	int ulp = e - bits > least ? e - bits : least;
	quad limit = ldexpq(1, most) - ldexpq(1, most - bits - 1);
	if (isinfq(y))
		return absolute(want) >= limit && (y > 0) == (want > 0) ? 0 : 1e30;
	return (double)ldexpq(absolute(y - want), -ulp);
}

static void *slurp(FILE *f, size_t bytes) {
	void *p = malloc(bytes);
	if (p == NULL || fread(p, 1, bytes, f) != bytes) {
		perror("judge");
		exit(1);
	}
	return p;
}

// usage: judge NAME BITS N ARGUMENTS RESULTS; prints the greatest error and its arguments.
int main(int argc, char **argv) {
	if (argc != 6)
		return 2;
	int bits = atoi(argv[2]), n = atoi(argv[3]), i = 0, rows = sizeof table / sizeof *table;
	while (i < rows && strcmp(table[i].name, argv[1]) != 0)
		i++;
	FILE *in = fopen(argv[4], "rb"), *out = fopen(argv[5], "rb");
	if (i == rows || in == NULL || out == NULL)
		return 3;
	size_t size = bits / 8 * (size_t)n;
	void *x = slurp(in, size), *z = slurp(in, size), *y = slurp(out, size);
	double worst = 0, at = 0, at2 = 0;
	for (int k = 0; k < n; k++) {
		double a = bits == 64 ? ((double *)x)[k] : ((float *)x)[k], b = bits == 64 ? ((double *)z)[k] : ((float *)z)[k];
		double r = bits == 64 ? ((double *)y)[k] : ((float *)y)[k];
		quad want = table[i].one ? table[i].one(a) : table[i].two(a, b);
		double e = bits == 64 ? ulps(r, want, 53, 1024, -1074) : ulps(r, want, 24, 128, -149);
		if (!(e <= worst))
			worst = e, at = a, at2 = b;
	}
	printf("%g %.17g %.17g\n", worst, at, at2);
	return 0;
}
