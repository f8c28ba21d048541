package eval_test

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// The watcher against brute force: random nests of parallel and plain loops touch slices that overlap, of several element types, and variables
// of outer scopes. The oracle runs them by a tree walk of its own, writes down every access with the iterations around it, and compares all
// pairs.

// rnode is a statement of a random program.
type rnode struct {
	kind  string // par, seq, if, access, declare
	dims  []int
	body  []*rnode
	slice int // access: number of a slice; -1: a variable
	v     *rvar
	field int
	idx   rexpr
	store bool
	value rexpr
}

// rvar is a variable, an array of n integers.
type rvar struct {
	name string
	n    int
}

// rexpr is c + sum of coefs times the indices around, modulo mod.
type rexpr struct {
	coefs  []int
	c, mod int
}

func (e rexpr) eval(idx []int) int {
	n := e.c
	for i, k := range e.coefs {
		n += k * idx[i]
	}
	return n % e.mod
}

type rfield struct {
	offset, size int
	t            string
}

type rslice struct {
	name   string
	start  int // byte in the arena
	n      int
	size   int // of an element
	t      string
	fields []rfield
}

const arenaBytes = 192

type rprogram struct {
	r      *rand.Rand
	slices []rslice
	body   []*rnode
	vars   int
}

func randomNest(seed int64) *rprogram {
	p := &rprogram{r: rand.New(rand.NewSource(seed))}
	for i := range 2 + p.r.Intn(3) {
		s := rslice{name: string(rune('a' + i)), size: 8, t: "i64", fields: []rfield{{0, 8, "i64"}}}
		switch p.r.Intn(5) {
		case 0:
			s = rslice{name: s.name, size: 4, t: "i32", fields: []rfield{{0, 4, "i32"}}}
		case 1:
			s = rslice{name: s.name, size: 1, t: "u8", fields: []rfield{{0, 1, "u8"}}}
		case 2:
			s = rslice{name: s.name, size: 16, t: "{p: i32, q: i64}", fields: []rfield{{0, 4, "i32"}, {8, 8, "i64"}}}
		}
		s.n = 1 + p.r.Intn(8)
		s.start = p.r.Intn((arenaBytes-s.n*s.size)/8+1) * 8
		p.slices = append(p.slices, s)
	}
	scope := []*rvar{p.variable()}
	p.body = append([]*rnode{{kind: "declare", v: scope[0]}}, p.block(2+p.r.Intn(2), 0, scope)...)
	return p
}

func (p *rprogram) variable() *rvar {
	p.vars++
	return &rvar{fmt.Sprint("v", p.vars), 1 + p.r.Intn(3)}
}

func (p *rprogram) expr(indices, mod int) rexpr {
	e := rexpr{mod: mod, c: p.r.Intn(3), coefs: make([]int, indices)}
	for i := range e.coefs {
		e.coefs[i] = max(0, p.r.Intn(5)-2)
	}
	return e
}

// block makes statements; indices is how many loop indices are in scope.
func (p *rprogram) block(depth, indices int, scope []*rvar) []*rnode {
	var out []*rnode
	for range 1 + p.r.Intn(3) {
		n := &rnode{}
		kind := p.r.Intn(10)
		switch {
		case depth > 0 && (kind < 5 || indices == 0):
			n.kind = "par"
			n.dims = []int{p.r.Intn(5)}
			if p.r.Intn(3) == 0 {
				n.dims = append(n.dims, p.r.Intn(4))
			} else if p.r.Intn(3) == 0 {
				n.kind = "seq"
			}
			inner := scope
			if p.r.Intn(3) == 0 {
				v := p.variable()
				inner = append(slices.Clone(scope), v)
				n.body = append(n.body, &rnode{kind: "declare", v: v})
			}
			n.body = append(n.body, p.block(depth-1, indices+len(n.dims), inner)...)
		case depth > 0 && kind == 5:
			n.kind, n.idx = "if", p.expr(indices, 2)
			n.body = p.block(depth-1, indices, scope)
		default:
			n.kind, n.slice, n.store = "access", p.r.Intn(len(p.slices)), p.r.Intn(2) == 0
			length := 0
			if p.r.Intn(5) == 0 {
				n.slice, n.v = -1, scope[p.r.Intn(len(scope))]
				length = n.v.n
			} else {
				n.field = p.r.Intn(len(p.slices[n.slice].fields))
				length = p.slices[n.slice].n
			}
			n.idx, n.value = p.expr(indices, length), p.expr(indices, 100)
			if p.r.Intn(3) == 0 { // the same value everywhere
				n.value = rexpr{mod: 100, c: p.r.Intn(2)}
			}
		}
		out = append(out, n)
	}
	return out
}

