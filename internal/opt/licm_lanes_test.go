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
