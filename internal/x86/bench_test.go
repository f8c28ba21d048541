package x86

import (
	"fmt"
	"strings"
	"testing"
)

// expKernel computes exp(s*x) on vectors of f64.
func expKernel(lanes int) string {
	v := fmt.Sprintf("<%d x f64>", lanes)
	iv := fmt.Sprintf("<%d x i64>", lanes)
	var b strings.Builder
	b.WriteString("func @k(%lo: i64, %hi: i64, %x: i64, %y: i64, %s: f64) -> () kernel=range {\n  loop ^l %lo (%i: i64) {\n")
	p := func(f string, a ...any) { fmt.Fprintf(&b, "    "+f+"\n", a...) }
	p("%%x0 = mload %%x, %%i <ints=[8, 0]> : %s", v)
	p("%%sv = splat %%s : %s", v)
	p("%%x1 = mul %%x0, %%sv : %s", v)
	p("%%log2e = const 1.4426950408889634 : %s", v)
	p("%%m = mul %%x1, %%log2e : %s", v)
	p("%%k = rint %%m : %s", v)
	p("%%nln2hi = const -0.6931471803691238 : %s", v)
	p("%%nln2lo = const -1.9082149292705877e-10 : %s", v)
	p("%%r0 = fma %%k, %%nln2hi, %%x1 : %s", v)
	p("%%r = fma %%k, %%nln2lo, %%r0 : %s", v)
	for i := range 12 {
		p("%%c%d = const %v : %s", i, 1/float64(i*i+i+1.0)+0.001, v)
	}
	p("%%h0 = fma %%r, %%c0, %%c1 : %s", v)
	for i := 2; i < 12; i++ {
		p("%%h%d = fma %%h%d, %%r, %%c%d : %s", i-1, i-2, i, v)
	}
	p("%%ki = conv %%k : %s", iv)
	p("%%bias = const 1023 : %s", iv)
	p("%%kb = add %%ki, %%bias : %s", iv)
	p("%%c52 = const 52 : u64")
	p("%%ks = shl %%kb, %%c52 : %s", iv)
	p("%%kf = bitcast %%ks : %s", v)
	p("%%e = mul %%h10, %%kf : %s", v)
	p("%%big = const 709.0 : %s", v)
	p("%%ov = gt %%x1, %%big : <%d x bool>", lanes)
	p("%%inf = const bits(0x7ff0000000000000) : %s", v)
	p("%%e1 = select %%ov, %%inf, %%e : %s", v)
	p("%%small = const -745.0 : %s", v)
	p("%%un = lt %%x1, %%small : <%d x bool>", lanes)
	p("%%zero = const 0.0 : %s", v)
	p("%%e2 = select %%un, %%zero, %%e1 : %s", v)
	p("mstore %%y, %%i, %%e2 <ints=[8, 0]>")
	p("%%st = const %d : i64", lanes)
	p("%%j = add %%i, %%st : i64")
	p("%%c = lt %%j, %%hi : bool")
	p("if %%c { \n continue ^l %%j\n } { \n break ^l\n }\n return\n }\n return\n}\n")
	return b.String()
}

// bigKernel has about n ops in one loop body, with some registers too few.
func bigKernel(lanes, n int) string {
	v := fmt.Sprintf("<%d x f64>", lanes)
	var b strings.Builder
	b.WriteString("func @k(%lo: i64, %hi: i64, %x: i64, %y: i64) -> () kernel=range {\n  loop ^l %lo (%i: i64) {\n")
	p := func(f string, a ...any) { fmt.Fprintf(&b, "    "+f+"\n", a...) }
	for i := range 24 {
		p("%%v%d = mload %%x, %%i <ints=[8, %d]> : %s", i, 64*i, v)
	}
	for i := 24; i < n; i++ {
		if i%5 == 0 {
			p("%%v%d = mul %%v%d, %%v%d : %s", i, i-24+i%7, i-1, v)
		} else {
			p("%%c%d = const %d.5 : %s", i, i, v)
			p("%%v%d = fma %%v%d, %%c%d, %%v%d : %s", i, i-24+i%11, i, i-7, v)
		}
	}
	for i := range 24 {
		p("mstore %%y, %%i, %%v%d <ints=[8, %d]>", n-1-i, i)
	}
	p("%%st = const %d : i64", lanes)
	p("%%j = add %%i, %%st : i64")
	p("%%c = lt %%j, %%hi : bool")
	p("if %%c { \n continue ^l %%j\n } { \n break ^l\n }\n return\n }\n return\n}\n")
	return b.String()
}

func BenchmarkCompile(b *testing.B) {
	for _, isa := range []ISA{AVX2, AVX512} {
		b.Run(isa.String(), func(b *testing.B) {
			f, c := compileText(b, bigKernel(isa.VectorBytes()/8, 1000), isa)
			b.Logf("%+v", c.Stats)
			for b.Loop() {
				if _, err := CompileWith(f, isa, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
