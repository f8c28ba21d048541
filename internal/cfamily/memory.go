package cfamily

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// parts are the pointer, length and capacity of a slice, where these are known one by one.
type parts struct {
	typ           *ir.Type
	ptr, len, cap string
	refs          []string // variables in them that get new values at the end of an iteration

	// Of a kernel's parameter: where it is, and what declares its parts. Only those in use are declared.
	word int
	decl [3]string
	used [3]bool
}

func (s *parts) declaration() string {
	text := ""
	for i, d := range s.decl {
		if s.used[i] {
			text += "\t" + d + "\n"
		}
	}
	return text
}

// part is the pointer (0), length (1) or capacity (2) of a slice.
func (p *printer) part(v *ir.Value, i int) expr {
	if s := p.slices[v]; s != nil {
		s.used[i] = true
		text := []string{s.ptr, s.len, s.cap}[i]
		return expr{text: text, prec: precPrimary, refs: s.refs}
	}
	x := p.take(v)
	return of(x.at(precPrimary)+[]string{".p", ".len", ".cap"}[i], precPrimary, x)
}

// wholeSlice is a slice as one value.
func (p *printer) wholeSlice(v *ir.Value) expr {
	s := p.slices[v]
	if s == nil {
		x, ok := p.env[v]
		if !ok {
			panic(fmt.Sprintf("cfamily: no slice for %s %q", v.Type, v.Name))
		}
		return x
	}
	s.used = [3]bool{true, true, true}
	return of(fmt.Sprintf("(%s){%s, %s, %s}", p.typeName(v.Type), s.ptr, s.len, s.cap), precUnary, expr{refs: s.refs})
}

// bindSlice makes x the value of a slice: a variable, whose parts are then at hand.
func (p *printer) bindSlice(v *ir.Value, x expr) {
	if p.uses.Count(v) == 0 {
		return
	}
	name := p.nameOf(v)
	p.put("%s %s = %s;", p.typeName(v.Type), name, x.text)
	p.env[v] = variable(name)
}

// element is slice[i] at a path.
func (p *printer) element(slice, i *ir.Value, extra []*ir.Value, path []int64) expr {
	base, index := p.part(slice, 0), p.take(i)
	text := fmt.Sprintf("%s[%s]", base.at(precPrimary), index.text)
	operands := []expr{base, index}
	t := slice.Type.Elem
	for _, step := range path {
		if step >= 0 {
			text += "." + p.fields[t][step]
			t = t.Fields[step].Type
			continue
		}
		x := p.take(extra[0])
		extra = extra[1:]
		text += "[" + x.text + "]"
		operands = append(operands, x)
		t = t.Elem
	}
	return of(text, precPrimary, operands...)
}

func (p *printer) load(o *ir.Op) {
	v := o.Result()
	if p.uses.Count(v) == 0 {
		return
	}
	x := p.element(o.Args[0], o.Args[1], o.Args[2:], o.Ints)
	x.reads = true
	if v.Type.Kind == ir.Slice {
		// In memory it is Go's slice, whose three words are laid out as ours.
		p.bindSlice(v, x)
		return
	}
	p.bind(v, x)
}

func (p *printer) storeOp(o *ir.Op) {
	to := p.element(o.Args[0], o.Args[1], o.Args[3:], o.Ints)
	x := p.take(o.Args[2])
	p.flush()
	p.put("%s = %s;", to.text, x.text)
}

// sliceOp: s[lo:hi] or s[lo:hi:max]. With nothing left the address stays that of s, as in Go: it must not point behind the array.
func (p *printer) sliceOp(o *ir.Op) {
	if p.uses.Count(o.Result()) == 0 {
		return
	}
	ptr, lo, hi, limit := p.part(o.Args[0], 0), p.inVariable(o.Args[1]), p.value(o.Args[2]), p.part(o.Args[0], 2)
	if len(o.Args) > 3 {
		limit = p.inVariable(o.Args[3])
	}
	text := fmt.Sprintf("{%s > %s ? %s + %s : %s, %s - %s, %s - %s}", limit.at(precAdd), lo.at(precAdd), ptr.at(precAdd), lo.at(precMul), ptr.text,
		hi.at(precAdd), lo.at(precMul), limit.at(precAdd), lo.at(precMul))
	p.bindSlice(o.Result(), of(text, precPrimary, ptr, lo, hi, limit))
}

// inVariable is a value that is going to be named more than once.
func (p *printer) inVariable(v *ir.Value) expr {
	x := p.value(v)
	if !x.simple() {
		name := p.nameOf(v)
		p.put("%s %s = %s;", p.typeName(v.Type), name, x.text)
		x = variable(name)
		p.env[v] = x
	}
	return x
}

// maxPrivate is the room for arrays of a kernel's own on the stack, in bytes.
const maxPrivate = 1 << 18

