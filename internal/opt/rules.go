package opt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hone-go/hone/internal/ir"
)

// A rule is written
//
//	class: pattern => replacement if condition C, condition D
//
// class is the type of the op (of what is compared, for comparisons): int, signed, unsigned, word (u32, u64), index (that of indices), float, number, bool,
// any. Patterns are
// s-expressions over ops; small letters stand for any value, capital letters for constants, the same letter for the same value;
// numbers, true and false are constants. An op that commutes is tried both ways round. What a replacement computes on constants is
// folded at once; in it, (log2 C) is the exponent of a power of two and (top) the number of the type's highest bit, both u64.
type rule struct {
	text    string
	class   func(t *ir.Type) bool
	pattern *node
	result  *node
	conds   []cond
	letters []int // in the order of bindings
}

// node is a part of a pattern or replacement.
type node struct {
	kind    ir.OpKind // OpInvalid: a leaf, or a pseudo op
	pseudo  string    // log2, top
	kids    []*node
	literal *literal // nil: it is none
	letter  int8     // 0-51, or -1
	slot    int8     // of the letter in bindings
	isConst bool
}

type cond struct {
	holds  func(t *ir.Type, bits uint64) bool
	letter int
	slot   int
}

var classes = map[string]func(*ir.Type) bool{
	"int":      (*ir.Type).IsInt,
	"signed":   (*ir.Type).IsSigned,
	"unsigned": (*ir.Type).IsUnsigned,
	"word":     func(t *ir.Type) bool { return t == ir.TU32 || t == ir.TU64 },
	"index":    func(t *ir.Type) bool { return t == ir.TI64 },
	"float":    (*ir.Type).IsFloat,
	"number":   func(t *ir.Type) bool { return t.IsInt() || t.IsFloat() },
	"bool":     func(t *ir.Type) bool { return t.Kind == ir.Bool },
	"any":      func(t *ir.Type) bool { return true },
}

// A ruleSet holds rules by the op at the pattern's root.
type ruleSet []opRules // by kind

// opRules are the rules for one op. They are parsed when the op is met for the first time: in a first call most never are.
type opRules struct {
	texts []string
	parse sync.Once
	rules []*rule
}

func newRuleSet(texts []string) ruleSet {
	set := make(ruleSet, len(ir.Infos))
	for _, t := range texts {
		k := rootOf(t)
		set[k].texts = append(set[k].texts, t)
	}
	return set
}

// rootOf is the op at the root of a rule's pattern, the first word in parentheses.
func rootOf(text string) ir.OpKind {
	_, pattern, _ := strings.Cut(text, "(")
	name, _, _ := strings.Cut(pattern, " ")
	return ir.KindByName(name)
}

// of are the rules for op k.
func (set ruleSet) of(k ir.OpKind) []*rule {
	s := &set[k]
	if s.texts == nil {
		return nil
	}
	s.parse.Do(func() {
		for _, t := range s.texts {
			s.rules = append(s.rules, parseRule(t))
		}
	})
	return s.rules
}

func parseRule(text string) *rule {
	r := &rule{text: text}
	class, rest, _ := strings.Cut(text, ":")
	r.class = classes[strings.TrimSpace(class)]
	pattern, rest, _ := strings.Cut(rest, "=>")
	result, conds, _ := strings.Cut(rest, " if ")
	p := ruleParser{tokens: tokenize(pattern)}
	r.pattern = p.node()
	p.tokens = tokenize(result)
	r.result = p.node()
	for _, c := range strings.Split(conds, ",") {
		if f := strings.Fields(c); len(f) == 2 {
			r.conds = append(r.conds, cond{conditions[f[0]], letterIndex(f[1]), p.slot(letterIndex(f[1]))})
		}
	}
	r.letters = p.slots
	if r.class == nil || r.pattern.kind == ir.OpInvalid {
		panic("opt: bad rule: " + text)
	}
	return r
}

var parentheses = strings.NewReplacer("(", " ( ", ")", " ) ")

func tokenize(s string) []string {
	return strings.Fields(parentheses.Replace(s))
}

type ruleParser struct {
	tokens []string
	slots  []int // the letters that have been met
}

// slot is the place of a letter in bindings.
func (p *ruleParser) slot(letter int) int {
	i := slices.Index(p.slots, letter)
	if i < 0 {
		i = len(p.slots)
		p.slots = append(p.slots, letter)
	}
	if i >= len(bindings{}) {
		panic("opt: too many letters in a rule")
	}
	return i
}

func (p *ruleParser) next() string {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *ruleParser) node() *node {
	n := &node{letter: -1}
	t := p.next()
	switch {
	case t == "(":
		name := p.next()
		n.kind = ir.KindByName(name)
		if n.kind == ir.OpInvalid {
			n.pseudo = name
		}
		for p.tokens[0] != ")" {
			n.kids = append(n.kids, p.node())
		}
		p.next()
	case letterIndex(t) >= 0:
		letter := letterIndex(t)
		n.letter, n.slot = int8(letter), int8(p.slot(letter))
		n.isConst = t[0] < 'a'
	default:
		n.literal = parseLiteral(t)
	}
	return n
}

