package opt

import "testing"

func TestInline(t *testing.T) {
	testPass(t, "func @f(%x: []f64, %n: i64, %y: []f64) -> (f64)", Fuse, []pair{{
		"read once by a reduction",
		`%z = const 0 : f64
		%t = multi %n : []f64 (%i: i64) {
		  %a = load %x, %i : f64
		  %b = mul %a, %a : f64
		  collect %b
		  yield
		}
		%s = multi %n : f64 (%i_1: i64) {
		  %m = len %t : i64
		  check.index %i_1, %m
		  %v = load %t, %i_1 : f64
		  reduce %v, %z (%a_1: f64, %b_1: f64) {
		    %c = add %a_1, %b_1 : f64
		    yield %c
		  }
		  yield
		}
		return %s`,
		`%z = const 0 : f64
		%s = multi %n : f64 (%i: i64) {
		  check.index %i, %n
		  %a = load %x, %i : f64
		  %b = mul %a, %a : f64
		  reduce %b, %z (%a_1: f64, %b_1: f64) {
		    %c = add %a_1, %b_1 : f64
		    yield %c
		  }
		  yield
		}
		return %s`,
	}, {
		"the reader overwrites what the body reads, which was made here",
		`%m = make %n : []f64
		%t = multi %n : []f64 (%i: i64) {
		  %a = load %m, %i : f64
		  collect %a
		  yield
		}
		multi %n (%j: i64) {
		  %v = load %t, %j : f64
		  store %m, %j, %v
		  yield
		}
		%z = const 0 : i64
		%r = load %m, %z : f64
		return %r`,
		`%m = make %n : []f64
		%t = multi %n : []f64 (%i: i64) {
		  %a = load %m, %i : f64
		  store %m, %i, %a
		  collect %a
		  yield
		}
		%z = const 0 : i64
		%r = load %m, %z : f64
		return %r`,
	}, {
		"the reader overwrites what the body reads",
		`%t = multi %n : []f64 (%i: i64) {
		  %a = load %x, %i : f64
		  collect %a
		  yield
		}
		multi %n (%i_1: i64) {
		  %v = load %t, %i_1 : f64
		  store %x, %i_1, %v
		  yield
		}
		%z = const 0 : f64
		return %z`,
		`%t = multi %n : []f64 (%i: i64) {
		  %a = load %x, %i : f64
		  store %x, %i, %a
		  collect %a
		  yield
		}
		%z = const 0 : f64
		return %z`,
	}})
}

func TestMergeReduces(t *testing.T) {
	testPass(t, "func @f(%x: []f64, %n: i64) -> (f64, f64, f64)", Fuse, []pair{{
		"two side by side, the third needs the first",
		`%z = const 0 : f64
		%s = multi %n : f64 (%i: i64) {
		  %v = load %x, %i : f64
		  reduce %v, %z (%a: f64, %b: f64) {
		    %c = add %a, %b : f64
		    yield %c
		  }
		  yield
		}
		%mean = mul %s, %s : f64
		%one = const 1 : f64
		%p = multi %n : f64 (%i_1: i64) {
		  %v_1 = load %x, %i_1 : f64
		  reduce %v_1, %one (%a_1: f64, %b_1: f64) {
		    %c_1 = mul %a_1, %b_1 : f64
		    yield %c_1
		  }
		  yield
		}
		%q = multi %n : f64 (%i_2: i64) {
		  %v_2 = load %x, %i_2 : f64
		  reduce %v_2, %mean (%a_2: f64, %b_2: f64) {
		    %c_2 = add %a_2, %b_2 : f64
		    yield %c_2
		  }
		  yield
		}
		return %s, %p, %q`,
		`%z = const 0 : f64
		%one = const 1 : f64
		%s, %p = multi %n : f64, f64 (%i: i64) {
		  %v = load %x, %i : f64
		  %w = load %x, %i : f64
		  reduce %v, %z (%a: f64, %b: f64) {
		    %c = add %a, %b : f64
		    yield %c
		  }
		  reduce %w, %one (%a2: f64, %b2: f64) {
		    %c2 = mul %a2, %b2 : f64
		    yield %c2
		  }
		  yield
		}
		%mean = mul %s, %s : f64
		%q = multi %n : f64 (%i_1: i64) {
		  %v_1 = load %x, %i_1 : f64
		  reduce %v_1, %mean (%a_1: f64, %b_1: f64) {
		    %c_1 = add %a_1, %b_1 : f64
		    yield %c_1
		  }
		  yield
		}
		return %s, %p, %q`,
	}})
}

