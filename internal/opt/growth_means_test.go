package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// appendWriter draws loops that append to two slices, %a and %b, and add up, %s: in branches and in loops inside, once and several times; with what an iteration that is done
// again must not have done, and with slices that somebody else sees, or whose capacity the program looks at.
type appendWriter struct {
	r    *rand.Rand
	text strings.Builder
	n    int // names
	odd  int // how much is still to be odd

	starts []string // what slices start with, for looks at it later
}

// appendState names what the variables are at some place.
type appendState struct {
	s [2]string // slices
	v string    // the sum
}

func (w *appendWriter) one(n int) bool             { return w.r.IntN(n) == 0 }
func (w *appendWriter) pick(ts ...string) string   { return ts[w.r.IntN(len(ts))] }
func (w *appendWriter) line(f string, args ...any) { fmt.Fprintf(&w.text, f+"\n", args...) }
func (w *appendWriter) name() string               { w.n++; return fmt.Sprintf("%%v%d", w.n) }
func (w *appendWriter) all(st appendState) string  { return st.s[0] + ", " + st.s[1] + ", " + st.v }

func (w *appendWriter) oddly(n int) bool {
	if w.odd == 0 || !w.one(n) {
		return false
	}
	w.odd--
	return true
}

// value is a float that an iteration has at hand.
func (w *appendWriter) value(st appendState) string {
	if w.one(3) {
		return st.v
	}
	v := w.name()
	w.line("%s = load %s, %%i : f64", v, w.pick("%x", "%x", "%y"))
	return v
}

// grow appends to a slice.
func (w *appendWriter) grow(s, count string, fill func(d, n string)) string {
	n, e, c, f, b, d, m := w.name(), w.name(), w.name(), w.name(), w.name(), w.name(), w.name()
	w.line("%s = len %s : i64\n%s = add %s, %s : i64\n%s = cap %s : i64", n, s, e, n, count, c, s)
	cond, arms := fmt.Sprintf("le %s, %s", e, c), [2]string{"yield " + s, fmt.Sprintf("%s = make %s : []f64\nmove %s, %s, %s\nyield %s", m, e, m, s, n, m)}
	switch {
	case w.one(6):
		cond = fmt.Sprintf("ge %s, %s", c, e)
	case w.one(6):
		cond, arms[0], arms[1] = w.pick(fmt.Sprintf("gt %s, %s", e, c), fmt.Sprintf("lt %s, %s", c, e)), arms[1], arms[0]
	case w.oddly(12): // makes room too late for nothing
		cond = fmt.Sprintf("lt %s, %s", e, c)
	}
	w.line("%s = %s : bool\n%s = if %s : []f64 {\n%s\n} {\n%s\n}", f, cond, b, f, arms[0], arms[1])
	w.line("%s = slice %s, %%z, %s : []f64", d, b, e)
	fill(d, n)
	return d
}

func (w *appendWriter) append(s string, st appendState) string {
	if w.one(8) { // a part of another
		t := w.name()
		w.line("%s = slice %s, %%z, %%two : []f64", t, w.pick("%x", "%y"))
		return w.grow(s, "%two", func(d, n string) {
			e, rest := w.name(), w.name()
			w.line("%s = add %s, %%two : i64\n%s = slice %s, %s, %s : []f64\nmove %s, %s, %%two", e, n, rest, d, n, e, rest, t)
		})
	}
	v := w.value(st)
	count := w.pick("%one", "%one", "%one", "%two")
	if w.oddly(20) {
		count = "%k"
	}
	return w.grow(s, count, func(d, n string) {
		w.line("store %s, %s, %s", d, n, v)
		if count == "%two" {
			m := w.name()
			w.line("%s = add %s, %%one : i64\nstore %s, %s, %s", m, n, d, m, v)
		}
	})
}

// ifLong does something if a slice has more than one element.
func (w *appendWriter) ifLong(s, results string, does func(n string) string, other string) string {
	n, c, r := w.name(), w.name(), w.name()
	w.line("%s = len %s : i64\n%s = gt %s, %%one : bool\n%s = if %s : %s {", n, s, c, n, r, c, results)
	w.line("yield %s\n} {\nyield %s\n}", does(n), other)
	return r
}