// letterIndex is 0-25 for small letters, 26-51 for capital ones, else -1.
func letterIndex(s string) int {
	switch {
	case len(s) != 1:
		return -1
	case 'a' <= s[0] && s[0] <= 'z':
		return int(s[0] - 'a')
	case 'A' <= s[0] && s[0] <= 'Z':
		return int(s[0]-'A') + 26
	}
	return -1
}

// bindings are what the letters of a rule stand for.
type bindings [6]*ir.Value

// literal is a number as what it may be.
type literal struct {
	text           string
	truth, isTruth bool
	n              int64
	x              float64
	isInt, isFloat bool
}

func parseLiteral(s string) *literal {
	l := &literal{text: s}
	l.truth, l.isTruth = s == "true", s == "true" || s == "false"
	var err error
	l.n, err = strconv.ParseInt(s, 10, 64)
	l.isInt = err == nil
	l.x, err = strconv.ParseFloat(s, 64)
	l.isFloat = err == nil
	return l
}

// bits gives a literal's bits in type t.
func (l *literal) bits(t *ir.Type) (uint64, bool) {
	switch {
	case l.isTruth && l.truth:
		return 1, t.Kind == ir.Bool
	case l.isTruth:
		return 0, t.Kind == ir.Bool
	case t.IsInt():
		return ir.Canonical(t, uint64(l.n)), l.isInt
	case t.IsFloat():
		return ir.FloatBits(t, l.x), l.isFloat
	}
	return 0, false
}

// sameValue reports that a and b are certainly equal.
func sameValue(a, b *ir.Value) bool {
	if a == b {
		return true
	}
	x, ok1 := a.IsConst()
	y, ok2 := b.IsConst()
	return ok1 && ok2 && x == y && a.Type == b.Type
}

func (n *node) match(v *ir.Value, b *bindings) bool {
	switch {
	case n.letter >= 0:
		if n.isConst {
			if _, ok := v.IsConst(); !ok {
				return false
			}
		}
		if old := b[n.slot]; old != nil {
			return sameValue(old, v)
		}
		b[n.slot] = v
		return true
	case n.literal != nil:
		bits, ok := v.IsConst()
		if !ok || !v.Type.IsScalar() {
			return false
		}
		want, ok := n.literal.bits(v.Type)
		return ok && want == bits
	}
	return v.Def != nil && v.Def.Kind == n.kind && n.matchArgs(v.Def, b)
}

func (n *node) matchArgs(o *ir.Op, b *bindings) bool {
	if len(n.kids) != len(o.Args) {
		return false
	}
	saved := *b
	if n.matchOrder(o.Args, b, 0, 1) {
		return true
	}
	*b = saved
	return o.Kind.Has(ir.Commutes) && n.matchOrder(o.Args, b, 1, 0)
}

// matchOrder matches the operands, the first two of them in the given order.
func (n *node) matchOrder(args []*ir.Value, b *bindings, first, second int) bool {
	for i, k := range n.kids {
		switch i {
		case 0:
			if len(args) > 1 {
				i = first
			}
		case 1:
			i = second
		}
		if !k.match(args[i], b) {
			return false
		}
	}
	return true
}

// classType is the type that decides about an op's class.
func classType(o *ir.Op) *ir.Type {
	switch o.Kind {
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return o.Args[0].Type
	}
	return o.Results[0].Type
}

// apply gives what o's result can be replaced by, or nil.
func (set ruleSet) apply(rw *rewriter, o *ir.Op) *ir.Value {
	rules := set.of(o.Kind)
	if len(rules) == 0 {
		return nil
	}
	t := classType(o)
next:
	for _, r := range rules {
		if !r.class(t) {
			continue
		}
		var b bindings
		if !r.pattern.matchArgs(o, &b) {
			continue
		}
		for _, c := range r.conds {
			bits, _ := b[c.slot].IsConst()
			if !c.holds(b[c.slot].Type, bits) {
				continue next
			}
		}
		return r.result.build(rw, &b, t, o.Results[0].Type)
	}
	return nil
}

// build makes the replacement. t is the type that literals have where nothing else decides, want the type of the node's value.
func (n *node) build(rw *rewriter, b *bindings, t, want *ir.Type) *ir.Value {
	switch {
	case n.letter >= 0:
		return b[n.slot]
	case n.pseudo == "log2":
		bits, _ := b[n.kids[0].slot].IsConst()
		return rw.constant(ir.TU64, uint64(ir.Log2(bits)))
	case n.pseudo == "top":
		return rw.constant(ir.TU64, uint64(t.Bits()-1))
	case n.literal != nil:
		bits, ok := n.literal.bits(want)
		if !ok {
			panic(fmt.Sprintf("opt: literal %s of type %s in a rule", n.literal.text, want))
		}
		return rw.constant(want, bits)
	}
	args := make([]*ir.Value, len(n.kids))
	for i, k := range n.kids {
		args[i] = k.build(rw, b, t, n.kidType(i, b, t, want))
	}
	return rw.emit(n.kind, want, args...)
}

// kidType is the type that operand i of the node's op must have.
func (n *node) kidType(i int, b *bindings, t, want *ir.Type) *ir.Type {
	switch n.kind {
	case ir.OpShl, ir.OpShr:
		if i == 1 {
			return ir.TU64
		}
	case ir.OpSelect:
		if i == 0 {
			return ir.TBool
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		for _, k := range n.kids {
			if k.letter >= 0 {
				return b[k.slot].Type
			}
		}
		return t
	}
	return want
}
