package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Options bounds a specialisation. The zero value means the defaults.
type Options struct {
	Fuel int // source ops that may be evaluated
}

const (
	defaultFuel = 2_000_000
	maxDepth    = 2_000 // calls unfolded within each other
)

// Specialize evaluates function fn of a source-level module with all its parameters unknown and gives a residual-level module. The
// entry function, of the same name, takes and returns the leaves of fn's parameters and results, in ir.Leaves order (see Flatten);
// further functions are recursive ones that had to stay calls. Errors are of type *Error.
func Specialize(m *ir.Module, fn string, opts Options) (out *ir.Module, err error) {
	g := newProgram(m)
	code := g.code(fn)
	if code == nil {
		return nil, &Error{Msg: fmt.Sprintf("no function %s", fn)}
	}
	fuel := opts.Fuel
	if fuel == 0 {
		fuel = defaultFuel
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			out, err = nil, e
		}
	}()
	inMemory := map[uint64]int{}
	for {
		s := &session{g: g, fuel: fuel, inMemory: inMemory, module: &ir.Module{}, memo: map[string]*special{}, viewed: map[*ir.Value]bool{}}
		if s.entry(code) {
			return s.module, nil
		}
	}
}

// Flatten lists the leaves of values of these types: what the residual entry function takes and returns in their place.
func Flatten(ts []*ir.Type) []Leaf {
	var out []Leaf
	for i, t := range ts {
		ir.Leaves(t, func(path []int, leaf *ir.Type) { out = append(out, Leaf{i, append([]int(nil), path...), leaf}) })
	}
	return out
}

// Leaf is a component of parameter or result number Index.
type Leaf struct {
	Index int
	Path  []int
	Type  *ir.Type
}

// session is what the specialisation of one entry function and of the residual functions that it calls share.
type session struct {
	g        *program
	module   *ir.Module
	memo     map[string]*special
	fuel     int
	viewed   map[*ir.Value]bool // memory of arrays that slices were made of
	inMemory map[uint64]int     // cells, by the uid of the op that makes them, whose arrays of more than so many leaves live in memory
}

// retry is panicked with when evaluation has to start again because inMemory has grown.
type retry struct{}

// entry specialises the entry function; false means start again.
func (s *session) entry(code *fcode) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(retry); !ok {
				panic(r)
			}
		}
	}()
	f := ir.NewFunc(code.name, nil, nil)
	f.Names, f.Pos, f.Border = code.fn.Names, code.fn.Pos, code.fn.Border
	for _, l := range Flatten(code.t.Results) {
		f.Results = append(f.Results, l.Type)
	}
	s.module.Funcs = append(s.module.Funcs, f)
	p := newPE(s, f)
	args := make([]val, len(code.params))
	for i, param := range code.fn.Body.Params {
		args[i] = p.param(param.Type, param.Name, code.fn.Pos)
	}
	p.function(code, nil, args, 0)
	return true
}

// pe specialises into one residual function.
type pe struct {
	*session
	f *ir.Func
	b *ir.Builder // Region is where ops go at present

	carrying [][]*carry // what the loops around carry, as far as that is known

	births  int // counts cells and targets, to tell older from newer
	journal []change
	facts   []*dyn
	pending []*exit // exits whose store has not been recorded, because it is still the current one
	exits   []*exit // all so far
	stamp   int

	cells   map[siteKey]*cell      // the latest of each site
	carried map[siteKey][]carryKey // what a loop was found to carry when last evaluated
	consts  map[konst]*ir.Value    // where each constant was last emitted
	conds   map[*ir.Op]*dyn        // the conditions of residual ifs

	slab slab

	barriers []barrier
	stack    []call // unfolded calls

	procs [2]*ir.Op // numbers of processors that are asked for: once, in front of everything, where the host is

	out       []*cell // cells whose content a residual function gives back behind its results
	outShapes []val   // which places pointers in them lead to when it begins
}

// barrier marks a pattern's body: cells from before birth must not be assigned in it.
type barrier struct {
	kind   ir.OpKind
	birth  int
	stores bool // may store to memory from outside
}

type call struct {
	code *fcode
	caps []val
	pos  ir.Pos
}

func newPE(s *session, f *ir.Func) *pe {
	return &pe{
		session: s, f: f, b: ir.NewBuilder(f.Body),
		cells: map[siteKey]*cell{}, carried: map[siteKey][]carryKey{}, consts: map[konst]*ir.Value{}, conds: map[*ir.Op]*dyn{},
	}
}

