package analysis

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestBounds: what lies between the bounds of a polynomial, computed in floating point, is not less than what its factors allow, however large they are.
func TestBounds(t *testing.T) {
	// Numbers from 0 to so many, or from as many below 0.
	var text strings.Builder
	most := map[string]*big.Int{}
	text.WriteString("func @f(%u: u32, %v: u16, %i: i32, %n: i64) -> () {\n")
	for k, c := range []struct {
		from string
		bits uint
	}{{"u", 32}, {"v", 16}, {"i", 31}} {
		fmt.Fprintf(&text, "%%w%d = conv %%%s : i64\n", k, c.from)
		most[fmt.Sprintf("w%d", k)] = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), c.bits), big.NewInt(1))
	}
	const from, to = 1<<31 + 5, 1<<31 + 7 // so that sums of large products may be small
	fmt.Fprintf(&text, "%%from = const %d : i64\n%%to = const %d : i64\n%%above = max %%n, %%from : i64\n%%w3 = min %%above, %%to : i64\n", from, to)
	most["w3"] = big.NewInt(to)
	text.WriteString("%zero = const 0 : i64\nfor %zero, %n <ints=[1]> (%j: i64) {\nyield\n}\nreturn\n}")
	f := parse(t, text.String())
	s := NewSpace()
	n := newNest(s, f.Body.Ops[len(f.Body.Ops)-2])
	r := rand.New(rand.NewPCG(1, 2))
	var values []*ir.Value
	for _, o := range f.Body.Ops {
		for _, v := range o.Results {
			if most[v.Name] != nil {
				values = append(values, v)
			}
		}
	}
	for range 20000 {
		var p Poly
		low, high := new(big.Int), new(big.Int)
		for range 1 + r.IntN(3) {
			c := r.Int64N(1<<(1+r.IntN(60))) - r.Int64N(1<<(1+r.IntN(60)))
			q := Const(c)
			lo, hi := big.NewInt(1), big.NewInt(1)
			for range r.IntN(3) {
				v := values[r.IntN(len(values))]
				q, _ = s.Mul(q, s.Of(v))
				least := new(big.Int)
				switch v.Name {
				case "w2":
					least.Sub(least.Neg(most["w2"]), big.NewInt(1))
				case "w3":
					least.SetInt64(from)
				}
				lo, hi = corners(lo, hi, least, most[v.Name])
			}
			lo, hi = corners(lo, hi, big.NewInt(c), big.NewInt(c))
			if len(s.Add(p, q).terms) != len(p.terms)+len(q.terms) {
				continue // of the same factors
			}
			p = s.Add(p, q)
			low.Add(low, lo)
			high.Add(high, hi)
		}
		if r.IntN(4) == 0 { // large parts of a small sum
			c := r.Int64N(1 << 30)
			d := -c*(from+1) + r.Int64N(9) - 4
			q, _ := s.Mul(s.Of(values[len(values)-1]), Const(c))
			p = s.Add(q, Const(d))
			low, high = corners(big.NewInt(c), big.NewInt(c), big.NewInt(from), big.NewInt(to))
			low.Add(low, big.NewInt(d))
			high.Add(high, big.NewInt(d))
		}
		below, above := n.bounds(p)
		if new(big.Float).SetFloat64(below).Cmp(new(big.Float).SetPrec(200).SetInt(low)) > 0 || new(big.Float).SetFloat64(above).Cmp(new(big.Float).SetPrec(200).SetInt(high)) < 0 {
			t.Fatalf("%s lies between %v and %v, not %.0f and %.0f", p.Format(name), low, high, below, above)
		}
	}
}

// corners are the least and the largest product.
func corners(a, b, x, y *big.Int) (lo, hi *big.Int) {
	for _, p := range []*big.Int{a, b} {
		for _, q := range []*big.Int{x, y} {
			v := new(big.Int).Mul(p, q)
			if lo == nil || v.Cmp(lo) < 0 {
				lo = v
			}
			if hi == nil || v.Cmp(hi) > 0 {
				hi = v
			}
		}
	}
	return lo, hi
}