// alloca: an array of the iteration's own. It is declared where it is made; where the slice goes elsewhere than into loads and stores,
// it has to outlive the block it is made in, and so it lies at the head of the function.
func (p *printer) alloca(o *ir.Op) {
	v := o.Result()
	if p.uses.Count(v) == 0 {
		return
	}
	n := o.Ints[0]
	size := n * int64(v.Type.Elem.Size())
	if p.private += size; p.private > maxPrivate {
		p.failf(o, "local arrays of %d bytes (at most %d)", p.private, maxPrivate)
	}
	name := p.nameOf(v)
	decl := fmt.Sprintf("%s %s[%d]", p.typeName(v.Type.Elem), name, max(n, 1))
	if p.onlyAccessed(v) {
		p.put("%s = {0};", decl)
	} else {
		p.heads = append(p.heads, &parts{decl: [3]string{decl + ";"}, used: [3]bool{true}})
		p.put("%s(%s, 0, sizeof %s);", p.d.Memset, name, name)
	}
	count := fmt.Sprint(n)
	p.slices[v] = &parts{typ: v.Type, ptr: name, len: count, cap: count}
}

// apart prints whether two slices have no memory in common, or (same) begin at the same place.
func (p *printer) apart(o *ir.Op) {
	v := o.Result()
	if p.uses.Count(v) == 0 {
		return
	}
	extent := 1
	if o.Ints[1] != 0 {
		extent = 2
	}
	var from, to [2]string
	var operands []expr
	for i, s := range o.Args {
		ptr, n := p.part(s, 0), p.part(s, extent)
		operands = append(operands, ptr, n)
		from[i], to[i] = "(u64)"+ptr.at(precUnary), "(u64)"+ptr.at(precUnary)
		if s.Type.Elem.Size() > 0 {
			to[i] = "(u64)(" + ptr.at(precAdd) + " + " + n.at(precMul) + ")"
		}
	}
	text := fmt.Sprintf("(%s <= %s) | (%s <= %s)", to[0], from[1], to[1], from[0])
	if o.Ints[0] != 0 {
		text += fmt.Sprintf(" | (%s == %s)", from[0], from[1])
	}
	x := of(text, precBits, operands...)
	x.chain = "|"
	p.bind(v, x)
}

// onlyAccessed reports a slice that is nothing but loaded from, stored to and measured.
func (p *printer) onlyAccessed(v *ir.Value) bool {
	ok := true
	p.k.Body.Walk(func(o *ir.Op) bool {
		for i, a := range o.Args {
			if a == v {
				switch o.Kind {
				case ir.OpLoad, ir.OpLen, ir.OpCap:
				case ir.OpStore:
					ok = ok && i == 0
				default:
					ok = false
				}
			}
		}
		return ok
	})
	return ok
}

// check prints a check as a branch that leaves the kernel with its number and operands.
func (p *printer) check(o *ir.Op) {
	args := make([]expr, len(o.Args))
	for i, a := range o.Args {
		args[i] = p.inVariable(a)
	}
	bad := ""
	switch o.Kind {
	case ir.OpCheckIndex:
		bad = fmt.Sprintf("(u64)%s >= (u64)%s", args[0].at(precUnary), args[1].at(precUnary))
	case ir.OpCheckDiv:
		bad = args[0].at(precRelation) + " == 0"
	case ir.OpCheckPanic:
		bad = args[0].negated().text
	case ir.OpCheckMake:
		bad = fmt.Sprintf("(u64)%s > (u64)%d", args[0].at(precUnary), uint64(ir.MaxMake))
	case ir.OpCheckRoom:
		bad = fmt.Sprintf("(u64)%s > (u64)%s", args[0].at(precUnary), args[1].at(precUnary))
	case ir.OpCheckShift:
		bad = args[0].at(precAdd) + " < 0"
	case ir.OpCheckSlice: // lo <= hi (<= max) <= cap, unsigned: a negative bound is a huge one
		for i := range len(args) - 1 {
			if i > 0 {
				bad += " || "
			}
			bad += fmt.Sprintf("(u64)%s > (u64)%s", args[i].at(precUnary), args[i+1].at(precUnary))
		}
	}
	words := ""
	if o.Kind == ir.OpCheckDiv || o.Kind == ir.OpCheckShift || o.Kind == ir.OpCheckMake {
		args = nil // the panic does not show it
	}
	for i, x := range args {
		switch {
		case o.Kind != ir.OpCheckPanic:
			words += fmt.Sprintf("p[%d] = %s; ", p.fail+i, x.text)
		case i > 0: // behind the condition
			words += fmt.Sprintf("p[%d] = %s; ", p.fail+i-1, p.toWord(x, o.Args[i].Type))
		}
	}
	p.put("if (%s(%s)) { %sreturn %d; }", p.need("unlikely"), bad, words, p.siteOf(o))
}

// siteOf is the number of a check; one that is printed twice keeps it.
func (p *printer) siteOf(o *ir.Op) int {
	if n, ok := p.site[o]; ok {
		return n
	}
	s := Site{Kind: o.Kind, Pos: o.Pos, Unsigned: o.Args[0].Type == ir.TU64, Panic: o.Sym()}
	if len(o.Ints) > 0 {
		s.Code = o.Ints[0]
	}
	p.sites = append(p.sites, s)
	p.site[o] = len(p.sites)
	return len(p.sites)
}