// printer writes the program in the IR.
type printer struct {
	strings.Builder
	p *rprogram
	n int
}

func (p *rprogram) text() string {
	w := &printer{p: p}
	var params []string
	for _, s := range p.slices {
		params = append(params, fmt.Sprintf("%%%s: []%s", s.name, s.t))
	}
	fmt.Fprintf(w, "func @f(%s) -> () {\n", strings.Join(params, ", "))
	w.block(p.body, nil)
	w.WriteString("return\n}\n")
	return w.String()
}

func (w *printer) op(format string, args ...any) string {
	w.n++
	fmt.Fprintf(w, "%%t%d = %s\n", w.n, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%t%d", w.n)
}

func (w *printer) expr(e rexpr, idx []string) string {
	sum := w.op("const %d : i64", e.c)
	for i, k := range e.coefs {
		sum = w.op("add %s, %s : i64", sum, w.op("mul %s, %s : i64", idx[i], w.op("const %d : i64", k)))
	}
	return w.op("rem %s, %s : i64", sum, w.op("const %d : i64", e.mod))
}

func (w *printer) block(ns []*rnode, idx []string) {
	for _, n := range ns {
		switch n.kind {
		case "declare":
			fmt.Fprintf(w, "%%%s = cell %s : cell<[%d]i64>\n", n.v.name, w.op("zero : [%d]i64", n.v.n), n.v.n)
		case "if":
			fmt.Fprintf(w, "if %s {\n", w.op("eq %s, %s : bool", w.expr(n.idx, idx), w.op("const 0 : i64")))
			w.block(n.body, idx)
			w.WriteString("yield\n} {\nyield\n}\n")
		case "seq", "par":
			var extents, params, inner []string
			for _, d := range n.dims {
				extents = append(extents, w.op("const %d : i64", d))
				w.n++
				inner = append(inner, fmt.Sprintf("%%t%d", w.n))
				params = append(params, fmt.Sprintf("%%t%d: i64", w.n))
			}
			head, attrs := "multi", ""
			if n.kind == "seq" {
				head, attrs = "for "+w.op("const 0 : i64")+",", " <ints=[1]>"
			}
			fmt.Fprintf(w, "%s %s%s (%s) {\n", head, strings.Join(extents, ", "), attrs, strings.Join(params, ", "))
			w.block(n.body, append(slices.Clone(idx), inner...))
			w.WriteString("yield\n}\n")
		case "access":
			w.access(n, idx)
		}
	}
}

func (w *printer) access(n *rnode, idx []string) {
	at, value := w.expr(n.idx, idx), ""
	if n.store {
		value = w.expr(n.value, idx)
	}
	if n.v != nil {
		if n.store {
			fmt.Fprintf(w, "set %%%s, %s, %s <path=[-1]>\n", n.v.name, value, at)
		} else {
			w.op("get %%%s, %s <path=[-1]> : i64", n.v.name, at)
		}
		return
	}
	s := w.p.slices[n.slice]
	path := ""
	if len(s.fields) > 1 {
		path = fmt.Sprintf(" <path=[%d]>", n.field)
	}
	t := s.fields[n.field].t
	if n.store {
		if t != "i64" {
			value = w.op("conv %s : %s", value, t)
		}
		fmt.Fprintf(w, "store %%%s, %s, %s%s\n", s.name, at, value, path)
	} else {
		w.op("load %%%s, %s%s : %s", s.name, at, path, t)
	}
}

// raccess is an access as the oracle writes it down. tree leads to it: for each parallel loop around its number and its iteration.
type raccess struct {
	tree          []int
	store, silent bool
}

// oracle runs a program and lists the accesses to each place: bytes of the arena, and elements of variables by name.
type oracle struct {
	p       *rprogram
	memory  [arenaBytes]byte
	at      map[string][]raccess
	objects int
	vars    map[*rvar]*robject
	dims    map[int][]int // of loops, by number
	tree    []int
}

// robject is one of the variables that a declaration makes when it is run.
type robject struct {
	number int
	elems  []int
}

func (o *oracle) block(ns []*rnode, idx []int) {
	for _, n := range ns {
		switch n.kind {
		case "declare":
			o.objects++
			o.vars[n.v] = &robject{o.objects, make([]int, n.v.n)}
		case "if":
			if n.idx.eval(idx) == 0 {
				o.block(n.body, idx)
			}
		case "seq":
			for i := range n.dims[0] {
				o.block(n.body, append(slices.Clone(idx), i))
			}
		case "par":
			o.objects++
			loop, outer := o.objects, o.tree
			o.dims[loop] = n.dims
			total := n.dims[0]
			if len(n.dims) > 1 {
				total *= n.dims[1]
			}
			for i := range total {
				o.tree = append(slices.Clone(outer), loop, i)
				at := []int{i}
				if len(n.dims) > 1 {
					at = []int{i / n.dims[1], i % n.dims[1]}
				}
				o.block(n.body, append(slices.Clone(idx), at...))
			}
			o.tree = outer
		case "access":
			o.access(n, idx)
		}
	}
}

func (o *oracle) access(n *rnode, idx []int) {
	at := n.idx.eval(idx)
	value := 0
	if n.store {
		value = n.value.eval(idx)
	}
	if n.v != nil {
		v := o.vars[n.v]
		o.note(fmt.Sprintf("%s#%d[%d]", n.v.name, v.number, at), n.store, v.elems[at] == value)
		if n.store {
			v.elems[at] = value
		}
		return
	}
	s := o.p.slices[n.slice]
	f := s.fields[n.field]
	bytes := o.memory[s.start+at*s.size+f.offset:][:f.size]
	little := make([]byte, f.size)
	little[0] = byte(value)
	same := slices.Equal(bytes, little)
	for i := range bytes {
		o.note(fmt.Sprint("byte", s.start+at*s.size+f.offset+i), n.store, same)
	}
	if n.store {
		copy(bytes, little)
	}
}

func (o *oracle) note(place string, store, same bool) {
	o.at[place] = append(o.at[place], raccess{slices.Clone(o.tree), store, store && same})
}

// depend reports that two accesses, in this order, are a dependence between iterations of one parallel loop, and which these are.
func (o *oracle) depend(a, b raccess) (iterations string, yes bool) {
	if !a.store && !b.store || a.store && b.silent {
		return "", false
	}
	for k := 0; k+1 < min(len(a.tree), len(b.tree)); k += 2 {
		if a.tree[k] != b.tree[k] {
			return "", false // one loop after the other
		}
		if a.tree[k+1] != b.tree[k+1] {
			return o.iteration(a.tree[k:]) + " " + o.iteration(b.tree[k:]), true
		}
	}
	return "", false
}

// iteration is the iteration of a loop as reports name it.
func (o *oracle) iteration(tree []int) string {
	if d := o.dims[tree[0]]; len(d) > 1 {
		return fmt.Sprintf("(%d, %d)", tree[1]/d[1], tree[1]%d[1])
	}
	return fmt.Sprint(tree[1])
}

// races are the words of the arena, and the elements of variables, where there is a dependence, and between which iterations.
func (o *oracle) races() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for place, as := range o.at {
		for j, b := range as {
			for _, a := range as[:j] {
				iterations, yes := o.depend(a, b)
				if !yes {
					continue
				}
				word := wordOf(place)
				if out[word] == nil {
					out[word] = map[string]bool{}
				}
				out[word][iterations] = true
			}
		}
	}
	return out
}

