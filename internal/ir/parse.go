package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a module's text form. Errors begin with line:column.
func Parse(text string) (*Module, error) { return ParseFile("", text) }

// ParseFile is Parse with the name of a file for errors to begin with.
func ParseFile(name, text string) (m *Module, err error) {
	p := &parser{src: text}
	defer p.catch(name, &m, &err)
	m = &Module{}
	for p.skipAll(); p.at < len(p.src); p.skipAll() {
		m.Funcs = append(m.Funcs, p.function())
	}
	return m, nil
}

// catch makes an error of a panic of the parser. Deferred, it gives up with that.
func (p *parser) catch(file string, m **Module, err *error) {
	switch e := recover().(type) {
	case nil:
	case parseError:
		line := 1 + strings.Count(p.src[:e.at], "\n")
		col := e.at - strings.LastIndexByte(p.src[:e.at], '\n')
		if file != "" {
			file += ":"
		}
		*m, *err = nil, fmt.Errorf("%s%d:%d: %s", file, line, col, e.msg)
	default:
		panic(e)
	}
}

// MustParse is Parse for texts that are known to be right.
func MustParse(text string) *Module {
	m, err := Parse(text)
	if err != nil {
		panic("ir: " + err.Error())
	}
	return m
}

// parser is a recursive-descent parser that reads the text directly, without tokens: it runs at a user's first call and has to be quick.
// For the same reason ops, values and short slices come from slabs.
type parser struct {
	src string
	at  int

	origin   Pos // of the function, once it is read
	numbered []*Value
	named    map[string]*Value
	labels   []labelled // of the enclosing ops

	ops    []Op
	values []Value
	refs   []*Value
	buf    []*Value // operands of the op at hand
	names  []string // results of the op at hand
	nameAt []int
}

type labelled struct {
	name string
	op   *Op
}

type parseError struct {
	at  int
	msg string
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(parseError{at, fmt.Sprintf(format, args...)})
}

func (p *parser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}

// skip passes over blanks.
func (p *parser) skip() {
	for p.at < len(p.src) && (p.src[p.at] == ' ' || p.src[p.at] == '\t' || p.src[p.at] == '\r') {
		p.at++
	}
}

// skipAll passes over blanks, comments and ends of lines, and reports whether there was an end of line.
func (p *parser) skipAll() (newline bool) {
	for {
		p.skip()
		switch {
		case p.peek() == '\n':
			newline = true
			p.at++
		case strings.HasPrefix(p.src[p.at:], "//"):
			if n := strings.IndexByte(p.src[p.at:], '\n'); n >= 0 {
				p.at += n
			} else {
				p.at = len(p.src)
			}
		default:
			return newline
		}
	}
}

// accept passes over c if it comes next behind blanks.
func (p *parser) accept(c byte) bool {
	p.skip()
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) expect(s string) {
	p.skip()
	if !strings.HasPrefix(p.src[p.at:], s) {
		p.fail(p.at, "expected %q, found %s", s, p.found())
	}
	p.at += len(s)
}

// found describes what comes next.
func (p *parser) found() string {
	if p.at >= len(p.src) {
		return "the end of the text"
	}
	if p.src[p.at] == '\n' {
		return "the end of the line"
	}
	rest := p.src[p.at:]
	if n := strings.IndexAny(rest, " \t\r\n"); n > 0 {
		rest = rest[:n]
	}
	return strconv.Quote(rest[:min(len(rest), 20)])
}

// word reads a run of letters and digits, possibly empty.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.src) && (isLetter(p.src[p.at]) || isDigit(p.src[p.at])) {
		p.at++
	}
	return p.src[start:p.at]
}

func (p *parser) ident(what string) string {
	p.skip()
	w := p.word()
	if w == "" {
		p.fail(p.at, "expected %s, found %s", what, p.found())
	}
	return w
}

func (p *parser) quoted() string {
	s, err := strconv.QuotedPrefix(p.src[p.at:])
	if err != nil {
		p.fail(p.at, "expected a quoted string, found %s", p.found())
	}
	p.at += len(s)
	s, _ = strconv.Unquote(s)
	return s
}

