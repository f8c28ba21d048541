// Package pipeline is the one list of what happens to a function between the front end and the machine. A pass is a line in passes.go.
package pipeline

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/jit"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/target"
)

// Options choose the target.
type Options struct {
	FMA    bool          // fuse multiplications and additions
	Target target.Target // nil: machine code for this machine, with the following options

	ISA      rt.ISA
	Scalar   bool // no vectors: what lanes would compute, one at a time
	Always   bool // vectors also where scalar code is thought to be quicker, and what large data and long bodies would meet: for tests
	Verify   bool // check the IR's level after every pass, not only at the end; an internal error is one, whatever could stand in
	DontLoad bool // generate code but don't load it: Program is nil
	Listing  bool // keep the text of the machine code
	Gain     bool // what gains nothing stays plain Go: the error is a *NothingToGain

	// Late, if not nil, has kernels that stand in where a guard fails compiled when that happens for the first time.
	Late *Late

	rare bool // of the kernels, make those that have waited

	// Dump, if not nil, is told each stage of each function or kernel; the text is made only if asked for.
	Dump func(stage, name string, text func() string)

	// Scheduled, if not nil, is told the module when it has come to the loops level.
	Scheduled func(m *ir.Module)

	// Choose, if not nil, chooses the schedules of nests, see sched.Hooks.
	Choose func(n *sched.Nest) bool

	// Nests, if not nil, is told the nests of loops as they are when their schedules are chosen, each as a kernel that has been through the passes for kernels.
	Nests func(nest *ir.Func)
}

// device is the machine that kernels are made for.
func (o *Options) device() *machine.Desc {
	d := machine.Host(max(o.ISA, rt.AVX2))
	if o.Always {
		d = d.With(large)
	}
	return d
}

// large is what large data and long bodies would meet.
var large = machine.Forced{Always: true, TileBytes: 1 << 10, SweepBytes: 2 << 10, PackBytes: 8 << 10, RoundBlocks: 2, Strip: 12}

// machine is what schedules depend on.
func (o *Options) machine() *machine.Desc {
	switch {
	case o.Scalar:
		return machine.Host(rt.NoISA)
	case o.ISA == rt.NoISA: // another target's compiler makes vectors
		return machine.Compiler()
	}
	return o.device()
}

// Compiled is a function ready to run.
type Compiled struct {
	Program *plan.Program
	Machine string       // what it was compiled for
	Kernels []jit.Kernel // of machine code for this machine
	Notes   []ir.Note
	// Internal are the compiler's own mistakes for which slower code stands in. Such code is right, but each is a bug.
	Internal []error
	// Plain is why the function had better stay plain Go, a *NothingToGain or *Leaves, or nil.
	Plain error
	// Left says where the plain function is called in place of a branch, and why. These are among the Notes, too.
	Left []ir.Note

	Time  time.Duration // from source-level IR to code in memory
	Bytes int           // of machine code
}

// Compile takes the function named entry of m, at the source level, all the way. The error is the reason why it stays plain Go.
// Mistakes of the compiler are a pass.InternalError.
func Compile(m *ir.Module, entry string, opt Options) (c *Compiled, err error) {
	defer pass.Catch(&err)
	if !opt.waits() {
		opt.Late = nil
	}
	l, err := Lower(m, entry, opt)
	if err != nil {
		return nil, err
	}
	return l.compile()
}

// CompileResidual is Compile from the residual level on, for tests. f is consumed, and no kernel waits.
func CompileResidual(f *ir.Func, opt Options) (c *Compiled, err error) {
	defer pass.Catch(&err)
	opt.Late = nil
	l, err := LowerResidual(f, opt)
	if err != nil {
		return nil, err
	}
	return l.compile()
}

// Lowered is a function at the loops level, where targets take over.
type Lowered struct {
	Host    *ir.Func
	Kernels []*ir.Func
	Notes   []ir.Note

	opt   Options
	late  map[string]*plan.Kernel // those of the function's kernels that are not among Kernels, since they are compiled later
	start time.Time
	again func(opt Options) (*Lowered, error) // does the same once more
	gains sync.Map                            // by names of functions, the pass.Gain of what has been changed in them
	plain error                               // see Compiled

	left        []ir.Note // see Compiled
	oneCore     ir.Pos    // see sched.Result
	bare        ir.Pos
	interpreted *NothingToGain
	bounds      map[string]plan.Bounds // of kernels
}

