package progen

import "fmt"

// What long bodies and sequences of loops do is drawn apart from other statements, which seldom come to that by chance.

// around are distances from an iteration's own place at which loops over vectors, cut or unrolled, go on: their steps, and beside these.
var around = []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}

// span is a loop over part of the places in slices of n elements.
type span struct {
	i        string
	forward  bool // reads and writes in front of its place, else behind it
	reach    int  // how far
	parallel bool
	dst      *variable
	from     []*variable // slices that can be read anywhere
}

// place is where the iteration reads or writes, so far from its own place.
func (s *span) place(d int) string {
	switch {
	case d == 0:
		return s.i
	case s.forward:
		return fmt.Sprintf("%s+%d", s.i, d)
	}
	return fmt.Sprintf("%s-%d", s.i, d)
}

// openSpan is the head of the loop. Sometimes it goes too far.
func (g *gen) openSpan(s *span) (head string) {
	reach := s.reach
	if g.chance(10) {
		reach -= 1 + g.r.Intn(3)
	}
	i := s.i
	switch {
	case s.forward && s.parallel:
		return fmt.Sprintf("for %s := range hone.Parallel(n%+d) {", i, -reach)
	case s.forward && g.chance(50):
		return fmt.Sprintf("for %s := range n%+d {", i, -reach)
	case s.forward:
		return fmt.Sprintf("for %s := 0; %[1]s < n%+[2]d; %[1]s++ {", i, -reach)
	case s.parallel:
		s.i = fmt.Sprintf("(%s%+d)", i, reach)
		return fmt.Sprintf("for %s := range hone.Parallel(n%+d) {", i, -reach)
	}
	return fmt.Sprintf("for %s := %d; %[1]s < n; %[1]s++ {", i, reach)
}

// newSpan chooses what a loop writes and what it reads; nil if there is nothing to choose from.
func (g *gen) newSpan() *span {
	dst := g.pick(g.find(func(v *variable) bool {
		return v.t.kind == aSlice && v.full && len(v.roots) == 1 && len(numeric(v.t.elem)) > 0
	}))
	if dst == nil {
		return nil
	}
	s := &span{i: g.name("i"), forward: g.chance(70), parallel: g.chance(75), dst: dst, reach: around[g.r.Intn(len(around))]}
	s.from = g.find(func(v *variable) bool {
		return v.t.kind == aSlice && v.full && len(numeric(v.t.elem)) > 0 && !meets(v.roots, dst.roots)
	})
	if len(s.from) == 0 {
		return nil
	}
	return s
}

// distance is one within reach, most often a step.
func (g *gen) distance(s *span) int {
	for range 4 {
		if d := around[g.r.Intn(len(around))]; d <= s.reach {
			return d
		}
	}
	return g.r.Intn(s.reach + 1)
}

// far is an element that the iteration reads, as a t.
func (g *gen) far(s *span, t *typ) string {
	v := g.pick(s.from)
	return g.componentOf(fmt.Sprintf("%s[%s]", v.name, s.place(g.distance(s))), v.t.elem, t)
}

// long writes a loop with a long body: up to 120 values, of all widths, are loaded before the first is used, and inner loops go along
// memory.
func (g *gen) long() {
	s := g.newSpan()
	if s == nil {
		g.simple()
		return
	}
	saved, n := g.context, len(g.vars)
	i := s.i
	g.line("%s", g.openSpan(s))
	g.indent++
	g.par = &parallel{writes: s.dst.roots, at: s.place(0)}
	g.barrier, g.host, g.noReturn = n, false, true
	g.declare(&variable{name: i, t: tInt, fixed: true})
	live := []int{1 + g.r.Intn(8), 1 + g.r.Intn(8), 9 + g.r.Intn(30), 40 + g.r.Intn(81)}[g.r.Intn(4)]
	want := numeric(s.dst.t.elem)
	t := want[g.r.Intn(len(want))]
	vs := make([]*variable, live)
	few := []*typ{g.number(), g.number(), t} // many bodies have few types
	mixed := g.chance(40)
	for k := range vs {
		vt := few[g.r.Intn(3)]
		if mixed {
			vt = g.number()
		}
		vs[k] = &variable{name: g.name("v"), t: vt}
		g.line("%s := %s(%s)", vs[k].name, vt.name, g.far(s, vt))
	}
	acc := g.name("v")
	g.line("%s := %s(%s)", acc, t.name, g.literal(t))
	if g.chance(50) {
		g.tapLoop(s, acc, t)
	}
	g.r.Shuffle(live, func(i, k int) { vs[i], vs[k] = vs[k], vs[i] })
	for k, v := range vs {
		g.use(s, acc, t, v, vs[(k+1)%live])
	}
	ps := paths(s.dst.t.elem, t)
	g.line("%s[%s]%s = %s", s.dst.name, s.place(g.storeAt(s)), ps[g.r.Intn(len(ps))], acc)
	g.indent--
	g.line("}")
	g.vars, g.context = g.vars[:n], saved
}

