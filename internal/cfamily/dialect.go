package cfamily

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Dialect is what a language of the family has of its own.
type Dialect struct {
	Name    string
	Prelude string // defines i8 ... i64, u8 ... u64, f32, f64, bool

	// Signature is the head of a kernel's definition; %s stands for its name. The words of the block are p[0], p[1], ...
	Signature string

	// Independent stands before a loop whose iterations don't depend on each other.
	Independent string

	Constant  string            // storage of tables of constants
	Memset    string            // a function like C's
	Functions map[string]string // what the functions of an op and a type are called: "sqrt_f32"; and those that give special numbers
	Helpers   map[string]Helper // what the text defines where it needs it
	Reserved  []string          // names that the text must not use

	order []string // of the helpers: those that others need first
}

// Helper is a definition.
type Helper struct {
	Text  string
	Needs []string
}

// C11 is C for a compiler that knows GNU's extensions, as gcc and clang do. It relies on what both define beyond the standard:
// conversions to signed integers keep the low bits, and shifts of negative numbers to the right are arithmetic.
var C11 = newC11()

const preludeC = `#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef int8_t i8; typedef int16_t i16; typedef int32_t i32; typedef int64_t i64;
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
typedef float f32; typedef double f64;

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif
`

// roundedC keeps an operation from being fused with another, or undone by it; see endangered and convert.
const roundedC = `#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define rounded(x) __builtin_assoc_barrier(x)
#else
#define rounded(x) (x)
#endif
`

// roundTripsC keeps a number that is converted to another type and back from being taken as it was: gcc 12 does so where it makes vectors
// of two elements of straight-line code.
const roundTripsC = `#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize ("no-tree-slp-vectorize")
#endif
`

func newC11() *Dialect {
	d := &Dialect{
		Name: "c", Prelude: preludeC,
		Signature:   "__attribute__((visibility(\"default\"))) i64 %s(u64 *p, i64 lo, i64 hi)",
		Independent: "INDEPENDENT",
		Constant:    "static const",
		Memset:      "memset",
		Functions:   map[string]string{},
		Helpers:     map[string]Helper{},
	}
	for _, name := range []string{"sqrt", "floor", "ceil", "trunc", "rint", "copysign", "fma", "inf", "nan", "nans"} {
		d.Functions[name+"_f64"], d.Functions[name+"_f32"] = "__builtin_"+name, "__builtin_"+name+"f"
	}
	d.Functions["abs_f64"], d.Functions["abs_f32"] = "__builtin_fabs", "__builtin_fabsf"
	d.helper("roundtrips", roundTripsC)
	d.helper("unlikely", "#define unlikely(x) __builtin_expect(!!(x), 0)\n")
	d.helper("rounded", roundedC)
	d.bits()
	d.integers()
	d.floats()
	for name := range reservedC {
		d.Reserved = append(d.Reserved, name)
	}
	d.Reserved = append(d.Reserved, d.order...)
	return d
}

func (d *Dialect) helper(name, text string, needs ...string) {
	d.Helpers[name] = Helper{text, needs}
	d.order = append(d.order, name)
}

// define adds a helper for a type: in text T stands for the type, N for the unsigned one of its width, W; U for that in which it is computed.
func (d *Dialect) define(name string, t *ir.Type, text string, needs ...string) {
	name += "_" + t.String()
	r := strings.NewReplacer("NAME", name, "T", t.String(), "U", unsigned(t), "N", "u"+strconv.Itoa(t.Bits()), "W", strconv.Itoa(t.Bits()))
	d.helper(name, "static inline "+r.Replace(text)+"\n", needs...)
}

// bits are the conversions between numbers and their representations.
func (d *Dialect) bits() {
	for _, t := range []*ir.Type{ir.TF32, ir.TF64} {
		f, u := t.String(), "u"+strconv.Itoa(t.Bits())
		d.helper(f+"_bits", "static inline "+u+" "+f+"_bits("+f+" x) { "+u+" b; memcpy(&b, &x, sizeof b); return b; }\n")
		d.helper(f+"_from_bits", "static inline "+f+" "+f+"_from_bits("+u+" b) { "+f+" x; memcpy(&x, &b, sizeof x); return x; }\n")
	}
}