func TestCollectFills(t *testing.T) {
	testPass(t, "func @f(%x: []f64, %n: i64, %m: i64) -> ([]f64)", Fuse, []pair{{
		"filled by one loop, cheap to compute again",
		`%y = make %m : []f64
		%t = make %n : []f64
		%u = make %n : []f64
		multi %n (%i: i64) {
		  %a = load %x, %i : f64
		  %b = mul %a, %a : f64
		  store %t, %i, %b
		  %c = add %a, %a : f64
		  store %u, %i, %c
		  yield
		}
		multi %m (%j: i64) {
		  check.index %j, %n
		  %v = load %t, %j : f64
		  %w = load %u, %j : f64
		  %s = add %v, %w : f64
		  store %y, %j, %s
		  yield
		}
		return %y`,
		`%y = make %m : []f64
		multi %m (%j: i64) {
		  check.index %j, %n
		  %a = load %x, %j : f64
		  %b = mul %a, %a : f64
		  %a2 = load %x, %j : f64
		  %c = add %a2, %a2 : f64
		  %s = add %b, %c : f64
		  store %y, %j, %s
		  yield
		}
		return %y`,
	}, {
		"not all of it is filled",
		`%y = make %n : []f64
		%t = make %n : []f64
		multi %m (%i: i64) {
		  %a = load %x, %i : f64
		  store %t, %i, %a
		  yield
		}
		multi %n (%j: i64) {
		  %v = load %t, %j : f64
		  store %y, %j, %v
		  yield
		}
		return %y`,
		`%y = make %n : []f64
		%t = make %n : []f64
		multi %m (%i: i64) {
		  %a = load %x, %i : f64
		  store %t, %i, %a
		  yield
		}
		multi %n (%j: i64) {
		  %v = load %t, %j : f64
		  store %y, %j, %v
		  yield
		}
		return %y`,
	}})
}

// TestThrough: what is done with what is kept is done where it is found.
func TestThrough(t *testing.T) {
	testPass(t, "func @f(%x: []i64, %n: i64, %c: i64) -> (i64, []i64)", Fuse, []pair{{
		"a sum, and what is made of each, of what nothing else reads",
		`%z = const 0 : i64
		%t = multi %n : []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  keep %b, %a
		  yield
		}
		%m = len %t : i64
		%s, %u = multi %m : i64, []i64 (%j: i64) {
		  %v = load %t, %j : i64
		  %w = mul %v, %c : i64
		  reduce %v, %z (%p: i64, %q: i64) {
		    %r = add %p, %q : i64
		    yield %r
		  }
		  collect %w
		  yield
		}
		return %s, %u`,
		`%z = const 0 : i64
		%s, %u = multi %n <note="what is kept is not made, but used where it is found, for what is at -"> : i64, []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  %w = mul %a, %c : i64
		  %0 = select %b, %a, %z : i64
		  reduce %0, %z (%p: i64, %q: i64) {
		    %r = add %p, %q : i64
		    yield %r
		  }
		  keep %b, %w
		  yield
		}
		return %s, %u`,
	}, {
		"what may fail is done for what is kept only",
		`%z = const 0 : i64
		%t = multi %n : []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  keep %b, %a
		  yield
		}
		%m = len %t : i64
		%u = multi %m : []i64 (%j: i64) {
		  %v = load %t, %j : i64
		  check.div %v
		  %w = div %c, %v : i64
		  %b2 = lt %w, %c : bool
		  keep %b2, %w
		  yield
		}
		return %m, %u`,
		`%z = const 0 : i64
		%0 = const 0 : i64
		%1 = const 1 : i64
		%t, %u = multi %n <note="what is kept is not made, but used where it is found, for what is at -"> : i64, []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  %2 = const false : bool
		  %3 = const 0 : i64
		  %4, %5 = if %b : bool, i64 {
		    check.div %a
		    %w = div %c, %a : i64
		    %b2 = lt %w, %c : bool
		    yield %b2, %w
		  } {
		    yield %2, %3
		  }
		  %6 = select %b, %1, %0 : i64
		  reduce %6, %0 (%7: i64, %8: i64) {
		    %9 = add %7, %8 : i64
		    yield %9
		  }
		  keep %4, %5
		  yield
		}
		return %t, %u`,
	}, {
		"an order that makes a difference",
		`%z = const 0 : i64
		%t = multi %n : []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  keep %b, %a
		  yield
		}
		%m = len %t : i64
		%s = multi %m : i64 (%j: i64) {
		  %v = load %t, %j : i64
		  reduce %v, %z (%p: i64, %q: i64) {
		    %r = sub %p, %q : i64
		    yield %r
		  }
		  yield
		}
		return %s, %x`,
		`%z = const 0 : i64
		%t = multi %n : []i64 (%i: i64) {
		  %a = load %x, %i : i64
		  %b = lt %c, %a : bool
		  keep %b, %a
		  yield
		}
		%m = len %t : i64
		%s = multi %m : i64 (%j: i64) {
		  %v = load %t, %j : i64
		  reduce %v, %z (%p: i64, %q: i64) {
		    %r = sub %p, %q : i64
		    yield %r
		  }
		  yield
		}
		return %s, %x`,
	}})
}
