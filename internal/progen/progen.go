// Package progen draws random functions of hone's subset of Go. A function is determined by its seed and size; a larger size gives
// longer functions, and for a size of 0 the seed decides that as well. They terminate, their parallel loops have independent iterations, and they compute what Go defines: no overflow of
// constants, no bits of NaNs, and what of the order of operands docs/language.md promises. They may panic.
package progen

import (
	"fmt"
	"math/rand"
	"strings"
)

// Package is the text of a package with a function for each seed, of the given text: F<seed>, honed as H<seed>, and Funcs, which lists the
// plain ones.
func Package(name string, seeds []uint64, function func(seed uint64) string) string {
	imports := "\t\"iter\"\n\t\"math\"\n\t\"math/bits\"\n\t\"slices\"\n\n"
	return pack(name, imports, prelude, seeds, function)
}

// pack is the text of a package of such functions.
func pack(name, imports, prelude string, seeds []uint64, function func(seed uint64) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n%s\t\"github.com/hone-go/hone\"\n)\n%s", name, imports, prelude)
	for _, s := range seeds {
		b.WriteString(function(s))
		fmt.Fprintf(&b, "\nvar H%d = hone.Func(F%d)\n", s, s)
	}
	b.WriteString("\n// Funcs are the plain functions.\nvar Funcs = map[string]any{\n")
	for _, s := range seeds {
		fmt.Fprintf(&b, "\t\"H%d\": F%d,\n", s, s)
	}
	b.WriteString("}\n")
	return b.String()
}

// Function is the text of the function F<seed> and of those that only it calls. It needs the declarations of Package.
func Function(seed uint64, size int) string {
	g := &gen{pen: newPen(seed), seed: seed}
	g.size = sizeOf(size, g.r)
	g.helpers()
	g.entry(func() {
		for g.work > 0 {
			g.statement()
		}
	})
	return g.out.String()
}

// Staged is Function for one that consists of pipelines.
func Staged(seed uint64, _ int) string { return oneOrTwo(seed, (*gen).stages) }

// Stacked is Function for one that consists of loops whose iterations have slices of their own.
func Stacked(seed uint64, _ int) string { return oneOrTwo(seed, (*gen).stacks) }

// Tabled is Function for one that consists of loops over rows that it has made.
func Tabled(seed uint64, _ int) string { return oneOrTwo(seed, (*gen).tables) }

// oneOrTwo is the text of a function that consists of what write writes, once or twice.
func oneOrTwo(seed uint64, write func(g *gen)) string {
	g := &gen{pen: newPen(seed), seed: seed, size: 8}
	g.entry(func() {
		for range 1 + g.r.Intn(2) {
			write(g)
		}
	})
	return g.out.String()
}

// sizeOf is the size, or, if that is 0, one at random: most functions are short, since for the time of a long one there are ten of these.
func sizeOf(size int, r *rand.Rand) int {
	if size > 0 {
		return size
	}
	switch p := r.Intn(100); {
	case p < 70:
		return 1 + r.Intn(10)
	case p < 92:
		return 11 + r.Intn(10)
	}
	return 21 + r.Intn(20)
}

// gen writes one function.
type gen struct {
	pen
	seed  uint64
	size  int
	work  int // statements that may still be made
	depth int // of nested statements

	vars   []*variable // in scope
	helper []*variable // functions of the package that only this one calls
	context
}

// context is what may be done at some place.
type context struct {
	barrier  int       // variables before this one must not be assigned to: they are shared by iterations or belong to a caller
	pure     bool      // no stores to slices at all
	par      *parallel // the parallel loop around, if any
	host     bool      // neither in a parallel loop nor in a function that is called: loops over whole slices are affordable
	unrolled bool      // in an unrolled loop
	loops    []*loop   // around
	results  []*typ    // of the function around
	noReturn bool      // in the body of a parallel loop
}

// parallel is a parallel loop: which slices its iterations write, each at a place of its own.
type parallel struct {
	writes map[int]bool // roots
	at     string       // the index of its own
}

// loop is a loop that break and continue can leave or continue.
type loop struct {
	label    string
	used     bool
	parallel bool // can't be left by break
}

// variable is something in scope.
type variable struct {
	name   string
	t      *typ
	fixed  bool         // not to be assigned to
	full   bool         // a slice of n elements
	index  bool         // an int from 0 to n-1
	below  int          // an int from 0 to below-1, if positive
	every  int          // an int from 0 to n/every-1, if positive
	roots  map[int]bool // of a slice: which memory it may be part of
	params []*typ       // of a function
	effect bool         // a function that assigns to variables outside of it
	reads  []*variable  // slices that a function reads
}

