// Command gen computes the constants of package vmath: minimax polynomials by
// Remez's algorithm in multiple precision, argument reduction constants and tables.
// It writes the coef_*.go files of the directory it runs in (see go generate in vmath).
package main

import (
	"fmt"
	"os"
)

func main() {
	for name, gens := range map[string][]func(*file){
		"coef_exp.go":      {genExp},
		"coef_log.go":      {genLog},
		"coef_trig.go":     {genTrig, genReduce, genAtan},
		"coef_erf.go":      {genErf},
		"coef_tanh.go":     {genTanh},
		"coef_tan.go":      {genTan},
		"coef_f32.go":      {genExp32, genLog32, genTrig32, genPow32},
		"coef_pieces32.go": {genPieces32},
		"coef_pow.go":      {genPow},
	} {
		f := newFile(name)
		for _, g := range gens {
			g(f)
		}
		if err := f.write(); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
