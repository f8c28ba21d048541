package sched_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
)

// inNest is a parallel loop over y and x, or over y alone, with a body.
func inNest(dims, body string) string {
	return `func @f(%a: []i64, %b: []i64, %p: []f32, %n: i64, %m: i64, %w: i64) -> () {
%zero = const 0 : i64
%one = const 1 : i64
%zerof = const 0 : f32
%lena = len %a : i64
%lenb = len %b : i64
multi ` + dims + ` {
` + body + `
yield
}
return
}`
}

// refused gives the error of the last step; those before have to be legal.
func refused(t *testing.T, text, steps string) (err error) {
	t.Helper()
	m, err := ir.Parse(text)
	if err == nil {
		err = ir.VerifyFunc(m.Funcs[0], ir.Residual)
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	list, err := loops.Parse(steps)
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	if _, other := sched.LowerWith(m.Funcs[0], machine.SmallData(), sched.Hooks{Choose: func(n *sched.Nest) bool {
		if asked {
			return false
		}
		asked = true
		for k, s := range list {
			if err = n.Apply(s); err == nil && k == len(list)-1 {
				err = n.Relied()
			} else if err != nil && k < len(list)-1 {
				t.Errorf("%s: %v", steps, err)
			}
		}
		return false
	}}); other != nil || !asked {
		t.Errorf("%s: not lowered: %v", steps, other)
	}
	return err
}

func TestRefusedSteps(t *testing.T) {
	const (
		y    = "%n (%y: i64)"
		both = "%n, %m (%y: i64, %x: i64)"
	)
	chain := inNest(y, `for %zero, %m <ints=[1]> (%j: i64) {
%v = load %a, %j : i64
%k = add %j, %one : i64
store %a, %k, %v
yield
}`)
	inner := inNest(y, `%row = mul %y, %m : i64
for %zero, %m <ints=[1]> (%j: i64) {
%i = add %row, %j : i64
%v = load %b, %i : i64
store %a, %i, %v
yield
}`)
	beside := inNest(y, `store %b, %y, %y
`+strings.Split(inner, "(%y: i64) {\n")[1][:strings.Index(strings.Split(inner, "(%y: i64) {\n")[1], "\nyield\n}\nreturn")])
	flat := inNest(both, `%row = mul %y, %m : i64
%i = add %row, %x : i64
%v = load %b, %i : i64
store %a, %i, %v`)
	looked := inNest(both, `%row = mul %y, %m : i64
%i = add %row, %x : i64
%v = load %b, %i : i64
check.index %v, %lena
store %a, %v, %i`)
	ragged := inNest(y, `%h = load %b, %y : i64
%s = multi %h : f32 (%j: i64) {
%v = load %p, %j : f32
reduce %v, %zerof (%c: f32, %d: f32) {
%e = add %c, %d : f32
yield %e
}
yield
}
%si = conv %s : i64
store %a, %y, %si`)
	even := strings.ReplaceAll(strings.Replace(ragged, "%h = load %b, %y : i64\n", "", 1), "multi %h", "multi %m")
	sums := func(terms, at string) string { // of a row of products
		return inNest(both, `%s = for `+terms+`, %zerof <ints=[1]> : f32 (%k: i64, %t: f32) {
%r = mul %y, %w : i64
%i = add %r, %k : i64
%v = load %p, %i : f32
`+at+`
%u = load %p, %j : f32
%next = fma %v, %u, %t : f32
yield %next
}
%si = conv %s : i64
%row = mul %y, %m : i64
%at = add %row, %x : i64
store %a, %at, %si`)
	}
	counted := func(in string) string { // of the elements of a row
		return inNest(y, `%row = mul %y, %m : i64
%h = load %b, %y : i64
%c = for `+in+`, %zero <ints=[1]> : i64 (%j: i64, %t: i64) {
%i = add %row, %j : i64
%v = load %p, %i : f32
%more = gt %v, %zerof : bool
%next = if %more : i64 {
%u = add %t, %one : i64
yield %u
} {
yield %t
}
yield %next
}
store %a, %y, %c`)
	}
	count, countRagged := counted("%zero, %m"), counted("%zero, %h")
	product := sums("%zero, %w", "%column = mul %k, %m : i64\n%j = add %column, %x : i64")
	strided := sums("%zero, %w", "%column = mul %k, %m : i64\n%twice = add %x, %x : i64\n%j = add %column, %twice : i64")
	near := sums("%zero, %w", "%j = add %k, %x : i64")
	own := sums("%zero, %w", "%column = mul %k, %m : i64\n%k1 = add %column, %x : i64\n%j = add %k1, %y : i64")
	const block = "Guard Lanes(x) Jam(y, 2) Unroll(x, 2) "
	for _, c := range []struct{ name, text, steps, want string }{
		{"product", product, block + "Pack(x)", "it takes ranges of columns"},
		{"product", product, block + "Split(x) Pack(y)", "it takes ranges of columns"},
		{"strided", strided, block + "Split(x) Pack(x)", "no loop inside reads columns"},
		{"near", near, block + "Split(x) Pack(x)", "no loop inside reads columns"},
		{"own", own, block + "Split(x) Pack(x)", "no loop inside reads columns"},
		{"chain", chain, "Guard Lanes(j)", "its iterations depend on each other"},
		{"chain", chain, "Guard Collapse(j)", "its iterations depend on each other"},
		{"chain", chain, "Promote(j)", "it stores nothing at one place"},
		{"chain", chain, "Distribute(j)", "nothing in it can be done ahead"},
		{"chain", chain, "Reverse(j)", "it doesn't count down by one"},
		{"chain", chain, "Reorder(j, y)", "y is not all there is in this loop"},
		{"chain", chain, "Fuse(y, j)", "y is not just ahead of it"},
		{"inner", inner, "Guard Lanes(j) Unroll(y, 2)", "there is no counted loop y inside"},
		{"inner", inner, "Guard Lanes(j) Lanes(y)", "loops inside have lanes"},
		{"inner", inner, "Guard Lanes(y) Lanes(j)", "the parallel loop around it has lanes"},
		{"inner", inner, "Guard Lanes(j) Jam(y, 2) Jam(y, 2)", "a dimension has been already"},
		{"inner", inner, "Guard Collapse(j) Lanes(y)", "the last dimension is another loop"},
		{"inner", inner, "Guard Collapse(j) Lanes(j) Pieces", "no comparison with an index"},
		{"inner", inner, "Unroll(j, 2)", "it has no lanes"},
		{"inner", inner, "Guard Collapse(j) Lift(j)", "there is a loop that has become the last dimension"},
		{"inner", inner, "Guard Lift(j) Lift(j)", "it is not directly in what is a dimension"},
		{"chain", chain, "Guard Lift(j)", "its iterations depend on each other"},
		{"looked", looked, "Guard Lift(j)", "this check can't be made ahead of the nest"},
		{"beside", beside, "Guard Lift(j)", "there is something beside it"},
		{"beside", beside, "Guard Collapse(j)", "there is something beside it"},
		{"flat", flat, "Guard Lanes(x) Jam(x, 2)", "it has the lanes"},
		{"flat", flat, "Guard Lanes(x) Jam(z, 2)", "the parallel loop has no dimension z"},
		{"flat", flat, "Guard Lanes(x) Jam(y, 2) Jam(y, 2)", "a dimension has been already"},
		{"flat", flat, "Guard Lanes(x) Jam(y, 2) Split(x)", "no loop inside reads memory along it"},
		{"flat", flat, "Guard Lanes(x) Split(x)", "it takes rows at a time"},
		{"flat", flat, "Guard Lanes(x) Unroll(x, 99)", "more than 16 vectors"},
		{"flat", flat, "Inside", "there is no parallel loop and no reduction inside"},
		{"flat", flat, "Lanes(x) Jam(y, 2)", "Guard has to come before Lanes(x)"},
		{"looked", looked, "Guard Lanes(x) Jam(y, 2)", "this check can't be made ahead of the nest"},
		{"looked", looked, "Guard Lanes(x) Pieces", "this check can't be made ahead of the nest"},
		{"flat", flat, "ComputeAt(1.y)", "no nest behind it reads what it writes to temporaries"},
		{"flat", flat, "Skew(t)", "the nest is in no loop over time"},
		{"count", count, "Guard Long(j)", "it takes lanes along the last dimension"},
		{"count", count, "Guard Lanes(y) Long(y)", "there is no counted loop y inside"},
		{"count", count, "Guard Lanes(y) Long(j) Jam(y, 2)", "a loop inside has the lanes where it is long"},
		{"count", count, "Guard Lanes(y) Long(j) Pieces", "takes lanes along the last of several dimensions"},
		{"countRagged", countRagged, "Guard Lanes(y) Long(j)", "its range is not known ahead of the nest"},
		{"inner", inner, "Guard Lanes(y) Long(j)", "it does more than to put together"},
		{"inner", inner, "Guard Lift(j) Lanes(y) Long(j)", "a loop inside has become a dimension"},
		{"looked", looked, "Guard Lanes(x) Long(x)", "this check can't be made ahead of the nest"},
		{"product", product, "Guard Lanes(x) Long(k)", "it does more than to put together"}, // in order
		{"ragged", ragged, "Inside Guard Jam(y, 2)", "its range is not known to be the same in all rows"},
		{"ragged", ragged, "Lanes(y)", "a reduction inside that has its own order"},
		{"even", even, "Inside Guard Jam(y, 2) Unroll(i1, 2)", "there is no counted loop i1 inside"}, // which one of its blocks would be
		{"ragged", ragged, "Inside Lanes(y)", "loops inside have lanes"},
	} {
		if err := refused(t, c.text, c.steps); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s: %v; want an error with %q", c.name, c.steps, err, c.want)
		}
	}
	for _, c := range []struct{ text, steps string }{
		{chain, "Guard Lanes(y)"},
		{inner, "Guard Collapse(j) Lanes(j) Jam(y, 3) Unroll(j, 2) Stream Parallel"},
		{inner, "Guard Lanes(j) Unroll(j, 2) Parallel"},
		{inner, "Guard Lift(j) Lanes(y) Jam(j, 3) Unroll(y, 2) Stream Parallel"},
		{inner, "Guard Jam(y, 3)"},
		{beside, "Guard Lanes(j)"},
		{looked, "Guard Lanes(x)"},
		{ragged, "Inside Guard Parallel"},
		{count, "Guard Lanes(y) Long(j) Unroll(y, 2) Parallel"},
		{product, block + "Split(x) Pack(x) Stream Parallel"},
	} {
		if err := refused(t, c.text, c.steps); err != nil {
			t.Errorf("%s: %v in\n%s", c.steps, err, c.text)
		}
	}
}

