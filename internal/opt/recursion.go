package opt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Recursion makes loops of the recursive functions that partial evaluation has left, and puts them where they are called, so that the entry function is the only one. What
// comes is ordinary code: it has the checks, the pieces and the targets that other loops have.
//
// A recursive function becomes a loop over its calls, whose parameters are those of the function. A call that isn't a tail call pushes a frame of what is live behind it
// on a stack in memory; a return pops one, and goes on with the code behind that call (Reynolds 1972: continuations, made data):
//
//	loop ^call (args, sp) {
//	  there is room for a frame, or the program ends
//	  r = block { the body; a call: push what is live and where; continue ^call .., sp+n; a return: break }
//	  loop ^return (r, sp) {
//	    if sp == 0 { break ^call r }
//	    pop; r' = block { the code behind that call, as above }; continue ^return r', sp-n
//	  }
//	}
//
// Functions that call each other are one loop, with the number of the function among its parameters. A loop with a recursive call inside becomes a function of its own
// beforehand (recursion_lift.go), so that the code behind a call is in no loop. Slices are never pushed: they are the same in all calls, or parts of such, or loaded from
// rows that nobody replaces (recursion_params.go). The error, an *ir.Limit, says why a call has to stay one.
func Recursion(m *ir.Module, entry string) (err error) {
	f := m.Func(entry)
	if !f.Body.Contains(isCallSym) {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			limit, ok := r.(*ir.Limit)
			if !ok {
				panic(r)
			}
			err = limit
		}
	}()
	c := &calls{m: m, made: map[string]*ir.Func{}}
	c.inlineAll(f, func(string) bool { return true })
	m.Funcs = []*ir.Func{f}
	stacksAhead(f.Body)
	return nil
}

// stacksAhead has the function's recursions share stacks that are there from its beginning, so that a loop with a recursion inside is one that a kernel can do. While one
// recursion goes on only those that are within its loop use stacks at the same time. Iterations of a parallel loop have stacks of their own.
func stacksAhead(body *ir.Region) {
	var ahead []*ir.Op
	var rep ir.Replacer
	var walk func(r *ir.Region, depth int)
	walk = func(r *ir.Region, depth int) {
		own := map[*ir.Value]bool{}
		r.Filter(func(o *ir.Op) bool {
			if o.Kind != ir.OpStack {
				return true
			}
			own[o.Result()] = true
			if depth < len(ahead) {
				rep.Replace(o.Result(), ahead[depth].Result())
			} else {
				ahead = append(ahead, o)
			}
			return false
		})
		for _, o := range r.Ops {
			if o.Kind == ir.OpMulti {
				stacksAhead(o.Regions[0])
				continue
			}
			in := depth
			uses := func(x *ir.Op) bool { return slices.ContainsFunc(x.Args, func(v *ir.Value) bool { return own[v] }) }
			if len(own) > 0 && slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(uses) }) {
				in++
			}
			for _, r := range o.Regions {
				walk(r, in)
			}
		}
	}
	walk(body, 0)
	rep.Apply(body)
	body.Insert(0, ahead...)
}

// staysCall says that a recursive function can't be a loop.
func staysCall(o *ir.Op, why string) {
	panic(&ir.Limit{Pos: o.Pos, Msg: fmt.Sprintf("the recursive function %s stays a call: %s", unspecialised(o.Sym()), why)})
}

// unspecialised is the name that the program knows of a residual function, or of a loop that is made one: those of residual functions have [.func].N[.loopN] behind it.
func unspecialised(name string) string {
	numbered := func(name, before string) (string, bool) {
		rest := strings.TrimRight(name, "0123456789")
		head, ok := strings.CutSuffix(rest, before)
		return head, ok && rest != name
	}
	of := name
	if head, ok := numbered(of, ".loop"); ok {
		of = head
	}
	if head, ok := numbered(of, "."); ok {
		return strings.TrimSuffix(head, ".func")
	}
	return name
}

