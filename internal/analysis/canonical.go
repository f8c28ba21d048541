package analysis

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Canonical is a text of a kernel that doesn't depend on how it was written, as long as that doesn't matter: values are numbered anew; pure ops and loads stand
// where they are first needed, the same ones once; operands of what commutes are in order; integers are polynomials of indices and sizes; what is loaded or stored
// is an element of a slice that was not cut out of another; sizes that are computed ahead of all loops are taken for numbers, which no type is too narrow for. What has an effect stays in its order. The text is for comparing; it can't be parsed.
func Canonical(f *ir.Func) string {
	c := &canon{s: NewSpace(), numbers: map[*ir.Op]int{}, ids: map[*ir.Value]string{}, keys: map[*ir.Value]string{}, epochs: map[*ir.Op]int{}, stores: map[string]int{}, orders: map[*ir.Op][]int{}, seen: map[string]string{}}
	for i, p := range f.Body.Params {
		c.ids[p] = fmt.Sprintf("p%d", i)
	}
	c.s.Assume(func(v *ir.Value) bool { return v.Def != nil && v.Def.Parent == f.Body })
	c.count(f.Body)
	c.region(f.Body)
	return c.out.String()
}

type canon struct {
	s       *Space
	out     strings.Builder
	indent  int
	next    int                  // number of the next name
	numbers map[*ir.Op]int       // of what has effects
	ids     map[*ir.Value]string // of parameters, and results of what is no pure op
	keys    map[*ir.Value]string // what values are, whatever they're called
	epochs  map[*ir.Op]int       // stores to its slice that a load comes behind, in the text
	stores  map[string]int
	orders  map[*ir.Op][]int  // of what loops carry
	seen    map[string]string // names of what has been printed, by its key
}

// count finds out which loads come behind the same stores.
func (c *canon) count(r *ir.Region) {
	r.Walk(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpStore:
			c.stores[c.root(o)]++
		case ir.OpLoad:
			c.epochs[o] = c.stores[c.root(o)]
		}
		return true
	})
}

// root names the type and component that a load or store is of: another one is other memory.
func (c *canon) root(o *ir.Op) string {
	a := c.s.Access(o)
	return fmt.Sprintf("%p %v", a.Root, o.Ints)
}

func (c *canon) line(format string, args ...any) {
	c.out.WriteString(strings.Repeat("  ", c.indent))
	fmt.Fprintf(&c.out, format, args...)
	c.out.WriteByte('\n')
}

// key is the same for values that are computed alike.
func (c *canon) key(v *ir.Value) string {
	if k, ok := c.ids[v]; ok {
		return k
	}
	if k, ok := c.keys[v]; ok {
		return k
	}
	if c.integer(v) {
		if p := c.s.Of(v); !p.Equal(c.s.Atom(v)) {
			k := c.poly(p, c.key)
			c.keys[v] = k
			return k
		}
	}
	o := v.Def
	if o == nil {
		return "?" // of a loop that is not there yet
	}
	text := fmt.Sprintf("%s %s %v %v %d %d", o.Kind, v.Type, o.Ints, o.Table(), o.Bits, v.Index)
	for _, a := range c.operands(o, c.key) {
		text += " " + a
	}
	if o.Kind == ir.OpLoad {
		text += fmt.Sprint(" ", c.epochs[o])
	}
	if o.Kind != ir.OpConst {
		text = digest(text)
	}
	c.keys[v] = text
	return text
}

// digest stands for a text that would grow without bounds.
func digest(text string) string {
	h := fnv.New128a()
	h.Write([]byte(text))
	return fmt.Sprintf("%x", h.Sum(nil))
}

func (c *canon) integer(v *ir.Value) bool { return v.Type.IsInt() && v.Type.Scalar() == v.Type }

// operands gives those of an op, in order: what they are called, or what they are.
func (c *canon) operands(o *ir.Op, name func(*ir.Value) string) []string {
	if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
		a := c.s.Access(o)
		rest := []string{name(a.Root), c.poly(a.At, name)}
		for _, x := range o.Args[2:] {
			rest = append(rest, name(x))
		}
		return rest
	}
	args := c.carried(o)
	if commutes(o) {
		slices.SortStableFunc(args[:2], func(a, b *ir.Value) int { return cmp.Compare(c.key(a), c.key(b)) })
	}
	var out []string
	for _, a := range args {
		out = append(out, name(a))
	}
	return out
}

func commutes(o *ir.Op) bool {
	return o.Kind.Has(ir.Commutes) || o.Kind == ir.OpMin || o.Kind == ir.OpMax || o.Kind == ir.OpFMA
}

// poly writes a polynomial, its terms and factors in an order that doesn't depend on numbers.
func (c *canon) poly(p Poly, name func(*ir.Value) string) string {
	type product struct{ key, text string }
	var all []product
	for _, t := range p.terms {
		fs := slices.Clone(t.factors)
		slices.SortStableFunc(fs, func(a, b *ir.Value) int { return cmp.Compare(c.key(a), c.key(b)) })
		var x product
		for _, f := range fs {
			x.key += c.key(f) + "*"
		}
		all = append(all, x)
		last := &all[len(all)-1]
		for _, f := range fs {
			last.text += "*" + name(f)
		}
		last.text = fmt.Sprint(t.coef) + last.text
	}
	slices.SortFunc(all, func(a, b product) int { return cmp.Compare(a.key, b.key) })
	var texts []string
	for _, x := range all {
		texts = append(texts, strings.TrimPrefix(x.text, "1*"))
	}
	if len(texts) == 0 {
		return "0"
	}
	return strings.Join(texts, "+")
}

