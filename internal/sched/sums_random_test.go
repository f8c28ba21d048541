package sched_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Random nests of the shape of a product of matrices, and such as only look like it: a loop that begins sums, perhaps, one over the terms, and one over the sums inside.
// The outermost loop is a declared parallel one or a plain one. Sums are numbers or components of structures, the slices overlap or not, bounds may depend on
// indices around, loops may be empty, be left, go downwards or carry something. Memory and panics have to be those of the nest as written.

type nestOfSums struct {
	*rand.Rand
	strings.Builder
	k      int
	sum    string // the slice that holds the sums,
	path   string // and the component
	at     string // their place, in terms of indices that are known there
	others []string
}

func (z *nestOfSums) one(n int) bool                  { return z.IntN(n) == 0 }
func (z *nestOfSums) pick(s ...string) string         { return s[z.IntN(len(s))] }
func (z *nestOfSums) line(format string, args ...any) { fmt.Fprintf(z, format+"\n", args...) }
func (z *nestOfSums) op(format string, a ...any) string {
	z.k++
	z.line("%%v%d = %s", z.k, fmt.Sprintf(format, a...))
	return fmt.Sprintf("%%v%d", z.k)
}

// place is an element of a slice, with its check: row*w + column, or such.
func (z *nestOfSums) place(slice, row, column string) string {
	at := column
	switch {
	case column == "":
		at = z.op("mul %s, %%w : i64", row)
	case row != "":
		at = z.op("add %s, %s : i64", z.op("mul %s, %%w : i64", row), column)
	}
	if z.one(6) {
		at = z.op("add %s, %s : i64", at, z.pick("%one", "%one", "%k"))
	}
	z.line("check.index %s, %%len%s", at, slice[1:])
	return at
}

func (z *nestOfSums) pathOf(slice string) string {
	if slice == "%p" || slice == "%q" {
		return z.pick(" <path=[0]>", " <path=[1]>")
	}
	return ""
}

func (z *nestOfSums) load(row, column string) string {
	s := z.pick(z.others...)
	return z.op("load %s, %s%s : i64", s, z.place(s, row, column), z.pathOf(s))
}

// disturb does something beside the sums, mostly nothing.
func (z *nestOfSums) disturb(row, column string, often int) {
	if !z.one(often) {
		return
	}
	if row == "" {
		row = "%i"
	}
	switch z.IntN(8) {
	case 0:
		z.op("add %s, %%one : i64", row)
	case 1:
		z.line("store %s, %s, %s%s", z.sum, z.place(z.sum, row, column), row, z.path)
	case 2, 3:
		s := z.pick(append(z.others, z.sum)...)
		z.line("store %s, %s, %%k%s", s, z.place(s, row, column), z.pathOf(s))
	case 4: // the other component, or the same one
		if z.at != "" {
			z.line("store %s, %s, %%one%s", z.sum, z.at, z.pathOf(z.sum))
		}
	case 5:
		if z.at != "" {
			v := z.op("load %s, %s%s : i64", z.sum, z.at, z.pathOf(z.sum))
			s := z.pick(z.others...)
			z.line("store %s, %s, %s%s", s, z.place(s, row, column), v, z.pathOf(s))
		}
	case 6:
		if z.at != "" {
			c := z.op("lt %s, %%k : bool", row)
			z.line("if %s {", c)
			v := z.op("load %s, %s%s : i64", z.sum, z.at, z.path)
			z.line("store %s, %s, %s%s\nyield\n} {\nyield\n}", z.sum, z.at, z.op("add %s, %%one : i64", v), z.path)
		}
	default:
		z.load(row, column)
	}
}

// counted is a loop over an index; range: its bounds and step.
func (z *nestOfSums) counted(index, bounds string, body func()) {
	z.k++
	name, end := fmt.Sprintf("^l%d", z.k), "yield"
	carries := z.one(25)
	if carries {
		bounds = strings.Replace(bounds, " <", ", %k <", 1)
		z.line("%%c%d = for %s %s : i64 (%s: i64, %%t%d: i64) {", z.k, name, bounds, index, z.k)
		end = fmt.Sprintf("yield %%t%d", z.k)
	} else {
		z.line("for %s %s (%s: i64) {", name, bounds, index)
	}
	k := z.k
	if z.one(30) {
		z.line("if %s {\n%s %s%s\n} {\nyield\n}", z.op("eq %s, %%k : bool", index), z.pick("break", "continue"), name, map[bool]string{true: fmt.Sprintf(" %%t%d", k)}[carries])
	}
	body()
	z.line("%s\n}", end)
}