func (p *parser) symbol() string {
	p.expect("@")
	if p.peek() == '"' {
		return p.quoted()
	}
	start := p.at
	for p.at < len(p.src) && isSymbol(p.src[p.at]) {
		p.at++
	}
	if p.at == start {
		p.fail(p.at, "expected a name behind @, found %s", p.found())
	}
	return p.src[start:p.at]
}

func (p *parser) int() int64 {
	p.skip()
	start := p.at
	p.number()
	n, err := strconv.ParseInt(p.src[start:p.at], 10, 64)
	if err != nil {
		p.at = start
		p.fail(start, "expected an integer, found %s", p.found())
	}
	return n
}

// number passes over what a literal number or constant may consist of, bits(...) included.
func (p *parser) number() string {
	start := p.at
	for p.at < len(p.src) {
		c := p.src[p.at]
		if !isLetter(c) && !isDigit(c) && c != '.' && c != '-' && c != '+' {
			break
		}
		p.at++
	}
	if p.src[start:p.at] == "bits" && p.peek() == '(' {
		n := strings.IndexByte(p.src[p.at:], ')')
		if n < 0 {
			p.fail(p.at, "bits( without )")
		}
		p.at += n + 1
	}
	return p.src[start:p.at]
}

// valueName reads what follows a %.
func (p *parser) valueName() string {
	p.expect("%")
	start := p.at
	for p.at < len(p.src) {
		if c := p.src[p.at]; !isLetter(c) && !isDigit(c) && c != '.' {
			break
		}
		p.at++
	}
	if p.at == start {
		p.fail(p.at, "expected a name behind %%, found %s", p.found())
	}
	return p.src[start:p.at]
}

// small is the number that a name of digits stands for, or -1.
func small(name string) int {
	if len(name) > 6 || len(name) > 1 && name[0] == '0' {
		return -1
	}
	n := 0
	for i := range len(name) {
		if !isDigit(name[i]) {
			return -1
		}
		n = 10*n + int(name[i]-'0')
	}
	return n
}

// define makes name stand for v.
func (p *parser) define(at int, name string, v *Value) {
	if n := small(name); n >= 0 {
		for n >= len(p.numbered) {
			p.numbered = append(p.numbered, nil)
		}
		if p.numbered[n] != nil {
			p.fail(at, "%%%s is defined twice", name)
		}
		p.numbered[n] = v
		return
	}
	if p.named[name] != nil {
		p.fail(at, "%%%s is defined twice", name)
	}
	p.named[name] = v
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		name = name[:dot]
	}
	v.Name = name
}

// use reads a reference to a value.
func (p *parser) use() *Value {
	p.skip()
	at := p.at
	name := p.valueName()
	var v *Value
	if n := small(name); n >= 0 {
		if n < len(p.numbered) {
			v = p.numbered[n]
		}
	} else {
		v = p.named[name]
	}
	if v == nil {
		p.fail(at, "%%%s is not defined", name)
	}
	return v
}

func (p *parser) pos() Pos {
	if !p.accept('!') {
		return Pos{}
	}
	file, from := p.origin.File(), int(p.origin.Line)
	if p.peek() == '"' {
		file, from = p.quoted(), 0
		p.expect(":")
	}
	line := from + int(p.int())
	p.expect(":")
	return PosAt(file, line, int(p.int()))
}

