package pipeline

import (
	"sync"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/internal/target"
	"github.com/hone-go/hone/internal/x86"
)

// scratchBytes is the private memory of a kernel's call on the goroutine's stack; a quarter of it is left to the register allocator.
const scratchBytes = rt.ScratchBytes * 3 / 4

// jit is the target that makes machine code for this machine, in memory. What it finds out about the kernels goes to out.
type jit struct {
	opt   Options
	out   *Compiled
	again func() []*ir.Func // the kernels as they were; see fresh
}

func (l *Lowered) jit(out *Compiled) *jit {
	return &jit{l.opt, out, sync.OnceValue(l.lowerAgain)}
}

// fresh is kernel number i as it was before it was compiled, for scalar code, and for the interpreter.
func (j *jit) fresh(i int) *ir.Func { return j.again()[i].Clone() }

func (j *jit) Compile(kernels []*ir.Func, o *target.Options) (*target.Code, error) {
	j.opt.DontLoad, j.opt.Verify, j.opt.Dump = o.DontLoad, o.Verify, o.Dump
	u := &machineUnit{jit: j, code: target.Code{Kernels: map[string]*plan.Kernel{}, Machine: j.opt.ISA.String()}}
	made := make([]made, len(kernels))
	err := j.opt.each(kernels, func(i int, f *ir.Func) (err error) {
		made[i], err = j.kernel(i, f)
		return err
	})
	if err != nil {
		return nil, err
	}
	bytes := 0
	for i := range made {
		if c := made[i].code; c != nil {
			bytes += len(c.Bytes) + codeAlign
		}
	}
	u.text = make([]byte, 0, bytes)
	for i := range made {
		u.add(&made[i])
	}
	u.code.Bytes = len(u.text)
	if !o.DontLoad {
		if err := u.load(); err != nil {
			return nil, err
		}
	}
	return &u.code, nil
}

// machineUnit is the machine code of a function's kernels.
type machineUnit struct {
	*jit
	code target.Code
	text []byte
	at   []int // offsets of the kernels in text
}

// made is a kernel that has been compiled.
type made struct {
	plan     *plan.Kernel
	kernel   *simd.Kernel
	code     *x86.Code
	notes    []Note
	internal error // the mistake that has kept it out of lanes
}

// kernel compiles kernel number i: in lanes, or where that can't be done, scalar. It may run for several kernels at a time.
func (j *jit) kernel(i int, f *ir.Func) (made, error) {
	m := made{plan: plan.KernelOf(f)}
	k, code, err := j.lanes(f, j.opt.Scalar)
	if err != nil && !j.opt.Scalar && !(j.opt.Verify && isInternal(err)) {
		if isInternal(err) {
			m.internal = err
		}
		m.notes = append(m.notes, Note{Pos: f.Pos, Kernel: f.Name, Text: "scalar code: " + err.Error()})
		k, code, err = j.lanes(j.fresh(i), true)
	}
	if err != nil && j.opt.rare && !j.opt.Verify {
		return j.interpreted(j.fresh(i), err)
	}
	if err != nil {
		return m, err
	}
	for _, n := range k.Notes {
		m.notes = append(m.notes, Note{Pos: n.Pos, Kernel: f.Name, Text: n.Text})
	}
	m.kernel, m.code = k, code
	m.describe()
	return m, nil
}

// describe tells the plan what it has to know of the kernel.
func (m *made) describe() {
	for _, s := range m.kernel.Sites {
		m.plan.Sites = append(m.plan.Sites, plan.Site{Kind: s.Kind, Code: s.Code, Unsigned: s.Uns, Panic: s.Panic, Pos: s.Pos})
	}
	m.plan.Width = m.kernel.Width
}

// codeAlign is where kernels begin.
const codeAlign = 64

// add puts a kernel's code behind that of the others.
func (u *machineUnit) add(m *made) {
	if m.code != nil {
		for len(u.text)%codeAlign != 0 {
			u.text = append(u.text, 0xcc)
		}
		u.at = append(u.at, len(u.text))
		u.text = append(u.text, m.code.Bytes...)
		u.out.Kernels = append(u.out.Kernels, Kernel{m.plan.Name, m.code, m.kernel.Sites, m.kernel.Lanes})
	}
	u.code.Kernels[m.plan.Name] = m.plan
	u.code.Notes = append(u.code.Notes, m.notes...)
	if m.internal != nil {
		u.code.Internal = append(u.code.Internal, m.internal)
	}
}

// lanes takes a kernel from the loops level to machine code. The error is an ir.Limit or an InternalError.
func (j *jit) lanes(f *ir.Func, scalar bool) (_ *simd.Kernel, _ *x86.Code, err error) {
	defer Catch(&err)
	isa := x86.AVX2
	if j.opt.ISA == rt.AVX512 {
		isa = x86.AVX512
	}
	m := j.opt.device()
	k, err := simd.Lower(f, simd.Options{Machine: m, ScratchBytes: scratchBytes, Scalar: scalar})
	if err != nil {
		return nil, nil, internal(err)
	}
	j.opt.dump("simd", f.Name, k.Func.String)
	if _, err := runPasses(&j.opt, "lanes", lanePasses, k.Func, ir.Lanes); err != nil {
		return nil, nil, err
	}
	if err := j.opt.verify("lanes", &ir.Module{Funcs: []*ir.Func{k.Func}}, ir.Lanes); err != nil {
		return nil, nil, err
	}
	code, err := x86.CompileWith(k.Func, isa, x86.Options{Listing: j.opt.Listing, Features: m.Features})
	if err != nil {
		return nil, nil, internal(err)
	}
	k.Func.Release(j.opt.Verify)
	return k, code, nil
}

// load puts the kernels' code into executable memory.
func (u *machineUnit) load() error {
	if len(u.text) == 0 {
		return nil
	}
	code, err := rt.NewCode(u.text)
	if err != nil {
		return err
	}
	for i, k := range u.out.Kernels {
		pk := u.code.Kernels[k.Name]
		pk.Entry, pk.Scratch, pk.Code, pk.Label = code.Entry(u.at[i]), k.Code.Scratch, code, rt.NewLabel(k.Name)
		code.Label(k.Name, u.at[i], len(k.Code.Bytes))
	}
	return nil
}
