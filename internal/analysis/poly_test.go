package analysis

import (
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func region(n int) (*ir.Builder, []*ir.Value) {
	r := &ir.Region{}
	var ps []*ir.Value
	for range n {
		ps = append(ps, r.AddParam(ir.TI64, ""))
	}
	return ir.NewBuilder(r), ps
}

func TestRows(t *testing.T) {
	b, p := region(3)
	i, j, w := p[0], p[1], p[2]
	s := NewSpace()
	at := func(di, dj int64) Poly {
		row := b.Binary(ir.OpMul, b.Binary(ir.OpAdd, i, b.Int(di)), w)
		return s.Of(b.Binary(ir.OpAdd, row, b.Binary(ir.OpAdd, j, b.Int(dj))))
	}
	if d, ok := s.Sub(at(1, 2), at(1, -3)).Const(); !ok || d != 5 {
		t.Errorf("distance %d %v, not 5", d, ok)
	}
	if d := s.Sub(at(1, 0), at(0, 0)); !d.Equal(s.Of(w)) {
		t.Errorf("rows are %v apart, not w", d)
	}
	if c, ok := at(0, 1).Coef(j); !ok || !c.Equal(Const(1)) {
		t.Errorf("j has coefficient %v", c)
	}
	if c, ok := at(0, 1).Coef(i); !ok || !c.Equal(s.Of(w)) {
		t.Errorf("i has coefficient %v", c)
	}
	if sq := s.Of(b.Binary(ir.OpMul, i, i)); sq.Mentions(j) || !sq.Mentions(i) {
		t.Error("i*i mentions i alone")
	} else if _, ok := sq.Coef(i); ok {
		t.Error("i*i is not linear in i")
	}
	// By a value that has been numbered ahead of w and by one behind it.
	pitch := b.Binary(ir.OpAdd, b.Binary(ir.OpMul, w, j), b.Binary(ir.OpAdd, w, b.Int(4)))
	wide := s.Of(pitch)
	for _, by := range []*ir.Value{i, b.Region.AddParam(ir.TI64, "behind")} {
		if c, ok := s.Of(b.Binary(ir.OpMul, by, pitch)).Coef(by); !ok || !c.Equal(wide) || !wide.Equal(c) || !c.Near(s.Sub(wide, Const(1))) || c.Equal(s.Sub(wide, Const(1))) {
			t.Errorf("%s has coefficient %v, not %v", by.Name, c, wide)
		}
	}
	twice := b.Binary(ir.OpMul, b.Binary(ir.OpAdd, w, b.Int(1)), b.Int(2))
	if !s.Of(twice).Equal(s.Add(s.Of(b.Binary(ir.OpShl, w, b.Const(ir.TU64, 1))), Const(2))) {
		t.Error("(w+1)*2 is w<<1 + 2")
	}
}

// TestValue compares polynomials of random expressions with the expressions, on random numbers.
func TestValue(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		b, vals := region(3)
		x := []int64{rnd.Int64(), rnd.Int64() % 100, rnd.Int64()}
		env := map[*ir.Value]int64{vals[0]: x[0], vals[1]: x[1], vals[2]: x[2]}
		for range 12 {
			p, q := vals[rnd.IntN(len(vals))], vals[rnd.IntN(len(vals))]
			var v *ir.Value
			switch rnd.IntN(5) {
			case 0:
				v = b.Binary(ir.OpAdd, p, q)
				env[v] = env[p] + env[q]
			case 1:
				v = b.Binary(ir.OpSub, p, q)
				env[v] = env[p] - env[q]
			case 2:
				v = b.Binary(ir.OpMul, p, q)
				env[v] = env[p] * env[q]
			case 3:
				v = b.Unary(ir.OpNeg, p)
				env[v] = -env[p]
			default:
				v = b.Int(rnd.Int64() % 9)
				env[v], _ = v.ConstInt()
			}
			vals = append(vals, v)
		}
		s := NewSpace()
		for _, v := range vals {
			sum := int64(0)
			for _, t := range s.Of(v).terms {
				prod := t.coef
				for _, f := range t.factors {
					prod *= env[f]
				}
				sum += prod
			}
			if sum != env[v] {
				t.Fatalf("a polynomial is %d, its value %d", sum, env[v])
			}
		}
	}
}
