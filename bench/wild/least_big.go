package main

import (
	"math/big"
	"math/bits"

	"github.com/hone-go/hone"
)

// Numbers of many words with the least change: math/big gives its words to those who compute with them themselves (Int.Bits, Int.SetBits).

// leastSum stores x+y, of which y isn't the longer one, to z, which is a word longer than x.
func leastSum(z, x, y []big.Word) {
	c := uint(0)
	for i, w := range y {
		var s uint
		s, c = bits.Add(uint(x[i]), uint(w), c)
		z[i] = big.Word(s)
	}
	for i := len(y); i < len(x); i++ {
		var s uint
		s, c = bits.Add(uint(x[i]), 0, c)
		z[i] = big.Word(s)
	}
	z[len(x)] = big.Word(c)
}

// leastProduct stores x*y to z, which is as long as both together. (Package math/big takes numbers of so many words apart before it comes to that.)
func leastProduct(z, x, y []big.Word) {
	clear(z)
	for i, d := range y {
		c := uint(0)
		for j, v := range x {
			hi, lo := bits.Mul(uint(v), uint(d))
			lo, c1 := bits.Add(lo, uint(z[i+j]), 0)
			lo, c2 := bits.Add(lo, c, 0)
			z[i+j], c = big.Word(lo), hi+c1+c2
		}
		z[i+len(x)] = big.Word(c)
	}
}

var (
	leastBigAdd = hone.Func(leastSum)
	leastBigMul = hone.Func(leastProduct)
)