// integers are the operations that C leaves undefined for some operands.
func (d *Dialect) integers() {
	d.helper("bitrev64", bitrev64)
	for _, t := range ir.Scalars() {
		if !t.IsInt() {
			continue
		}
		d.define("min", t, "T NAME(T x, T y) { return x < y ? x : y; }")
		d.define("max", t, "T NAME(T x, T y) { return x > y ? x : y; }")
		d.singleBits(t)
		d.define("shl", t, "T NAME(T x, u64 c) { return c < W ? (U)x << c : 0; }")
		if !t.IsSigned() {
			d.define("shr", t, "T NAME(T x, u64 c) { return c < W ? x >> c : 0; }")
			continue
		}
		d.define("shr", t, "T NAME(T x, u64 c) { return x >> (c < W ? c : W - 1); }")
		d.define("div", t, "T NAME(T x, T y) { return y == -1 ? (T)-(U)x : (T)(x / y); }")
		d.define("rem", t, "T NAME(T x, T y) { return y == -1 ? 0 : x % y; }")
	}
}

const bitrev64 = `static inline u64 bitrev64(u64 x) {
	x = x >> 1 & 0x5555555555555555 | (x & 0x5555555555555555) << 1;
	x = x >> 2 & 0x3333333333333333 | (x & 0x3333333333333333) << 2;
	x = x >> 4 & 0x0f0f0f0f0f0f0f0f | (x & 0x0f0f0f0f0f0f0f0f) << 4;
	return __builtin_bswap64(x);
}
`

// singleBits are the operations that look at bits one by one, and the upper half of a product.
func (d *Dialect) singleBits(t *ir.Type) {
	d.define("rotl", t, "T NAME(T x, u64 c) { return (U)(N)x << (c & (W - 1)) | (N)x >> (-c & (W - 1)); }")
	d.define("clz", t, "T NAME(T x) { return x == 0 ? W : __builtin_clzll((N)x) - (64 - W); }")
	d.define("ctz", t, "T NAME(T x) { return x == 0 ? W : __builtin_ctzll((N)x); }")
	d.define("popcnt", t, "T NAME(T x) { return __builtin_popcountll((N)x); }")
	d.define("bitrev", t, "T NAME(T x) { return bitrev64((N)x) >> (64 - W); }", "bitrev64")
	if t.Bits() == 8 {
		d.define("bswap", t, "T NAME(T x) { return x; }")
	} else {
		d.define("bswap", t, "T NAME(T x) { return __builtin_bswapW(x); }")
	}
	if t == ir.TU32 || t == ir.TU64 {
		d.define("carry", t, "T NAME(T x, T y, T c) { return (x & y | (x | y) & ~(x + y + (c != 0))) >> (W - 1); }")
		d.define("borrow", t, "T NAME(T x, T y, T c) { return (~x & y | ~(x ^ y) & (x - y - (c != 0))) >> (W - 1); }")
	}
	if t == ir.TU64 {
		d.define("divlong", t, "T NAME(T hi, T lo, T y) { return hi < y ? (T)(((unsigned __int128)hi << W | lo) / y) : 0; }")
		d.define("remlong", t, "T NAME(T hi, T lo, T y) { return y != 0 ? (T)(((unsigned __int128)hi << W | lo) % y) : 0; }")
	}
	switch {
	case t.Bits() < 64 && t.IsSigned():
		d.define("mulhi", t, "T NAME(T x, T y) { return (i64)x * y >> W; }")
	case t.Bits() < 64:
		d.define("mulhi", t, "T NAME(T x, T y) { return (u64)x * y >> W; }")
	case t.IsSigned():
		d.define("mulhi", t, "T NAME(T x, T y) { return (__int128)x * y >> 64; }")
	default:
		d.define("mulhi", t, "T NAME(T x, T y) { return (unsigned __int128)x * y >> 64; }")
	}
}

