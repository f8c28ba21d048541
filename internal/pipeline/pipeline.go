// Package pipeline is the one list of what happens to a function between the front end and the machine. A pass is a line in passes.go.
package pipeline

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/internal/x86"
)

// ScratchBytes is the private memory of a kernel's call on the goroutine's stack; a quarter of it is left to the register allocator.
const scratchBytes = rt.ScratchBytes * 3 / 4

// Options choose the target.
type Options struct {
	ISA      rt.ISA
	FMA      bool // fuse multiplications and additions
	Scalar   bool // no vectors: what lanes would compute, one at a time
	Always   bool // vectors also where scalar code is thought to be quicker: for tests
	Verify   bool // check the IR's level after every pass
	DontLoad bool // generate code but don't load it: Program is nil
	Listing  bool // keep the text of the machine code

	// Dump, if not nil, is told each stage of each function or kernel; the text is made only if asked for.
	Dump func(stage, name string, text func() string)
}

// Note is a remark for explain.
type Note struct {
	Pos    ir.Pos
	Kernel string
	Text   string
}

// Kernel is a compiled kernel.
type Kernel struct {
	Name  string
	Code  *x86.Code
	Sites []simd.Site
	Lanes int
}

// Compiled is a function ready to run.
type Compiled struct {
	Program *plan.Program
	Kernels []Kernel
	Notes   []Note
	Time    time.Duration // from source-level IR to code in memory
	Bytes   int           // of machine code
}

// Compile takes the function named entry of m, at the source level, all the way. The error is the reason why it stays plain Go.
func Compile(m *ir.Module, entry string, opt Options) (*Compiled, error) {
	return run(entry, opt, func(c *compilation) error {
		c.dump("source", entry, m.String)
		residual, err := eval.Specialize(m, entry, eval.Options{})
		if err != nil {
			return err
		}
		c.dump("eval", entry, residual.String)
		return c.residual(residual.Func(entry))
	})
}

// CompileResidual is Compile from the residual level on, for tests. f is consumed.
func CompileResidual(f *ir.Func, opt Options) (*Compiled, error) {
	return run(f.Name, opt, func(c *compilation) error { return c.residual(f) })
}

func run(entry string, opt Options, compile func(*compilation) error) (*Compiled, error) {
	start := time.Now()
	if opt.Dump == nil {
		opt.Dump = dumpFromEnv(entry)
	}
	c := &compilation{opt: opt, out: &Compiled{}}
	if err := compile(c); err != nil {
		return nil, err
	}
	c.out.Time = time.Since(start)
	return c.out, nil
}

type compilation struct {
	opt  Options
	out  *Compiled
	code []byte
	at   []int // offsets of the kernels in code
}

// residual takes a residual function to code.
func (c *compilation) residual(f *ir.Func) error {
	entry := f.Name
	if err := c.passes("opt", optPasses, f, ir.Residual); err != nil {
		return err
	}
	s, err := sched.Lower(f)
	if err != nil {
		return err
	}
	for _, n := range s.Notes {
		c.out.Notes = append(c.out.Notes, Note{Pos: n.Pos, Text: n.Text})
	}
	c.dump("sched", entry, s.Module.String)
	if c.opt.Verify {
		if err := ir.Verify(s.Module, ir.Loops); err != nil {
			return fmt.Errorf("internal error: after sched: %w", err)
		}
	}
	kernels := make(map[string]*plan.Kernel)
	for _, k := range s.Module.Funcs[1:] {
		pk, err := c.kernel(k)
		if err != nil {
			return err
		}
		kernels[k.Name] = pk
	}
	c.out.Bytes = len(c.code)
	if c.opt.DontLoad {
		return nil
	}
	if err := c.load(kernels); err != nil {
		return err
	}
	c.out.Program, err = plan.New(s.Module.Funcs[0], kernels)
	return err
}