// Lower takes the function named entry of m, at the source level, to the loops level.
func Lower(m *ir.Module, entry string, opt Options) (*Lowered, error) {
	l := newLowered(entry, opt)
	l.again = func(opt Options) (*Lowered, error) { return Lower(m, entry, opt) }
	l.dump("source", entry, m.String)
	residual, err := eval.Specialize(m, entry, eval.Options{})
	if err != nil {
		return nil, err
	}
	l.dump("eval", entry, residual.String)
	if err := asLoops(residual, entry); err != nil {
		return nil, err
	}
	l.dump("recursion", entry, residual.String)
	spilled := inMemory(residual.Func(entry))
	if err := l.residual(residual.Func(entry)); err != nil {
		return nil, err
	}
	switch {
	case l.interpreted != nil:
		l.plain = l.interpreted
	case startsGoroutines(m) && !l.onCores():
		l.plain = &NothingToGain{cmp.Or(l.oneCore, m.Func(entry).Pos), "plain Go uses several cores here, and compiled code would use one"}
	case startsGoroutines(m) && l.bare.Line > 0:
		l.plain = &NothingToGain{l.bare, "plain Go uses several cores here, too"}
	case !l.gain() && (!l.evaluatedAway(m, spilled) || callsForeign(l.Host)):
		l.plain = cmp.Or[error](left(m), &NothingToGain{Pos: m.Func(entry).Pos})
	}
	if l.plain != nil && opt.Gain {
		return nil, l.plain
	}
	if err := uncallable(l.Host); err != nil {
		if l.plain != nil {
			return nil, l.plain
		}
		return nil, err
	}
	return l, nil
}

// asLoops makes loops of the recursive functions among those of a residual module, of which only the entry function is left.
func asLoops(m *ir.Module, entry string) error { return opt.Recursion(m, entry) }

// LowerResidual is Lower from the residual level on, for tests. f is consumed.
func LowerResidual(f *ir.Func, opt Options) (*Lowered, error) {
	l := newLowered(f.Name, opt)
	spare := f.Clone()
	l.again = func(opt Options) (*Lowered, error) { return LowerResidual(spare, opt) }
	return l, l.residual(f)
}

// lowerAgain gives the kernels as they were before a target changed them, for what seldom comes: making them once more takes nothing until then.
func (l *Lowered) lowerAgain() []*ir.Func {
	opt := l.opt
	opt.Dump, opt.Scheduled, opt.Nests, opt.Gain = func(string, string, func() string) {}, nil, nil, false
	same, err := l.again(opt)
	if err != nil {
		panic(err) // it could be done before
	}
	return same.Kernels
}

func newLowered(entry string, opt Options) *Lowered {
	if opt.Dump == nil {
		opt.Dump = dumpFromEnv(entry)
	}
	opt.Verify = opt.Verify || pass.Strict()
	return &Lowered{opt: opt, start: time.Now()}
}

// residual takes a residual function to the loops level.
func (l *Lowered) residual(f *ir.Func) error {
	entry := f.Name
	if err := leave(f); err != nil {
		return err
	}
	l.left = leftNotes(f)
	l.Notes = append(l.Notes, l.left...)
	passes := optPasses
	explained := map[ir.Pos]bool{}
	if l.opt.Scheduled != nil { // somebody wants to know
		k := slices.IndexFunc(passes, func(p pass.Pass) bool { return p.Name == "keeps" })
		passes = slices.Insert(slices.Clone(passes), k, pass.Pass{Name: "why", Run: func(f *ir.Func) bool {
			l.keptNotes(f, explained)
			return false
		}})
	}
	if err := l.passes("opt", passes, f, ir.Residual); err != nil {
		return err
	}
	if l.opt.Scheduled != nil {
		l.fusionNotes(f, explained)
	}
	if err := blocks(f); err != nil {
		return err
	}
	l.interpreted = interpreted(f)
	s, err := l.schedule(f)
	if err != nil {
		return err
	}
	if err := l.passes("host", hostPasses, s.Module.Funcs[0], ir.Loops); err != nil {
		return err
	}
	l.Notes = append(l.Notes, s.Notes...)
	l.oneCore, l.bare = s.OneCore, s.Bare
	l.dump("sched", entry, s.Module.String)
	if l.opt.Scheduled != nil {
		l.opt.Scheduled(s.Module)
	}
	l.Host, l.Kernels = s.Module.Funcs[0], s.Module.Funcs[1:]
	l.divide()
	if err := l.opt.runner().Check("sched", s.Module, ir.Loops); err != nil {
		return err
	}
	l.bounds = map[string]plan.Bounds{}
	for _, k := range l.Kernels {
		l.bounds[k.Name] = plan.BoundsOf(k)
	}
	return l.opt.runner().Each(l.Kernels, func(_ int, k *ir.Func) error { return l.passes("loops", loopPasses, k, ir.Loops) })
}

// keptNotes says of what keeps values what it is one loop with, and what not, and why, while it is still seen to do so. It gives the places that this is about.
func (l *Lowered) keptNotes(f *ir.Func, explained map[ir.Pos]bool) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti && o.Note() != "" {
			l.Notes = append(l.Notes, ir.Note{Pos: o.Pos, Text: o.Note()})
		}
		if o.Kind == ir.OpKeep {
			explained[o.Multi().Pos] = true
		}
		return true
	})
	for _, u := range opt.WhyUnfused(f) {
		if explained[u.First.Pos] || explained[u.Second.Pos] {
			l.unfused(u)
		}
	}
}

