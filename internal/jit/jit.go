// Package jit is the target that makes machine code for this machine, in memory: kernels of the loops level go to vectors (package simd), these through passes of their
// own, and to instructions (package x86).
package jit

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/simd"
	"github.com/hone-go/hone/internal/target"
	"github.com/hone-go/hone/internal/x86"
)

// ScratchBytes is the private memory of a kernel's call on the goroutine's stack; a quarter of it is left to the register allocator.
const ScratchBytes = rt.ScratchBytes * 3 / 4

// Target makes machine code. It is a target.Target.
type Target struct {
	Machine *machine.Desc
	Steps   []Step      // from the loops level to the lanes level
	Passes  []pass.Pass // over kernels at the lanes level
	Scalar  bool        // no vectors: what lanes would compute, one at a time
	Listing bool        // keep the text of the machine code

	// Fresh gives kernel number i as it was before it was compiled, for scalar code, and for the interpreter.
	Fresh func(i int) *ir.Func
	// Late: the kernels are asked for when it is too late for plain Go. Where one can't be machine code, the interpreter runs it.
	Late bool
	// Made, if not nil, is told each kernel, in order.
	Made func(k Kernel)
}

// Kernel is a kernel in machine code.
type Kernel struct {
	Name  string
	Code  *x86.Code
	Sites []simd.Site
	Lanes int
}

// Compile makes the kernels' code, and loads it.
func (t *Target) Compile(kernels []*ir.Func, o *target.Options) (*target.Code, error) {
	j := &jit{t, pass.Runner{Machine: t.Machine, Verify: o.Verify, Dump: o.Dump}}
	u := &unit{code: target.Code{Kernels: map[string]*plan.Kernel{}, Machine: t.Machine.Name}}
	made := make([]made, len(kernels))
	err := j.Each(kernels, func(i int, f *ir.Func) (err error) {
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
	if t.Made != nil {
		for _, k := range u.kernels {
			t.Made(k)
		}
	}
	return &u.code, nil
}

// jit compiles one function's kernels.
type jit struct {
	*Target
	pass.Runner
}

// unit is the machine code of a function's kernels.
type unit struct {
	code    target.Code
	kernels []Kernel
	text    []byte
	at      []int // offsets of the kernels in text
}

// made is a kernel that has been compiled.
type made struct {
	plan     *plan.Kernel
	kernel   *simd.Kernel
	code     *x86.Code
	notes    []ir.Note
	internal error // the mistake that has kept it out of lanes
}

// kernel compiles kernel number i: in lanes, or where that can't be done, scalar. It may run for several kernels at a time.
func (j *jit) kernel(i int, f *ir.Func) (made, error) {
	m := made{plan: plan.KernelOf(f)}
	k, code, err := j.lanes(f, j.Scalar)
	if err != nil && !j.Scalar && !(j.Verify && pass.IsInternal(err)) {
		if pass.IsInternal(err) {
			m.internal = err
		}
		m.notes = append(m.notes, ir.Note{Pos: f.Pos, Kernel: f.Name, Text: "scalar code: " + err.Error()})
		k, code, err = j.lanes(j.Fresh(i), true)
	}
	if err != nil && j.Late && !j.Verify {
		return j.interpreted(j.Fresh(i), err)
	}
	if err != nil {
		return m, err
	}
	for _, n := range k.Notes {
		n.Kernel = f.Name
		m.notes = append(m.notes, n)
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
func (u *unit) add(m *made) {
	if m.code != nil {
		for len(u.text)%codeAlign != 0 {
			u.text = append(u.text, 0xcc)
		}
		u.at = append(u.at, len(u.text))
		u.text = append(u.text, m.code.Bytes...)
		u.kernels = append(u.kernels, Kernel{m.plan.Name, m.code, m.kernel.Sites, m.kernel.Lanes})
	}
	u.code.Kernels[m.plan.Name] = m.plan
	u.code.Notes = append(u.code.Notes, m.notes...)
	if m.internal != nil {
		u.code.Internal = append(u.code.Internal, m.internal)
	}
}

// lanes takes a kernel from the loops level to machine code. The error is an ir.Limit or an InternalError.
func (j *jit) lanes(f *ir.Func, scalar bool) (_ *simd.Kernel, _ *x86.Code, err error) {
	defer pass.Catch(&err)
	isa := x86.AVX2
	if j.Target.Machine.RegisterBytes == 64 {
		isa = x86.AVX512
	}
	k, err := ToLanes(f, j.Steps, &simd.Options{Machine: j.Target.Machine, ScratchBytes: ScratchBytes, Scalar: scalar}, &j.Runner)
	if err != nil {
		return nil, nil, err
	}
	if _, err := j.Run("lanes", j.Passes, k.Func, ir.Lanes); err != nil {
		return nil, nil, err
	}
	if err := j.Check("lanes", &ir.Module{Funcs: []*ir.Func{k.Func}}, ir.Lanes); err != nil {
		return nil, nil, err
	}
	code, err := x86.CompileWith(k.Func, isa, x86.Options{Listing: j.Listing, Features: j.Target.Machine.Features})
	if err != nil {
		return nil, nil, pass.Internal(err)
	}
	k.Func.Release(j.Verify)
	return k, code, nil
}

// load puts the kernels' code into executable memory.
func (u *unit) load() error {
	if len(u.text) == 0 {
		return nil
	}
	code, err := rt.NewCode(u.text)
	if err != nil {
		return err
	}
	for i, k := range u.kernels {
		pk := u.code.Kernels[k.Name]
		pk.Entry, pk.Scratch, pk.Code, pk.Label = code.Entry(u.at[i]), k.Code.Scratch, code, rt.NewLabel(k.Name)
		code.Label(k.Name, u.at[i], len(k.Code.Bytes))
	}
	return nil
}