func (w *appendWriter) statement(st appendState, depth int) appendState {
	k := w.r.IntN(2)
	s := &st.s[k]
	switch c := w.r.IntN(16); {
	case c < 6:
		*s = w.append(*s, st)
	case c < 9 && depth > 0:
		cond, r := w.name(), w.name()
		w.line("%s = lt %s, %%t : bool\n%sa, %sb, %sc = if %s : []f64, []f64, f64 {", cond, w.value(st), r, r, r, cond)
		w.line("yield %s\n} {", w.all(w.body(st, depth-1)))
		if w.one(3) {
			w.line("yield %s\n}", w.all(w.body(st, depth-1)))
		} else {
			w.line("yield %s\n}", w.all(st))
		}
		return appendState{[2]string{r + "a", r + "b"}, r + "c"}
	case c == 9 && depth > 0:
		p, more, next := w.name(), w.name(), w.name()
		bound := w.pick("%two", "%k", "%three")
		w.line("%sa, %sb, %sc = loop ^l%d %%z, %s : []f64, []f64, f64 (%sj: i64, %sp: []f64, %sq: []f64, %sr: f64) {", p, p, p, w.n, w.all(st), p, p, p, p)
		label := w.n
		in := appendState{[2]string{p + "p", p + "q"}, p + "r"}
		w.line("%s = lt %sj, %s : bool\nif %s {\nyield\n} {\nbreak ^l%d %s\n}", more, p, bound, more, label, w.all(in))
		in = w.body(in, depth-1)
		w.line("%s = add %sj, %%one : i64\ncontinue ^l%d %s, %s\n}", next, p, label, next, w.all(in))
		return appendState{[2]string{p + "a", p + "b"}, p + "c"}
	case c == 10: // takes one back
		*s = w.ifLong(*s, "[]f64", func(n string) string {
			m, d := w.name(), w.name()
			w.line("%s = sub %s, %%one : i64\n%s = slice %s, %%z, %s : []f64", m, n, d, *s, m)
			return d
		}, *s)
	case c == 11: // reads one
		st.v = w.ifLong(*s, "f64", func(n string) string {
			m, v := w.name(), w.name()
			w.line("%s = sub %s, %%one : i64\n%s = load %s, %s : f64", m, n, v, *s, w.pick(m, "%z"))
			return v
		}, st.v)
	case c == 12: // changes one
		v := w.value(st)
		w.ifLong(*s, "f64", func(n string) string {
			m := w.name()
			w.line("%s = sub %s, %%one : i64\nstore %s, %s, %s", m, n, *s, w.pick(m, "%z"), v)
			return v
		}, v)
	case c == 13 && w.odd > 0:
		w.odd--
		w.strange(&st, s)
	default:
		v := w.name()
		w.line("%s = add %s, %s : f64", v, st.v, w.value(st))
		st.v = v
	}
	return st
}

// strange does what makes a difference.
func (w *appendWriter) strange(st *appendState, s *string) {
	switch w.r.IntN(9) {
	case 7, 8: // touches what it was before
		old, v := *s, w.value(*st)
		if w.one(2) {
			old = w.pick("%a", "%b")
		} else {
			*s = w.append(*s, *st)
		}
		st.v = w.ifLong(old, "f64", func(n string) string {
			if w.one(2) {
				w.line("store %s, %%z, %s", old, v)
				return v
			}
			u := w.name()
			w.line("store %s, %%z, %s\n%s = load %s, %%z : f64", old, v, u, old)
			return u
		}, st.v)
	case 5: // shows one more, if there is one
		n, e, c, f, d := w.name(), w.name(), w.name(), w.name(), w.name()
		w.line("%s = len %s : i64\n%s = add %s, %%one : i64\n%s = cap %s : i64\n%s = le %s, %s : bool", n, *s, e, n, c, *s, f, e, c)
		w.line("%s = if %s : []f64 {\n%ss = slice %s, %%z, %s : []f64\nyield %ss\n} {\nyield %s\n}", d, f, d, *s, e, d, *s)
		*s = d
	case 6: // somebody has what it was
		w.line("%%old%d = len %s : i64", w.n, *s)
		st.s = [2]string{st.s[1], st.s[0]}
	case 0:
		w.line("store %s, %%i, %s", w.pick("%x", "%y"), w.value(*st))
	case 1: // looks at the capacity
		c, f, v := w.name(), w.name(), w.name()
		w.line("%s = cap %s : i64\n%s = conv %s : f64\n%s = add %s, %s : f64", c, *s, f, c, v, st.v, f)
		st.v = v
	case 2: // the other slice is the same
		st.s = [2]string{*s, *s}
	case 3: // begins elsewhere
		*s = w.ifLong(*s, "[]f64", func(n string) string {
			d := w.name()
			w.line("%s = slice %s, %%one, %s : []f64", d, *s, n)
			return d
		}, *s)
	default: // shows what lies behind
		c, d := w.name(), w.name()
		w.line("%s = cap %s : i64\n%s = slice %s, %%z, %s : []f64", c, *s, d, *s, c)
		*s = d
	}
}

