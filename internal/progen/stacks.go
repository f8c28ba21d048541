package progen

import "fmt"

// stacks writes a loop whose iterations have slices of their own, which grow and shrink there and are gone afterwards: a parallel loop, or a plain one, whose slices may be the
// same in all iterations, emptied at the begin.
func (g *gen) stacks() {
	saved := g.context
	defer func() { g.context = saved }()
	dst := g.pick(g.find(func(v *variable) bool { return v.t.kind == aSlice && v.full && len(v.roots) == 1 }))
	if dst == nil {
		g.appends()
		return
	}
	i := &variable{name: g.name("i"), t: tInt, fixed: true, index: true}
	s := &stacker{appender: appender{gen: g, t: dst.t.elem}, dst: dst}
	for range 1 + g.r.Intn(5)/3 {
		s.names = append(s.names, g.name("a"))
	}
	plain, emptied := g.chance(40), false
	s.plain = plain
	head := fmt.Sprintf("for %s := range hone.Parallel(n)", i.name)
	if plain {
		head = fmt.Sprintf("for %s := range n", i.name)
		if emptied = g.chance(50); emptied {
			s.begin(0)
		}
	}
	g.par = &parallel{writes: dst.roots, at: i.name}
	g.barrier, g.host, g.noReturn = len(g.vars), false, true
	g.loopedTo(head, !plain, func() {
		if emptied {
			for _, a := range s.names {
				g.line("%s = %s[:0]", a, a)
			}
		} else {
			s.begin(4)
		}
		for _, a := range s.names { // what never grows is something else
			g.line("if %s { %s = append(%s, %s) }", g.expr(tBool, 1), a, a, g.value(s.t))
		}
		s.grow()
		s.read()
	}, i)
}

// stacker is an iteration with slices of its own.
type stacker struct {
	appender
	dst   *variable // what it stores what it finds in them
	plain bool      // what can't be compiled in a parallel loop may be there
}

// begin declares the slices, with at most so many elements.
func (s *stacker) begin(most int) {
	for _, a := range s.names {
		t := sliceOf(s.t).name
		switch k := s.r.Intn(8); {
		case k < 3:
			s.line("var %s %s", a, t)
		case k == 3:
			s.line("%s := %s{}", a, t)
		case k == 4:
			s.line("%s := make(%s, 0, %d)", a, t, s.r.Intn(20))
		case k == 5 && most > 0:
			s.line("%s := %s{%s}", a, t, s.value(s.t))
		case k == 6:
			s.line("%s := make(%s, 0, n)", a, t)
		default:
			k := s.r.Intn(most + 1)
			s.line("%s := make(%s, %d, %d)", a, t, k, k+s.r.Intn(9))
		}
		s.line("_ = %s", a)
	}
}

// grow appends, and does what else changes the slices, in loops and without.
func (s *stacker) grow() {
	for range 1 + s.r.Intn(3) {
		switch s.r.Intn(7) {
		case 6:
			if s.plain {
				s.before()
			}
		case 0, 1:
			k := s.name("k")
			s.nest(fmt.Sprintf("for %s := range %s", k, s.smallCount()), func() { s.change(2) }, &variable{name: k, t: tInt, fixed: true})
		case 2:
			k := s.name("k")
			head := fmt.Sprintf("for %s := max(0, %s-%d); %[1]s < min(n, %[2]s+%[4]d); %[1]s++", k, s.par.at, s.r.Intn(6), 1+s.r.Intn(6))
			s.nest(head, func() { s.change(2) }, &variable{name: k, t: tInt, fixed: true, index: true})
		case 3:
			s.drain()
		default:
			s.change(2)
		}
	}
}

// before cuts a slice to as many elements as the one of the turn before had: where it has fewer itself, the rest are zeros, within its room.
func (s *stacker) before() {
	a, n, k := s.one(), s.name("v"), s.name("k")
	e := &variable{name: s.name("e"), t: s.t, fixed: true}
	fresh := fmt.Sprintf("%s = make(%s, 0, 8)", a, sliceOf(s.t).name)
	s.line("%s := 0", n)
	s.line("%s", fresh)
	s.nest(fmt.Sprintf("for %s := range %s", k, s.smallCount()), func() {
		s.nest(fmt.Sprintf("for _, %s := range %s[:%s]", e.name, a, n), func() {
			s.line("if %s { %s[%s] = %s }", s.expr(tBool, 1), s.dst.name, s.par.at, e.name)
			s.store()
		}, e)
		s.line("%s = len(%s)", n, a)
		s.line("%s", fresh)
		for range 1 + s.r.Intn(4) {
			s.line("if %s { %s = append(%[2]s, %[3]s) }", s.expr(tBool, 1), a, s.value(s.t))
		}
	}, &variable{name: k, t: tInt, fixed: true})
}

