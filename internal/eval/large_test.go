package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
)

// largeSource is a function for each thing that can be done with an array as a whole.
const largeSource = `package large

type record struct { n int; a [N]uint8 }

type pair struct { x, y float32 }

func Copied(n int, x []uint8) {
	var a [N]uint8
	c := a
	for i := range n { c[x[i]]++; a[i%N] ^= c[i*3%N] }
	for i := range n { x[i] = a[i%N] }
}

func Records(n int, x []uint8) {
	var r record
	q := r
	for i := range n { q.a[x[i]]++; q.n++ }
	r = q
	for i := range n { x[i] = r.a[i%N] + uint8(r.n) }
}

func passed(a [N]uint8, n int) [N]uint8 {
	for i := range n { a[i]++ }
	return a
}

func Passed(n int, x []uint8) {
	var a [N]uint8
	b := passed(a, n)
	b = passed(b, n)
	for i := range n { x[i] = a[i] + b[i] }
}

func chosen(c bool, a, b [N]uint8) [N]uint8 {
	if c { return a }
	return b
}

func Chosen(n int, x []uint8) {
	var a, b [N]uint8
	for i := range n { b[i] = x[i] }
	d := chosen(n > 3, a, b)
	if n > 5 { a = d } else { b = [N]uint8{2: 1} }
	for i := range n { x[i] = d[i] + a[i] + b[i] }
}

func Ranged(n int, x []uint8) {
	var a [N]uint8
	for i := range n { a[i] = x[i] }
	s := uint8(0)
	for i, v := range a { s += v; a[(i+1)%N] = s }
	x[0] = s
}

func Swapped(n int, x []uint8) {
	var a, b [N]uint8
	for i := range n { b[i] = x[i] }
	a, b = b, a
	for i := range n { x[i] = a[i] + 2*b[i] }
}

func Compared(n int, x []uint8) {
	var a, b [N]uint8
	for i := range n { b[i] = x[i] }
	if a == b { x[0] = 1 }
}

func Nested(n int, x []uint8) {
	var a, b [4][N]uint8
	for i := range n { a[i%4][x[i]]++ }
	b = a
	b[n%4] = a[3]
	row := b[1]
	b[2] = row
	for i := range n { x[i] = b[i%4][i] }
}

func Pairs(n int, x []uint8) {
	var a [N]pair
	for i := range n { a[i].x += float32(x[i]) }
	b := a
	a[3] = b[n]
	a = b
	for i := range n { x[i] = uint8(a[i].x + b[i].y) }
}

func Literal(n int, x []uint8) {
	a := [N]uint8{3: 5, N - 1: 7}
	for i := range n { a[x[i]]++ }
	for i := range n { x[i] = a[i] }
}

func Known(n int, x []uint8) {
	var a [N]uint8
	a[0], a[N-1] = 1, x[0]
	b := a
	b[1]++
	a = b
	x[0] = a[0] + b[N-1]
}

var grid = func() (t [N/512 + 2][32]uint8) {
	for i := range t {
		for j := range t[i] { t[i][j] = uint8(i*j + i) }
	}
	return t
}()

func Grid(n int, x []uint8) {
	for i := range n { x[i] += grid[n%(N/512+2)][x[i]%32] }
}

func GridRow(n int, x []uint8) {
	row := grid[n%(N/512+2)][:20]
	for i := range n { x[i] += row[x[i]%16] }
}

func GridCopy(n int, x []uint8) {
	own := grid
	own[n%(N/512+2)][x[0]%32]++
	for i := range n { x[i] = own[i%(N/512+2)][x[i]%32] }
}
`

// TestLargeArrays: what arrays need of the residual program does not depend on their length.
func TestLargeArrays(t *testing.T) {
	sizes := map[string][2]int{}
	for k, n := range []int{64, 1 << 16} {
		for name, ops := range residualSizes(t, n) {
			s := sizes[name]
			s[k] = ops
			sizes[name] = s
		}
	}
	for name, s := range sizes {
		t.Logf("%s: %d ops with 64 components, %d with 65536", name, s[0], s[1])
		if s[0] == 0 || s[1] > 300 {
			t.Errorf("%s: %d ops with 64 components, %d with 65536", name, s[0], s[1])
		}
	}
	if len(sizes) < 14 {
		t.Errorf("%d functions", len(sizes))
	}
}

// residualSizes counts the ops of largeSource's functions for arrays of n components.
func residualSizes(t *testing.T, n int) map[string]int {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module large\n\ngo 1.26\n", "large.go": largeSource + fmt.Sprintf("\nconst N = %d\n", n)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := source.Load(dir, []string{"large"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, fn := range exported(p.Package("large").Types.Scope()) {
		m, reasons := p.Translate(fn)
		if m == nil {
			t.Fatalf("%s: %v", fn.Name(), reasons)
		}
		res, err := eval.Specialize(m, m.Funcs[0].Name, eval.Options{})
		if err != nil {
			t.Fatalf("%s: %v", fn.Name(), err)
		}
		if err := ir.Verify(res, ir.Residual); err != nil {
			t.Fatalf("%s: %v", fn.Name(), err)
		}
		ops := 0
		for _, f := range res.Funcs {
			f.Body.Walk(func(o *ir.Op) bool { ops++; return true })
		}
		out[strings.ToLower(fn.Name())] = ops
	}
	return out
}
