//go:build unix

package difftest_test

import (
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/testdata/programs"
)

// TestStores looks at what the programs of the corpus store to. In lanes, interpreted, that is nothing that the residual program doesn't store to,
// whatever it holds; and machine code can do with slices in read-only memory, if plain Go can.
func TestStores(t *testing.T) {
	report(t, runCorpus(t, corpusRun{
		work: func(c programs.Case, u difftest.Unit, e difftest.Effort) []string {
			return stores(c, u, e.Targets[int(seeds.Pick(c.Name, 4))%len(e.Targets)])
		},
		takes: func(c programs.Case) bool { return c.Plain == "" && inShare("stores", c, 2) },
	}))
}

// stores lists what is wrong with a program.
func stores(c programs.Case, u difftest.Unit, target difftest.Target) (failures []string) {
	fail := func(format string, args ...any) { failures = append(failures, fmt.Sprintf(format, args...)) }
	noted := &irtest.Stores{}
	m, err := ir.Parse(u.Text)
	if err != nil {
		return []string{err.Error()}
	}
	run, err := target.Compile(m, u.Entry, reflect.TypeOf(c.Fn))
	if err != nil {
		return []string{err.Error()}
	}
	residual, lanes, steps, err := noting(m, u.Entry, target.Options.ISA, reflect.TypeOf(c.Fn), noted)
	if err != nil {
		return []string{err.Error()}
	}
	for _, size := range []int{0, 1, 33, 1000} {
		if c.MaxSize != 0 {
			size = min(size, c.MaxSize)
		}
		var args []any
		var want difftest.Outcome
		var stored [][]bool
		r := rand.New(rand.NewSource(int64(hash(c.Name))))
		for tries := 8; tries >= 0 && (args == nil || eval.Endless(want.Panic)); tries-- { // short inputs, if there are any
			*steps = min(int64(tries), 1) * 1_000_000
			args = c.Inputs(r, size)
			want, stored = noted.Run(residual, args, &difftest.Memory{})
		}
		if want.Panic == nil { // else parallel iterations behind the one that fails may have run
			_, also := noted.Run(lanes, args, &difftest.Memory{})
			if d := irtest.Beyond(stored, also); d != "" {
				fail("size %d: in lanes for %v: %s", size, target.Options.ISA, d)
			}
		}
		mem := &difftest.Memory{Guard: difftest.GuardAfter}
		got := difftest.Run(func(args []reflect.Value) []reflect.Value {
			unprotect, err := protect(args, stored)
			defer unprotect()
			if err != nil {
				fail("%v", err)
			}
			return run(args)
		}, args, mem)
		if (got.Panic == nil) != (want.Panic == nil) {
			fail("size %d: on read-only memory: panic %v, want %v", size, got.Panic, want.Panic)
		}
		mem.Reset()
	}
	return failures
}

// protect makes the memory read-only of slices among the arguments that are not stored to, nor what they overlap, until unprotect is called.
func protect(args []reflect.Value, stored [][]bool) (unprotect func(), err error) {
	var all, written [][]byte
	for _, a := range args {
		if a.Kind() != reflect.Slice || a.Cap() == 0 || a.Type().Elem().Size() == 0 {
			continue
		}
		page := uintptr(os.Getpagesize())
		first := a.Pointer() &^ (page - 1)
		end := (a.Pointer() + uintptr(a.Cap())*a.Type().Elem().Size() + page - 1) &^ (page - 1)
		pages := unsafe.Slice((*byte)(unsafe.Add(a.UnsafePointer(), -int(a.Pointer()-first))), end-first)
		if slices.Contains(stored[0], true) || difftest.HasPointers(a.Type().Elem()) {
			written = append(written, pages)
		} else {
			all = append(all, pages)
		}
		stored = stored[1:]
	}
	all = slices.DeleteFunc(all, func(b []byte) bool {
		return slices.ContainsFunc(written, func(w []byte) bool { return overlap(b, w) })
	})
	for _, pages := range all {
		if e := unix.Mprotect(pages, unix.PROT_READ); e != nil {
			err = e
		}
	}
	return func() {
		for _, pages := range all {
			if e := unix.Mprotect(pages, unix.PROT_READ|unix.PROT_WRITE); e != nil {
				panic(e)
			}
		}
	}, err
}

// overlap reports that two pieces of memory have some in common.
func overlap(a, b []byte) bool {
	first, second := uintptr(unsafe.Pointer(unsafe.SliceData(a))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return first < second+uintptr(len(b)) && second < first+uintptr(len(a))
}

// noting gives two ways to run a program that note their stores: the residual program, which can be given a number of steps, and what becomes of it in lanes, both
// interpreted.
func noting(m *ir.Module, entry string, isa rt.ISA, fn reflect.Type, stores *irtest.Stores) (residual, lanes difftest.Runner, steps *int64, err error) {
	r, err := eval.Specialize(m, entry, eval.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	x := eval.New(r)
	x.Stored = stores.Note
	residual = func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }
	p, err := pipeline.Lower(m, entry, pipeline.Options{ISA: isa, Always: true, Verify: true})
	if err != nil {
		return nil, nil, nil, err
	}
	target := simd.Options{Machine: machine.Host(isa).With(machine.Forced{Always: true}), ScratchBytes: rt.ScratchBytes}
	l, err := irtest.LowerKernels(&ir.Module{Funcs: append([]*ir.Func{p.Host}, p.Kernels...)}, target)
	if err != nil {
		return nil, nil, nil, err
	}
	l.Type = fn
	lanes, err = l.Runner(stores)
	return residual, lanes, &x.Steps, err
}
