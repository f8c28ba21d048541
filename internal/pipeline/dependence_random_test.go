package pipeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/seeds"
)

// What Dependences says of a loop nest must be so: random nests are run by a tree walk of the test's own, which writes down every access, and
// each pair of accesses that was reported must be one that two iterations make to one element, with different values if both store.

// lin is c plus the sum of terms.
type lin struct {
	c     int
	terms []linTerm
}

type linTerm struct {
	coef int
	name string // of an index or parameter
	by   string // another factor, or ""
}

// node is a statement.
type node struct {
	kind  string // load, store, if, data, for, leave
	line  int    // where it is
	slice string
	part  lin // load, store: where the part of the slice begins
	cut   bool
	at    lin
	value string // store: kind of value
	load  string // store: name of what was loaded, or ""
	name  string // load: of the value; for: of the index
	cmp   string // if
	a, b  lin    // if: compared; for: from and to
	body  []*node
}

// loopNest is a parallel loop: the extents of its dimensions, and what it does.
type loopNest struct {
	r       *rand.Rand
	dims    []lin
	indices []string
	body    []*node
	lines   int
	names   int
}

func randomLoopNest(seed uint64) *loopNest {
	g := &loopNest{r: rand.New(rand.NewPCG(seed, 8))}
	for d := range 1 + g.r.IntN(3) {
		extent := lin{c: 1 + g.r.IntN(6)}
		if g.r.IntN(3) > 0 {
			extent = lin{-g.r.IntN(3), []linTerm{{1, []string{"n", "m"}[g.r.IntN(2)], ""}}}
		}
		g.dims = append(g.dims, extent)
		g.indices = append(g.indices, string(rune('i'+d)))
	}
	g.body = g.block(2, g.indices, nil)
	return g
}

func (g *loopNest) name() string {
	g.names++
	return fmt.Sprint("v", g.names)
}

// place is an index: rows of w, or small multiples of indices.
func (g *loopNest) place(indices []string) lin {
	e := lin{c: g.r.IntN(4) - 1}
	for k, i := range indices {
		switch g.r.IntN(8) {
		case 0:
		case 1:
			e.terms = append(e.terms, linTerm{2, i, ""})
		case 2:
			e.terms = append(e.terms, linTerm{-1, i, ""})
		case 3, 4:
			if k+1 < len(indices) {
				e.terms = append(e.terms, linTerm{1, i, "w"})
				continue
			}
			fallthrough
		default:
			e.terms = append(e.terms, linTerm{1, i, ""})
		}
	}
	if g.r.IntN(6) == 0 {
		e.terms = append(e.terms, linTerm{1, "w", ""})
	}
	return e
}

func (g *loopNest) block(depth int, indices, loaded []string) []*node {
	var out []*node
	for range 1 + g.r.IntN(3) {
		g.lines++
		s := &node{line: g.lines, slice: []string{"x", "x", "y"}[g.r.IntN(3)], at: g.place(indices)}
		switch kind := g.r.IntN(10); {
		case depth == 0 || kind < 3:
			s.kind, s.value = "store", []string{"same", "linear", "linear", "quotient", "parameter", "loaded", "above"}[g.r.IntN(7)]
			s.a = g.place(indices)
			if len(loaded) > 0 {
				s.load = loaded[g.r.IntN(len(loaded))]
			}
			s.cut = g.r.IntN(6) == 0
		case kind < 6:
			s.kind, s.name = "load", g.name()
			loaded = append(slices.Clone(loaded), s.name)
			s.cut = g.r.IntN(6) == 0
		case kind == 6:
			s.kind, s.cmp = "if", []string{"lt", "le", "gt", "ge", "eq", "ne"}[g.r.IntN(6)]
			s.a = lin{g.r.IntN(4), []linTerm{{1, indices[g.r.IntN(len(indices))], ""}}}
			s.b = g.bound()
			if g.r.IntN(4) == 0 {
				s.a = g.bound()
			}
			s.body = g.block(depth-1, indices, loaded)
		case kind == 7:
			s.kind = "data"
			s.body = g.block(depth-1, indices, loaded)
		case kind == 8:
			s.kind, s.name = "for", g.name()
			s.a, s.b = lin{c: g.r.IntN(2)}, lin{c: g.r.IntN(2) + 2}
			if g.r.IntN(3) == 0 {
				s.b = lin{0, []linTerm{{1, []string{"w", indices[0]}[g.r.IntN(2)], ""}}}
			}
			s.body = g.block(depth-1, append(slices.Clone(indices), s.name), loaded)
		default:
			s.kind = "leave" // what follows, on a condition
			s.body = g.block(depth-1, indices, loaded)
		}
		if s.cut {
			s.part = g.place(indices)
		}
		out = append(out, s)
	}
	return out
}

