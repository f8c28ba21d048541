package difftest_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/testdata/programs"
)

// TestFaults runs the corpus on inputs that are not meant for it: slices that are too short or nil, integers that are out of range where
// they are indices and zero where they are divisors, slices that overlap, and every length up to 200. Compiled code must do what plain Go
// does, panics included, and touch nothing outside of the slices: they end or begin at a guard page.
//
// A sixth of the corpus is run, and half of the programs that take structs and rows, by HONE_SEED; HONE_FAULTS=all runs all of it, for longer.
func TestFaults(t *testing.T) {
	report(t, runCorpus(t, corpusRun{
		work: faults,
		takes: func(c programs.Case) bool {
			return c.Plain == "" && (c.FMATol >= 0 || c.Tol <= 0) && (allFaults() || inShare("faults", c, 6) || hasParts(reflect.TypeOf(c.Fn)) && inShare("parts", c, 2))
		},
		timeout: "20m",
		inC:     true,
	}))
}

func allFaults() bool { return os.Getenv("HONE_FAULTS") == "all" }

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// most is how many regions a program may run. Integers make loops endless or very long, or slices huge: in plain Go, too, so that there is
// nothing to compare.
const most = 2_000_000

// faults lists what is wrong with a program.
func faults(c programs.Case, u difftest.Unit, e difftest.Effort) []string {
	if c.Forks {
		return nil
	}
	m, err := ir.Parse(u.Text)
	if err != nil {
		return []string{err.Error()}
	}
	f := &faulter{c: c, fn: reflect.TypeOf(c.Fn), e: e, r: rand.New(rand.NewSource(int64(hash(c.Name))))}
	if f.interpreted, err = difftest.Interpreted(m, u.Entry, f.fn); err != nil {
		return []string{err.Error()}
	}
	f.ends = difftest.Ending(m, u.Entry, f.fn, most)
	if _, f.differs, err = difftest.Ordered(m, u.Entry, f.fn); err != nil {
		return []string{err.Error()}
	}
	for _, t := range e.Targets {
		if t.Options.FMA || !t.Has(u.Entry) {
			continue
		}
		run, err := t.Compile(m, u.Entry, f.fn)
		if err != nil {
			return []string{"is not compiled: " + err.Error()}
		}
		f.targets, f.names = append(f.targets, difftest.OrPlain(run, c.Fn)), append(f.names, t.Name)
	}
	f.lengths()
	f.mutations()
	return f.failures
}

type faulter struct {
	c        programs.Case
	fn       reflect.Type
	e        difftest.Effort
	r        *rand.Rand
	targets  []difftest.Runner
	names    []string
	failures []string
	tame     bool // integers stay as they are
	changed  bool // integers are others now

	interpreted difftest.Runner
	ends        func(args []any) bool
	differs     bool // compiled code reduces in another order
}

// budget is the time for a kind of fault.
func budget() time.Duration {
	if allFaults() {
		return 300 * time.Millisecond
	}
	return 40 * time.Millisecond
}

// lengths tries every length from 0 to 200, as far as there is time.
func (f *faulter) lengths() {
	end := time.Now().Add(budget())
	for _, n := range f.r.Perm(201) {
		if (f.c.MaxSize == 0 || n <= f.c.MaxSize) && time.Now().Before(end) {
			f.compare(fmt.Sprintf("length %d", n), f.c.Inputs(f.r, n), fixed)
		}
	}
}

// race says what may depend on the order of a parallel loop's iterations.
type race int

const (
	fixed    race = iota // nothing
	values               // what is computed, but not panics
	anything             // these, too
)

// mutations tries inputs that are bad in some way.
func (f *faulter) mutations() {
	end := time.Now().Add(2 * budget())
	for i := 0; time.Now().Before(end) && len(f.failures) < 3; i++ {
		n := []int{3, 8, 17, 40, 100, 200}[f.r.Intn(6)]
		if f.c.MaxSize > 0 {
			n = min(n, f.c.MaxSize)
		}
		args := f.c.Inputs(f.r, n)
		kind, racy := f.mutate(args, n)
		if kind != "" && (!f.changed || f.ends(args)) {
			f.compare(fmt.Sprintf("round %d, size %d, %s", i, n, kind), args, racy)
		}
	}
}