// wordOf forgets what reports don't tell: which byte it was, and which of the variables that one declaration has made.
func wordOf(place string) string {
	var n int
	if _, err := fmt.Sscanf(place, "byte%d", &n); err == nil {
		return fmt.Sprint("word", n/8)
	}
	name, index, _ := strings.Cut(place, "#")
	return name + index[strings.IndexByte(index, '['):]
}

// watched runs a program watched by the interpreter.
func (p *rprogram) watched(t *testing.T) (races map[string]map[string]bool, memory []byte, reports []string) {
	arena := make([]uint64, arenaBytes/8)
	base := unsafe.Pointer(&arena[0])
	m, err := ir.Parse(p.text())
	if err != nil {
		t.Fatal(err, p.text())
	}
	var args []eval.Value
	for _, s := range p.slices {
		args = append(args, eval.Value{Ref: eval.Slice{Ptr: unsafe.Add(base, s.start), Len: s.n, Cap: s.n}})
	}
	races = map[string]map[string]bool{}
	x := eval.New(m)
	x.Watch(func(r *eval.Race) {
		reports = append(reports, r.String())
		found := func(place string) {
			if races[place] == nil {
				races[place] = map[string]bool{}
			}
			races[place][r.First.Iteration+" "+r.Second.Iteration] = true
		}
		if strings.HasPrefix(r.Element, "v") {
			found(r.Element)
			return
		}
		var name byte
		var i int
		if _, err := fmt.Sscanf(r.Element, "%c[%d]", &name, &i); err != nil {
			t.Fatalf("%s: %v", r.Element, err)
		}
		s := p.slices[name-'a']
		at := s.start + i*s.size
		if strings.HasSuffix(r.Element, ".q") {
			at += 8
		}
		found(fmt.Sprint("word", at/8))
	}, true)
	for range 2 { // nothing of a call is left in the next
		clear(arena)
		clear(races)
		reports = nil
		if _, err := x.Run("f", args...); err != nil {
			t.Fatal(err)
		}
	}
	return races, unsafe.Slice((*byte)(base), arenaBytes), reports
}

