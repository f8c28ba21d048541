package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestClosedMeans compares what counted loops give before and after: with steps of any size beside what is added, and a loop inside that adds as well.
func TestClosedMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	number := func() string {
		return []string{"%p", "%u", "%v", fmt.Sprintf("%%c%d", r.IntN(9)), fmt.Sprintf("%%c%d", r.IntN(9))}[r.IntN(5)]
	}
	closed := 0
	for range 3000 {
		var b strings.Builder
		b.WriteString("func @f(%p: i64, %q: i64, %s: []i64) -> (i64, i64) {\n%p8 = conv %p : u8\n%u = conv %p8 : i64\n%q8 = conv %q : i8\n%v = conv %q8 : i64\n")
		for i := range 9 {
			fmt.Fprintf(&b, "%%c%d = const %d : i64\n", i, i-3)
		}
		step := []int{1, -1, 2, 3, 4, -2, -3, 7}[r.IntN(8)]
		fmt.Fprintf(&b, "%%r1, %%r2 = for %s, %s, %%q, %%p <ints=[%d]> : i64, i64 (%%i: i64, %%a: i64, %%b: i64) {\nstore %%s, %%c3, %%a\n%%x = xor %%b, %%i\n : i64\n", number(), number(), step)
		last := "%a"
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "%%n = for %s, %s, %%a <ints=[%d]> : i64 (%%j: i64, %%g: i64) {\n%%h = %s %%g, %s : i64\nstore %%s, %%c3, %%g\nyield %%h\n}\n",
				number(), number(), []int{1, 1, 2, -1}[r.IntN(4)], []string{"add", "sub"}[r.IntN(2)], number())
			last = "%n"
		}
		fmt.Fprintf(&b, "%%a1 = %s %s, %s : i64\nstore %%s, %%c3, %%a1\nyield %%a1, %%x\n}\nreturn %%r1, %%r2\n}\n", []string{"add", "sub"}[r.IntN(2)], last, number())
		f := parse(t, strings.ReplaceAll(b.String(), "\n :", " :"))
		after := f.Clone()
		if !Closed(after) {
			continue
		}
		closed++
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		for range 6 {
			in := []uint64{uint64(int64(r.IntN(60) - 20)), uint64(int64(r.IntN(60) - 20)), 0}
			if r.IntN(4) == 0 { // so far apart that the distance is no number
				in[r.IntN(2)] = uint64([]int64{math.MinInt64, math.MinInt64 + 2, math.MaxInt64, -1 << 62}[r.IntN(4)])
			}
			want, stored, ended := walk(f, in, 2000, nil)
			got, storedNow, endedNow := walk(after, in, 2000, nil)
			if !slices.Equal(want, got) || stored != storedNow || ended != endedNow {
				t.Fatalf("with %x: %x, %x, want %x, %x\nbefore:\n%s\nafter:\n%s", in, got, storedNow, want, stored, f, after)
			}
		}
	}
	if closed < 1000 {
		t.Errorf("only %d loops are closed", closed)
	}
}
