package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/seeds"
)

// timeLoop is a random loop over time.
type timeLoop struct {
	r     *rand.Rand
	b     strings.Builder
	t     string // of elements
	dims  int
	reach int // how far places lie from a point, at the most
	names int
	apart bool // iterations of a loop are said to be independent: slices must not overlap

	amp    string // what is read in each step; "": nothing
	colour string // nests are over the points for which the sum of the indices and this is even; "": all points
}

func (l *timeLoop) pick(from ...string) string      { return from[l.r.IntN(len(from))] }
func (l *timeLoop) line(format string, args ...any) { fmt.Fprintf(&l.b, format+"\n", args...) }
func (l *timeLoop) name() string                    { l.names++; return fmt.Sprintf("%%t%d", l.names) }
func (l *timeLoop) op(typ, format string, args ...any) string {
	n := l.name()
	l.line("%s = %s : %s", n, fmt.Sprintf(format, args...), typ)
	return n
}

// at is a place at some distance from the point that a nest is at, checked.
func (l *timeLoop) at(slice string, index []string, offset []int) string {
	at := ""
	for d, i := range index {
		if offset[d] != 0 {
			i = l.op("i64", "add %s, %%c%d", i, offset[d]+2)
		}
		if d == 0 {
			at = i
			continue
		}
		at = l.op("i64", "add %s, %s", l.op("i64", "mul %s, %%n%d", at, d), i)
	}
	l.line("check.index %s, %%len_%s", at, slice)
	return at
}

// offset draws how far a place lies from the point: in place, over points of one colour, mostly at one of another.
func (l *timeLoop) offset(other bool) []int {
	for {
		offset, sum := make([]int, l.dims), 0
		for d := range offset {
			if l.r.IntN(2) == 0 {
				offset[d] = l.r.IntN(2*l.reach+1) - l.reach
				sum += offset[d]
			}
		}
		if !other || sum&1 != 0 {
			return offset
		}
	}
}

// nest is one that stores to dst what it computes from src and other slices.
func (l *timeLoop) nest(dst string, src ...string) {
	r := l.r
	inPlace := l.colour != "" && dst == src[0]
	sound := !inPlace || r.IntN(6) > 0
	border := r.IntN(l.reach + 1)
	if r.IntN(4) > 0 {
		border = l.reach
	}
	declared := r.IntN(3) == 0 && sound
	if inPlace && declared { // what lies beside the end of a row may have any colour
		border = l.reach
	}
	inside := r.IntN(3) == 0 && !(inPlace && declared) // points at borders have conditions instead
	if inside {
		border = 0
	}
	l.apart = l.apart || declared
	var index []string
	if declared {
		deep := 1 + r.IntN(l.dims)
		var extents, params []string
		for d := range deep {
			extents = append(extents, l.op("i64", "sub %%n%d, %%c%d", d, 2*border+2))
			params = append(params, l.name()+": i64")
		}
		l.line("multi %s (%s) {", strings.Join(extents, ", "), strings.Join(params, ", "))
		for d := range deep {
			index = append(index, l.op("i64", "add %s, %%c%d", strings.TrimSuffix(params[d], ": i64"), border+2))
		}
	}
	loops := 0
	for d := len(index); d < l.dims; d++ {
		hi := l.op("i64", "sub %%n%d, %%c%d", d, border+2)
		i := l.name()
		l.line("for %%c%d, %s <ints=[1]> (%s: i64) {", border+2, hi, i)
		index = append(index, i)
		loops++
	}
	if l.colour != "" {
		sum := l.colour
		for _, i := range index {
			sum = l.op("i64", "add %s, %s", i, sum)
		}
		l.line("if %s {", l.op("bool", "eq %s, %%c2", l.op("i64", "%s", l.pick("and "+sum+", %c3", "rem "+sum+", %c4"))))
	}
	picked := l.name()
	if inside {
		c := ""
		for d, i := range index {
			if d > 0 && r.IntN(4) == 0 {
				continue
			}
			last := l.op("i64", "sub %%n%d, %%c%d", d, l.reach+2)
			both := l.op("bool", "and %s, %s", l.op("bool", "ge %s, %%c%d", i, l.reach+2), l.op("bool", "lt %s, %s", i, last))
			if c != "" {
				both = l.op("bool", "and %s, %s", c, both)
			}
			c = both
		}
		l.line("%s = if %s : %s {", picked, c, l.t)
	}
	sum := ""
	for range 1 + r.IntN(6) {
		offset := l.offset(inPlace && sound)
		s := l.pick(src...)
		v := l.op(l.t, "load %%%s, %s", s, l.at(s, index, offset))
		if sum == "" {
			sum = v
		} else {
			sum = l.op(l.t, "%s %s, %s", l.pick("add", "sub", "mul", "max"), sum, v)
		}
	}
	if l.amp != "" && r.IntN(2) == 0 {
		sum = l.op(l.t, "add %s, %s", sum, l.amp)
	}
	if inside {
		l.line("yield %s\n} {", sum)
		l.line("yield %s\n}", l.op(l.t, "load %%%s, %s", src[0], l.at(src[0], index, make([]int, l.dims))))
		sum = picked
	}
	if r.IntN(4) == 0 {
		here := make([]int, l.dims)
		sum = l.op(l.t, "add %s, %s", sum, l.op(l.t, "load %%%s, %s", dst, l.at(dst, index, here)))
	}
	if r.IntN(4) == 0 { // some points keep what they have
		c := l.op("bool", "lt %s, %%c%d", index[r.IntN(l.dims)], 2+r.IntN(3))
		l.line("if %s {", c)
		l.line("store %%%s, %s, %s\nyield\n} {\nyield\n}", dst, l.at(dst, index, make([]int, l.dims)), sum)
	} else {
		l.line("store %%%s, %s, %s", dst, l.at(dst, index, make([]int, l.dims)), sum)
	}
	if l.colour != "" {
		l.line("yield\n} {\nyield\n}")
	}
	for range loops {
		l.line("yield\n}")
	}
	if declared {
		l.line("yield\n}")
	}
}