// block writes a block with a scope of its own; the caller writes the braces.
func (g *gen) block(body func()) {
	n := len(g.vars)
	g.indent++
	body()
	g.indent--
	g.vars = g.vars[:n]
}

// nest writes a block with a head and variables of its own.
func (g *gen) nest(head string, body func(), vars ...*variable) {
	g.line("%s {", head)
	g.block(func() {
		for _, v := range vars {
			g.declare(v)
			g.line("_ = %s", v.name)
		}
		body()
	})
	g.line("}")
}

// declare adds a variable to the scope.
func (g *gen) declare(v *variable) *variable {
	g.vars = append(g.vars, v)
	return v
}

// assignable lists the variables that statements here may assign to.
func (g *gen) assignable(want func(*variable) bool) []*variable {
	var vs []*variable
	for _, v := range g.vars[g.barrier:] {
		if !v.fixed && v.params == nil && want(v) {
			vs = append(vs, v)
		}
	}
	return vs
}

func (g *gen) find(want func(*variable) bool) []*variable {
	var vs []*variable
	for _, v := range g.vars {
		if want(v) {
			vs = append(vs, v)
		}
	}
	return vs
}

// pick is one of the list, or nil.
func (g *gen) pick(vs []*variable) *variable {
	if len(vs) == 0 {
		return nil
	}
	return vs[g.r.Intn(len(vs))]
}

// entry writes the function itself.
func (g *gen) entry(body func()) {
	g.vars = append(g.vars[:0], g.helper...)
	g.host = true
	g.work = g.size
	var params []string
	for i := range 2 + g.r.Intn(3) {
		v := &variable{name: fmt.Sprintf("p%d", i), t: sliceOf(g.elemType()), full: true, roots: map[int]bool{i: true}}
		g.declare(v)
		params = append(params, v.name+" "+v.t.name)
	}
	for i := range 1 + g.r.Intn(3) {
		v := g.declare(&variable{name: fmt.Sprintf("x%d", i), t: g.scalar()})
		params = append(params, v.name+" "+v.t.name)
	}
	var names []string
	for range 1 + g.r.Intn(3) {
		t := g.scalar()
		if g.chance(40) {
			t = sliceOf(g.elemType())
		}
		g.results = append(g.results, t)
		names = append(names, t.name)
	}
	g.line("\nfunc F%d(%s) (%s) {", g.seed, strings.Join(params, ", "), strings.Join(names, ", "))
	g.block(func() {
		g.line("n := len(p0)")
		g.line("_ = n")
		g.declare(&variable{name: "n", t: tInt, fixed: true})
		body()
		g.ret()
	})
	g.line("}")
}

// ret writes a return statement.
func (g *gen) ret() {
	var vs []string
	for _, t := range g.results {
		vs = append(vs, g.value(t))
	}
	g.line("return %s", strings.Join(vs, ", "))
}

// value is an expression of any type.
func (g *gen) value(t *typ) string {
	switch t.kind {
	case aSlice:
		if v := g.pick(g.find(func(v *variable) bool { return v.t == t })); v != nil {
			return v.name
		}
		return "nil"
	case aStruct:
		return g.structValue(t)
	case anArray:
		return g.arrayValue(t)
	}
	return g.expr(t, 2)
}

// helpers writes functions that the entry can call.
func (g *gen) helpers() {
	for range g.r.Intn(3) {
		name := fmt.Sprintf("f%d_%s", g.seed, g.name("h"))
		f := &variable{name: name, t: g.scalar(), fixed: true}
		g.vars = nil
		var params []string
		for i := range 1 + g.r.Intn(3) {
			p := g.declare(&variable{name: fmt.Sprintf("a%d", i), t: g.scalar()})
			f.params = append(f.params, p.t)
			params = append(params, p.name+" "+p.t.name)
		}
		g.vars = append(g.vars, g.helper...)
		g.results, g.work, g.pure = []*typ{f.t}, 1+g.r.Intn(6), true
		g.line("\nfunc %s(%s) %s {", name, strings.Join(params, ", "), f.t.name)
		g.block(func() {
			for g.work > 0 {
				g.statement()
			}
			g.ret()
		})
		g.line("}")
		g.helper = append(g.helper, f)
	}
	g.context = context{}
}
