package opt

import (
	"strings"
	"testing"
)

// passesOn is a function that is handed a part of a slice, and that hands back what body has of %s, by way of ifs and of a loop that nothing leaves by a break.
const passesOn = `
func @f(%s: []i64, %n: i64) -> () {
  %o = const 1 : i64
  %l = len %s : i64
  %t = slice %s, %o, %l : []i64
  %r = callsym @g %t, %n : []i64
  return
}
func @g(%s: []i64, %n: i64) -> ([]i64) {
  %z = const 0 : i64
  %o = const 1 : i64
  loop ^0 %n, %s (%i: i64, %c: []i64) {
    %e = le %i, %z : bool
    if %e {
      return %c
    } {
      yield
    }
    store %c, %z, %i
    %m = sub %i, %o : i64
    %h = gt %i, %o : bool
    %d = if %h : []i64 {
      %a = callsym @g %c, %m : []i64
      PART
      yield %b
    } {
      yield %c
    }
    continue ^0 %m, %d
  }
  %y = zero : []i64
  return %y
}`

// TestPassedBack looks at whether slices that are handed back are seen to be the ones that were passed.
func TestPassedBack(t *testing.T) {
	for part, want := range map[string]string{
		"%b = callsym @g %a, %z : []i64": "",
		"%b = slice %a, %z, %o : []i64":  "slices that are not all parts of one and the same",
	} {
		text, err := recursionText(t, strings.Replace(passesOn, "PART", part, 1))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", part, err)
		case want == "" && strings.Contains(text, "callsym"):
			t.Errorf("%s: calls are left\n%s", part, text)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", part, err, want)
		}
	}
}
