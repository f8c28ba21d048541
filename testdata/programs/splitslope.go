package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// splitRowsSlope has a part that grows from row to row until the next one begins.
func splitRowsSlope(out, in []int32, w, h int) {
	for y := range hone.Parallel(h) {
		o, row := out[y*(w+2):(y+1)*(w+2)], in[y*(w+2):(y+2)*(w+2)]
		for x := 0; x < min(w, y+20); x++ {
			o[x] = row[x]*2 + row[x+w+2]
		}
		for x := w; x < w+2; x++ {
			o[x] = row[x] * 3
		}
	}
}

var SplitRowsSlope = hone.Func(splitRowsSlope)

func init() {
	add("SplitRowsSlope", splitRowsSlope, SplitRowsSlope, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, (w+2)*(h+1)), i32s(r, (w+2)*(h+1)), w, h}
	}, upTo(60))
}
