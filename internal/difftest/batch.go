package difftest

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/ctarget"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/target"
)

// A C compiler takes a quarter of a second for next to nothing. So the kernels of many programs are compiled at once.

// batchSize is how many programs go into one text.
const batchSize = 16

// Compiler is the C compiler as a target, or says why there is none. Machine code is also compared with what less eager optimisation
// makes of the same text.
func Compiler(flags ...string) (*ctarget.Target, error) {
	return ctarget.New(ctarget.Options{Flags: flags})
}

// Source is a program to be compiled with others.
type Source struct {
	Entry  string
	Module *ir.Module // at the source level; or
	Func   *ir.Func   // at the residual level
}

// batched is what became of a program.
type batched struct {
	program *plan.Program
	err     error
}

// Batch compiles programs with the C compiler and makes a Target of them, which has no others. Progress, if not nil, is told now and then
// that something is being done. Programs without a kernel of the given sort are left out, if that is given.
func Batch(name string, t *ctarget.Target, opt pipeline.Options, sources []Source, sort func(k *ir.Func) bool, progress func(string)) Target {
	opt.Verify = true
	done := map[string]batched{}
	for at := 0; at < len(sources); at += batchSize {
		finished := tellOn(progress, fmt.Sprintf("%s: compiling programs from %d on", name, at))
		batch(t, opt, sources[at:min(at+batchSize, len(sources))], sort, done)
		finished()
	}
	return Target{Name: name, Options: opt, batch: done}
}

// patience is how long a C compiler may take for a text: gcc 12 takes half a minute for some functions of 1000 lines, on a busy machine, which must
// not be taken for a program that hangs.
const patience = 10 * time.Minute

// tellOn tells progress what is being done, every few seconds, until that is finished or has lasted too long.
func tellOn(progress func(string), what string) (finished func()) {
	if progress == nil {
		return func() {}
	}
	progress(what)
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(5 * time.Second)
		defer ticker.Stop()
		for begin := time.Now(); time.Since(begin) < patience; {
			select {
			case <-stop:
				return
			case <-ticker.C:
				progress(fmt.Sprintf("%s, for %.0f s", what, time.Since(begin).Seconds()))
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

func batch(t *ctarget.Target, opt pipeline.Options, sources []Source, sort func(k *ir.Func) bool, done map[string]batched) {
	lowered := map[string]*pipeline.Lowered{}
	var kernels []*ir.Func
	for _, s := range sources {
		l, err := s.lower(opt)
		if err == nil {
			_, err = cfamily.Print(cloneAll(l.Kernels), cfamily.C11)
		}
		switch {
		case err != nil:
			done[s.Entry] = batched{err: err}
		case sort == nil || slices.ContainsFunc(l.Kernels, sort):
			lowered[s.Entry] = l
			kernels = append(kernels, l.Kernels...)
		}
	}
	code, err := t.Compile(kernels, &target.Options{Verify: true})
	for entry, l := range lowered {
		b := batched{err: err}
		if err == nil {
			b.program, b.err = l.Link(code)
		}
		done[entry] = b
	}
}

func (s *Source) lower(opt pipeline.Options) (l *pipeline.Lowered, err error) {
	defer pass.Catch(&err)
	if s.Func != nil {
		return pipeline.LowerResidual(s.Func.Clone(), opt)
	}
	return pipeline.Lower(s.Module, s.Entry, opt)
}

func cloneAll(fs []*ir.Func) []*ir.Func {
	out := make([]*ir.Func, len(fs))
	for i, f := range fs {
		out[i] = f.Clone()
	}
	return out
}

// run is the Runner of a program of the batch.
func (b batched) run(fn reflect.Type) (Runner, error) {
	if b.err != nil {
		return nil, b.err
	}
	p := watched(b.program)
	return func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, fn, args) }, nil
}

// cTargets compiles units with the C compiler: all without FMA, one in so many as users have it and the others more quickly, and those that
// fuse operations with FMA, more quickly.
func cTargets(units map[string]Unit, names []string, eager int, progress func(string)) []Target {
	if len(names) == 0 {
		return nil
	}
	full, err := Compiler()
	if err != nil {
		fmt.Fprintf(os.Stderr, "SKIPPED: the c target: %v\n", err)
		return nil
	}
	quick, err := Compiler("-O1")
	if err != nil {
		return nil
	}
	var eagerly, quickly []Source
	for i, name := range names {
		u := units[name]
		if u.Reasons != "" {
			continue
		}
		m, err := ir.Parse(u.Text)
		if err != nil {
			continue // that is reported where the other targets meet it
		}
		if s := (Source{Entry: u.Entry, Module: m}); eager > 0 && (uint64(i)+seeds.First())%uint64(eager) == 0 {
			eagerly = append(eagerly, s)
		} else {
			quickly = append(quickly, s)
		}
	}
	return []Target{
		Batch("c", full, pipeline.Options{}, eagerly, nil, progress),
		Batch("c -O1", quick, pipeline.Options{}, quickly, nil, progress),
		Batch("c -O1 fma", quick, pipeline.Options{FMA: true}, slices.Concat(eagerly, quickly), fuses, progress),
	}
}

func fuses(k *ir.Func) bool { return strings.Contains(k.String(), "= fma ") }
