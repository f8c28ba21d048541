package ir

import (
	"math"
	"strconv"
)

// The printer. Names of values are their hints, made unique with a number behind a dot (%x, %x.1, ...), or plain numbers; the parser
// cuts the number off again, so that a text read and printed once more is the same text.

// String is the module's text form, without positions.
func (m *Module) String() string { return m.Text(false) }

// String is the function's text form, without positions.
func (f *Func) String() string { return f.Text(false) }

// Text is the module's text form, with source positions if positions is set.
func (m *Module) Text(positions bool) string {
	p := printer{positions: positions}
	for i, f := range m.Funcs {
		if i > 0 {
			p.str("\n")
		}
		p.function(f)
	}
	return string(p.buf)
}

// Text is the function's text form, with source positions if positions is set.
func (f *Func) Text(positions bool) string {
	p := printer{positions: positions}
	p.function(f)
	return string(p.buf)
}

// Shape is the function's text form without all that is in a name: functions of one shape compute the same.
func (f *Func) Shape() string {
	p := printer{nameless: true}
	p.function(f)
	return string(p.buf)
}

// String is the op's text form without its regions, with the names that the whole function's text has. It is meant for messages.
func (o *Op) String() string {
	root := o.Parent
	for root != nil && root.Parent != nil && root.Parent.Parent != nil {
		root = root.Parent.Parent
	}
	p := printer{short: true}
	if root != nil {
		p.nameAll(root)
	}
	p.op(o)
	return string(p.buf)
}

// Number gives all values of the function IDs 1, 2, ... in order of appearance and returns how many there are, plus one:
// the length of a slice that is indexed by ID. Values of the filter are numbered, too.
func (f *Func) Number() int {
	n, _ := f.NumberAll()
	return n
}

// NumberAll is Number, and gives all ops IDs likewise.
func (f *Func) NumberAll() (values, ops int) {
	n := numbering{1, 1}
	if f.Filter != nil {
		n.region(f.Filter)
	}
	n.region(f.Body)
	return n.values, n.ops
}

type numbering struct{ values, ops int }

func (n *numbering) region(r *Region) {
	for _, v := range r.Params {
		v.ID = int32(n.values)
		n.values++
	}
	for _, o := range r.Ops {
		o.ID = int32(n.ops)
		n.ops++
		for _, v := range o.Results {
			v.ID = int32(n.values)
			n.values++
		}
		for _, in := range o.Regions {
			n.region(in)
		}
	}
}

type printer struct {
	buf       []byte
	positions bool
	short     bool // one op only, without regions
	nameless  bool // values are numbered, whatever their hints; the function has no name
	indent    int
	at        Pos // of the function, once it is printed

	names   map[*Value]string
	used    map[string]int // next number for a hint
	counter int
	labels  map[*Op]int
}

func (p *printer) str(s string) { p.buf = append(p.buf, s...) }
func (p *printer) int(n int64)  { p.buf = strconv.AppendInt(p.buf, n, 10) }

func (p *printer) line() {
	p.buf = append(p.buf, '\n')
	for range p.indent {
		p.str("  ")
	}
}

// nameAll names the values in r and numbers the ops that something breaks from or continues.
func (p *printer) nameAll(r *Region) {
	p.names, p.used, p.labels, p.counter = map[*Value]string{}, map[string]int{}, map[*Op]int{}, 0
	targets := map[*Op]bool{}
	r.Walk(func(o *Op) bool {
		if o.Target != nil {
			targets[o.Target] = true
		}
		return true
	})
	p.nameRegion(r, targets)
}

func (p *printer) nameRegion(r *Region, targets map[*Op]bool) {
	for _, v := range r.Params {
		p.name(v)
	}
	for _, o := range r.Ops {
		if targets[o] {
			p.labels[o] = len(p.labels)
		}
		for _, v := range o.Results {
			p.name(v)
		}
		for _, in := range o.Regions {
			p.nameRegion(in, targets)
		}
	}
}

