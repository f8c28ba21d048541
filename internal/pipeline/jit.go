package pipeline

import (
	"fmt"

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
	opt Options
	out *Compiled
}

func (j *jit) Compile(kernels []*ir.Func, o *target.Options) (*target.Code, error) {
	j.opt.DontLoad, j.opt.Verify, j.opt.Dump = o.DontLoad, o.Verify, o.Dump
	u := &machineUnit{jit: j, code: target.Code{Kernels: map[string]*plan.Kernel{}, Machine: j.opt.ISA.String()}}
	for _, f := range kernels {
		if err := u.kernel(f); err != nil {
			return nil, err
		}
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

// kernel compiles one kernel: in lanes, or where that can't be done, scalar.
func (u *machineUnit) kernel(f *ir.Func) error {
	pk := plan.KernelOf(f)
	var spare *ir.Func
	if !u.opt.Scalar {
		spare = f.Clone()
	}
	k, code, err := u.lanes(f, u.opt.Scalar)
	if err != nil && spare != nil {
		why := err
		if k, code, err = u.lanes(spare, true); err == nil {
			u.note(f.Pos, f.Name, "scalar code: "+why.Error())
		}
	}
	if err != nil {
		return err
	}
	for _, n := range k.Notes {
		u.note(n.Pos, f.Name, n.Text)
	}
	for _, s := range k.Sites {
		pk.Sites = append(pk.Sites, plan.Site{Kind: s.Kind, Code: s.Code, Unsigned: s.Uns, Panic: s.Panic, Pos: s.Pos})
	}
	for len(u.text)%64 != 0 {
		u.text = append(u.text, 0xcc)
	}
	u.at = append(u.at, len(u.text))
	u.text = append(u.text, code.Bytes...)
	u.out.Kernels = append(u.out.Kernels, Kernel{f.Name, code, k.Sites, k.Lanes})
	u.code.Kernels[f.Name] = pk
	return nil
}

func (u *machineUnit) note(pos ir.Pos, kernel, text string) {
	u.code.Notes = append(u.code.Notes, Note{Pos: pos, Kernel: kernel, Text: text})
}

// lanes takes a kernel from the loops level to machine code.
func (u *machineUnit) lanes(f *ir.Func, scalar bool) (*simd.Kernel, *x86.Code, error) {
	isa, bytes := x86.AVX2, 32
	if u.opt.ISA == rt.AVX512 {
		isa, bytes = x86.AVX512, 64
	}
	k, err := simd.Lower(f, simd.Options{RegisterBytes: bytes, ScratchBytes: scratchBytes, Scalar: scalar, Always: u.opt.Always})
	if err != nil {
		return nil, nil, err
	}
	u.opt.dump("simd", f.Name, k.Func.String)
	if u.opt.Verify {
		if err := ir.VerifyFunc(k.Func, ir.Lanes); err != nil {
			return nil, nil, fmt.Errorf("internal error: after simd: %w", err)
		}
	}
	if err := runPasses(&u.opt, "lanes", lanePasses, k.Func, ir.Lanes); err != nil {
		return nil, nil, err
	}
	code, err := x86.CompileWith(k.Func, isa, x86.Options{Listing: u.opt.Listing, Features: features()})
	if err != nil {
		return nil, nil, err
	}
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
		pk.Entry, pk.Code, pk.Label = code.Entry(u.at[i]), code, rt.NewLabel(k.Name)
		code.Label(k.Name, u.at[i], len(k.Code.Bytes))
	}
	return nil
}

// features are what this CPU has beyond its instruction set.
func features() (f x86.Features) {
	if rt.VectorPopcnt() {
		f |= x86.VectorPopcnt
	}
	if rt.GFNI() {
		f |= x86.GFNI
	}
	if rt.VBMI() {
		f |= x86.VBMI
	}
	return f
}