// bound is what indices are compared with.
func (g *loopNest) bound() lin {
	switch g.r.IntN(3) {
	case 0:
		return lin{-g.r.IntN(4), []linTerm{{1, []string{"n", "m", "w"}[g.r.IntN(3)], ""}}}
	case 1:
		return lin{0, []linTerm{{1, g.indices[g.r.IntN(len(g.indices))], ""}}}
	}
	return lin{c: g.r.IntN(4)}
}

const (
	nestMiddle = 2048 // is added to all places
	nestSink   = 64   // elements of z for each iteration
)

// nestText writes a nest as IR.
type nestText struct {
	strings.Builder
	n int
}

func (w *nestText) op(format string, args ...any) string {
	w.n++
	fmt.Fprintf(w, "%%t%d = %s\n", w.n, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%t%d", w.n)
}

func (w *nestText) number(c int) string { return w.op("const %d : i64", c) }

func (w *nestText) lin(e lin) string {
	sum := ""
	for _, t := range e.terms {
		v := "%" + t.name
		if t.by != "" {
			v = w.op("mul %s, %%%s : i64", v, t.by)
		}
		if t.coef != 1 {
			v = w.op("mul %s, %s : i64", v, w.number(t.coef))
		}
		if sum != "" {
			v = w.op("add %s, %s : i64", sum, v)
		}
		sum = v
	}
	if sum == "" {
		return w.number(e.c)
	}
	return w.op("add %s, %s : i64", sum, w.number(e.c))
}

func (g *loopNest) text() string {
	w := &nestText{}
	w.WriteString("func @f(%x: []i64, %y: []i64, %z: []i64, %d: []i64, %n: i64, %m: i64, %w: i64) -> () {\n")
	var extents, params []string
	for d, e := range g.dims {
		extents = append(extents, w.lin(e))
		params = append(params, "%"+g.indices[d]+": i64")
	}
	fmt.Fprintf(w, "multi %s (%s) {\n", strings.Join(extents, ", "), strings.Join(params, ", "))
	number := w.number(0)
	for d, i := range g.indices {
		number = w.op("add %s, %%%s : i64", w.op("mul %s, %s : i64", number, extents[d]), i)
	}
	w.block(g.body, w.op("mul %s, %s : i64", number, w.number(nestSink)))
	w.WriteString("yield\n}\nreturn\n}\n")
	return w.String()
}

func (w *nestText) block(ns []*node, sink string) {
	for k, s := range ns {
		switch s.kind {
		case "load":
			fmt.Fprintf(w, "%%%s = load %s : i64 !\"a.go\":%d:1\n", s.name, w.element(s), s.line)
			at := w.op("add %s, %s : i64", sink, w.number(s.line))
			fmt.Fprintf(w, "store %%z, %s, %%%s !\"a.go\":%d:2\n", at, s.name, s.line)
		case "store":
			element, value := w.element(s), w.value(s)
			fmt.Fprintf(w, "store %s, %s !\"a.go\":%d:1\n", element, value, s.line)
		case "if":
			fmt.Fprintf(w, "if %s {\n", w.op("%s %s, %s : bool", s.cmp, w.lin(s.a), w.lin(s.b)))
			w.block(s.body, sink)
			w.WriteString("yield\n} {\nyield\n}\n")
		case "data":
			fmt.Fprintf(w, "if %s {\n", w.data("gt"))
			w.block(s.body, sink)
			w.WriteString("yield\n} {\nyield\n}\n")
		case "for":
			fmt.Fprintf(w, "for %s, %s <ints=[1]> (%%%s: i64) {\n", w.lin(s.a), w.lin(s.b), s.name)
			w.block(s.body, sink)
			w.WriteString("yield\n}\n")
		case "leave":
			w.n++
			label := fmt.Sprint("^b", w.n)
			fmt.Fprintf(w, "block %s {\nif %s {\nbreak %s\n} {\nyield\n}\n", label, w.data("le"), label)
			w.block(append(slices.Clone(s.body), ns[k+1:]...), sink)
			w.WriteString("yield\n}\n")
			return
		}
	}
}

// data is a condition on data.
func (w *nestText) data(cmp string) string {
	return w.op("%s %s, %s : bool", cmp, w.op("load %%d, %%i : i64"), w.number(0))
}

// element are the operands of a load or store.
func (w *nestText) element(s *node) string {
	if !s.cut {
		return fmt.Sprintf("%%%s, %s", s.slice, w.op("add %s, %s : i64", w.lin(s.at), w.number(nestMiddle)))
	}
	from := w.op("add %s, %s : i64", w.lin(s.part), w.number(nestMiddle-300))
	part := w.op("slice %%%s, %s, %s : []i64", s.slice, from, w.op("add %s, %s : i64", from, w.number(2000)))
	return fmt.Sprintf("%s, %s", part, w.op("add %s, %s : i64", w.lin(s.at), w.number(300)))
}

func (w *nestText) value(s *node) string {
	v := w.lin(s.a)
	switch s.value {
	case "same":
		return w.number(7)
	case "parameter":
		return "%w"
	case "quotient":
		return w.op("div %s, %s : i64", v, w.number(3))
	case "above":
		return w.op("select %s, %s, %s : i64", w.op("gt %s, %s : bool", v, w.number(2)), w.number(1), w.number(0))
	case "loaded":
		if s.load != "" {
			return w.op("add %s, %%%s : i64", v, s.load)
		}
	}
	return v
}

// nestRun is a run of a nest.
type nestRun struct {
	values   map[string]int // of parameters, indices and what was loaded
	memory   map[nestPlace]int
	seed     uint64
	iter     int
	accesses map[nestPlace]map[int][]nestAccess // by line
}

type nestPlace struct {
	slice string
	at    int
}

type nestAccess struct {
	iter, value int
	store       bool
}

func (g *loopNest) run(n, m, w int, seed uint64) *nestRun {
	o := &nestRun{map[string]int{"n": n, "m": m, "w": w}, map[nestPlace]int{}, seed, 0, map[nestPlace]map[int][]nestAccess{}}
	var walk func(d int)
	walk = func(d int) {
		if d == len(g.dims) {
			o.block(g.body)
			o.iter++
			return
		}
		for i := range o.lin(g.dims[d]) {
			o.values[g.indices[d]] = i
			walk(d + 1)
		}
	}
	walk(0)
	return o
}

func (o *nestRun) lin(e lin) int {
	sum := e.c
	for _, t := range e.terms {
		v := t.coef * o.values[t.name]
		if t.by != "" {
			v *= o.values[t.by]
		}
		sum += v
	}
	return sum
}

func (o *nestRun) block(ns []*node) {
	for _, s := range ns {
		switch s.kind {
		case "load", "store":
			o.access(s)
		case "if":
			if holds(s.cmp, o.lin(s.a), o.lin(s.b)) {
				o.block(s.body)
			}
		case "data":
			// The data may be such that this is never done, and what follows in case of leave.
		case "for":
			hi := o.lin(s.b)
			for i := o.lin(s.a); i < hi; i++ {
				o.values[s.name] = i
				o.block(s.body)
			}
		case "leave":
			return
		}
	}
}

func holds(how string, a, b int) bool {
	return map[string]bool{"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b, "eq": a == b, "ne": a != b}[how]
}

func (o *nestRun) access(s *node) {
	at := o.lin(s.at) + nestMiddle
	if s.cut {
		at += o.lin(s.part)
	}
	place := nestPlace{s.slice, at}
	a := nestAccess{iter: o.iter, store: s.kind == "store"}
	if a.store {
		a.value = o.value(s)
		o.memory[place] = a.value
	} else {
		o.values[s.name] = o.at(place)
	}
	if o.accesses[place] == nil {
		o.accesses[place] = map[int][]nestAccess{}
	}
	o.accesses[place][s.line] = append(o.accesses[place][s.line], a)
}

// at is an element, at first one that is drawn.
func (o *nestRun) at(place nestPlace) int {
	if v, known := o.memory[place]; known {
		return v
	}
	return rand.New(rand.NewPCG(o.seed, uint64(place.slice[0])<<32+uint64(place.at))).IntN(1<<20) - 1<<19
}

func (o *nestRun) value(s *node) int {
	v := o.lin(s.a)
	switch s.value {
	case "same":
		return 7
	case "parameter":
		return o.values["w"]
	case "quotient":
		return v / 3
	case "above":
		if v > 2 {
			return 1
		}
		return 0
	case "loaded":
		if s.load != "" {
			return v + o.values[s.load]
		}
	}
	return v
}

// pairs adds the lines of accesses by which iterations depend on each other.
func (o *nestRun) pairs(found map[[2]int]bool) {
	for _, lines := range o.accesses {
		for l, as := range lines {
			for k, bs := range lines {
				if !found[[2]int{l, k}] && depend(as, bs) {
					found[[2]int{l, k}], found[[2]int{k, l}] = true, true
				}
			}
		}
	}
}

func depend(as, bs []nestAccess) bool {
	for _, a := range as {
		for _, b := range bs {
			if a.iter != b.iter && (a.store || b.store) && !(a.store && b.store && a.value == b.value) {
				return true
			}
		}
	}
	return false
}

// reported are the lines of dependences that are, and what is said.
func reported(t *testing.T, text string) (lines [][2]int, messages []string) {
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err, "\n", text)
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatal(err, "\n", text)
	}
	found, err := dependences(m.Func("f"))
	if err != nil {
		t.Fatal(err, "\n", text)
	}
	for _, d := range found {
		lines = append(lines, [2]int{int(d.Pos.Line), int(d.Other.Line)})
		messages = append(messages, d.Msg)
	}
	return lines, messages
}

