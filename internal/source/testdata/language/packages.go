package language

import (
	"encoding/binary"
	"encoding/hex"
	"hash/adler32"
	"image"
	"image/color"
	"math/rand/v2"
)

func binaryWords(b []byte, x uint64) uint64 {
	le := binary.LittleEndian
	le.PutUint64(b, x)
	binary.BigEndian.PutUint16(b[3:], uint16(x))
	b = binary.NativeEndian.AppendUint32(b, 7)
	n, used := binary.Uvarint(b)
	return binary.BigEndian.Uint64(b) + uint64(le.Uint32(b[1:])) + n + uint64(used)
}

func binaryOrder(b []byte, o binary.ByteOrder) uint32 { // want "this parameter is a binary.ByteOrder"
	return o.Uint32(b)
}

func imageMethods(m *image.RGBA, x, y int) (uint8, bool) {
	c := m.RGBAAt(x, y)
	c.R, _, _ = color.RGBToYCbCr(c.R, c.G, c.B)
	m.SetRGBA(x, y, c)
	r := m.Bounds().Inset(1)
	_, g, _, _ := c.RGBA()
	return uint8(g) + m.Pix[m.PixOffset(x, y)], image.Pt(x, y).Add(r.Min).In(r)
}

func randomPCG(n int) (sum uint64) {
	r := rand.NewPCG(1, uint64(n))
	for range n {
		sum += r.Uint64()
	}
	return sum
}

func randomChaCha8(n int) (sum uint64) {
	r := rand.New(rand.NewChaCha8([32]byte{1, 2, byte(n)}))
	for range n {
		sum += r.Uint64N(100)
	}
	return sum
}

func checksum(b []byte) uint32 {
	d := make([]byte, hex.EncodedLen(len(b)))
	n := hex.Encode(d, b)
	return adler32.Checksum(d[:n])
}

func randomShared(n int) int {
	return rand.IntN(n)
}
