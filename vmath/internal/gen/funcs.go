package main

import (
	"math/big"

	"github.com/hone-go/hone/vmath/internal/bigfn"
)

func seq(lo, hi int) []int {
	var s []int
	for i := lo; i <= hi; i++ {
		s = append(s, i)
	}
	return s
}

// at fixes the first argument of a bigfn function.
func at(f func(uint, *big.Float) *big.Float) func(*big.Float) *big.Float {
	return func(x *big.Float) *big.Float { return f(prec, x) }
}

var (
	exp    = at(bigfn.Exp)
	expm1  = at(bigfn.Expm1)
	log    = at(bigfn.Log)
	log1p  = at(bigfn.Log1p)
	sin    = at(bigfn.Sin)
	atan   = at(bigfn.Atan)
	erf    = at(bigfn.Erf)
	tan    = at(bigfn.Tan)
	tanh   = at(bigfn.Tanh)
	sinh   = at(bigfn.Sinh)
	cosh   = at(bigfn.Cosh)
	asin   = at(bigfn.Asin)
	cos    = at(bigfn.Cos)
	erfcx  = at(bigfn.Erfcx)
	lgamma = at(bigfn.Lgamma)
	ln2    = bigfn.Ln2(prec)
	pi     = bigfn.Pi(prec)
)

func sqrt(x *big.Float) *big.Float { return nw().Sqrt(x) }

// split returns x as a sum of n float64, each the nearest to what is left.
func split(x *big.Float, n int) []float64 {
	r := nw().Set(x)
	var s []float64
	for range n {
		v := toF(r)
		s = append(s, v)
		r.Sub(r, bf(v))
	}
	return s
}

func bigPi(p uint) *big.Float { return bigfn.Pi(p) }