// bounds of a loop; around: an index that they may depend on.
func (z *nestOfSums) bounds(around string) string {
	hi := z.pick("%n", "%m", "%m", "%k", "%three", "%lenx")
	lo := z.pick("%zero", "%zero", "%zero", "%one", "%k")
	if around != "" && z.one(7) {
		switch z.IntN(4) {
		case 0:
			around = z.op("add %s, %%one : i64", around)
		case 1: // from data
			around = z.op("and %s, %s : i64", z.load(around, ""), "%three")
		}
		if hi = around; z.one(2) {
			lo, hi = around, "%m"
		}
	}
	step := z.pick("1", "1", "1", "1", "1", "1", "2", "3")
	if z.one(9) {
		lo, hi, step = hi, lo, z.pick("-1", "-1", "-2")
	}
	return fmt.Sprintf("%s, %s <ints=[%s]>", lo, hi, step)
}

// accumulate adds a term to the sum at its place.
func (z *nestOfSums) accumulate(row, term, column string) {
	f := ""
	if z.one(2) {
		f = z.load(z.pick(row, row, term), term)
	}
	z.disturb(row, column, 20)
	t := z.load(term, z.pick(column, column, term))
	if f != "" {
		t = z.op("mul %s, %s : i64", f, t)
	}
	at := z.at
	if at == "" {
		at = z.place(z.sum, row, column)
	}
	was := z.op("load %s, %s%s : i64", z.sum, at, z.path)
	next := z.op("add %s, %s : i64", z.op("mul %s, %%three : i64", was), t)
	z.line("store %s, %s, %s%s", z.sum, at, next, z.path)
	z.disturb(row, column, 12)
}

// begin clears the sum.
func (z *nestOfSums) begin(row, column string) {
	at := z.at
	if at == "" {
		at = z.place(z.sum, row, column)
	}
	path := z.path
	if z.one(6) {
		path = z.pathOf(z.sum)
	}
	z.line("store %s, %s, %s%s", z.sum, at, z.pick("%k", "%zero", z.op("add %%i, %%k : i64")), path)
	z.disturb(row, column, 15)
}

func (z *nestOfSums) draw() (text string) {
	z.WriteString("func @f(%x: []i64, %y: []i64, %z: []i64, %p: []{a: i64, b: i64}, %q: []{a: i64, b: i64}, %n: i64, %m: i64, %k: i64, %w: i64) -> () {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%three = const 3 : i64\n%lenx = len %x : i64\n%leny = len %y : i64\n%lenz = len %z : i64\n%lenp = len %p : i64\n%lenq = len %q : i64\n")
	z.sum = z.pick("%x", "%x", "%p")
	z.path = z.pathOf(z.sum)
	for _, s := range []string{"%y", "%z", "%q", "%x", "%p"} {
		if s != z.sum || z.one(5) {
			z.others = append(z.others, s)
		}
	}
	if z.one(2) {
		z.line("multi %%n (%%i: i64) {")
	} else {
		z.line("for %%zero, %%n <ints=[1]> (%%i: i64) {")
	}
	column, term := z.bounds("%i"), z.bounds("%i")
	row := "%i"
	if z.one(8) { // all rows in one
		row = ""
	}
	switch z.IntN(3) {
	case 0: // sums of a row grow together
		if z.one(3) {
			start := column
			if z.one(4) {
				start = z.bounds("%i")
			}
			z.counted("%s", start, func() { z.begin(row, "%s") })
			z.disturb("%i", "%k", 6)
		}
		z.counted("%l", term, func() {
			if z.one(4) {
				column = z.bounds("%l")
			}
			z.disturb("%i", "%l", 15)
			z.counted("%j", column, func() { z.accumulate(row, "%l", "%j") })
			z.disturb("%i", "%l", 20)
		})
	case 1: // one after the other
		z.counted("%j", column, func() {
			z.at = z.place(z.sum, row, "%j")
			if z.one(2) {
				z.begin("%i", "%j")
			}
			z.disturb("%i", "%j", 8)
			z.counted("%l", term, func() { z.accumulate(row, "%l", "%j") })
			z.disturb("%i", "%j", 10)
			z.at = ""
		})
	case 2: // one for each row
		z.at = z.place(z.sum, "%i", z.pick("", "", "%k"))
		if z.one(2) {
			z.begin("%i", "%k")
		}
		z.disturb("%i", "%k", 8)
		z.counted("%l", term, func() { z.accumulate("%i", "%l", "%k") })
		z.disturb("%i", "%k", 10)
	}
	z.line("yield\n}\nreturn\n}")
	return z.String()
}