// TestWatchRandom takes HONE_RANDOM_TIME for a longer search, and HONE_SEED for its start.
func TestWatchRandom(t *testing.T) {
	limit := 2 * time.Second
	if d, err := time.ParseDuration(os.Getenv("HONE_RANDOM_TIME")); err == nil {
		limit = d
	}
	seed := int64(0)
	_, _ = fmt.Sscan(os.Getenv("HONE_SEED"), &seed)
	programs, racy := 0, 0
	for start := time.Now(); time.Since(start) < limit; seed++ {
		p := randomNest(seed)
		o := &oracle{p: p, at: map[string][]raccess{}, dims: map[int][]int{}, vars: map[*rvar]*robject{}}
		o.block(p.body, nil)
		want := o.races()
		got, memory, reports := p.watched(t)
		programs++
		if len(want) > 0 {
			racy++
		}
		sound := true // one of the pairs of iterations at a place is reported
		for place, pairs := range got {
			for pair := range pairs {
				sound = sound && want[place][pair]
			}
		}
		if !sound || len(got) != len(want) || !slices.Equal(memory, o.memory[:]) {
			t.Fatalf("seed %d: dependences at %v, must be at %v\n%s\n%s\n%v", seed, got, want,
				strings.Join(reports, "\n"), p.text(), p.slices)
		}
	}
	t.Logf("%d programs, %d with dependences", programs, racy)
	if programs > 1000 && (racy < programs/5 || racy > programs*9/10) {
		t.Error("the generator is out of balance")
	}
}
