package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Tables that are copied, as whole arrays, ahead of looking something up in them: where nothing is stored to them meanwhile the copies are none.

type sboxes struct {
	s [4][256]uint32
	k [8]uint32
}

// readSubstituted is a round of a cipher for each word.
func readSubstituted(c *sboxes, dst, src []uint32) {
	for i, v := range src {
		if i >= len(dst) {
			break
		}
		s1, s2, s3 := c.s[0], c.s[1], c.s[2]
		for r := range 4 {
			v = s1[byte(v)] ^ s2[byte(v>>8)] + s3[byte(v>>16)] ^ c.k[r]
		}
		dst[i] = v
	}
}

var ReadSubstituted = hone.Func(readSubstituted)

// readChanged stores to the table between two looks at its copy.
func readChanged(t [][300]int32, at []uint16) (sum int32) {
	if len(t) == 0 {
		return -1
	}
	for i, a := range at {
		s := t[i%len(t)]
		sum += s[int(a)%300]
		t[i%len(t)][int(a)%300] += int32(i) + 1
		sum = sum*3 + s[int(a)%300] - s[int(a)%7]
	}
	return sum
}

var ReadChanged = hone.Func(readChanged)

// readOther stores to memory that may be the table's before the last look.
func readOther(t [][260]uint8, dst, at []uint8) {
	if len(t) == 0 {
		return
	}
	s := t[len(t)-1]
	for i, a := range at {
		if i < len(dst) {
			dst[i] = s[a] + s[a&15]
		}
	}
}

var ReadOther = hone.Func(readOther)

// readKept changes its copy.
func readKept(t *[270]int16, at []uint8) (sum int) {
	s := *t
	for _, a := range at {
		sum += int(s[a])
		s[a]++
	}
	return sum - int(t[0])
}

var ReadKept = hone.Func(readKept)

// readEither looks up in one of two, chosen for each element.
func readEither(t [][256]float32, out []float32, at []uint8, c int) {
	if len(t) < 2 {
		return
	}
	for i, a := range at {
		if i >= len(out) {
			return
		}
		a1, b := t[0], t[1]
		if int(a) > c {
			out[i] = a1[255-a]
		} else {
			out[i] = b[a]
		}
	}
}

var ReadEither = hone.Func(readEither)

// readBefore looks at its own array before that is a copy.
func readBefore(t *[270]int16, at []uint8) (sum int) {
	var s [270]int16
	for _, a := range at {
		sum += int(s[a] + 1)
	}
	s = *t
	for _, a := range at {
		sum = 3*sum + int(s[a])
	}
	return sum
}

var ReadBefore = hone.Func(readBefore)

func init() {
	box := func(r *rand.Rand, _ int) any {
		c := &sboxes{}
		for i := range c.s {
			for j := range c.s[i] {
				c.s[i][j] = r.Uint32()
			}
		}
		for i := range c.k {
			c.k[i] = r.Uint32()
		}
		return c
	}
	add("ReadSubstituted", readSubstituted, ReadSubstituted, args(box, u32s, u32s), upTo(200))
	add("ReadChanged", readChanged, ReadChanged, args(tablesOf[[300]int32], u16s), upTo(100))
	add("ReadOther", readOther, ReadOther, args(tablesOf[[260]uint8], u8s, u8s), upTo(100))
	shorts := func(r *rand.Rand, _ int) any {
		t := &[270]int16{}
		for i := range t {
			t[i] = int16(r.Intn(1 << 16))
		}
		return t
	}
	add("ReadKept", readKept, ReadKept, args(shorts, u8s), upTo(100))
	add("ReadBefore", readBefore, ReadBefore, args(shorts, u8s), upTo(100))
	add("ReadEither", readEither, ReadEither, args(tablesOf[[256]float32], f32s, u8s, size), upTo(100))
}

// tablesOf gives up to three arrays with something in each.
func tablesOf[A any](r *rand.Rand, _ int) any {
	t := make([]A, r.Intn(4))
	for i := range t {
		switch a := any(&t[i]).(type) {
		case *[300]int32:
			for j := range a {
				a[j] = int32(r.Uint32())
			}
		case *[260]uint8:
			for j := range a {
				a[j] = uint8(r.Uint32())
			}
		case *[256]float32:
			for j := range a {
				a[j] = float32(r.Intn(1000))
			}
		}
	}
	return t
}