func isCallSym(o *ir.Op) bool { return o.Kind == ir.OpCallSym }

// calls are those of a module.
type calls struct {
	m    *ir.Module
	made map[string]*ir.Func // functions without calls, by the names of those that they do the same as
}

// inlineAll puts in the place of the calls in f of functions for which which holds what they do.
func (c *calls) inlineAll(f *ir.Func, which func(name string) bool) {
	for _, o := range callsIn(f.Body, which) {
		inlineCall(o, c.withoutCalls(o.Sym()))
	}
}

// callsIn lists the calls of some functions in r.
func callsIn(r *ir.Region, which func(name string) bool) (out []*ir.Op) {
	r.Walk(func(o *ir.Op) bool {
		if isCallSym(o) && which(o.Sym()) {
			out = append(out, o)
		}
		return true
	})
	return out
}

// inlineCall puts a copy of f's body in the place of a call.
func inlineCall(o *ir.Op, f *ir.Func) {
	tmp := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	block := tmp.Block(f.Results...)
	cl := ir.NewCloner()
	cl.MapAll(f.Body.Params, o.Args)
	in := block.Regions[0]
	cl.Into(in, f.Body.Ops)
	returnsTo(in, block)
	var rep ir.Replacer
	for k, v := range o.Results {
		block.Results[k].Name = v.Name
		rep.Replace(v, block.Results[k])
	}
	top := o.Parent
	o.ReplaceBy(tmp.Region.Take(0)...)
	rep.Apply(top)
}

// returnsTo has what returns in r leave a block.
func returnsTo(r *ir.Region, block *ir.Op) {
	r.Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpReturn {
			x.SetKind(ir.OpBreak)
			x.SetTarget(block)
		}
		return true
	})
}

// withoutCalls is what the function of this name does, without calls.
func (c *calls) withoutCalls(name string) *ir.Func {
	if f := c.made[name]; f != nil {
		return f
	}
	cycle := newCycle(c.cloned(name))
	if cycle.recursive() {
		results := cycle.members[0].Results
		back := cycle.dropPassedBack()
		cycle.prepare()
		in := &calls{m: &ir.Module{Funcs: cycle.members}, made: map[string]*ir.Func{}}
		f := in.asLoop(name)
		back.giveBack(f, results)
		c.made[name] = f
	} else {
		c.made[name] = cycle.members[0]
	}
	return c.made[name]
}

// asLoop is withoutCalls for functions that are prepared.
func (c *calls) asLoop(name string) *ir.Func {
	if f := c.made[name]; f != nil {
		return f
	}
	names := c.together(name)
	var members []*ir.Func
	for _, n := range names {
		f := c.m.Func(n).Clone()
		for _, o := range callsIn(f.Body, func(to string) bool { return !slices.Contains(names, to) }) {
			inlineCall(o, c.asLoop(o.Sym()))
		}
		members = append(members, f)
	}
	c.made[name] = members[0]
	if cycle := newCycle(members); cycle.recursive() {
		c.made[name] = cycle.loop()
	}
	return c.made[name]
}

// cloned copies the functions that call each other, with name, that comes first. They call no others.
func (c *calls) cloned(name string) (members []*ir.Func) {
	names := c.together(name)
	for _, n := range names {
		f := c.m.Func(n).Clone()
		c.inlineAll(f, func(to string) bool { return !slices.Contains(names, to) })
		members = append(members, f)
	}
	return members
}

// together lists the functions that name calls and that call it, with others between; name is the first.
func (c *calls) together(name string) []string {
	reach := func(from string) map[string]bool {
		seen := map[string]bool{}
		var visit func(at string)
		visit = func(at string) {
			for _, o := range callsIn(c.m.Func(at).Body, func(string) bool { return true }) {
				if to := o.Sym(); !seen[to] {
					seen[to] = true
					visit(to)
				}
			}
		}
		visit(from)
		return seen
	}
	out := []string{name}
	from := reach(name)
	for _, f := range c.m.Funcs {
		if f.Name != name && from[f.Name] && reach(f.Name)[name] {
			out = append(out, f.Name)
		}
	}
	return out
}

