package opt

import "testing"

func TestMergeExits(t *testing.T) {
	testPass(t, "func @f(%n: i64, %limit: i64) -> (i64)", MergeExits, []pair{{
		"early return from a loop",
		`%r = block ^b : i64 {
		  %l = loop ^l %n : i64 (%i: i64) {
		    %c = lt %i, %limit : bool
		    if %c {
		      yield
		    } {
		      break ^l %i
		    }
		    %one = const 1 : i64
		    %j = sub %i, %one : i64
		    %d = eq %j, %n : bool
		    if %d {
		      break ^b %j
		    } {
		      yield
		    }
		    continue ^l %j
		  }
		  yield %l
		}
		return %r`,
		`%r = block ^b : i64 {
		  %l = loop ^l %n : i64 (%i: i64) {
		    %c = lt %i, %limit : bool
		    if %c {
		      yield
		    } {
		      break ^l %i
		    }
		    %one = const 1 : i64
		    %j = sub %i, %one : i64
		    %d = eq %j, %n : bool
		    if %d {
		      break ^l %j
		    } {
		      yield
		    }
		    continue ^l %j
		  }
		  yield %l
		}
		return %r`,
	}})
}