// point stores to one, what it has and what is read in the step.
func (l *timeLoop) point(slots []string) {
	dst := l.pick(slots...)
	at := l.op("i64", "const %d", []int{0, 7, 20, 45, 90}[l.r.IntN(5)])
	l.line("check.index %s, %%len_%s", at, dst)
	v := l.op(l.t, "load %%%s, %s", dst, at)
	if l.r.IntN(3) > 0 {
		v = l.amp
	} else {
		v = l.op(l.t, "add %s, %s", v, l.amp)
	}
	if l.r.IntN(4) == 0 {
		at = l.op("i64", "add %s, %%c3", at)
		l.line("check.index %s, %%len_%s", at, dst)
	}
	l.line("store %%%s, %s, %s", dst, at, v)
}

// text draws the function: three slices, of which the loop carries some, the extents, and the number of steps.
func (l *timeLoop) text() string {
	r := l.r
	l.line("func @f(%%x: []%[1]s, %%y: []%[1]s, %%z: []%[1]s, %%k: []%[1]s, %%n0: i64, %%n1: i64, %%n2: i64, %%from: i64, %%steps: i64) -> ([]%[1]s) {", l.t)
	for c := -2; c <= 6; c++ {
		l.line("%%c%d = const %d : i64", c+2, c)
	}
	carried := []string{"x", "y", "z"}[:[]int{0, 2, 2, 2, 3}[r.IntN(5)]]
	given := map[string]string{}
	var inits, params, types []string
	for _, c := range carried {
		given[c] = c + "c"
		inits, params, types = append(inits, "%"+c), append(params, fmt.Sprintf("%%%sc: []%s", c, l.t)), append(types, "[]"+l.t)
	}
	from := "%from"
	kind := r.IntN(9)
	if kind > 5 { // what the number of the step decides has to be known
		from = l.pick("%c2", "%c3")
	}
	step := 1 + r.IntN(4)/3
	head := strings.Join(append([]string{from + ", %steps"}, inits...), ", ")
	results := []string{"%r0", "%r1", "%r2"}[:len(carried)]
	if len(carried) == 0 {
		l.line("for %s <ints=[%d]> (%%t: i64) {", head, step)
	} else {
		l.line("%s = for %s <ints=[%d]> : %s (%%t: i64, %s) {", strings.Join(results, ", "), head, step, strings.Join(types, ", "), strings.Join(params, ", "))
	}
	names := func(s ...string) (out []string) {
		for _, x := range s {
			if g, ok := given[x]; ok {
				x = g
			}
			out = append(out, x)
		}
		return out
	}
	for _, s := range names("x", "y", "z", "k") {
		l.line("%%len_%s = len %%%s : i64", s, s)
	}
	slots := names("x", "y", "z")
	if r.IntN(3) == 0 {
		l.line("check.index %%t, %%len_k")
		l.amp = l.op(l.t, "load %%k, %%t")
		if r.IntN(2) == 0 {
			l.point(slots[:2])
		}
	}
	switch kind {
	case 5: // one colour after the other, in place
		if r.IntN(2) == 0 {
			l.line("for %%c2, %%c4 <ints=[1]> (%%colour: i64) {")
			l.colour = "%colour"
			l.nest(slots[0], slots[0])
			l.line("yield\n}")
			break
		}
		for _, l.colour = range []string{"%c2", "%c3"} {
			l.nest(slots[0], slots[0])
		}
	case 6: // another one in each step
		l.colour = "%t"
		l.nest(slots[0], slots[0])
	case 7: // slices are chosen
		odd := l.op("bool", "eq %s, %%c2", l.op("i64", "and %%t, %%c3"))
		for k, name := range []string{"chosen", "other"} {
			l.line("%%%s = select %s, %%%s, %%%s : []%s", name, odd, slots[k], slots[1-k], l.t)
			l.line("%%len_%[1]s = len %%%[1]s : i64", name)
		}
		l.nest("chosen", "other")
	case 8: // so is what is done
		l.line("if %s {", l.op("bool", "eq %s, %%c3", l.op("i64", "rem %s, %s", l.op("i64", "add %%t, %%c3"), l.pick("%c4", "%c5"))))
		l.nest(slots[1], slots[0])
		l.line("yield\n} {")
		l.nest(slots[0], slots[1])
		if r.IntN(2) == 0 {
			l.nest(slots[1], slots[0])
		}
		l.line("yield\n}")
	case 0:
		l.nest(slots[1], slots[0])
		l.nest(slots[0], slots[1])
	case 4: // copied back
		l.nest(slots[1], slots[0])
		l.line("move %%%s, %%%s, %s", slots[0], slots[1], l.op("i64", "min %%len_%s, %%len_%s", slots[0], slots[1]))
	case 1:
		l.nest(slots[1], slots[0], "k")
		if r.IntN(2) == 0 {
			l.nest(slots[2], [][]string{{slots[0], slots[1]}, {slots[1]}}[r.IntN(2)]...)
		}
	case 2:
		l.nest(slots[1], slots[0], slots[0], slots[2])
	default:
		l.nest(slots[1], slots[0])
	}
	if l.amp != "" && r.IntN(3) == 0 {
		l.point(slots[:2])
	}
	next := strings.Join(l.permuted(carried), ", ")
	l.line("yield %s\n}", next)
	l.line("return %s\n}", map[bool]string{true: "%x", false: "%r0"}[len(carried) == 0])
	return l.b.String()
}