// storeAt is where the iteration stores.
func (g *gen) storeAt(s *span) int {
	if g.chance(50) {
		return 0
	}
	return g.distance(s)
}

// use takes a value into the sum.
func (g *gen) use(s *span, acc string, t *typ, v, next *variable) {
	op := [...]string{"+", "-", "+", "*"}[g.r.Intn(4)]
	switch {
	case g.chance(8):
		g.line("if %s > %s {", v.name, g.literal(v.t))
		g.line("\t%s %s= %s(%s)", acc, op, t.name, next.name)
		g.line("}")
	case g.chance(10):
		g.line("%s = min(%s, %s(%s)) + %s(%s)", acc, acc, t.name, v.name, t.name, next.name)
	case g.chance(10):
		g.line("%s %s= %s(%s) * %s", acc, op, t.name, v.name, g.far(s, t))
	case t.kind == anInt && g.chance(20):
		g.line("%s = (%s >> %d) ^ %s(%s)", acc, acc, 1+g.r.Intn(t.bits-1), t.name, v.name)
	default:
		g.line("%s %s= %s(%s)", acc, op, t.name, v.name)
	}
}

// tapLoop writes an inner loop over elements in front of the iteration's place.
func (g *gen) tapLoop(s *span, acc string, t *typ) {
	k := g.name("k")
	step := []int{1, 1, 1, 2, 8, 16}[g.r.Intn(6)]
	trips := min(s.reach/step+1, 1+g.r.Intn(40))
	at := s.place(0)
	d := k
	if step > 1 {
		d = fmt.Sprintf("%d*%s", step, k)
	}
	if s.forward {
		at += "+" + d
	} else {
		at += "-" + d
	}
	v := g.pick(s.from)
	count := fmt.Sprint(trips)
	if g.chance(20) {
		count = fmt.Sprintf("int(uint(%s)%%%d)", g.converted(tInt), trips+1)
	}
	g.line("for %s := range %s {", k, count)
	e := g.componentOf(fmt.Sprintf("%s[%s]", v.name, at), v.t.elem, t)
	if g.chance(50) {
		e += " * " + g.literal(t)
	}
	g.line("\t%s += %s", acc, e)
	g.line("}")
}

// sequence writes loops over the same places, one after another, each of which writes to another slice; some of them may panic.
func (g *gen) sequence() {
	full := g.find(func(v *variable) bool {
		return v.t.kind == aSlice && v.full && len(v.roots) == 1 && len(numeric(v.t.elem)) > 0
	})
	if len(full) < 2 {
		g.long()
		return
	}
	over := full[g.r.Intn(len(full))]
	count := [...]string{"n", "n", "len(" + over.name + ")", "n-1"}[g.r.Intn(4)]
	failing := g.r.Intn(5)
	last := full[g.r.Intn(len(full))]
	for k := range 2 + g.r.Intn(3) {
		dst := full[g.r.Intn(len(full))]
		g.sequenceLoop(dst, last, count, k == failing)
		last = dst
	}
}

