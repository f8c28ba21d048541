package programs

import "github.com/hone-go/hone"

// Programs that count by several and divide what they count.

// rgbOfRGBA takes three bytes of each four; the last ones may have no place.
func rgbOfRGBA(dst, src []byte) {
	for i := 0; i+3 < len(src); i += 4 {
		j := i / 4 * 3
		dst[j], dst[j+1], dst[j+2] = src[i], src[i+1]/2, src[i+2]
	}
}

// pairsOf has what two have in common, and their numbers; it begins with the second pair.
func pairsOf(out []int, x []int32) (sum int) {
	for i := 3; i < len(x); i += 6 {
		sum += int(x[i]) * ((i + 2) % 3)
		out[(i+1)>>1] = i&1 + i/6 + sum
	}
	return sum
}

var (
	RGBOfRGBA = hone.Func(rgbOfRGBA)
	PairsOf   = hone.Func(pairsOf)
)

func init() {
	add("RGBOfRGBA", rgbOfRGBA, RGBOfRGBA, args(u8s, u8s))
	add("PairsOf", pairsOf, PairsOf, args(vec(whole[int]), i32s))
}