func (p *printer) name(v *Value) {
	hint := cleanHint(v.Name)
	if hint == "" || p.nameless {
		p.names[v] = strconv.Itoa(p.counter)
		p.counter++
		return
	}
	n, used := p.used[hint]
	p.used[hint] = n + 1
	if used {
		hint += "." + strconv.Itoa(n)
	}
	p.names[v] = hint
}

// cleanHint makes an identifier of a hint: letters, digits and _, not a digit first; "" if nothing is left.
func cleanHint(s string) string {
	ok := true
	for i := range len(s) {
		if !isLetter(s[i]) && (i == 0 || !isDigit(s[i])) {
			ok = false
		}
	}
	if ok {
		return s
	}
	var out []byte
	for i := range len(s) {
		switch c := s[i]; {
		case isLetter(c) || isDigit(c) && len(out) > 0:
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != '_':
			out = append(out, '_')
		}
	}
	return string(out)
}

// isLetter holds for the bytes of identifiers, all of UTF-8's multibyte sequences among them.
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSymbol(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '.' || c == '/' || c == '-' || c == '$'
}

func (p *printer) value(v *Value) {
	p.str("%")
	if s, ok := p.names[v]; ok {
		p.str(s)
		return
	}
	p.str("?") // a value of no op in sight: only in messages about broken functions
}

func (p *printer) symbol(s string) {
	p.str("@")
	plain := s != ""
	for i := range len(s) {
		plain = plain && isSymbol(s[i])
	}
	if plain {
		p.str(s)
	} else {
		p.buf = strconv.AppendQuote(p.buf, s)
	}
}

// pos is written as !line:column, with the line counted from the function's, so that a function has the same text wherever it stands in its file, but for
// its own position, the first. Where the file is another, its name and the line in it are written.
func (p *printer) pos(pos Pos) {
	if !p.positions || pos.Line == 0 {
		return
	}
	p.str(" !")
	line := pos.Line
	if pos.File() == p.at.File() && p.at.Line != 0 {
		line -= p.at.Line
	} else {
		p.buf = strconv.AppendQuote(p.buf, pos.File())
		p.str(":")
	}
	p.int(int64(line))
	p.str(":")
	p.int(int64(pos.Col))
}

func (p *printer) function(f *Func) {
	p.nameAll(f.Body)
	p.str("func ")
	if !p.nameless {
		p.symbol(f.Name)
	}
	p.params(f.Body)
	p.str(" -> (")
	for i, t := range f.Results {
		if i > 0 {
			p.str(", ")
		}
		if i < len(f.Names) && f.Names[i] != "" {
			p.str(f.Names[i])
			p.str(": ")
		}
		p.str(t.name)
	}
	p.str(")")
	switch f.Kernel {
	case RangeKernel:
		p.str(" kernel=range")
	case SingleKernel:
		p.str(" kernel=single")
	}
	if f.Rare && !p.nameless {
		p.str(" rare")
	}
	if f.Border != "" {
		p.str(" border=")
		p.str(strconv.Quote(f.Border))
	}
	p.at = Pos{}
	p.pos(f.Pos)
	p.at = f.Pos
	if f.Filter != nil {
		p.nameAll(f.Filter)
		p.str(" filter ")
		p.params(f.Filter)
		p.str(" ")
		p.body(f.Filter)
		p.nameAll(f.Body)
	}
	p.str(" ")
	p.body(f.Body)
	p.str("\n")
}

func (p *printer) params(r *Region) {
	p.str("(")
	for i, v := range r.Params {
		if i > 0 {
			p.str(", ")
		}
		p.value(v)
		p.str(": ")
		p.str(v.Type.String())
	}
	p.str(")")
}

func (p *printer) body(r *Region) {
	p.str("{")
	p.indent++
	for _, o := range r.Ops {
		p.line()
		p.op(o)
	}
	p.indent--
	p.line()
	p.str("}")
}