// TestRunTogether asks nests of pipelines and of loops over time for steps that don't go together.
func TestRunTogether(t *testing.T) {
	for _, c := range []struct{ file, steps, want string }{
		{"temporaries", "0=ComputeAt(9.i3)", "it has to be one of 1.i0, 2.i2, 3.i3"},
		{"temporaries", "0=ComputeAt(1.i0)", "they don't fit together"},
		{"temporaries", "0=ComputeAt(3.i3); 1=Lanes(i0)", "ComputeAt(3.i3) has to come first: the nest ahead has it"},
		{"temporaries", "0=ComputeAt(3.i3); 1=", "ComputeAt(3.i3) has to come first: the nest ahead has it"},
		{"temporaries", "0=ComputeAt(3.i3, 4); 1=ComputeAt(3.i3)", "the nest ahead has ComputeAt(3.i3, 4)"},
		{"temporaries", "0=ComputeAt(3.i3); 3=ComputeAt(3.i3)", "the nests ahead are computed at this one"},
		{"temporaries", "0=Skew(t)", "no loop over time"},
		{"sweeps", "0=Skew(t) Guard Lift(j)", "it is run together with others, by its rows"},
		{"sweeps", "0=Skew(i)", "the loop over time is t"},
		{"sweeps", "0=Lanes(i); 1=Skew(t)", "the nests ahead take one step after the other"},
		{"sweeps", "0=ComputeAt(1.i)", "no nest behind it"},
		{"temporaries", "0=ComputeAt(3.i3, 4); 1=ComputeAt(3.i3, 4) Lanes(i0)", ""},
		{"temporaries", "0=; 1=; 2=", ""},
		{"sweeps", "0=Skew(t, 3); 1=Skew(t, 3) Lanes(i)", ""},
		{"sweeps", "0=; 1=", ""},
	} {
		text, err := os.ReadFile("testdata/" + c.file + ".ir")
		if err != nil {
			t.Fatal(err)
		}
		m, err := ir.Parse(strings.Split(string(text), "\n----\n")[0])
		if err != nil {
			t.Fatal(err)
		}
		given := map[int]loops.Schedule{}
		for _, item := range strings.Split(c.steps, ";") {
			number, steps, _ := strings.Cut(strings.TrimSpace(item), "=")
			n, _ := strconv.Atoi(number)
			if given[n], err = loops.Parse(steps); err != nil {
				t.Fatal(err)
			}
		}
		res, err := sched.LowerWith(m.Funcs[0], usual(), sched.Hooks{Choose: func(n *sched.Nest) bool {
			steps, ok := given[n.Number]
			n.Take(steps)
			return ok
		}})
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s, %s: %v; want an error with %q", c.file, c.steps, err, c.want)
		case c.want == "" && err != nil:
			t.Errorf("%s, %s: %v", c.file, c.steps, err)
		case c.want == "":
			for n, steps := range given {
				if got := res.Nests[n].Steps; !got.Equal(steps) {
					t.Errorf("%s, %s: nest %d has %s", c.file, c.steps, n, got)
				}
			}
		}
	}
}