func (p *parser) function() *Func {
	p.expect("func")
	f := &Func{Name: p.symbol()}
	p.scope()
	params := &Region{}
	p.params(params)
	p.expect("->")
	p.expect("(")
	for !p.accept(')') {
		if len(f.Results) > 0 {
			p.expect(",")
		}
		p.skip()
		name, start := "", p.at
		if w := p.word(); w != "" && p.accept(':') {
			name = w
		} else {
			p.at = start
		}
		f.Results = append(f.Results, p.typ())
		if name != "" || f.Names != nil {
			for len(f.Names) < len(f.Results)-1 {
				f.Names = append(f.Names, "")
			}
			f.Names = append(f.Names, name)
		}
	}
	p.skip()
	if strings.HasPrefix(p.src[p.at:], "kernel=") {
		p.expect("kernel=")
		switch k := p.ident("a kind of kernel"); k {
		case "range":
			f.Kernel = RangeKernel
		case "single":
			f.Kernel = SingleKernel
		default:
			p.fail(p.at, "no kind of kernel: %s", k)
		}
		p.skip()
		if f.Rare = strings.HasPrefix(p.src[p.at:], "rare"); f.Rare {
			p.expect("rare")
		}
	}
	if strings.HasPrefix(p.src[p.at:], "border=") {
		p.expect("border=")
		f.Border = p.quoted()
		p.skip()
	}
	p.origin = Pos{}
	f.Pos = p.pos()
	p.origin = f.Pos
	p.skip()
	if strings.HasPrefix(p.src[p.at:], "filter") {
		p.expect("filter")
		numbered, named := p.numbered, p.named
		p.numbered, p.named = nil, map[string]*Value{}
		f.SetFilter(p.region(nil))
		p.numbered, p.named = numbered, named
	}
	f.SetBody(params)
	p.block(f.Body)
	return f
}

// scope forgets the names of the function before.
func (p *parser) scope() {
	p.numbered = p.numbered[:0]
	p.named = map[string]*Value{}
	p.labels = p.labels[:0]
}

func (p *parser) params(r *Region) {
	p.expect("(")
	for !p.accept(')') {
		if len(r.Params) > 0 {
			p.expect(",")
		}
		p.skip()
		at := p.at
		name := p.valueName()
		p.expect(":")
		v := p.newValue()
		v.Type, v.Owner, v.Index = p.typ(), r, len(r.Params)
		p.define(at, name, v)
		r.Params = append(r.Params, v)
	}
}

func (p *parser) region(parent *Op) *Region {
	r := &Region{Parent: parent}
	if p.skip(); p.peek() == '(' {
		p.params(r)
	}
	p.block(r)
	return r
}

// block reads the ops of a region between braces.
func (p *parser) block(r *Region) {
	p.expect("{")
	for {
		newline := p.skipAll()
		if p.accept('}') {
			return
		}
		if !newline {
			p.fail(p.at, "expected the end of the line, found %s", p.found())
		}
		if p.at >= len(p.src) {
			p.fail(p.at, "a region is not closed")
		}
		r.Ops = append(r.Ops, p.op(r))
	}
}

func (p *parser) newValue() *Value {
	if len(p.values) == 0 {
		p.values = make([]Value, 128)
	}
	v := &p.values[0]
	p.values = p.values[1:]
	return v
}

func (p *parser) newOp() *Op {
	if len(p.ops) == 0 {
		p.ops = make([]Op, 64)
	}
	o := &p.ops[0]
	p.ops = p.ops[1:]
	return o
}

// list makes an own slice of n values.
func (p *parser) list(n int) []*Value {
	if n == 0 {
		return nil
	}
	if len(p.refs) < n {
		p.refs = make([]*Value, max(256, n))
	}
	l := p.refs[:n:n]
	p.refs = p.refs[n:]
	return l
}

