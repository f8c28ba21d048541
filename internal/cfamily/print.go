// Package cfamily prints kernels of the loops level as source text of a language of C's family, made to be read and to be vectorised by
// the compiler that gets it. What the languages differ in is data: a [Dialect].
//
// The text computes what docs/ir.md says, whatever the compiler: integers wrap around in unsigned arithmetic, shifts and conversions that
// C leaves undefined are spelled out, floating-point operations are fused where the IR says fma and nowhere else. A kernel is called as
// docs/ir.md, "How a kernel is called", has it.
package cfamily

import (
	"fmt"
	"path"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Unit is the text for some kernels.
type Unit struct {
	Text    string
	Kernels []Kernel
}

// Kernel is a function of a Unit.
type Kernel struct {
	Name   string // of the IR
	Symbol string // in the text
	Sites  []Site
}

// Site is a check; a kernel that returns s has failed at Sites[s-1].
type Site struct {
	Kind     ir.OpKind
	Code     int64  // check.slice: which form
	Unsigned bool   // check.index: the index is unsigned
	Panic    string // check.panic: what with
	Pos      ir.Pos
}

// Error says what can't be printed, and where.
type Error struct {
	Pos ir.Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// Print makes one text of kernels of the loops level, which it changes. The error, if any, is an *Error.
func Print(kernels []*ir.Func, d *Dialect) (u *Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			u, err = nil, e
		}
	}()
	f := &file{d: d, types: map[*ir.Type]string{}, fields: map[*ir.Type][]string{}, helpers: map[string]bool{}, tables: map[string]string{}, symbols: newNames(d.Reserved)}
	u = &Unit{}
	var bodies strings.Builder
	for _, k := range kernels {
		hoistChecks(k.Body)
		p := newPrinter(f, k)
		symbol := f.symbols.fresh(symbolHint(k.Name))
		bodies.WriteString("\n")
		bodies.WriteString(p.kernel(symbol))
		u.Kernels = append(u.Kernels, Kernel{k.Name, symbol, p.sites})
	}
	u.Text = f.head() + bodies.String()
	return u, nil
}

// symbolHint is the last part of a kernel's name.
func symbolHint(name string) string { return path.Base(name) }

// file is what the kernels of a text have in common.
type file struct {
	d       *Dialect
	symbols *names
	types   map[*ir.Type]string
	decls   []string // of types, in order
	fields  map[*ir.Type][]string
	helpers map[string]bool

	tables     map[string]string // names by contents
	tableDecls []string
}

// need has the text define a helper, and gives its name.
func (f *file) need(name string) string {
	if !f.helpers[name] {
		f.helpers[name] = true
		h, ok := f.d.Helpers[name]
		if !ok {
			panic("cfamily: no helper " + name + " in dialect " + f.d.Name)
		}
		for _, n := range h.Needs {
			f.need(n)
		}
	}
	return name
}

// head is what comes before the kernels.
func (f *file) head() string {
	var b strings.Builder
	b.WriteString(f.d.Prelude)
	for _, name := range f.d.order {
		if f.helpers[name] {
			b.WriteString("\n" + f.d.Helpers[name].Text)
		}
	}
	if len(f.decls) > 0 {
		b.WriteString("\n" + strings.Join(f.decls, ""))
	}
	if len(f.tableDecls) > 0 {
		b.WriteString("\n" + strings.Join(f.tableDecls, ""))
	}
	return b.String()
}

// printer prints one kernel.
type printer struct {
	*file
	k        *ir.Func
	names    *names
	uses     *ir.Uses
	env      map[*ir.Value]expr
	slices   map[*ir.Value]*parts
	pending  []*ir.Value // computed where they are used, in order of definition
	targets  map[*ir.Op]*target
	inner    *ir.Op         // the innermost loop of the text
	yield    func(o *ir.Op) // prints the yield of a reduction's region
	loops    int            // depth of counted loops, for the names of their indices
	lines    []line
	depth    int
	pos      ir.Pos // of what is being printed
	lastLine int    // that a comment has named
	sites    []Site
	site     map[*ir.Op]int
	fail     int             // index of the first word for a failed check's operands
	results  int             // and for results
	heads    []*parts        // declarations at the head
	private  int64           // bytes of local arrays
	flat     bool            // in a loop without branches: both arms of an if are computed
	products map[*ir.Op]bool // those to be kept from being fused
}

type line struct {
	depth int
	text  string
}