// TestEstimates: whoever asks is told what each nest is thought to take, and what another choice would.
func TestEstimates(t *testing.T) {
	flat := inNest("%n, %m (%y: i64, %x: i64)", `%row = mul %y, %m : i64
%i = add %row, %x : i64
%v = load %b, %i : i64
store %a, %i, %v`)
	for _, c := range []struct{ text, steps, want string }{
		{flat, "Guard Lanes(x)", "cycles for each vector, "},
		{inNest("%n (%y: i64)", "store %a, %y, %y"), "Lanes(y)", "cycles for each vector of 8, "},
		{flat, "Guard Lanes(x) Jam(y, 2) Unroll(x, 2)", "cycles for each vector, "},
		{flat, "Parallel", "cycles for each iteration in scalar code"},
	} {
		m, err := ir.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		list, err := loops.Parse(c.steps)
		if err != nil {
			t.Fatal(err)
		}
		res, err := sched.LowerWith(m.Funcs[0], machine.SmallData(), sched.Hooks{Estimates: true, Choose: func(n *sched.Nest) bool { n.Take(list); return true }})
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Nests[0]; n.Cycles <= 0 || !strings.Contains(n.Text, c.want) {
			t.Errorf("%s: %f cycles, %q; want %q", c.steps, n.Cycles, n.Text, c.want)
		}
	}
}