// TestDependencesRandom says how many of the nests with dependent iterations are found. No other may be.
func TestDependencesRandom(t *testing.T) {
	dependent, seen := 0, 0
	seeds.Each(t, 1000, func(seed uint64) {
		g := randomLoopNest(seed)
		text := g.text()
		real := map[[2]int]bool{}
		for k, size := range [][3]int{{11, 10, 13}, {10, 11, 9}} {
			g.run(size[0], size[1], size[2], seed+uint64(k)).pairs(real)
		}
		lines, messages := reported(t, text)
		for k, l := range lines {
			if !real[l] {
				t.Fatalf("seed %d: not so: %s\n%s", seed, messages[k], text)
			}
		}
		if len(real) > 0 {
			dependent++
		}
		if len(lines) > 0 {
			seen++
		}
	})
	t.Logf("%d have dependent iterations, of which %d were found", dependent, seen)
	if dependent > 100 && seen < dependent/4 {
		t.Error("too few")
	}
}

// TestDependencesFound has the simple forms, in all of which dependences are found.
func TestDependencesFound(t *testing.T) {
	nest := func(dims []lin, body ...*node) *loopNest {
		g := &loopNest{dims: dims, indices: []string{"i", "j"}[:len(dims)], body: body}
		for k, s := range body {
			s.line = k + 1
		}
		return g
	}
	n, m := lin{0, []linTerm{{1, "n", ""}}}, lin{0, []linTerm{{1, "m", ""}}}
	i := func(c int) lin { return lin{c, []linTerm{{1, "i", ""}}} }
	check := func(what string, g *loopNest, want bool) {
		t.Helper()
		if lines, messages := reported(t, g.text()); want != (len(lines) > 0) {
			t.Errorf("%s: want %t, have %q\n%s", what, want, messages, g.text())
		}
	}
	for c := -4; c <= 4; c++ {
		for d := -4; d <= 4; d++ {
			x := func() []*node {
				return []*node{{kind: "load", name: "v", slice: "x", at: i(d)}, {kind: "store", slice: "x", at: i(c), value: "loaded", load: "v"}}
			}
			check(fmt.Sprintf("x[i+%d] = x[i+%d], 8 times", c, d), nest([]lin{{c: 9}}, x()...), c != d)
			check(fmt.Sprintf("x[i+%d] = x[i+%d], n times", c, d), nest([]lin{n}, x()...), c-d == 1 || d-c == 1)
		}
	}
	for _, at := range []lin{{}, {c: 5}, {0, []linTerm{{1, "w", ""}}}} {
		check("one element", nest([]lin{n}, &node{kind: "store", slice: "x", at: at, value: "linear", a: i(0)}), true)
		check("one element, the same value", nest([]lin{n}, &node{kind: "store", slice: "x", at: at, value: "parameter"}), false)
		check("a sum in one element", nest([]lin{n}, &node{kind: "load", name: "v", slice: "x", at: at},
			&node{kind: "store", slice: "x", at: at, value: "loaded", load: "v", a: i(0)}), true)
	}
	for a := -1; a <= 1; a++ {
		for b := -1; b <= 1; b++ {
			at := func(a, b int) lin {
				e := lin{b, []linTerm{{1, "i", "w"}, {1, "j", ""}}}
				if a != 0 {
					e.terms = append(e.terms, linTerm{a, "w", ""})
				}
				return e
			}
			for _, dims := range [][]lin{{n, m}, {{c: 4}, m}, {n, {c: 3}}} {
				check(fmt.Sprintf("neighbour (%d, %d)", a, b), nest(dims, &node{kind: "load", name: "v", slice: "x", at: at(a, b)},
					&node{kind: "store", slice: "x", at: at(0, 0), value: "loaded", load: "v"}), a != 0 || b != 0)
			}
		}
	}
}