// mutate spoils arguments. It says what it has done, and what may depend on the order of iterations now.
func (f *faulter) mutate(args []any, n int) (what string, racy race) {
	f.changed = false
	switch at := f.r.Intn(len(args) + 1); {
	case at == len(args):
		f.changed = true // lists that share memory are trees no more
		return f.overlap(args), anything
	default:
		v := reflect.ValueOf(args[at])
		switch v.Kind() {
		case reflect.Slice:
			if f.r.Intn(2) == 0 && v.Len() > 0 {
				if v.Type().Elem().Kind() == reflect.Slice {
					return f.spoilRow(v, at, n)
				}
				if k := v.Type().Elem().Kind(); k >= reflect.Int && k <= reflect.Uint64 {
					return f.spoil(v, at, n)
				}
			}
			switch f.r.Intn(5) {
			case 0:
				args[at] = reflect.Zero(v.Type()).Interface()
				return fmt.Sprintf("argument %d nil", at), fixed
			case 1:
				args[at] = v.Slice(0, 0).Interface()
				return fmt.Sprintf("argument %d empty", at), fixed
			}
			k := f.r.Intn(v.Len() + 1)
			args[at] = v.Slice3(0, k, k).Interface()
			return fmt.Sprintf("argument %d of length %d, not %d", at, k, v.Len()), fixed
		case reflect.Int:
			if f.tame {
				return "", fixed
			}
			x := []int{0, -1, 1, n, n + 1, -n, math.MinInt, 2*n + 1}[f.r.Intn(8)]
			args[at], f.changed = x, true
			return fmt.Sprintf("argument %d is %d", at, x), values
		case reflect.Pointer, reflect.Struct:
			x := addressable(args[at])
			what = f.spoilPart(x, args, n)
			args[at] = x.Interface()
			if what != "" {
				what = fmt.Sprintf("argument %d%s", at, what)
			}
		}
	}
	return what, fixed
}

// spoilPart changes a component of a struct, or of what a pointer points to: slices are cut off, integers absurd, pointers nil or another's.
func (f *faulter) spoilPart(v reflect.Value, args []any, n int) (what string) {
	switch k := v.Kind(); {
	case k == reflect.Pointer && (v.IsNil() || f.r.Intn(8) == 0):
		v.SetZero()
		return " nil"
	case k == reflect.Pointer:
		if i := f.r.Intn(len(args)); reflect.TypeOf(args[i]) == v.Type() && f.r.Intn(3) == 0 {
			v.Set(reflect.ValueOf(args[i]))
			return fmt.Sprintf(" = argument %d", i)
		}
		return f.spoilPart(v.Elem(), args, n)
	case k == reflect.Struct && v.NumField() > 0:
		i := f.r.Intn(v.NumField())
		field := v.Field(i)
		if what = f.spoilPart(reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem(), args, n); what != "" {
			return "." + v.Type().Field(i).Name + what
		}
	case k == reflect.Array && v.Len() > 0:
		return f.spoilPart(v.Index(f.r.Intn(v.Len())), args, n)
	case k == reflect.Slice:
		length := f.r.Intn(v.Len() + 1)
		v.Set(v.Slice3(0, length, length))
		return fmt.Sprintf(" of length %d", length)
	case k >= reflect.Int && k <= reflect.Int64 && !f.tame:
		v.SetInt([]int64{0, -1, 1, int64(n), int64(n) + 1, -int64(n), math.MinInt}[f.r.Intn(7)])
		return fmt.Sprintf(" is %d", v.Int())
	}
	return ""
}

// hasParts reports a function with pointers or structs of slices among its parameters.
func hasParts(t reflect.Type) bool {
	for p := range t.Ins() {
		if k := p.Kind(); k == reflect.Pointer || k == reflect.Struct && difftest.HasPointers(p) {
			return true
		}
	}
	return false
}

// spoil changes some integers of a slice.
func (f *faulter) spoil(v reflect.Value, at, n int) (what string, racy race) {
	if f.tame {
		return "", fixed
	}
	f.changed = true
	for range 1 + f.r.Intn(3) {
		x := []int{0, -1, n, n - 1, n + 1, math.MinInt, math.MaxInt, 1 << 31, 1 << 32, f.r.Intn(2*n + 1), -n}[f.r.Intn(11)]
		i := f.r.Intn(v.Len())
		if e := v.Index(i); e.CanInt() {
			e.SetInt(int64(x) << (64 - e.Type().Bits()) >> (64 - e.Type().Bits()))
		} else {
			e.SetUint(uint64(x) << (64 - e.Type().Bits()) >> (64 - e.Type().Bits()))
		}
		what = fmt.Sprintf("argument %d[%d] is %v", at, i, v.Index(i))
	}
	return what, values
}

