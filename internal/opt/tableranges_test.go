package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// rangesTable draws a loop in lanes that looks bytes up, in a table of a few ranges, or of many.
func rangesTable(r *rand.Rand) string {
	table := make([]int, 256)
	rest := r.IntN(256)
	for i := range table {
		table[i] = rest
	}
	for range r.IntN(9) {
		first, kind, value := r.IntN(256), r.IntN(3), r.IntN(256)
		for k := range 1 + r.IntN(40) {
			if i := first + k; i < len(table) {
				table[i] = []int{value, (i + value) & 255, (value - i) & 255}[kind] // the last one is none
			}
		}
	}
	var list []string
	for _, v := range table {
		list = append(list, fmt.Sprint(v))
	}
	from := []string{"u8", "u8", "u8", "u16", "i8"}[r.IntN(5)]
	mode := []string{" mode=lanes", " mode=lanes", ""}[r.IntN(3)]
	return "func @f(%x: []u8, %y: []u8) -> (i64) kernel=single {\n%z = const 0 : i64\n%m = const 127 : i64\n%n = len %x : i64\nfor %z, %n <ints=[1]" + mode + "> (%i: i64) {\n%v = load %x, %i : u8\n" +
		"%w = conv %v : " + from + "\n%j0 = conv %w : i64\n" + map[bool]string{true: "%j = and %j0, %m : i64\n", false: "%j = add %j0, %z : i64\n"}[r.IntN(2) == 0] +
		"%t = table " + map[bool]string{true: "%j0", false: "%j"}[from != "i8" && r.IntN(4) > 0] + " <table=[" + strings.Join(list, ", ") + "]> : u8\nstore %y, %i, %t\nyield\n}\nreturn %n\n}\n"
}

// TestTableRangesMean compares what is looked up before and after.
func TestTableRangesMean(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	m := &meaning{
		pass:      opt.TableRanges,
		signature: reflect.TypeFor[func(x, y []uint8) int64](),
		inputs:    1,
		arguments: func(r *rand.Rand) []any {
			x := make([]uint8, 256)
			for i := range x {
				x[i] = uint8(i)
			}
			return []any{x, make([]uint8, 256)}
		},
	}
	for range 1000 {
		m.check(t, rangesTable(r), r)
	}
	m.enough(t, 40, 40)
}