// cycle is a function that calls itself, or several that call each other: the first is the one that is called from outside.
type cycle struct {
	members []*ir.Func
	number  map[string]int
	out     *ir.Func           // what it becomes
	outer   map[*ir.Value]bool // what is the same in all calls: values of out ahead of the loop
	zero    *ir.Value          // one of them

	params  [][]int // of each member, the carried value that each of its parameters is
	carried []*ir.Type
	results [][]int // likewise
	given   []*ir.Type

	sites []*site
	of    map[*ir.Op]*site

	seeds []*ir.Value // what the first member is called with from outside
	calls *ir.Op      // the loop over calls
	stack *ir.Value   // frames
}

func newCycle(members []*ir.Func) *cycle {
	c := &cycle{members: members, number: map[string]int{}, outer: map[*ir.Value]bool{}, of: map[*ir.Op]*site{}}
	for i, f := range members {
		c.number[f.Name] = i
	}
	return c
}

// has reports a call of one of the cycle's functions.
func (c *cycle) has(name string) bool { _, ok := c.number[name]; return ok }

func (c *cycle) isCall(o *ir.Op) bool { return isCallSym(o) && c.has(o.Sym()) }

// callee is the function that is called.
func (c *cycle) callee(o *ir.Op) int { return c.number[o.Sym()] }

// add makes f a member.
func (c *cycle) add(f *ir.Func) {
	c.number[f.Name] = len(c.members)
	c.members = append(c.members, f)
}

// recursive reports that there are calls within the cycle.
func (c *cycle) recursive() bool {
	return slices.ContainsFunc(c.members, func(f *ir.Func) bool { return f.Body.Contains(c.isCall) })
}

// prepare has the members' recursive calls in no loops.
func (c *cycle) prepare() {
	for i := 0; i < len(c.members); i++ { // lifting adds some
		simplify(c.members[i])
		c.lift(c.members[i])
	}
	c.inlineHelpers()
}

// loop is a function without calls that does what the first member does.
func (c *cycle) loop() *ir.Func {
	first := c.members[0]
	c.out = ir.NewFunc(first.Name, ir.Types(first.Body.Params), first.Results)
	c.out.Pos = first.Pos
	c.fixParams()
	c.findSites()
	c.carriedValues()
	c.emit()
	return c.out
}

// simplify makes frames small.
func simplify(f *ir.Func) {
	cleanThoroughly(f) // a slice that is carried and stays the same isn't to be split
	for _, p := range []func(*ir.Func) bool{SplitSlices, Fold, Algebra, CSE, Clean, DCE} {
		p(f)
	}
}

// sizeLimit is how many ops the functions of a cycle may come to have.
const sizeLimit = 20000

// inlineHelpers puts members in the place of their calls that don't call themselves, and are small, or called at one place: what comes ahead of a loop that was lifted is
// such a one. The first stays, for who calls it from outside.
func (c *cycle) inlineHelpers() {
	for i := len(c.members) - 1; i >= 0 && len(c.members) > 1; i-- {
		f := c.members[i]
		var at []*ir.Op
		for _, g := range c.members {
			at = append(at, callsIn(g.Body, func(name string) bool { return name == f.Name })...)
		}
		if f.Body.Contains(func(o *ir.Op) bool { return slices.Contains(at, o) }) || len(at) > 1 && f.Body.Size() > smallHelper {
			continue
		}
		for _, o := range at {
			inlineCall(o, f)
		}
		if i > 0 {
			c.remove(i)
		}
		for _, g := range c.members {
			Clean(g)
		}
	}
}

// smallHelper is the number of ops up to which a member is copied to several places.
const smallHelper = 40

// remove takes member i out.
func (c *cycle) remove(i int) {
	c.members = slices.Delete(c.members, i, i+1)
	clear(c.number)
	for k, f := range c.members {
		c.number[f.Name] = k
	}
}
