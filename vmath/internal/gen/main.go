// Command gen computes the constants of package vmath: minimax polynomials by
// Remez's algorithm in multiple precision, argument reduction constants and tables.
// It writes the coef_*.go files of the directory it runs in (see go generate in vmath),
// all of them, which takes about a minute, or those named.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/hone-go/hone/vmath/internal/bigfn"
)

var files = []struct {
	name string
	gens []func(*file)
}{
	{"coef_exp.go", []func(*file){genExp}},
	{"coef_log.go", []func(*file){genLog}},
	{"coef_pow.go", []func(*file){genPow}},
	{"coef_trig.go", []func(*file){genTrig, genReduce, genAtan}},
	{"coef_hyper.go", []func(*file){genHyper}},
	{"coef_asin.go", []func(*file){genAsin}},
	{"coef_cbrt.go", []func(*file){genCbrt}},
	{"coef_gamma.go", []func(*file){genGamma}},
	{"coef_erf.go", []func(*file){genErf}},
	{"coef_erfinv.go", []func(*file){genErfinv}},
	{"coef_exp32.go", []func(*file){genExp32, genLog32, genShort}},
	{"coef_trig32.go", []func(*file){genTrig32}},
	{"coef_pieces32.go", []func(*file){genPieces32}},
}

func main() {
	bigfn.Precompute(4 * prec) // Erfc needs most; its arguments are up to 27.4
	for _, want := range files {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], want.name) {
			continue
		}
		f := newFile(want.name)
		for _, g := range want.gens {
			g(f)
		}
		src, err := f.source()
		if err == nil {
			err = os.WriteFile(f.name, src, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
