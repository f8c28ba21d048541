package sched_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/sched"
)

// copiedRows is a plain loop over rows that are copied from one slice to another up to the end of either, of which one ends where it is cut off.
const copiedRows = `func @f(%to: []i32, %from: []i32, %w: i64, %h: i64, %n: i64) -> () {
	%zero = const 0 : i64
	%one = const 1 : i64
	%four = const 4 : i64
	%pitch = add %w, %four : i64
	MADE
	for %zero, %h <ints=[1]> (%y: i64) {
		%at = mul %y, %pitch : i64
		%rest = sub %n, %at : i64
		%src = mul %y, %w : i64
		%y1 = add %y, %one : i64
		%next = mul %y1, %w : i64
		%row = sub %next, %src : i64
		CUT
		%end = min END : i64
		for %zero, %end <ints=[1]> (%x: i64) {
			%i = add %src, %x : i64
			%v = load %from, %i : i32
			%k = add %at, %x : i64
			store DST, %k, %v
			yield
		}
		yield
	}
	BEHIND
	return
}`

// TestUnclip: rows that end where a slice is cut off at the latest are as long as each other where a guard says so, and it is not asked about other ends.
func TestUnclip(t *testing.T) {
	const cut = "check.slice %at, %n, %n <ints=[0]>"
	for name, c := range map[string]struct {
		cut, end string
		free     bool
	}{
		"what is cut off, a row":          {cut, "%rest, %row", true},
		"a row, what is cut off":          {cut, "%row, %rest", true},
		"a row of a number of elements":   {cut, "%rest, %four", true},
		"it is not cut off":               {"", "%rest, %row", false},
		"it is cut off elsewhere":         {"check.slice %src, %n, %n <ints=[0]>", "%rest, %row", false},
		"the other ends with the row too": {cut, "%rest, %at", false},
	} {
		text := strings.NewReplacer("MADE", "", "CUT", c.cut, "END", c.end, "BEHIND", "", "DST", "%to").Replace(copiedRows)
		r, err := sched.Lower(residual(t, name, text), machine.SmallData())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := ir.Verify(r.Module, ir.Loops); err != nil {
			t.Errorf("%s: %v\n%s", name, err, r.Module)
		}
		checks, free := 0, false
		for _, k := range r.Module.Funcs {
			k.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpCheckSlice && !k.Rare {
					checks++
				}
				return true
			})
			free = free || k.Kernel == ir.RangeKernel && !k.Rare
		}
		if free != c.free || free && checks > 0 {
			t.Errorf("%s: on cores %v, with %d checks\n%s", name, free, checks, r.Module)
		}
	}
}

// TestUnclipFused: rows that are copied into the middle of a larger picture are read where they come from.
func TestUnclipFused(t *testing.T) {
	const read = `%size = len %to : i64
	for %zero, %h <ints=[1]> (%y.2: i64) {
		%row.2 = mul %y.2, %pitch : i64
		for %zero, %w <ints=[1]> (%x.2: i64) {
			%k.2 = add %row.2, %x.2 : i64
			%a = load %m, %k.2 : i32
			%k.3 = add %k.2, %pitch : i64
			%b = load %m, %k.3 : i32
			%v.2 = WORK %a, %b : i32
			%o = mul %y.2, %w : i64
			%o.2 = add %o, %x.2 : i64
			check.index %o.2, %size
			store %to, %o.2, %v.2
			yield
		}
		yield
	}`
	for name, c := range map[string]struct {
		behind string
		made   int // where the guard holds
	}{
		"moved":    {strings.Replace(read, "WORK", "sub", 1), 0},
		"and kept": {strings.Replace(read, "WORK", "sub", 1) + "\n%back = load %m, %four : i32\nstore %to, %zero, %back", 1},
	} {
		made := "%h3 = add %h, %four : i64\n%all = mul %pitch, %h3 : i64\n%m = make %all : []i32"
		text := strings.NewReplacer("MADE", made, "CUT", "check.slice %at, %all, %all <ints=[0]>", "END", "%rest, %row", "BEHIND", c.behind, "DST", "%m",
			"sub %n, %at", "sub %all, %at").Replace(copiedRows)
		f := residual(t, name, text)
		opt.LICM(f)
		if !sched.FusePlain(f) && c.made == 0 {
			t.Errorf("%s: nothing is fused\n%s", name, f)
			continue
		}
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Errorf("%s: %v\n%s", name, err, f)
		}
		got := 0
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpMake && (o.Parent == f.Body || o.Parent.Parent.Regions[0] == o.Parent) {
				got++
			}
			return true
		})
		if got != c.made {
			t.Errorf("%s: %d slices are made, not %d\n%s", name, got, c.made, f)
		}
	}
}

func residual(t *testing.T, name, text string) *ir.Func {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m.Funcs[0]
}