// floats are Go's min and max, and its conversions to integers.
func (d *Dialect) floats() {
	d.helper("of_nan", ofNaN)
	for _, t := range []*ir.Type{ir.TF32, ir.TF64} {
		f := t.String()
		needs := []string{f + "_bits", f + "_from_bits"}
		// Equal numbers differ in the sign of a zero at most; a sum with NaN is NaN.
		d.define("min", t, "T NAME(T x, T y) { return x < y ? x : y < x ? y : x == y ? T_from_bits(T_bits(x) | T_bits(y)) : x + y; }", needs...)
		d.define("max", t, "T NAME(T x, T y) { return x > y ? x : y > x ? y : x == y ? T_from_bits(T_bits(x) & T_bits(y)) : x + y; }", needs...)
		d.fromFloat(f)
	}
}

// ofNaN tells apart what the Go compiler's conversions of floats to integers give where the language leaves that open, which is what the
// CPU's instructions give: of a number that is out of range the nearest integer, and of NaN this one; or, where that is not defined, as on
// amd64, the least integer of both.
const ofNaN = `#if defined(__aarch64__) || defined(__loongarch__)
#define of_nan(least, most) 0
#elif defined(__riscv)
#define of_nan(least, most) most
#elif defined(__powerpc64__)
#define of_nan(least, most) least
#endif
`

const signedFromFloat = `#ifdef of_nan
static inline TO TO_from_F(F x) { return x >= LIMIT ? MOST : x >= -LIMIT ? (TO)x : x == x ? LEAST : of_nan(LEAST, MOST); }
#else
static inline TO TO_from_F(F x) { return (TO)(x ABOVE && x < LIMIT ? x : -LIMIT); }
#endif
`

const u64FromFloat = `#ifdef __aarch64__
static inline u64 u64_from_F(F x) { return x >= 0x1p64f ? UINT64_MAX : x > 0 ? (u64)x : 0; }
#else
static inline u64 u64_from_F(F x) { return x < 0x1p63f ? (u64)i64_from_F(x) : (u64)i64_from_F(x - 0x1p63f) | (u64)1 << 63; }
#endif
`

// fromFloat defines the conversions of a floating-point type to integers. The narrow ones are cut from i32, and u32 from i64.
func (d *Dialect) fromFloat(f string) {
	signed := func(to, limit, above string) {
		least := "INT" + to[1:] + "_M"
		r := strings.NewReplacer("TO", to, "F", f, "LIMIT", limit, "ABOVE", above, "LEAST", least+"IN", "MOST", least+"AX")
		d.helper(to+"_from_"+f, r.Replace(signedFromFloat), "of_nan")
	}
	cut := func(from string, types ...string) {
		for _, to := range types {
			d.helper(to+"_from_"+f, fmt.Sprintf("static inline %s %[1]s_from_%[2]s(%[2]s x) { return (%[1]s)%[3]s_from_%[2]s(x); }\n", to, f, from), from+"_from_"+f)
		}
	}
	if f == "f64" { // it has numbers that are cut to the least integer
		signed("i32", "0x1p31f", "> -0x1.00000002p31")
	} else {
		signed("i32", "0x1p31f", ">= -0x1p31f")
	}
	signed("i64", "0x1p63f", ">= -0x1p63f")
	d.helper("u64_from_"+f, strings.ReplaceAll(u64FromFloat, "F", f), "i64_from_"+f)
	cut("i32", "i8", "i16", "u8", "u16")
	cut("i64", "u32")
}

// reservedC are the words that C, and what the prelude includes, have taken, of those that look like a Go identifier.
var reservedC = words(`
	auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short
	signed sizeof static struct switch typedef union unsigned void volatile while asm typeof fortran linux unix
	i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 bool true false unlikely INDEPENDENT NULL INFINITY NAN HUGE_VAL MATH_ERRNO M_PI M_E
	memcpy memset memmove sin cos tan exp log pow sqrt floor ceil trunc rint round fabs fma fmin fmax errno main
	INT64_MIN INT32_MIN INT64_MAX INT32_MAX UINT64_MAX OVERFLOW UNDERFLOW DOMAIN SING TLOSS PLOSS EOF`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