// sequenceLoop is one of them. It reads what the one before has written, mostly.
func (g *gen) sequenceLoop(dst, last *variable, count string, fails bool) {
	saved, n := g.context, len(g.vars)
	defer func() { g.vars, g.context = g.vars[:n], saved }()
	i := g.name("i")
	declared := g.chance(75)
	switch {
	case declared:
		g.line("for %s := range hone.Parallel(%s) {", i, count)
	case g.chance(50):
		g.line("for %s := range %s {", i, count)
	default:
		g.line("for %s := 0; %s < %s; %[1]s++ {", i, i, count)
	}
	g.indent++
	if declared {
		g.par = &parallel{writes: dst.roots, at: i}
	}
	g.barrier, g.host, g.noReturn = n, false, true
	g.declare(&variable{name: i, t: tInt, fixed: true, index: true})
	want := numeric(dst.t.elem)
	t := want[g.r.Intn(len(want))]
	ps := paths(dst.t.elem, t)
	place := fmt.Sprintf("%s[%s]%s", dst.name, i, ps[g.r.Intn(len(ps))])
	value := func() string {
		if g.chance(70) && (last == dst || !meets(last.roots, dst.roots)) {
			return fmt.Sprintf("%s + %s", g.componentOf(fmt.Sprintf("%s[%s]", last.name, i), last.t.elem, t), g.operand(t, 1))
		}
		return g.expr(t, 2)
	}
	if fails && g.chance(50) {
		g.line("%s = %s", place, value())
	}
	if fails {
		g.failing(dst, i)
	}
	g.line("%s = %s", place, value())
	g.indent--
	g.line("}")
}

// failing writes something that panics in some iterations, or may.
func (g *gen) failing(dst *variable, i string) {
	vs := g.find(func(v *variable) bool {
		return v.t.kind == aSlice && v.full && !meets(v.roots, dst.roots) && len(numeric(v.t.elem)) > 0
	})
	v := g.pick(vs)
	switch k := g.r.Intn(4); {
	case k == 0 || v == nil:
		g.line("if %s {", g.expr(tBool, 2))
		g.line("\tpanic(%q)", "here")
		g.line("}")
	case k == 1: // too far, towards the end
		q := g.name("v")
		g.line("%s := %s[%s+int(uint(%s)%%3)]", q, v.name, i, g.converted(tInt))
		g.line("_ = %s", q)
	case k == 2: // anywhere
		q := g.name("v")
		g.line("%s := %s[%s&63]", q, v.name, g.componentOf(fmt.Sprintf("%s[%s]", v.name, i), v.t.elem, tInt))
		g.line("_ = %s", q)
	default:
		q := g.name("v")
		g.line("%s := 100 / (%s & 7)", q, g.componentOf(fmt.Sprintf("%s[%s]", v.name, i), v.t.elem, tInt))
		g.line("_ = %s", q)
	}
}

// arrays writes loops over arrays of the same length, or over slices by their lengths.
func (g *gen) arrays() {
	t := g.number()
	size := []int{2, 3, 4, 7, 8, 9, 16, 33}[g.r.Intn(8)]
	at := arrayOf(t, size)
	a, b := &variable{name: g.name("arr"), t: at}, &variable{name: g.name("arr"), t: at}
	g.line("var %s, %s %s", a.name, b.name, at.name)
	k := g.name("k")
	g.line("for %s := range len(%s) {", k, a.name)
	saved, n := g.context, len(g.vars)
	g.indent++
	g.host, g.noReturn = false, true
	g.declare(&variable{name: k, t: tInt, fixed: true, below: size})
	g.line("%s[%s] = %s", a.name, k, g.expr(t, 2))
	g.indent--
	g.line("}")
	if g.chance(50) {
		g.line("%s = %s", b.name, a.name)
	}
	k = g.name("k")
	head := [...]string{"for %s := range %s {", "for %s := range len(%s) {", "for %s := 0; %[1]s < len(%s); %[1]s++ {"}[g.r.Intn(3)]
	g.line(head, k, b.name)
	g.indent++
	from := k
	if g.chance(30) {
		from = fmt.Sprintf("len(%s)-1-%s", a.name, k)
	}
	g.line("%s[%s] %s %s[%s]", b.name, k, [...]string{"=", "+=", "-="}[g.r.Intn(3)], a.name, from)
	if g.chance(30) {
		g.line("%s[%s] = %s[%s] + %s", a.name, k, a.name, from, g.literal(t))
	}
	g.indent--
	g.line("}")
	g.vars, g.context = g.vars[:n], saved
	g.declare(a)
	g.declare(b)
}