func newPrinter(f *file, k *ir.Func) *printer {
	return &printer{file: f, k: k, names: newNames(f.d.Reserved, "p", "lo", "hi"), uses: k.Uses(), env: map[*ir.Value]expr{},
		slices: map[*ir.Value]*parts{}, targets: map[*ir.Op]*target{}, site: map[*ir.Op]int{}, products: endangered(k.Body), depth: 1}
}

func (p *printer) failf(o *ir.Op, format string, args ...any) {
	panic(&Error{o.Pos, fmt.Sprintf(format, args...)})
}

// kernel prints the whole function.
func (p *printer) kernel(symbol string) string {
	params, word := p.k.Body.Params, 0
	if p.k.Kernel == ir.RangeKernel {
		p.env[params[0]], p.env[params[1]] = variable("lo"), variable("hi")
		params = params[2:]
	}
	for _, v := range params {
		word += p.param(v, word)
	}
	p.results = word
	p.fail = word + len(p.k.Results)
	if p.region(p.k.Body, nil) {
		p.put("return 0;")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n", p.k.Name)
	if p.k.Pos.Line > 0 {
		fmt.Fprintf(&b, "// %s:%d\n", p.k.Pos.File(), p.k.Pos.Line)
	}
	fmt.Fprintf(&b, p.d.Signature+" {\n", symbol)
	for _, s := range p.heads {
		b.WriteString(s.declaration())
	}
	for _, l := range p.lines {
		b.WriteString(strings.Repeat("\t", l.depth) + l.text + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// param binds a parameter of the kernel that begins at a word of the block, and gives the number of its words.
func (p *printer) param(v *ir.Value, word int) int {
	name := p.nameOf(v)
	if v.Type.Kind == ir.Slice {
		s := &parts{typ: v.Type, ptr: name, word: word}
		elem := p.typeName(v.Type.Elem)
		s.decl = [3]string{
			fmt.Sprintf("%s *%s = (%s *)p[%d];", elem, name, elem, word),
			fmt.Sprintf("i64 %s = (i64)p[%d];", p.names.fresh(name+"_len"), word+1),
			fmt.Sprintf("i64 %s = (i64)p[%d];", p.names.fresh(name+"_cap"), word+2),
		}
		s.len, s.cap = strings.Fields(s.decl[1])[1], strings.Fields(s.decl[2])[1]
		p.slices[v] = s
		p.heads = append(p.heads, s)
		return 3
	}
	p.env[v] = variable(name)
	if p.uses.Count(v) > 0 {
		from := p.fromWord(v.Type, fmt.Sprintf("p[%d]", word))
		s := &parts{used: [3]bool{true}}
		s.decl[0] = fmt.Sprintf("%s %s = %s;", p.typeName(v.Type), name, from)
		p.heads = append(p.heads, s)
	}
	return 1
}

// fromWord reads a scalar from a 64-bit word, and toWord is the inverse.
func (p *printer) fromWord(t *ir.Type, word string) string {
	switch t.Kind {
	case ir.F64:
		return p.need("f64_from_bits") + "(" + word + ")"
	case ir.F32:
		return p.need("f32_from_bits") + "((u32)" + word + ")"
	case ir.U64:
		return word
	}
	return "(" + p.typeName(t) + ")" + word
}

func (p *printer) toWord(x expr, t *ir.Type) string {
	switch t.Kind {
	case ir.F64:
		return p.need("f64_bits") + "(" + x.text + ")"
	case ir.F32:
		return p.need("f32_bits") + "(" + x.text + ")"
	case ir.U64:
		return x.text
	}
	return "(u64)" + x.at(precUnary)
}

// put prints a line, with the place in the Go source behind it where that is another than before.
func (p *printer) put(format string, args ...any) {
	p.bare(fmt.Sprintf(format, args...) + p.place())
}

// place is a comment that says where in the Go source we are, unless the last one said so.
func (p *printer) place() string {
	n := int(p.pos.Line)
	if n == 0 || n == p.lastLine {
		return ""
	}
	p.lastLine = n
	return fmt.Sprintf(" // %s:%d", path.Base(p.pos.File()), n)
}

// bare prints a line without a place.
func (p *printer) bare(text string) { p.lines = append(p.lines, line{p.depth, text}) }

// capture gives what f prints, one level further in.
func (p *printer) capture(f func()) []line {
	outer := p.lines
	p.lines = nil
	p.depth++
	f()
	p.depth--
	inner := p.lines
	p.lines = outer
	return inner
}

// include prints what was captured, moved by some levels.
func (p *printer) include(ls []line, by int) {
	for _, l := range ls {
		p.lines = append(p.lines, line{l.depth + by, l.text})
	}
}
