package sched_test

import (
	"strings"
	"testing"
)

// TestAheadInPieces: so do loops that run in pieces on one core, those that are left early, and rows that are loops which aren't counted, if they go from one element to the next.
func TestAheadInPieces(t *testing.T) {
	const (
		sum = `%v = load %x, %p : f64
			%next = add %sum, %v : f64
			`
		counted = `%s = for %k0, %hi, %zero <ints=[1]> : f64 (%k: i64, %sum: f64) {
				%c = load %col, %k : i32
				%p = conv %c : i64
				` + sum + `yield %next
			}
			`
		// up to and with the last element
		loop = `%s = loop ^0 %from, %zero : f64 (%k: i32, %sum: f64) {
				%more = le %k, %to : bool
				if %more {
 yield
 } {
 break ^0 %sum
 }
				%place = conv %k : i64
				%c = load %col, %place : i32
				%p = conv %c : i64
				` + sum + `%k1 = add %k, STEP : i32
				continue ^0 %k1, %next
			}
			`
		rows = `%r1 = add %r, %one : i64
			%to = load %at, %r1 : i32
			%hi = conv %to : i64
			`
		inOrder = `%end = for %none, %n, %none <ints=[1]> : i64 (%r: i64, %k0: i64) {
			ROWS
			ROW
			store %y, %r, %s
			yield %hi
		}
		return
		`
		left = `multi %n (%i: i64) {
			store %y, %i, %zero
			yield
		}
		loop ^1 %zero (%last: f64) {
			%end = for %none, %n, %none <ints=[1]> : i64 (%r: i64, %k0: i64) {
				ROWS
				ROW
				store %y, %r, %s
				yield %hi
			}
			%t = load %y, %none : f64
			%enough = lt %t, %last : bool
			if %enough {
 return
 } {
 yield
 }
			continue ^1 %t
		}
		return
		`
		onCores = `multi %n (%r: i64) {
			ROWS
			ROW
			store %y, %r, %s
			yield
		}
		return
		`
	)
	first := "%from = load %at, %r : i32\n"
	for name, c := range map[string]struct {
		around, row string
		ahead       int
	}{
		"one index through all rows":     {inOrder, counted, 1},
		"until little changes":           {left, counted, 1},
		"to the last element":            {onCores, first + strings.ReplaceAll(loop, "STEP", "%one32"), 1},
		"to the last element, in pieces": {inOrder, first + strings.ReplaceAll(loop, "STEP", "%one32"), 1},
		"every second element":           {onCores, first + strings.ReplaceAll(loop, "STEP", "%two32"), 0},
		"steps that are found":           {onCores, first + strings.ReplaceAll(loop, "STEP", "%c"), 0},
		"to the same place in all rows":  {onCores, strings.NewReplacer("STEP", "%one32", "%from", "%one32", "%to", "%two32").Replace(loop), 0},
	} {
		code := `func @f(%x: []f64, %y: []f64, %col: []i32, %at: []i32, %n: i64) -> () {
		%one = const 1 : i64
		%one32 = const 1 : i32
		%two32 = const 2 : i32
		%zero = const 0 : f64
		%none = const 0 : i64
		` + strings.NewReplacer("ROWS", rows, "ROW", c.row).Replace(c.around) + "}"
		expectAhead(t, name, code, c.ahead)
	}
}