// fusionNotes says of which loops nothing but a guard tells that they may be one, and of others why they are not.
func (l *Lowered) fusionNotes(f *ir.Func, explained map[ir.Pos]bool) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpIf && o.Mode == ir.Guarded {
			text := cmp.Or(o.Note(), "one loop with what follows where slices that are given share no memory and no index is out of range; else as written")
			l.Notes = append(l.Notes, ir.Note{Pos: o.Pos, Text: text})
		}
		return o.Kind != ir.OpMulti
	})
	for _, u := range opt.WhyUnfused(f) {
		if !explained[u.First.Pos] && !explained[u.Second.Pos] {
			l.unfused(u)
		}
	}
}

func (l *Lowered) unfused(u opt.Unfused) {
	l.Notes = append(l.Notes, ir.Note{Pos: u.Second.Pos, Text: fmt.Sprintf("not one loop with that at %s: %s", u.First.Pos, u.Why)})
}

// schedule takes a function to the loops level.
func (l *Lowered) schedule(f *ir.Func) (*sched.Result, error) {
	var failed error
	hooks := sched.Hooks{Choose: l.opt.Choose, Estimates: l.opt.Scheduled != nil}
	fromEnv, wrong := scheduleFromEnv(f.Name)
	if hooks.Choose == nil && fromEnv != nil {
		hooks.Choose = fromEnv.choose
	}
	if l.opt.Nests != nil {
		hooks.Record = func(nest *ir.Func) {
			if err := l.passes("nest", loopPasses, nest, ir.Loops); err != nil {
				failed = err
				return
			}
			l.opt.Nests(nest)
		}
	}
	pos := f.Pos
	s, err := sched.LowerWith(f, l.opt.machine(), hooks)
	if err == nil && wrong == nil {
		wrong = fromEnv.unused(len(s.Nests))
	}
	if wrong != nil {
		wrong = &sched.Error{Pos: pos, Msg: wrong.Error()}
	}
	return s, cmp.Or(wrong, err, failed)
}

// jit is the target that makes machine code for this machine.
func (l *Lowered) jit(made func(k jit.Kernel)) *jit.Target {
	again := sync.OnceValue(l.lowerAgain)
	return &jit.Target{Machine: l.opt.device(), Steps: laneSteps, Passes: lanePasses, Scalar: l.opt.Scalar, Listing: l.opt.Listing, Late: l.opt.rare, Made: made,
		Fresh: func(i int) *ir.Func { return again()[i].Clone() }}
}

// compile has the target compile the kernels.
func (l *Lowered) compile() (*Compiled, error) {
	out := &Compiled{}
	t := l.opt.Target
	if t == nil {
		t = l.jit(func(k jit.Kernel) { out.Kernels = append(out.Kernels, k) })
	}
	code, err := t.Compile(l.Kernels, &target.Options{DontLoad: l.opt.DontLoad, Verify: l.opt.Verify, Dump: l.opt.Dump})
	if err != nil {
		return nil, err
	}
	out.Machine, out.Bytes, out.Notes = code.Machine, code.Bytes, append(l.Notes, code.Notes...)
	out.Internal, out.Plain, out.Left = code.Internal, l.plain, l.left
	maps.Copy(code.Kernels, l.late)
	if !l.opt.DontLoad {
		if out.Program, err = l.Link(code); err != nil {
			return nil, pass.Internal(err)
		}
	}
	out.Time = time.Since(l.start)
	return out, nil
}

// Link makes a program of the host function and what a target has made of the kernels.
func (l *Lowered) Link(code *target.Code) (*plan.Program, error) {
	for name, b := range l.bounds {
		if k := code.Kernels[name]; k != nil {
			k.Bounds = b
		}
	}
	return plan.New(l.Host, code.Kernels)
}

// passes runs a list of passes over a function.
func (l *Lowered) passes(stage string, list []pass.Pass, f *ir.Func, level ir.Level) error {
	gains, err := l.opt.runner().Run(stage, list, f, level)
	if before, _ := l.gains.Load(f.Name); gains > pass.None && before != pass.Much && !f.Rare { // see gain
		l.gains.Store(f.Name, gains)
	}
	return err
}

// runner runs passes for the target.
func (o *Options) runner() *pass.Runner {
	return &pass.Runner{Machine: o.machine(), FMA: o.FMA, Verify: o.Verify, Dump: o.Dump}
}

func (l *Lowered) dump(stage, name string, text func() string) {
	l.opt.runner().Dumped(stage, name, text)
}

// dumpFromEnv serves HONE_DUMP=func:pass: the IR of the functions whose name ends in func after the passes whose name begins with pass
// goes to stderr. Without a pass, every stage.
func dumpFromEnv(entry string) func(string, string, func() string) {
	want := os.Getenv("HONE_DUMP")
	if want == "" {
		return nil
	}
	name, stage, _ := strings.Cut(want, ":")
	if !strings.HasSuffix(entry, name) {
		return nil
	}
	return func(s, n string, text func() string) {
		if strings.HasPrefix(s, stage) {
			fmt.Fprintf(os.Stderr, "// %s: after %s\n%s\n", n, s, text())
		}
	}
}

// Simplify has the passes for kernels run over one that was changed.
func Simplify(k *ir.Func) error {
	_, err := (&Options{Verify: true}).runner().Run("nest", loopPasses, k, ir.Loops)
	return err
}
