package eval

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// fcode is a function or a lambda prepared for evaluation: its values are numbered slots of a frame. A lambda's captured values are
// copied into its own frame when it is called: SSA values never change, so a copy is as good as a link to the frame around.
type fcode struct {
	name    string
	fn      *ir.Func // nil for a lambda
	t       *ir.Type
	slots   int // number of slots
	targets int // number of ops that break and continue can name
	params  []int
	names   []string // of the parameters
	body    *rcode
	caps    []capture
	filter  *fcode
	callees []string // functions named in the body, lambdas included
	stays   bool     // of a lambda: its calls stay calls
}

// capture says that slot outer of the frame in which a lambda is made becomes slot inner of its own.
type capture struct{ outer, inner int }

type rcode struct {
	params []int
	ops    []ocode
}

type ocode struct {
	op      *ir.Op
	kind    ir.OpKind
	args    []int
	res     []int
	regions []*rcode
	lambda  *fcode
	target  int    // this op's number among the targets, or that of the op that a break or continue names
	uid     uint64 // unique in the program
	copies  bool   // a get or load whose large arrays need memory of their own
	shared  []int  // operands with large arrays that have other users
}

// program is a module prepared for evaluation, function by function as they are met.
type program struct {
	m         *ir.Module
	byName    map[string]*ir.Func
	codes     map[string]*fcode
	recursive map[string]bool
	large     map[*ir.Type]bool // which types holdsLarge reports
	uids      uint64
	spare     []int // for lists of numbers
	left      bool  // a function may find that the plain one has to be called
}

func newProgram(m *ir.Module) *program {
	g := &program{m: m, byName: make(map[string]*ir.Func, len(m.Funcs)), codes: map[string]*fcode{}, recursive: map[string]bool{}, large: map[*ir.Type]bool{}}
	for _, f := range m.Funcs {
		g.byName[f.Name] = f
		g.left = g.left || ir.MayLeave(f)
	}
	return g
}

// code gives the prepared form of a function, or nil if there is none of that name.
func (g *program) code(name string) *fcode {
	if c, ok := g.codes[name]; ok {
		return c
	}
	f := g.byName[name]
	if f == nil {
		return nil
	}
	c := g.prepare(f)
	g.codes[name] = c
	return c
}

func (g *program) prepare(f *ir.Func) *fcode {
	c := &fcode{name: f.Name, fn: f, t: f.Type()}
	k := newCoder(g, c, nil)
	k.findLarge(f.Body)
	c.params, c.body = k.function(f.Body)
	k.close()
	if f.Filter != nil {
		c.filter = &fcode{name: f.Name + " (filter)", t: ir.FuncOf(ir.Types(f.Filter.Params), []*ir.Type{ir.TBool})}
		k := newCoder(g, c.filter, nil)
		c.filter.params, c.filter.body = k.function(f.Filter)
		k.close()
	}
	return c
}

// recurs reports whether any function can reach itself.
func (g *program) recurs() bool {
	return slices.ContainsFunc(g.m.Funcs, func(f *ir.Func) bool { return g.isRecursive(f.Name) })
}

// isRecursive reports whether the function can reach itself through calls by name. Calls through function values don't count: a
// generator whose body uses the same generator is no recursion.
func (g *program) isRecursive(name string) bool {
	if r, ok := g.recursive[name]; ok {
		return r
	}
	seen := map[string]bool{}
	var reach func(at string) bool
	reach = func(at string) bool {
		c := g.code(at)
		if c == nil {
			return false
		}
		for _, to := range c.callees {
			if to == name {
				return true
			}
			if !seen[to] {
				seen[to] = true
				if reach(to) {
					return true
				}
			}
		}
		return false
	}
	r := reach(name)
	g.recursive[name] = r
	return r
}

// numbers is a list of n numbers, to be filled.
func (g *program) numbers(n int) []int {
	if n > len(g.spare) {
		g.spare = make([]int, max(slabSize, n))
	}
	out := g.spare[:n:n]
	g.spare = g.spare[n:]
	return out
}

// coder numbers the values of one function or lambda.
type coder struct {
	g       *program
	c       *fcode
	outer   *coder
	slots   map[*ir.Value]int
	targets map[*ir.Op]int
	large   *largeUse
}

func newCoder(g *program, c *fcode, outer *coder) *coder {
	return &coder{g: g, c: c, outer: outer, slots: map[*ir.Value]int{}, targets: map[*ir.Op]int{}}
}

func (k *coder) close() {
	k.c.slots = len(k.slots)
	k.c.targets = len(k.targets)
}

func (k *coder) define(vs []*ir.Value) []int {
	if len(vs) == 0 {
		return nil
	}
	ids := k.g.numbers(len(vs))
	for i, v := range vs {
		ids[i] = len(k.slots)
		k.slots[v] = ids[i]
	}
	return ids
}

// use finds a value's slot; one of an outer frame is captured.
func (k *coder) use(v *ir.Value) int {
	if id, ok := k.slots[v]; ok {
		return id
	}
	if k.outer == nil {
		panic(fmt.Sprintf("eval: %s: operand of type %s is not visible", k.c.name, v.Type))
	}
	from := k.outer.use(v)
	id := len(k.slots)
	k.slots[v] = id
	k.c.caps = append(k.c.caps, capture{from, id})
	return id
}

func (k *coder) function(r *ir.Region) (params []int, body *rcode) {
	body = k.region(r)
	return body.params, body
}

func (k *coder) region(r *ir.Region) *rcode {
	rc := &rcode{params: k.define(r.Params), ops: make([]ocode, len(r.Ops))}
	for i, o := range r.Ops {
		k.op(&rc.ops[i], o)
	}
	return rc
}

func (k *coder) op(oc *ocode, o *ir.Op) {
	k.g.uids++
	oc.op, oc.kind, oc.uid, oc.target = o, o.Kind, k.g.uids, -1
	if k.large != nil {
		oc.copies, oc.shared = k.large.copies[o], k.large.shared[o]
	}
	if len(o.Args) > 0 {
		oc.args = k.g.numbers(len(o.Args))
		for i, a := range o.Args {
			oc.args[i] = k.use(a)
		}
	}
	switch o.Kind {
	case ir.OpLambda:
		oc.lambda = k.lambda(o)
		oc.res = k.define(o.Results)
		return
	case ir.OpFuncRef, ir.OpCallSym:
		k.top().c.callees = append(k.top().c.callees, o.Sym())
	case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor, ir.OpPipeline, ir.OpSweeps, ir.OpRelay:
		oc.target = len(k.targets)
		k.targets[o] = oc.target
	case ir.OpBreak, ir.OpContinue:
		t, ok := k.targets[o.Target]
		if !ok {
			panic(fmt.Sprintf("eval: %s: %s of an op that is not around it", k.c.name, o.Kind))
		}
		oc.target = t
	}
	for _, r := range o.Regions {
		oc.regions = append(oc.regions, k.region(r))
	}
	oc.res = k.define(o.Results)
}

func (k *coder) top() *coder {
	for k.outer != nil {
		k = k.outer
	}
	return k
}

func (k *coder) lambda(o *ir.Op) *fcode {
	c := &fcode{name: "function literal", t: o.Result().Type}
	in := newCoder(k.g, c, k)
	in.large = k.large
	c.params, c.body = in.function(o.Regions[0])
	for _, v := range o.Regions[0].Params {
		c.names = append(c.names, v.Name)
	}
	in.close()
	return c
}