// one is one of the slices.
func (s *stacker) one() string { return s.names[s.r.Intn(len(s.names))] }

// change writes some of what changes them.
func (s *stacker) change(depth int) {
	for range 1 + s.r.Intn(3) {
		a := s.one()
		switch s.r.Intn(12) {
		case 0: // one in the middle
			s.line("%s = slices.Insert(%s, %s, %s)", a, a, s.within(a), s.value(s.t))
		case 1:
			lo, k := s.name("v"), 1+s.r.Intn(2)
			s.line("%s := %s", lo, s.within(a))
			text := s.text("%[1]s = slices.Delete(%[1]s, %[2]s, %[2]s+%[3]d)", "%[1]s = append(%[1]s[:%[2]s], %[1]s[%[2]s+%[3]d:]...)")
			if s.chance(90) {
				text = "if %[2]s+%[3]d <= len(%[1]s) { " + text + " }"
			}
			s.line(text, a, lo, k)
		case 2:
			s.line("if %s { %s = %s }", s.expr(tBool, 1), a, s.text(a+"[:0]", "nil", fmt.Sprintf("%s[:%s]", a, s.within(a))))
		case 3:
			s.nest(fmt.Sprintf("if %s %s nil", a, s.text("==", "!=")), func() { s.statement(depth - 1) })
		case 4:
			s.line("slices.Reverse(%s)", a)
		case 5:
			if s.t.kind == anInt {
				s.line("slices.Sort(%s)", a)
				if s.chance(40) {
					s.line("%s = slices.Compact(%[1]s)", a)
				}
			}
		default:
			s.statement(depth)
		}
	}
}

// within is a number from 0 to a slice's length.
func (s *stacker) within(a string) string {
	switch s.r.Intn(4) {
	case 0:
		return fmt.Sprintf("len(%s)/%d", a, 1+s.r.Intn(3))
	case 1:
		return fmt.Sprintf("min(len(%s), int(uint8(%s)))", a, s.expr(tInt, 1))
	}
	return fmt.Sprintf("int(uint(%s)%%uint(len(%s)+1))", s.expr(tInt, 1), a)
}

// drain takes elements from the end until none is left; for some it may put others there, a few times.
func (s *stacker) drain() {
	a, fuel := s.one(), s.name("v")
	e := &variable{name: s.name("e"), t: s.t, fixed: true}
	s.nest(fmt.Sprintf("for %s := 0; len(%s) > 0; %s++", fuel, a, fuel), func() {
		s.line("%s := %s[len(%s)-1]", e.name, a, a)
		s.line("%s, _ = %s[:len(%s)-1], %s", a, a, a, e.name)
		s.declare(e)
		s.line("if %s < %d && %s {", fuel, s.r.Intn(9), s.expr(tBool, 2))
		s.block(func() { s.line("%s = append(%s, %s)", a, a, s.value(s.t)) })
		s.line("}")
		s.store()
	})
}

// read stores what is in the slices at the end.
func (s *stacker) read() {
	at := fmt.Sprintf("%s[%s]", s.dst.name, s.par.at)
	for _, a := range s.names {
		switch s.r.Intn(4) {
		case 0:
			s.line("if len(%s) > 0 { %s = %s[%s%%len(%s)] }", a, at, a, "int(uint8("+s.expr(tInt, 1)+"))", a)
		case 1:
			b := s.name("b")
			s.line("%s := append(%s(nil), %s...)", b, parenthesized(sliceOf(s.t)), a)
			s.line("if len(%s) > 1 { %s = %s[1] }", b, at, b)
		default:
			k, e := s.name("k"), s.name("e")
			s.nest(fmt.Sprintf("for %s, %s := range %s", k, e, a), func() {
				s.line("if %s { %s = %s }", s.expr(tBool, 2), at, e)
				s.store()
			}, &variable{name: k, t: tInt, fixed: true}, &variable{name: e, t: s.t, fixed: true})
		}
	}
	if s.t.kind == anInt {
		s.line("%s += %s(len(%s))", at, s.t.name, s.one())
	}
}