// spoilRow changes a row of a slice of slices.
func (f *faulter) spoilRow(v reflect.Value, at, n int) (what string, racy race) {
	i := f.r.Intn(v.Len())
	row := v.Index(i)
	switch f.r.Intn(4) {
	case 0:
		row.SetZero()
		return fmt.Sprintf("argument %d[%d] nil", at, i), fixed
	case 1:
		k := f.r.Intn(v.Len())
		row.Set(v.Index(k))
		return fmt.Sprintf("argument %d[%d] = argument %d[%d]", at, i, at, k), anything
	case 2:
		if k := row.Type().Elem().Kind(); row.Len() > 0 && k >= reflect.Int && k <= reflect.Uint64 {
			return f.spoil(row, at, n)
		}
	}
	k := f.r.Intn(row.Len() + 1)
	row.Set(row.Slice3(0, k, k))
	return fmt.Sprintf("argument %d[%d] of length %d", at, i, k), fixed
}

// overlap makes two slices of the same type share memory.
func (f *faulter) overlap(args []any) string {
	for range 10 {
		i, k := f.r.Intn(len(args)), f.r.Intn(len(args))
		x, y := reflect.ValueOf(args[i]), reflect.ValueOf(args[k])
		if i == k || x.Kind() != reflect.Slice || x.Type() != y.Type() || x.Len() == 0 || y.Len() == 0 {
			continue
		}
		offset := f.r.Intn(20)
		if f.r.Intn(2) == 0 {
			offset = f.r.Intn(3)
		}
		if x.Type().Elem().Kind() == reflect.Slice && f.r.Intn(4) > 0 { // rows of theirs
			if a, b := f.r.Intn(x.Len()), f.r.Intn(y.Len()); share(args, i, k, a, b, offset) {
				return fmt.Sprintf("argument %d[%d] = argument %d[%d][%d:]", i, a, k, b, offset)
			}
			continue
		}
		all := reflect.MakeSlice(x.Type(), max(x.Len(), y.Len()+offset), max(x.Len(), y.Len()+offset))
		reflect.Copy(all, x)
		args[i] = all.Slice3(0, x.Len(), x.Len()).Interface()
		args[k] = all.Slice3(offset, offset+y.Len(), offset+y.Len()).Interface()
		return fmt.Sprintf("argument %d = argument %d[%d:]", k, i, offset)
	}
	return ""
}

// compare runs all targets on the arguments. Where iterations may depend on each other, what they compute is open, and with slices that
// overlap that goes for panics, too: only that nothing else happens can be told then.
func (f *faulter) compare(what string, args []any, racy race) {
	f.e.Progress(f.c.Name + ": " + what)
	var plain difftest.Memory
	// Elementary functions differ by more than a tolerance where results overflow.
	fma := difftest.PlainTol(0, f.c.FMATol)
	open := racy != fixed || f.c.Tol != 0 || f.differs || fma < 0
	want := difftest.Reference(f.c.Fn, f.interpreted, args, &plain)
	if open && want.Panic != nil {
		want.Late = &eval.Late{Any: true}
	}
	mem := &difftest.Memory{Guard: f.r.Intn(3)}
	defer mem.Reset()
	for i, run := range f.targets {
		f.e.Progress(fmt.Sprintf("%s: %s: %s", f.c.Name, what, f.names[i]))
		got := difftest.Run(run, args, mem)
		d := difftest.Diff(want, got, max(fma, 0))
		if racy == anything || open && got.Panic == nil && want.Panic == nil {
			d = got.Stray
		}
		if d != "" && len(f.failures) < 3 {
			f.failures = append(f.failures, fmt.Sprintf("%s: %s: %s", f.names[i], what, d))
		}
	}
}

// TestMakes: lengths that are negative or absurd.
func TestMakes(t *testing.T) {
	units := loadCorpus(t)
	for _, target := range difftest.Targets(false) {
		for _, c := range programs.Cases {
			if c.Name != "NegativeLength" && c.Name != "NegativeBuild" {
				continue
			}
			m, err := ir.Parse(units[c.Name].Text)
			if err != nil {
				t.Fatal(err)
			}
			call, err := target.Compile(m, units[c.Name].Entry, reflect.TypeOf(c.Fn))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{-1, 0, 5, math.MinInt, math.MaxInt, 1 << 62, 1<<61 + 1, 1 << 49} {
				args := []any{n, []float64{1, 2, 3}}[:reflect.TypeOf(c.Fn).NumIn()]
				var plain, compiled difftest.Memory
				want := difftest.Run(difftest.Plain(c.Fn), args, &plain)
				if d := difftest.Diff(want, difftest.Run(call, args, &compiled), 0); d != "" {
					t.Errorf("%s %s(%d): %s", target.Name, c.Name, n, d)
				}
			}
		}
	}
}
