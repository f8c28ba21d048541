package opt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestCountedTrips counts loops whose counter may wrap around: how often they run, for some begins and bounds.
func TestCountedTrips(t *testing.T) {
	const most, least, ever = math.MaxInt64, math.MinInt64, 1 << 62
	for _, c := range []struct {
		typ          string
		kind         string
		offset, step int64
		runs         [][3]int64 // from, bound, times
	}{
		{"i64", "le", 0, 1, [][3]int64{{3, 5, 3}, {3, 3, 1}, {3, 2, 0}, {3, least, 0}, {most, most, ever}, {most - 1, most - 1, 1}, {most, least, 0}, {least, most, ever}, {least, 0, ever}}},
		{"i64", "ge", 0, -1, [][3]int64{{5, 3, 3}, {3, 3, 1}, {2, 3, 0}, {most, least, ever}, {least, least, ever}, {least + 1, least + 1, 1}, {least, most, 0}}},
		{"i64", "ne", 0, 1, [][3]int64{{3, 5, 2}, {3, 3, 0}, {5, 3, ever}, {most - 1, most, 1}, {most, least, 1}, {least, most, ever}}},
		{"i64", "ne", 0, -1, [][3]int64{{5, 3, 2}, {3, 3, 0}, {3, 5, ever}, {least, most, 1}}},
		{"i64", "ne", 1, 1, [][3]int64{{3, 5, 1}, {4, 5, 0}, {5, 5, ever}}},
		{"i64", "ne", 0, 4, [][3]int64{{3, 11, 2}, {3, 3, 0}, {3, 12, ever}, {11, 3, ever - 2}, {most - 8, most, 2}, {most - 3, least, 1}, {3, 4, ever}}},
		{"i64", "ne", 0, -4, [][3]int64{{11, 3, 2}, {3, 3, 0}, {12, 3, ever}, {least, most - 3, 1}}},
		{"i64", "ne", 0, 3, [][3]int64{{3, 9, 2}, {3, 10, ever}, {3, 11, ever}, {9, 3, ever}, {most - 2, least, 1}}},
		{"i64", "ne", 4, 4, [][3]int64{{3, 11, 1}, {7, 11, 0}, {8, 11, ever}}},
		{"u64", "ne", 0, 6, [][3]int64{{3, 15, 2}, {3, 14, ever}, {-6, 0, 1}}},
		{"i64", "lt", 1, 1, [][3]int64{{3, 5, 1}, {4, 5, 0}, {most, least, 0}, {most, least + 7, 7}}},
		{"i64", "lt", 0, 3, [][3]int64{{3, 9, 2}, {3, 10, 3}, {3, 3, 0}, {9, 3, 0}, {most - 6, most, 2}, {most - 5, most, ever}, {most - 4, most, ever}, {most - 2, most, ever}, {most - 1, most, ever}}},
		{"i64", "le", 0, 3, [][3]int64{{3, 9, 3}, {3, 8, 2}, {3, 2, 0}, {most - 6, most, ever}, {most - 5, most, ever}, {most - 5, most - 2, ever}, {most - 5, most - 3, 1}}},
		{"i64", "gt", 0, -3, [][3]int64{{9, 3, 2}, {10, 3, 3}, {3, 3, 0}, {least + 6, least, 2}, {least + 4, least, ever}}},
		{"u64", "lt", 0, 1, [][3]int64{{3, 5, 2}, {5, 5, 0}, {7, 5, 0}, {0, -1, ever}, {-3, -1, 2}, {-1, 0, 0}, {5, -1, ever}}},
		{"u64", "le", 0, 1, [][3]int64{{3, 5, 3}, {5, 5, 1}, {7, 5, 0}, {-3, -1, ever}, {-3, -2, 2}, {most, least, 2}, {0, most, ever}}},
		{"u64", "gt", 0, -1, [][3]int64{{5, 3, 2}, {3, 3, 0}, {3, 5, 0}, {-1, -4, 3}}},
		{"u64", "ge", 0, -1, [][3]int64{{5, 3, 3}, {3, 3, 1}, {3, 5, 0}, {5, 0, ever}, {0, 0, ever}, {0, 1, 0}}},
		{"u64", "ge", 0, -2, [][3]int64{{5, 3, 2}, {5, 1, ever}, {6, 2, 3}, {6, 1, 3}, {6, 0, ever}}},
		{"u64", "lt", 0, -1, [][3]int64{{5, 6, 6}, {0, 6, 1}, {6, 6, 0}, {-1, 6, 0}, {-2, -1, ever}}},
		{"u64", "le", 0, -1, [][3]int64{{6, 6, 7}, {0, 6, 1}, {7, 6, 0}, {6, -1, ever}}},
		{"u64", "lt", 0, -2, [][3]int64{{5, 6, 3}, {4, 6, 3}, {0, 6, 1}, {5, -1, 3}, {4, -1, ever}, {5, -2, 3}, {4, -2, 3}}},
	} {
		compared, head := "%k", ""
		if c.offset != 0 {
			compared, head = "%c", fmt.Sprintf("%%o = const %d : T\n%%c = add %%k, %%o : T\n", c.offset)
		}
		step := ir.NewBuilder(&ir.Region{}).Const(map[string]*ir.Type{"i64": ir.TI64, "u64": ir.TU64}[c.typ], uint64(c.step)).Def.String()
		_, step, _ = strings.Cut(step, "= ")
		text := "func @f(%p: T, %q: T, %s: []T) -> () {\n%z = const 0 : i64\nloop ^l %p (%k: T) {\n" + head + "%d = " + c.kind + " " + compared + ", %q : bool\n" +
			"if %d {\nyield\n} {\nbreak ^l\n}\nstore %s, %z, %k\n%one = " + step + "\n%k1 = add %k, %one : T\ncontinue ^l %k1\n}\nreturn\n}\n"
		f := parse(t, strings.ReplaceAll(text, "T", c.typ))
		if !Counted(f) {
			t.Errorf("%v stays a loop", c)
			continue
		}
		loop := f.Body.Ops[len(f.Body.Ops)-2]
		if first, ok := loop.Args[0].ConstInt(); !ok || first != 0 || loop.Ints[0] != 1 {
			t.Errorf("%v does not count iterations:\n%s", c, f)
		}
		for _, run := range c.runs {
			got := int64(-1)
			walk(f, []uint64{uint64(run[0]), uint64(run[1]), 0}, 1, func(v *ir.Value, bits uint64) {
				if v == loop.Args[1] {
					got = min(int64(bits), ever)
				}
			})
			if got != run[2] {
				t.Errorf("%s from %d, %+d each time while + %d %s %d: %d times, want %d", c.typ, run[0], c.step, c.offset, c.kind, run[1], got, run[2])
			}
		}
	}
}

// TestCountedTripsConstant: a bound that stands in the loop is known ahead of it.
func TestCountedTripsConstant(t *testing.T) {
	f := parse(t, "func @f(%p: i64, %s: []i64) -> () {\n%z = const 0 : i64\n%one = const 1 : i64\nloop ^l %p (%k: i64) {\n%q = const 9223372036854775807 : i64\n"+
		"%d = le %k, %q : bool\nif %d {\nyield\n} {\nbreak ^l\n}\nstore %s, %z, %k\n%k1 = add %k, %one : i64\ncontinue ^l %k1\n}\nreturn\n}\n")
	if !Counted(f) {
		t.Error("stays a loop")
	}
	if err := ir.VerifyFunc(f, ir.Residual); err != nil {
		t.Error(err)
	}
}
