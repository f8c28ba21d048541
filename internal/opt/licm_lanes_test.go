package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestLICMLanes: what is made of the lanes' numbers and constants is made ahead of a loop, those themselves stay where they cost nothing.
func TestLICMLanes(t *testing.T) {
	f := parseLanes(t, `
func @f(%lo: i64, %hi: i64, %p: i64) -> () kernel=range {
  loop ^0 %lo <mode=lanes> (%i: i64) {
    %lane = iota : <8 x i64>
    %eleven = const 11 : <8 x i64>
    %steps = mul %lane, %eleven : <8 x i64>
    %first = splat %i : <8 x i64>
    %at = add %first, %steps : <8 x i64>
    %near = add %first, %lane : <8 x i64>
    %v = xor %at, %near : <8 x i64>
    mstore %p, %i, %v <ints=[8, 0]>
    %eight = const 8 : i64
    %next = add %i, %eight : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^0 %next
    } {
      break ^0
    }
    unreachable
  }
  return
}`)
	want := parseLanes(t, `
func @f(%lo: i64, %hi: i64, %p: i64) -> () kernel=range {
  %0 = iota : <8 x i64>
  %1 = const 11 : <8 x i64>
  %steps = mul %0, %1 : <8 x i64>
  loop ^0 %lo <mode=lanes> (%i: i64) {
    %lane = iota : <8 x i64>
    %eleven = const 11 : <8 x i64>
    %first = splat %i : <8 x i64>
    %at = add %first, %steps : <8 x i64>
    %near = add %first, %lane : <8 x i64>
    %v = xor %at, %near : <8 x i64>
    mstore %p, %i, %v <ints=[8, 0]>
    %eight = const 8 : i64
    %next = add %i, %eight : i64
    %more = lt %next, %hi : bool
    if %more {
      continue ^0 %next
    } {
      break ^0
    }
    unreachable
  }
  return
}`)
	if !LICM(f) {
		t.Error("nothing has moved")
	}
	if err := ir.VerifyFunc(f, ir.Lanes); err != nil {
		t.Fatal(err)
	}
	if err := f.CheckChanges(); err != nil {
		t.Error(err)
	}
	if plain(f) != plain(want) {
		t.Errorf("got:\n%s\nwant:\n%s", f, want)
	}
}

func parseLanes(t *testing.T, text string) *ir.Func {
	t.Helper()
	m, err := ir.Parse(text)
	if err == nil {
		err = ir.Verify(m, ir.Lanes)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.Funcs[0]
}

// TestLICMEveryIteration: a load that each iteration of a loop in lanes makes before it stores moves out of it, whatever memory the slices share. Behind a store, under
// a condition, or where iterations are in order, it stays.
func TestLICMEveryIteration(t *testing.T) {
	const load = "%c = load %k, %two : f32\n"
	for name, c := range map[string]struct {
		mode, body string
		moves      bool
	}{
		"first":             {"lanes", load + "%v = load %x, %i : f32\n%w = mul %c, %v : f32\nstore %y, %i, %w\n", true},
		"behind a store":    {"lanes", "%v = load %x, %i : f32\nstore %y, %i, %v\n" + load + "%w = mul %c, %v : f32\nstore %y, %i, %w\n", false},
		"behind others":     {"lanes", "%n = conv %i : i32\nstore %z, %i, %n\n" + load + "store %y, %i, %c\n", true},
		"under a condition": {"lanes", "%b = lt %i, %two : bool\nif %b {\n" + load + "store %y, %i, %c\nyield\n} {\nyield\n}\n", false},
		"in order":          {"seq", load + "store %y, %i, %c\n", false},
	} {
		m, err := ir.Parse("func @f(%lo: i64, %hi: i64, %k: []f32, %x: []f32, %y: []f32, %z: []i32) -> () kernel=range {\n%two = const 2 : i64\n" +
			"for %lo, %hi <ints=[1] mode=" + c.mode + "> (%i: i64) {\n" + c.body + "yield\n}\nreturn\n}")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		LICM(f)
		if err := ir.VerifyFunc(f, ir.Loops); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, f)
		}
		inside := false
		f.Body.Walk(func(o *ir.Op) bool {
			inside = inside || o.Kind == ir.OpLoad && o.Args[0] == f.Body.Params[2] && o.Parent.Parent != nil && o.Within(lastLoop(f))
			return true
		})
		if inside == c.moves {
			t.Errorf("%s: inside %v\n%s", name, inside, f)
		}
	}
}

func lastLoop(f *ir.Func) (loop *ir.Op) {
	for _, o := range f.Body.Ops {
		if o.Kind == ir.OpFor {
			loop = o
		}
	}
	return loop
}