// passes runs a list of passes over a function.
func (c *compilation) passes(stage string, list []Pass, f *ir.Func, level ir.Level) error {
	for _, p := range list {
		if p.Needs != nil && !p.Needs(&c.opt) {
			continue
		}
		p.Run(f)
		c.dump(stage+"."+p.Name, f.Name, f.String)
		if c.opt.Verify {
			if err := ir.VerifyFunc(f, level); err != nil {
				return fmt.Errorf("internal error: after %s: %w", p.Name, err)
			}
		}
	}
	c.dump(stage, f.Name, f.String)
	return nil
}

// kernel compiles one kernel: in lanes, or where that can't be done, scalar.
func (c *compilation) kernel(f *ir.Func) (*plan.Kernel, error) {
	params := ir.Types(f.Body.Params)
	if f.Kernel == ir.RangeKernel {
		params = params[2:]
	}
	pk := &plan.Kernel{Name: f.Name, Params: params, Results: f.Results}
	if err := c.passes("loops", loopPasses, f, ir.Loops); err != nil {
		return nil, err
	}
	var spare *ir.Func
	if !c.opt.Scalar {
		spare = f.Clone()
	}
	k, code, err := c.lanes(f, c.opt.Scalar)
	if err != nil && spare != nil {
		why := err
		if k, code, err = c.lanes(spare, true); err == nil {
			c.out.Notes = append(c.out.Notes, Note{f.Pos, f.Name, "scalar code: " + why.Error()})
		}
	}
	if err != nil {
		return nil, err
	}
	for _, n := range k.Notes {
		c.out.Notes = append(c.out.Notes, Note{n.Pos, f.Name, n.Text})
	}
	for _, s := range k.Sites {
		pk.Sites = append(pk.Sites, plan.Site{Kind: s.Kind, Code: s.Code, Unsigned: s.Uns, Pos: s.Pos})
	}
	for len(c.code)%64 != 0 {
		c.code = append(c.code, 0xcc)
	}
	c.at = append(c.at, len(c.code))
	c.code = append(c.code, code.Bytes...)
	c.out.Kernels = append(c.out.Kernels, Kernel{f.Name, code, k.Sites, k.Lanes})
	return pk, nil
}

// lanes takes a kernel from the loops level to machine code.
func (c *compilation) lanes(f *ir.Func, scalar bool) (*simd.Kernel, *x86.Code, error) {
	isa, bytes := x86.AVX2, 32
	if c.opt.ISA == rt.AVX512 {
		isa, bytes = x86.AVX512, 64
	}
	k, err := simd.Lower(f, simd.Options{RegisterBytes: bytes, ScratchBytes: scratchBytes, Scalar: scalar, Always: c.opt.Always})
	if err != nil {
		return nil, nil, err
	}
	c.dump("simd", f.Name, k.Func.String)
	if c.opt.Verify {
		if err := ir.VerifyFunc(k.Func, ir.Lanes); err != nil {
			return nil, nil, fmt.Errorf("internal error: after simd: %w", err)
		}
	}
	if err := c.passes("lanes", lanePasses, k.Func, ir.Lanes); err != nil {
		return nil, nil, err
	}
	code, err := x86.CompileWith(k.Func, isa, x86.Options{Listing: c.opt.Listing})
	if err != nil {
		return nil, nil, err
	}
	return k, code, nil
}

// load puts the kernels' code into executable memory.
func (c *compilation) load(kernels map[string]*plan.Kernel) error {
	if len(c.code) == 0 {
		return nil
	}
	code, err := rt.NewCode(c.code)
	if err != nil {
		return err
	}
	for i, k := range c.out.Kernels {
		pk := kernels[k.Name]
		pk.Entry, pk.Code = code.Entry(c.at[i]), code
		code.Label(k.Name, c.at[i], len(k.Code.Bytes))
	}
	return nil
}

func (c *compilation) dump(stage, name string, text func() string) {
	if c.opt.Dump != nil {
		c.opt.Dump(stage, name, text)
	}
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
