package main

import (
	"crypto/md5"
	"encoding/binary"
	"math/bits"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// md5Shifts and md5Sines are the constants of RFC 1321.
var md5Shifts = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}

var md5Sines = [64]uint32{
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
}

// md5Block is the digest of a message that fills one block with its padding. hone.Unroll makes the tables
// and the choice of the round constants.
func md5Block(m [16]uint32) [4]uint32 {
	const a0, b0, c0, d0 = 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476
	a, b, c, d := uint32(a0), uint32(b0), uint32(c0), uint32(d0)
	for i := range hone.Unroll(0, 64) {
		var f uint32
		var k int
		switch i / 16 {
		case 0:
			f, k = b&c|^b&d, i
		case 1:
			f, k = b&d|c&^d, (5*i+1)%16
		case 2:
			f, k = b^c^d, (3*i+5)%16
		default:
			f, k = c^(b|^d), 7*i%16
		}
		f += a + md5Sines[i] + m[k]
		a, d, c, b = d, c, b, b+bits.RotateLeft32(f, md5Shifts[i/16][i%4])
	}
	return [4]uint32{a + a0, b + b0, c + c0, d + d0}
}

func md5Sums(sums [][4]uint32, blocks [][16]uint32) {
	for i := range hone.Parallel(len(blocks)) {
		sums[i] = md5Block(blocks[i])
	}
}

var md5Honed = hone.Func(md5Sums)

var md5Workload = workload{
	name:     "md5",
	about:    "MD5 of many messages of 48 bytes",
	item:     "message",
	params:   []string{"n"},
	defaults: []int{1 << 20},
	tiny:     []int{16},
	peers:    append(python("md5.py", ""), peerSource{file: "md5.c"}),
	open:     openMD5,
}

// md5Len is the length of the messages; 55 is the most that leaves room for the padding.
const md5Len = 48

// md5Plain is what one writes in Go without hone: package crypto/md5 (in assembly), message by message.
func md5Plain(sums [][4]uint32, messages [][md5Len]byte) {
	for i := range messages {
		s := md5.Sum(messages[i][:])
		for j := range sums[i] {
			sums[i][j] = binary.LittleEndian.Uint32(s[4*j:])
		}
	}
}

func openMD5(size []int) *instance {
	n := size[0]
	blocks, sums := rig.Aligned[[16]uint32](n), rig.Aligned[[4]uint32](n)
	messages := make([][md5Len]byte, n)
	rnd := rig.Noise(7)
	for i := range messages {
		var m [64]byte
		for j := range md5Len {
			messages[i][j] = byte(rnd.Bits())
		}
		copy(m[:], messages[i][:])
		m[md5Len] = 0x80
		binary.LittleEndian.PutUint64(m[56:], 8*md5Len)
		for j := range blocks[i] {
			blocks[i][j] = binary.LittleEndian.Uint32(m[4*j:])
		}
	}
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      80 * n,
		input:      [][]byte{rig.Raw(blocks)},
		forget:     func() { clear(sums) },
		plain:      func() { md5Plain(sums, messages) },
		cores:      func() { inBands(n, func(lo, hi int) { md5Plain(sums[lo:hi], messages[lo:hi]) }) },
		honed:      func() { md5Honed.Call(sums, blocks) },
		output:     func() []byte { return rig.Snapshot(sums) },
		status:     func() honedStatus { return statusOf(md5Honed) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[uint32](want, got, 0) },
		smallPlain: func() { md5Plain(sums[:small], messages[:small]) },
		smallHoned: func() { md5Honed.Call(sums[:small], blocks[:small]) },
	}
}
