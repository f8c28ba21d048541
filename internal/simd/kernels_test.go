package simd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
)

// runners makes every way to run the kernel; the first is the reference.
func runners(k *irtest.Kernel, stores *irtest.Stores) (names []string, runs []difftest.Runner, notes []ir.Note, err error) {
	f := k.Module.Funcs[0]
	names, runs = []string{"interpreter"}, []difftest.Runner{irtest.Interpreted(k.Module, stores)}
	if k.Level == ir.Residual {
		runs[0] = irtest.Residual(f, stores)
		s, err := irtest.Scheduled(f, stores)
		if err != nil {
			return nil, nil, nil, err
		}
		names, runs = append(names, "loops"), append(runs, s)
	}
	for _, machine := range machines {
		var l *irtest.Lowered
		if k.Level == ir.Residual {
			l, err = irtest.Lower(f, machine)
		} else {
			l, err = irtest.LowerKernels(k.Module.Clone(), machine)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		run, err := l.Runner(stores)
		if err != nil {
			return nil, nil, nil, err
		}
		for i, lk := range l.Kernels {
			if !machine.Scalar {
				notes = append(notes, lk.Notes...)
			}
			if why := l.Scalar[i]; why != nil {
				notes = append(notes, ir.Note{Text: "not in lanes: " + why.Error()})
			}
		}
		names, runs = append(names, fmt.Sprintf("%+v", machine)), append(runs, run)
	}
	return names, runs, notes, nil
}

// TestKernels runs the kernels on all extents; where one panics, the panic must be the same, where none does, what is stored to.
func TestKernels(t *testing.T) {
	for _, k := range irtest.Kernels(t) {
		t.Run(k.Name, func(t *testing.T) {
			stores := &irtest.Stores{}
			names, runs, notes, err := runners(&k, stores)
			if err != nil {
				t.Fatalf("%v\n%s", err, k.Module)
			}
			scalar := false
			for _, n := range notes {
				t.Log(n.Text)
				scalar = scalar || strings.Contains(n.Text, "not in lanes")
			}
			if scalar != k.Scalar {
				t.Errorf("scalar code: %v, want %v", scalar, k.Scalar)
			}
			fine, panics := 0, 0
			for _, n := range irtest.Extents {
				for seed := range uint64(3) {
					args := k.Args(n, seed)
					want, stored := stores.Run(runs[0], args, &difftest.Memory{})
					if want.Panic != nil {
						panics++
					} else {
						fine++
					}
					for i, run := range runs[1:] {
						got, also := stores.Run(run, args, &difftest.Memory{})
						d := difftest.Diff(want, got, 0)
						if d == "" && want.Panic == nil {
							d = irtest.Beyond(stored, also)
						}
						if d != "" {
							t.Fatalf("n = %d, seed %d, %s: %s", n, seed, names[i+1], d)
						}
					}
				}
			}
			if k.Panics != (panics > 0) || fine < 6 {
				t.Errorf("%d runs without a panic, %d with one", fine, panics)
			}
		})
	}
}

// TestNarrow looks at how many lanes there are where 64-bit integers only number narrow elements.
func TestNarrow(t *testing.T) {
	want := map[string]int{
		"narrow: lanes of 32 bits only":               16,
		"narrow: bytes through a table in memory":     16,
		"narrow: steps that pass the ends of 32 bits": 16,
		"mixed widths: bytes to doubles and back":     8,
		"checks: a slice's bounds, hoisted, panic":    16,
	}
	for _, k := range irtest.Kernels(t) {
		lanes, ok := want[k.Name]
		if !ok {
			continue
		}
		delete(want, k.Name)
		l, err := irtest.Lower(k.Module.Funcs[0], machines[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Kernels[0].Lanes; got != lanes {
			t.Errorf("%s: %d lanes, want %d\n%s", k.Name, got, lanes, l.Kernels[0].Func)
		}
	}
	if len(want) > 0 {
		t.Errorf("no kernels %v", want)
	}
}