// name prints what computes v, if it isn't there yet, and gives what it is called.
func (c *canon) name(v *ir.Value) string {
	if k, ok := c.ids[v]; ok {
		return k
	}
	if c.integer(v) {
		if p := c.s.Of(v); !p.Equal(c.s.Atom(v)) {
			for _, a := range c.sorted(p.Atoms()) {
				c.name(a)
			}
			if text := c.poly(p, c.name); !p.IsAtom() {
				return "(" + text + ")"
			} else {
				return text
			}
		}
	}
	o := v.Def
	if o.Kind == ir.OpConst {
		return fmt.Sprintf("%s(%d)", v.Type, o.Bits)
	}
	k := c.key(v)
	if n, ok := c.seen[k]; ok {
		return n
	}
	args := c.operands(o, c.name)
	n := fmt.Sprintf("%%%d", c.next)
	c.next++
	c.seen[k] = n
	c.line("%s = %s %s %s : %s", n, o.Kind, strings.Join(args, ", "), c.attributes(o), v.Type)
	return n
}

func (c *canon) sorted(vs []*ir.Value) []*ir.Value {
	vs = slices.Clone(vs)
	slices.SortStableFunc(vs, func(a, b *ir.Value) int { return cmp.Compare(c.key(a), c.key(b)) })
	return vs
}

func (c *canon) attributes(o *ir.Op) string {
	text := ""
	if len(o.Ints) > 0 {
		text = fmt.Sprint(o.Ints)
	}
	if len(o.Table()) > 0 {
		text += fmt.Sprint(" table ", o.Table())
	}
	if o.Mode != 0 {
		text += fmt.Sprint(" ", o.Mode)
	}
	return text
}

// region prints what has effects, and ahead of it what that needs.
func (c *canon) region(r *ir.Region) {
	outer := c.seen
	c.seen = maps.Clone(outer)
	for _, o := range r.Ops {
		if o.Kind.Has(ir.Pure) && len(o.Regions) == 0 || o.Kind == ir.OpLoad {
			continue // where it is needed
		}
		c.arrange(o)
		args := c.operands(o, c.name)
		target := ""
		if o.Target != nil {
			target = fmt.Sprint(" ", c.numbers[o.Target])
		}
		for i, v := range o.Results {
			if order := c.orders[o]; order != nil && o.Kind == ir.OpFor {
				i = slices.Index(order, i)
			}
			c.ids[v] = fmt.Sprintf("r%d.%d", len(c.numbers), i)
		}
		c.line("%s%s %s %s", o.Kind, target, strings.Join(args, ", "), c.attributes(o))
		c.inside(o)
	}
	c.seen = outer
}

func (c *canon) inside(o *ir.Op) {
	number := len(c.numbers)
	c.numbers[o] = number
	for k, in := range o.Regions {
		_, first := Carried(o)
		for i, v := range in.Params {
			if order := c.orders[o]; order != nil && i >= first {
				i = first + slices.Index(order, i-first)
			}
			c.ids[v] = fmt.Sprintf("i%d.%d.%d", number, k, i)
		}
		c.indent++
		c.region(in)
		c.indent--
		if k < len(o.Regions)-1 {
			c.line("--")
		}
	}
}

// arrange finds an order of what a loop carries that doesn't depend on how it was written: by what it is to begin with, then by what it becomes.
func (c *canon) arrange(o *ir.Op) {
	if o.Kind != ir.OpFor && o.Kind != ir.OpLoop {
		return
	}
	arg, param := Carried(o)
	inits, params := o.Args[arg:], o.Regions[0].Params[param:]
	if len(params) < 2 {
		return
	}
	var again []*ir.Op // what repeats it
	o.Regions[0].Walk(func(x *ir.Op) bool {
		if x.Target == o && x.Kind == ir.OpContinue || o.Kind == ir.OpFor && x.Kind == ir.OpYield && x.Parent == o.Regions[0] {
			again = append(again, x)
		}
		return true
	})
	looks := make([]string, len(params))
	for i, v := range inits {
		looks[i] = c.key(v)
	}
	was := c.keys
	for range params {
		c.keys = map[*ir.Value]string{}
		for i, p := range params {
			c.keys[p] = looks[i]
		}
		next := slices.Clone(looks)
		for i := range params {
			for _, x := range again {
				next[i] += " " + c.key(x.Args[i])
			}
			next[i] = digest(next[i])
		}
		looks = next
	}
	c.keys = was
	order := make([]int, len(params))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(looks[a], looks[b]) })
	c.orders[o] = order
}

// carried are an op's operands, those for loops in the order of what they carry.
func (c *canon) carried(o *ir.Op) []*ir.Value {
	loop, first := o.Target, 0
	switch o.Kind {
	case ir.OpYield:
		loop = o.Parent.Parent
	case ir.OpFor, ir.OpLoop:
		loop = o
		first, _ = Carried(o)
	}
	order := c.orders[loop]
	if order == nil || len(o.Args) != first+len(order) || o.Kind == ir.OpBreak && loop.Kind == ir.OpLoop {
		return slices.Clone(o.Args)
	}
	out := slices.Clone(o.Args[:first])
	for _, i := range order {
		out = append(out, o.Args[first+i])
	}
	return out
}