func (p *printer) op(o *Op) {
	for i, v := range o.Results {
		if i > 0 {
			p.str(", ")
		}
		p.value(v)
	}
	if len(o.Results) > 0 {
		p.str(" = ")
	}
	p.str(o.Kind.String())
	if l, ok := p.labels[o]; ok {
		p.str(" ^")
		p.int(int64(l))
	}
	if o.Target != nil {
		p.str(" ^")
		if l, ok := p.labels[o.Target]; ok {
			p.int(int64(l))
		} else {
			p.str("?")
		}
	}
	if o.Sym() != "" {
		p.str(" ")
		p.symbol(o.Sym())
	}
	if o.Kind == OpConst && len(o.Results) == 1 {
		p.str(" ")
		p.buf = appendConst(p.buf, o.Results[0].Type.Scalar(), o.Bits)
	}
	for i, v := range o.Args {
		if i > 0 {
			p.str(",")
		}
		p.str(" ")
		p.value(v)
	}
	p.attributes(o)
	for i, v := range o.Results {
		if i == 0 {
			p.str(" : ")
		} else {
			p.str(", ")
		}
		p.str(v.Type.String())
	}
	if !p.short {
		for _, r := range o.Regions {
			p.str(" ")
			if len(r.Params) > 0 {
				p.params(r)
				p.str(" ")
			}
			p.body(r)
		}
	}
	p.pos(o.Pos)
}

// modeNames are the text forms of modes.
var modeNames = [...]string{Sequential: "seq", InLanes: "lanes", Unrolled: "unrolled", Streaming: "streaming", Ahead: "ahead", Late: "late", Guarded: "guarded", InOrder: "inorder", Uncleared: "uncleared"}

// String is the mode's name.
func (m Mode) String() string { return modeNames[m] }

// hasPath reports the ops whose Ints are a path.
func hasPath(k OpKind) bool {
	switch k {
	case OpExtract, OpInsert, OpGet, OpSet, OpView, OpPart, OpLoad, OpStore:
		return true
	}
	return false
}

func (p *printer) attributes(o *Op) {
	sep := " <"
	attr := func(name string) {
		p.str(sep)
		p.str(name)
		p.str("=")
		sep = " "
	}
	if len(o.Ints) > 0 {
		if hasPath(o.Kind) {
			attr("path")
		} else {
			attr("ints")
		}
		p.list(len(o.Ints), func(i int) { p.int(o.Ints[i]) })
	}
	if len(o.Table()) > 0 {
		attr("table")
		p.list(len(o.Table()), func(i int) { p.buf = appendConst(p.buf, o.Results[0].Type.Scalar(), o.Table()[i]) })
	}
	if o.Mode != Sequential {
		attr("mode")
		p.str(o.Mode.String())
	}
	if o.Note() != "" {
		attr("note")
		p.buf = strconv.AppendQuote(p.buf, o.Note())
	}
	if sep == " " {
		p.str(">")
	}
}

func (p *printer) list(n int, item func(i int)) {
	p.str("[")
	for i := range n {
		if i > 0 {
			p.str(", ")
		}
		item(i)
	}
	p.str("]")
}

// FormatConst is the text form of a constant of scalar type t.
func FormatConst(t *Type, bits uint64) string { return string(appendConst(nil, t, bits)) }

func appendConst(buf []byte, t *Type, bits uint64) []byte {
	switch {
	case t.Kind == Bool:
		return strconv.AppendBool(buf, bits != 0)
	case t.IsSigned():
		return strconv.AppendInt(buf, SignExtend(t, bits), 10)
	case t.IsFloat():
		x := BitsFloat(t, bits)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			buf = append(buf, "bits(0x"...)
			buf = strconv.AppendUint(buf, bits, 16)
			return append(buf, ')')
		}
		return strconv.AppendFloat(buf, x, 'g', -1, t.Bits())
	}
	return strconv.AppendUint(buf, bits, 10)
}
