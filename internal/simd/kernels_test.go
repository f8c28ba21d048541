package simd_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/simd"
)

// kernels are functions of the residual level, or of the loops level with their kernels, by name. Parameters named n, m are extents;
// other scalars and the elements of slices are random; slices have n+8 elements, but those whose names begin with "big" have more.
// A body without "func" stands for a residual function with the usual parameters.
var kernels = map[string]string{}

const usual = `func @f(%n: i64, %m: i64, %k: i64, %flag: bool, %s: f64, %x: []f64, %y: []f64, %i: []i64, %j: []i32, %w: []i32, %v: []f32, %b: []u8, %p: []bool, %big: []f64,
  %rec: []{a: i8, b: f32, c: [3]i16, d: u8}, %grid: []{u: [2][3]f64, t: i32}) -> () {
`

// extents that leave some lanes off in every way there is.
var extents = []int{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200}

func arguments(f *ir.Func, n int, r *rand.Rand) []any {
	var out []any
	for _, p := range f.Body.Params {
		t := irtest.GoType(p.Type)
		switch {
		case p.Name == "n":
			out = append(out, int64(n))
		case p.Name == "m":
			out = append(out, int64(r.IntN(6)))
		case p.Type.Kind == ir.Slice:
			size := n + 8
			if strings.HasPrefix(p.Name, "big") {
				size = 6*n + 64
			}
			s := reflect.MakeSlice(t, size, size)
			for i := range size {
				irtest.Fill(r, s.Index(i))
			}
			out = append(out, s.Interface())
		default:
			v := reflect.New(t).Elem()
			irtest.Fill(r, v)
			out = append(out, v.Interface())
		}
	}
	return out
}

// runners makes every way to run the function there is; the first is the reference.
func runners(m *ir.Module) (names []string, runs []difftest.Runner, notes []simd.Note, err error) {
	level := ir.Residual
	if len(m.Funcs) > 1 {
		level = ir.Loops
	}
	if err := ir.Verify(m, level); err != nil {
		return nil, nil, nil, err
	}
	f := m.Funcs[0]
	names, runs = []string{"interpreter"}, []difftest.Runner{irtest.Interpreted(m)}
	if level == ir.Residual {
		runs[0] = irtest.Residual(f)
		s, err := irtest.Scheduled(f)
		if err != nil {
			return nil, nil, nil, err
		}
		names, runs = append(names, "loops"), append(runs, s)
	}
	for _, o := range machines {
		var l *irtest.Lowered
		if level == ir.Residual {
			l, err = irtest.Lower(f, o)
		} else {
			l, err = irtest.LowerKernels(m.Clone(), o)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		run, err := l.Runner()
		if err != nil {
			return nil, nil, nil, err
		}
		if !o.Scalar {
			for _, k := range l.Kernels {
				notes = append(notes, k.Notes...)
			}
			for _, why := range l.Scalar {
				if why != nil {
					notes = append(notes, simd.Note{Text: "scalar: " + why.Error()})
				}
			}
		}
		names, runs = append(names, fmt.Sprintf("%+v", o)), append(runs, run)
	}
	return names, runs, notes, nil
}

func parse(t *testing.T, text string) *ir.Module {
	t.Helper()
	if !strings.Contains(text, "func @") {
		text = usual + text + "\nreturn\n}"
	}
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

// TestKernels runs the kernels on all extents. Some of a kernel's panics are right, too: they must be the same.
func TestKernels(t *testing.T) {
	for name, text := range kernels {
		t.Run(name, func(t *testing.T) {
			m := parse(t, text)
			names, runs, notes, err := runners(m)
			if err != nil {
				t.Fatalf("%v\n%s", err, m)
			}
			for _, n := range notes {
				t.Log(n.Text)
				if strings.Contains(n.Text, "not in lanes") || strings.HasPrefix(n.Text, "scalar") {
					if !strings.Contains(name, "scalar") {
						t.Errorf("not in lanes: %s", n.Text)
					}
				}
			}
			fine, panics := 0, map[string]bool{}
			for _, n := range extents {
				for seed := range uint64(3) {
					args := arguments(m.Funcs[0], n, rand.New(rand.NewPCG(seed, uint64(n))))
					want := difftest.Run(runs[0], args, &difftest.Memory{})
					if want.Panic != nil {
						panics[fmt.Sprint(want.Panic)] = true
					} else {
						fine++
					}
					for i, run := range runs[1:] {
						if d := difftest.Diff(want, difftest.Run(run, args, &difftest.Memory{}), 0); d != "" {
							t.Fatalf("n = %d, seed %d, %s: %s", n, seed, names[i+1], d)
						}
					}
				}
			}
			if strings.Contains(name, "panic") != (len(panics) > 0) || fine < 6 {
				t.Errorf("%d runs without a panic, panics: %v", fine, panics)
			}
		})
	}
}
