package programs

import (
	"encoding/binary"
	"image"
	"image/color"
	"math/rand/v2"

	"github.com/hone-go/hone"
)

// Functions and methods of packages of the standard library that stay within the subset.

// wordsOf reads and writes words of all sizes in both orders of bytes.
func wordsOf(b []byte, k uint64) (sum uint64) {
	for i := 0; i+8 <= len(b); i += 8 {
		le, be := binary.LittleEndian, binary.BigEndian
		sum = sum*31 + le.Uint64(b[i:]) ^ be.Uint64(b[i:])
		sum += uint64(le.Uint32(b[i+1:])) + uint64(be.Uint32(b[i+4:])) + uint64(le.Uint16(b[i+2:])) + uint64(be.Uint16(b[i+6:]))
		sum += binary.NativeEndian.Uint64(b[i:])
		switch sum % 7 {
		case 0:
			le.PutUint64(b[i:], sum)
		case 1:
			be.PutUint64(b[i:], sum^k)
		case 2:
			le.PutUint32(b[i+2:], uint32(sum))
		case 3:
			be.PutUint32(b[i+4:], uint32(sum))
		case 4:
			le.PutUint16(b[i:], uint16(sum))
		case 5:
			be.PutUint16(b[i+6:], uint16(sum))
		}
	}
	if k&1 == 1 && len(b) > 0 {
		return binary.LittleEndian.Uint64(b[len(b)-int(k>>1&7)-1:])
	}
	return sum
}

var WordsOf = hone.Func(wordsOf)

// wordsSwapped exchanges the bytes of words in parallel.
func wordsSwapped(out, b []byte) {
	for i := range hone.Parallel(min(len(b), len(out)) / 4) {
		binary.BigEndian.PutUint32(out[4*i:], binary.LittleEndian.Uint32(b[4*i:]))
	}
}

var WordsSwapped = hone.Func(wordsSwapped)

// encoded makes the bytes of words.
func encoded(x []uint32) []byte {
	var buf [8]byte
	out := make([]byte, 0, 8*len(x))
	for i, v := range x {
		binary.BigEndian.PutUint32(buf[:4], v)
		binary.LittleEndian.PutUint16(buf[4:], uint16(i))
		out = append(out, buf[1:6]...)
		if v&3 == 0 {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	return out
}

var Encoded = hone.Func(encoded)

// pixelSums goes through an image with its methods.
func pixelSums(pix []uint8, w, h int, cut bool) (lum, n int) {
	m := image.RGBA{Pix: pix, Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
	b := m.Bounds()
	if cut {
		b = b.Inset(1)
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := m.RGBAAt(x, y)
			yy, cb, cr := color.RGBToYCbCr(c.R, c.G, c.B)
			r, g, _, _ := color.RGBA{yy, cb, cr, c.A}.RGBA()
			lum += int(r) + int(g)*3
			if c.A > 128 && image.Pt(x, y).In(b) {
				c.R = yy
				m.SetRGBA(x, y, c)
			}
		}
	}
	return lum, b.Dx()*b.Dy() + m.PixOffset(1, 2)
}

var PixelSums = hone.Func(pixelSums)

// drawn takes random numbers from a generator that the program seeds.
func drawn(n int, seed uint64) (sum uint64) {
	r := rand.NewPCG(seed, 7)
	for range n {
		sum = sum<<1 ^ r.Uint64()
	}
	return sum
}

var Drawn = hone.Func(drawn)

func init() {
	add("WordsOf", wordsOf, WordsOf, args(vec(whole[byte]), one(whole[uint64])))
	add("WordsSwapped", wordsSwapped, WordsSwapped, args(plus(3, vec(whole[byte])), plus(3, vec(whole[byte]))))
	add("Encoded", encoded, Encoded, args(vec(whole[uint32])))
	add("PixelSums", pixelSums, PixelSums, args(times(4, square(vec(whole[uint8]))), size, size, one(anyBool)), upTo(60))
	add("Drawn", drawn, Drawn, args(size, one(whole[uint64])))
}
