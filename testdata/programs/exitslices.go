package programs

import (
	"errors"
	"fmt"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops over tokens that append, and leave in the middle with what there is: the loop is one kernel, whatever slices its exits give.

var errShortToken = errors.New("short token")

// unpacked undoes a code of bytes and copies of what came before; an exit gives a part of what there is, one gives nil.
func unpacked(b []byte) (out []byte, err error) {
	for len(b) > 0 {
		if b[0] < 250 {
			out = append(out, b[0])
			b = b[1:]
			continue
		}
		if len(b) < 3 {
			return out, errShortToken
		}
		n, d := int(b[1]), int(b[2])
		if d == 0 || d > len(out) {
			return nil, fmt.Errorf("distance %d of %d", d, len(out))
		}
		for range n {
			out = append(out, out[len(out)-d])
		}
		b = b[3:]
	}
	return out, nil
}

// upToSum gives a part of one slice, of another, or all, where a sum comes to a limit.
func upToSum(x, y []int32, least int32) ([]int32, int32) {
	s := int32(0)
	for i := 0; i < min(len(x), len(y)); i++ {
		s += x[i] % 100
		switch {
		case s > least:
			return x[i:], s
		case s < -least:
			return y[1 : i+1 : i+1], s
		case s == 17:
			return y, s
		}
		for k := range y[:i%40] {
			y[k] ^= s
		}
	}
	return nil, s
}

var (
	Unpacked = hone.Func(unpacked)
	UpToSum  = hone.Func(upToSum)
)

func init() {
	add("Unpacked", unpacked, Unpacked, func(r *rand.Rand, n int) []any {
		b := make([]byte, 0, n)
		bad := r.Intn(3)
		for made := 0; len(b) < n; {
			if made == 0 || r.Intn(4) > 0 || len(b)+3 > n && bad > 0 {
				b = append(b, byte(r.Intn(250)))
				made++
				continue
			}
			b = append(b, byte(250+r.Intn(6)), byte(r.Intn(60)), byte(1+r.Intn(min(made, 255))))
			if bad == 2 && r.Intn(50) == 0 {
				b[len(b)-1] = 0
			}
			made += int(b[len(b)-2])
		}
		return []any{b[:n]}
	})
	add("UpToSum", upToSum, UpToSum, func(r *rand.Rand, n int) []any {
		x := i32s(r, n).([]int32)
		if r.Intn(4) == 0 {
			return []any{x, x, int32(r.Intn(3000))}
		}
		return []any{x, nearly(i32s)(r, n), int32(r.Intn(3000))}
	})
}
