package main

import (
	"bytes"
	"math"
	"math/big"
	"os"
	"testing"
)

// TestMinimax fits e**x by a line on [0, 1], whose best approximation is known:
// (e-1) x + (e - (e-1) log(e-1))/2.
func TestMinimax(t *testing.T) {
	p := fit{f: exp, weight: func(*big.Float) *big.Float { return bf(1) }, lo: bf(0), hi: bf(1), powers: seq(0, 1)}
	c, e := p.solve()
	slope := math.E - 1
	at0 := (math.E - slope*math.Log(slope)) / 2
	// The grid leaves out the endpoints: it is not exact.
	if math.Abs(c[1]-slope) > 1e-3 || math.Abs(c[0]-at0) > 1e-3 || math.Abs(e-(1-at0)) > 1e-3 {
		t.Errorf("%v + %v x, error %v; want %v + %v x, error %v", c[0], c[1], e, at0, slope, at0-1)
	}
}

// TestFresh generates the file that takes least time and compares it with the one there.
func TestFresh(t *testing.T) {
	f := newFile("coef_exp.go")
	genExp(f)
	got, err := f.source()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../coef_exp.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("coef_exp.go is stale: run go generate in vmath")
	}
}
