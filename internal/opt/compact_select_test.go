package opt

import "testing"

// TestBranchedEnds has a loop whose body ends by leaving a loop around it.
func TestBranchedEnds(t *testing.T) {
	f := parse(t, `func @f(%n: i64, %v: bool) -> (i64) kernel=single {
		%z = const 0 : i64
		%a = for ^l %z, %n, %z <ints=[1]> : i64 (%i: i64, %k: i64) {
			%b, %c = for %z, %n, %v, %k <ints=[1]> : bool, i64 (%j: i64, %on: bool, %m: i64) {
				break ^l %m
			}
			yield %c
		}
		return %a
	}`)
	Compact(f)
}