func (w *appendWriter) body(st appendState, depth int) appendState {
	for k := 1 + w.r.IntN(3); k > 0; k-- {
		st = w.statement(st, depth)
	}
	return st
}

func (w *appendWriter) start(s string) {
	switch w.r.IntN(6) {
	case 0, 1, 2:
		w.line("%s = zero : []f64", s)
	case 3:
		w.line("%s = slice %%dst, %%z, %s : []f64", s, w.pick("%z", "%one", "%two"))
	case 4:
		w.line("%sm = make %s : []f64\n%s = slice %sm, %%z, %s : []f64", s, w.pick("%two", "%three"), s, s, w.pick("%z", "%one"))
		if w.one(3) {
			w.line("store %sm, %%z, %%t", s)
		}
		if w.one(8) && w.odd > 0 { // looked at later
			w.starts = append(w.starts, s+"m")
		}
	default:
		w.line("%s = slice %s, %%z, %%z : []f64", s, w.pick("%x", "%dst"))
	}
}

func (w *appendWriter) draw() string {
	w.line("func @f(%%x: []f64, %%y: []f64, %%dst: []f64, %%n: i64, %%k: i64, %%t: f64) -> ([]f64, []f64, f64) {")
	w.line("%%z = const 0 : i64\n%%one = const 1 : i64\n%%two = const 2 : i64\n%%three = const 3 : i64")
	w.start("%a0")
	w.start("%b0")
	st := appendState{[2]string{"%a", "%b"}, "%s"}
	w.line("%%ra, %%rb, %%rc = loop ^l %%z, %%a0, %%b0, %%t : []f64, []f64, f64 (%%i: i64, %%a: []f64, %%b: []f64, %%s: f64) {")
	w.line("%%more = lt %%i, %%n : bool\nif %%more {\nyield\n} {\nbreak ^l %s\n}", w.all(st))
	st = w.body(st, 2)
	if w.oddly(6) {
		w.line("%%early = gt %s, %%t : bool\nif %%early {\nbreak ^l %s\n} {\nyield\n}", st.v, w.all(st))
	}
	if w.oddly(8) {
		st.s[0], st.s[1] = st.s[1], st.s[0]
	}
	w.line("%%j = add %%i, %%one : i64\ncontinue ^l %%j, %s\n}", w.all(st))
	sum := "%rc"
	for _, s := range w.starts {
		v, u := w.name(), w.name()
		w.line("%s = load %s, %%z : f64\n%s = add %s, %s : f64", v, s, u, sum, v)
		sum = u
	}
	w.line("return %%ra, %%rb, %s\n}", sum)
	return w.text.String()
}

// TestSplitGrowthMeans compares what such loops give and store.
func TestSplitGrowthMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	m := &meaning{
		pass:      opt.SplitGrowth,
		signature: reflect.TypeFor[func(x, y, dst []float64, n, k int64, t float64) ([]float64, []float64, float64)](),
		inputs:    5,
		arguments: func(r *rand.Rand) []any {
			all := make([]float64, 120)
			for i := range all {
				all[i] = float64(r.IntN(5)) + float64(i)/256
			}
			x, y, dst := all[:30:30], all[30:60:60], all[60:62:62+r.IntN(58)]
			switch r.IntN(6) {
			case 0:
				dst = x[:2]
			case 1:
				dst = y[1:3:20]
			case 2:
				y = x
			}
			return []any{x, y, dst, int64(r.IntN(30)), int64(r.IntN(6)), float64(r.IntN(6))}
		},
	}
	for range 3000 {
		w := &appendWriter{r: r, odd: r.IntN(3)}
		m.check(t, w.draw(), r)
	}
	m.enough(t, 1500, 4000)
}