func (p *parser) op(r *Region) *Op {
	o := p.newOp()
	o.Parent = r
	p.names, p.nameAt = p.names[:0], p.nameAt[:0]
	if p.peek() == '%' {
		for ok := true; ok; ok = p.accept(',') {
			p.skip()
			p.nameAt = append(p.nameAt, p.at)
			p.names = append(p.names, p.valueName())
		}
		p.expect("=")
	}
	p.skip()
	at := p.at
	name := p.opName()
	if o.Kind = KindByName(name); o.Kind == OpInvalid {
		p.at = at
		p.fail(at, "no op %s", p.found())
	}
	depth := len(p.labels)
	if p.accept('^') {
		p.label(o)
	}
	if p.skip(); p.peek() == '@' {
		o.SetSym(p.symbol())
	}
	var literal string
	literalAt := p.at
	if o.Kind == OpConst {
		if literal = p.number(); literal == "" {
			p.fail(p.at, "expected a constant, found %s", p.found())
		}
	}
	p.buf = p.buf[:0]
	if p.skip(); p.peek() == '%' {
		for ok := true; ok; ok = p.accept(',') {
			p.buf = append(p.buf, p.use())
		}
		o.Args = p.list(len(p.buf))
		copy(o.Args, p.buf)
	}
	var table []string
	if p.accept('<') {
		table = p.attributes(o)
	}
	p.results(o)
	if o.Kind == OpConst && len(o.Results) == 1 {
		o.Bits = p.constant(literalAt, literal, o.Results[0].Type.Scalar())
	}
	if len(table) > 0 {
		if len(o.Results) != 1 {
			p.fail(at, "a table without one result")
		}
		bits := make([]uint64, len(table))
		for i, s := range table {
			bits[i] = p.constant(at, s, o.Results[0].Type.Scalar())
		}
		o.SetTable(bits)
	}
	// The results are not visible in the op's own regions, but names are unique in the whole function, so that the order does not matter.
	for p.skip(); p.peek() == '(' || p.peek() == '{'; p.skip() {
		o.Regions = append(o.Regions, p.region(o))
	}
	p.labels = p.labels[:depth]
	if p.peek() == '!' {
		o.Pos = p.pos()
	}
	return o
}

// opName is a word with dots in it.
func (p *parser) opName() string {
	start := p.at
	for p.at < len(p.src) && (isLetter(p.src[p.at]) || isDigit(p.src[p.at]) || p.src[p.at] == '.') {
		p.at++
	}
	return p.src[start:p.at]
}

// label reads the name behind a ^: the target of a break or continue, or a name for the op itself.
func (p *parser) label(o *Op) {
	at := p.at
	name := p.word()
	if name == "" {
		p.fail(at, "expected a label behind ^, found %s", p.found())
	}
	if o.Kind != OpBreak && o.Kind != OpContinue {
		p.labels = append(p.labels, labelled{name, o})
		return
	}
	for i := len(p.labels) - 1; i >= 0; i-- {
		if p.labels[i].name == name {
			o.Target = p.labels[i].op
			return
		}
	}
	p.fail(at, "no op around is named ^%s", name)
}

// results reads the types of the results and defines them.
func (p *parser) results(o *Op) {
	if len(p.names) == 0 {
		return
	}
	names, at := p.names, p.nameAt
	p.expect(":")
	o.Results = p.list(len(names))
	for i := range names {
		if i > 0 {
			p.expect(",")
		}
		v := p.newValue()
		v.Type, v.Def, v.Index = p.typ(), o, i
		o.Results[i] = v
		p.define(at[i], names[i], v)
	}
}

// attributes reads what stands between < and >. A table's elements wait for the type.
func (p *parser) attributes(o *Op) (table []string) {
	for !p.accept('>') {
		at := p.at
		name := p.ident("an attribute")
		p.expect("=")
		switch name {
		case "path", "ints":
			p.items(func() { o.Ints = append(o.Ints, p.int()) })
		case "table":
			p.items(func() { p.skip(); table = append(table, p.number()) })
		case "mode":
			o.Mode = p.mode()
		case "note":
			o.SetNote(p.quoted())
		default:
			p.fail(at, "no attribute %s", name)
		}
	}
	return table
}

func (p *parser) mode() Mode {
	at := p.at
	name := p.word()
	for m, s := range modeNames {
		if s == name {
			return Mode(m)
		}
	}
	p.fail(at, "no mode %q", name)
	return 0
}

// items reads a list in brackets.
func (p *parser) items(item func()) {
	p.expect("[")
	for first := true; !p.accept(']'); first = false {
		if !first {
			p.expect(",")
		}
		item()
	}
}