type twoSums struct{ a, b int64 }

// summed runs f on slices of one piece of memory, and gives that with the panic, if any; not valid if iterations of a declared parallel loop depend on each other.
func summed(f *ir.Func, m *ir.Module, watch bool, seed uint64) (out string, valid bool) {
	r := rand.New(rand.NewPCG(seed, 19))
	memory := make([]int64, 1200)
	for k := range memory {
		memory[k] = int64(r.IntN(100))
	}
	overlap := r.IntN(3) == 0
	var args []reflect.Value
	begin := 0
	for k := range 5 {
		n := 96
		if r.IntN(10) == 0 {
			n = r.IntN(60)
		}
		if k < 3 {
			args = append(args, reflect.ValueOf(memory[begin:begin+n:begin+n]))
		} else {
			s := unsafe.Slice((*twoSums)(unsafe.Pointer(&memory[begin])), 96)
			args = append(args, reflect.ValueOf(s[:n:n]))
		}
		if begin += 200; overlap {
			begin -= []int{200, 199, 193, 0, 140}[r.IntN(5)]
		}
		if k >= 2 { // two structures are one, or share nothing
			begin += begin & 1
		}
	}
	w := []int{8, 8, 9, 5, 1}[r.IntN(5)]
	for _, n := range []int{r.IntN(8), r.IntN(8), r.IntN(5), w} {
		args = append(args, reflect.ValueOf(int64(n)))
	}
	x := eval.New(m)
	valid = true
	if watch {
		x.Watch(func(*eval.Race) { valid = false }, false)
	}
	failed := func() (p any) {
		defer func() { p = recover() }()
		x.Call(f.Name, reflect.TypeFor[func(x, y, z []int64, p, q []twoSums, n, m, k, w int64)](), args...)
		return nil
	}()
	if failed != nil && strings.Contains(fmt.Sprint(failed), "nil pointer") {
		panic(failed)
	}
	return fmt.Sprint(failure.FindString(fmt.Sprint(failed)), memory), valid
}

func TestRandomSums(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 1500
	}
	programs, compared, notes := 0, 0, map[string]int{}
	seeds.Each(t, n, func(seed uint64) {
		text := (&nestOfSums{Rand: rand.New(rand.NewPCG(seed, 18))}).draw()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		programs++
		res, err := sched.Lower(f.Clone(), machine.SmallData())
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, text)
		}
		if err := ir.Verify(res.Module, ir.Loops); err != nil {
			t.Fatalf("seed %d: %v in\n%s\n%s", seed, err, text, res.Module)
		}
		for _, n := range res.Notes {
			if words := strings.Fields(n.Text); words[0] != "nest" {
				notes[strings.Join(words[:4], " ")]++
			}
		}
		for k := range uint64(5) {
			want, valid := summed(f, m, true, seed+k)
			if !valid {
				continue
			}
			compared++
			if got, _ := summed(f, res.Module, false, seed+k); got != want {
				t.Fatalf("seed %d, call %d: got\n%s\nwant\n%s\n%s\n%s", seed, k, got, want, f, res.Module)
			}
		}
	})
	t.Logf("%d programs, %d calls compared, %v", programs, compared, notes)
	for _, what := range []string{"loops inside are interchanged,", "what loops inside accumulate"} {
		if !seeds.Timed() && notes[what] < programs/100 {
			t.Errorf("%d programs: %s only %d times", programs, what, notes[what])
		}
	}
	if !seeds.Timed() && compared < 3*programs {
		t.Errorf("only %d calls of %d programs were compared", compared, programs)
	}
}