// frame is an activation of a function or lambda.
type frame struct {
	code    *fcode
	slots   []val
	targets []*target
	ret     *target
	ctx     uint64 // the chain of calls that leads here
}

// mix hashes a number into a context (the finaliser of SplitMix64).
func mix(ctx, n uint64) uint64 {
	x := ctx ^ n*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (p *pe) errorf(pos ir.Pos, format string, args ...any) {
	panic(&Error{Pos: p.place(pos), Msg: fmt.Sprintf(format, args...)})
}

// place is pos, or where there is none that of the call that led here.
func (p *pe) place(pos ir.Pos) ir.Pos {
	for i := len(p.stack) - 1; pos.Line == 0 && i >= 0; i-- {
		pos = p.stack[i].pos
	}
	return pos
}

// param makes the unknown value of a parameter.
func (p *pe) param(t *ir.Type, name string, pos ir.Pos) val {
	return build(t, func(t *ir.Type) val {
		switch t.Kind {
		case ir.Fn:
			p.errorf(pos, "parameter %s: a function value is not known at compile time", name)
		case ir.Cell:
			p.errorf(pos, "parameter %s: a pointer is not known at compile time", name)
		}
		return &dyn{v: p.f.Body.AddParam(t, name)}
	})
}

// function evaluates a whole function as the body of the residual function, and completes it.
func (p *pe) function(code *fcode, caps, args []val, ctx uint64) {
	p.stack = append(p.stack, call{code, caps, p.b.Pos})
	t := &target{kind: toCaller, region: p.f.Body}
	p.run(code, caps, args, ctx, t)
	p.finish(t)
	for _, o := range p.procs {
		if o != nil {
			p.f.Body.Insert(0, o)
		}
	}
	seal(p.f)
	clean(p.f)
	p.ownMemory()
}

// finish makes the exits of a residual function into returns.
func (p *pe) finish(t *target) {
	slots := make([]*slot, len(p.f.Results))
	for k := range slots {
		slots[k] = &slot{t: p.f.Results[k]}
	}
	for _, e := range t.exits {
		var ls []val
		for _, v := range e.vals {
			ls = leaves(ls, v)
		}
		for k, s := range slots {
			s.vals = append(s.vals, ls[k])
		}
	}
	p.complete(t.exits, slots)
	body := p.f.Body
	if markTail(body, 0, t.exits) > 0 {
		p.b.In(body).Return(p.closeTail(body, p.f.Results)...)
	}
	for _, e := range t.exits {
		if !e.tail {
			e.op.SetKind(ir.OpReturn)
		}
	}
}

// processors asks how many there are.
func (p *pe) processors(which int64) val {
	o := p.procs[which]
	if o == nil {
		o = p.slab.Op(ir.OpProcs, p.b.Pos, nil, ir.TI64)
		o.Ints = []int64{which}
		p.procs[which] = o
	}
	return p.slab.dyn(o.Results[0])
}

// forkedAt is the place of the call from outside of package fork that has led here.
func (p *pe) forkedAt() ir.Pos {
	at := p.b.Pos
	for _, c := range slices.Backward(p.stack) {
		if !strings.HasPrefix(c.code.name, ir.ForkPackage+".") {
			break
		}
		at = c.pos
	}
	return at
}

// arg is the value of operand i.
func (p *pe) arg(fr *frame, o *ocode, i int) val {
	v := fr.slots[o.args[i]]
	if d, ok := v.(*dyn); ok {
		return p.resolve(d)
	}
	return v
}

func (p *pe) args(fr *frame, ids []int) []val {
	vs := p.list(len(ids))
	for i, id := range ids {
		vs[i] = p.resolve(fr.slots[id])
	}
	return vs
}

// value emits what it takes to have v as a residual value.
func (p *pe) value(v val) *ir.Value {
	switch v := v.(type) {
	case *dyn:
		return v.v
	case konst:
		if at := p.consts[v]; at != nil && visible(at, p.b.Region) {
			return at
		}
		at := p.constant(v)
		p.consts[v] = at
		return at
	case *clo:
		p.errorf(p.b.Pos, "function value is not known at compile time")
	case *cell, *part, *choice:
		p.errorf(p.b.Pos, "pointer is not known at compile time")
	case *window:
		v.inMemory(p)
	}
	panic(fmt.Sprintf("eval: no residual value for %T", v))
}

func (p *pe) values(vs []val) []*ir.Value {
	if len(vs) == 0 {
		return nil
	}
	out := p.slab.Operands(len(vs))
	for i, v := range vs {
		out[i] = p.value(v)
	}
	return out
}