// permuted is what the loop goes on with.
func (l *timeLoop) permuted(carried []string) (out []string) {
	for i := range carried {
		k := (i + 1) % len(carried)
		out = append(out, "%"+carried[k]+"c")
	}
	return out
}

func sweepArgs[T int32 | int64 | float32 | float64](r *rand.Rand, l *timeLoop) []any {
	dims := l.dims
	n := []int{1 + r.IntN(70), 1, 1}
	for d := 1; d < dims; d++ {
		n[d] = 1 + r.IntN(24)
	}
	if r.IntN(8) > 0 { // long enough for something to be done
		for d := range dims {
			n[d] += 6
		}
	}
	if dims == 1 {
		n[0] *= 1 + r.IntN(120)
	}
	size := n[0] * n[1] * n[2]
	all := make([]T, 4*size+100)
	for i := range all {
		all[i] = T(r.IntN(9)) / 4
	}
	part := func(k int) []T { return all[k*(size+10):][:size:size] }
	x, y, z, k := part(0), part(1), part(2), part(3)
	kind := r.IntN(11)
	if l.apart && (kind < 4 || kind == 6) {
		kind = 9
	}
	switch kind {
	case 0:
		y = all[r.IntN(size):][:size:size]
	case 1:
		y = x
	case 2:
		z = part(r.IntN(2))
	case 3:
		k = part(r.IntN(3))
	case 4:
		y = y[:r.IntN(size+1)]
	case 6: // beginning elsewhere in what another has
		z = all[r.IntN(2)*(size+10)+r.IntN(min(size, 200)):][:size:size]
	case 5:
		z = z[:r.IntN(size+1)]
	}
	return []any{x, y, z, k, int64(n[0]), int64(n[1]), int64(n[2]), int64(r.IntN(3) - 1), int64(r.IntN(10))}
}

// TestTimeLoops compares what random loops over time give and store, interpreted, and as machine code, which takes several steps in one sweep.
func TestTimeLoops(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no vectors")
	}
	defer rt.SetThreads(rt.SetThreads(3))
	kinds := []struct {
		t    string
		args func(r *rand.Rand, l *timeLoop) []any
	}{{"i32", sweepArgs[int32]}, {"i64", sweepArgs[int64]}, {"f32", sweepArgs[float32]}, {"f64", sweepArgs[float64]}}
	n := 200
	if testing.Short() {
		n = 40
	}
	programs, swept, complete := 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		programs++
		r := rand.New(rand.NewPCG(seed, 72))
		kind := kinds[r.IntN(len(kinds))]
		l := &timeLoop{r: r, t: kind.t, dims: 1 + r.IntN(3), reach: 1 + r.IntN(2)}
		text := l.text()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		draw := func() []any { return kind.args(r, l) }
		found, n := compareLoops(t, m, targets, "several steps in one sweep", draw, func(in []reflect.Type) []reflect.Type { return in[:1] })
		if found {
			swept++
			complete += n
		}
	})
	t.Logf("%d of %d take several steps in one sweep, %d calls of these complete", swept, programs, complete)
	if !seeds.Timed() && (swept*2 < programs || complete < programs) {
		t.Errorf("only %d of %d take several steps in one sweep, %d calls of these complete", swept, programs, complete)
	}
}
