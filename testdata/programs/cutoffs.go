package programs

import "github.com/hone-go/hone"

// Numbers that are cut off at the ends of a narrow type, averages, distances and mixtures of bytes, in the ways in which people write them.

func toByte(v int) uint8 {
	if v < 0 {
		return 0
	}
	if v > 255 {
		return 255
	}
	return uint8(v)
}

func toByteSwitch(v int32) uint8 {
	switch {
	case v >= 256:
		return 255
	case v <= -1:
		return 0
	}
	return uint8(v)
}

func toSample(v int32) int16 {
	if v > 32767 {
		return 32767
	} else if v < -32768 {
		return -32768
	}
	return int16(v)
}

func distanceOf(x, y int) int {
	if d := x - y; d >= 0 {
		return d
	}
	return y - x
}

// byteSums are sums of bytes, cut off.
func byteSums(c, d, e, f, g, h, a, b []uint8) {
	for i := range hone.Parallel(len(c)) {
		x, y := a[i], b[i]
		c[i], d[i] = toByte(int(x)+int(y)), toByteSwitch(int32(x)+int32(y))
		s := uint16(x) + uint16(y)
		if s&0x100 != 0 {
			s = 0xff
		}
		e[i] = uint8(s)
		if t := uint(x) + uint(y); t < 255 {
			f[i] = uint8(t)
		} else {
			f[i] = 255
		}
		g[i] = toByte(int(x) + 40)
		u := uint64(y) + 3
		if u >= 256 {
			u = 255
		}
		h[i] = uint8(u)
	}
}

// byteDifferences are differences of bytes, cut off, and some that wrap around.
func byteDifferences(c, d, e, f, g, h, a, b []uint8) {
	for i := range hone.Parallel(len(c)) {
		x, y := a[i], b[i]
		c[i], d[i] = toByte(int(x)-int(y)), toByteSwitch(int32(x)-40)
		s := int(y) - 255
		if s < 0 {
			s = 0
		}
		e[i] = uint8(s)
		f[i] = uint8(min(max(uint16(x)-uint16(y), 1), 255))
		g[i] = uint8(max(uint16(x)-uint16(y), uint16(y)-uint16(x)))
		t := uint32(x) - uint32(y)
		if t <= 0 {
			t = 0
		}
		h[i] = uint8(min(t, 255))
	}
}

// sampleSums are sums and differences of 16 bits, cut off.
func sampleSums(c, d, e, f, a, b []int16) {
	for i := range hone.Parallel(len(c)) {
		x, y := a[i], b[i]
		c[i], d[i] = toSample(int32(x)+int32(y)), toSample(int32(x)-int32(y))
		e[i], f[i] = toSample(int32(x)*int32(y)>>15), toSample(int32(x)-1000)
	}
}

// nearlyCut are cut off at other places than the ends of types, or made something else there.
func nearlyCut(c, d, e, f, a, b []uint8) {
	for i := range hone.Parallel(len(c)) {
		s := int(a[i]) + int(b[i])
		c[i], d[i], e[i], f[i] = uint8(s), uint8(s), uint8(s), uint8(s)
		if s > 254 {
			c[i] = 255
		}
		if s > 256 {
			d[i] = 255
		}
		if s >= 255 {
			e[i] = 0
		}
		if s < 3 {
			f[i] = 3
		} else if s > 200 {
			f[i] = 201
		}
	}
}

// means are averages and distances.
func means(c, d, e, f, g, h, a, b []uint8) {
	for i := range hone.Parallel(len(c)) {
		x, y := a[i], b[i]
		c[i], d[i] = uint8((int32(1)+int32(x)+int32(y))/2), uint8((int(x)+int(y))/2)
		e[i], f[i] = uint8((uint16(x)+uint16(y))>>1), uint8(distanceOf(int(x), int(y)))
		s := int32(x) - int32(y)
		m := s >> 31
		g[i], h[i] = uint8((s^m)-m), uint8((s+m)^m)
	}
}

// mixtures mix bytes by a third, in several ways, one of them with an opacity that may be more than all.
func mixtures(c, d, e, f, a, b, al []uint8) {
	for i := range hone.Parallel(len(c)) {
		x, y, k := a[i], b[i], al[i]
		c[i] = uint8((int(x)*int(k) + int(y)*(255-int(k)) + 127) / 255)
		d[i] = uint8((uint32(x)*uint32(255-k) + uint32(y)*uint32(k)) >> 8)
		e[i] = uint8((int(y)*int(k) + (256-int(k))*int(x)) / 256)
		t := 2 * int(k)
		f[i] = uint8((int(x)*t + int(y)*(255-t)) / 255)
	}
}

var (
	ByteSums        = hone.Func(byteSums)
	ByteDifferences = hone.Func(byteDifferences)
	SampleSums      = hone.Func(sampleSums)
	NearlyCut       = hone.Func(nearlyCut)
	Means           = hone.Func(means)
	Mixtures        = hone.Func(mixtures)
)

func init() {
	add("ByteSums", byteSums, ByteSums, args(u8s, u8s, u8s, u8s, u8s, u8s, u8s, u8s))
	add("ByteDifferences", byteDifferences, ByteDifferences, args(u8s, u8s, u8s, u8s, u8s, u8s, u8s, u8s))
	add("SampleSums", sampleSums, SampleSums, args(i16s, i16s, i16s, i16s, i16s, i16s))
	add("NearlyCut", nearlyCut, NearlyCut, args(u8s, u8s, u8s, u8s, u8s, u8s))
	add("Means", means, Means, args(u8s, u8s, u8s, u8s, u8s, u8s, u8s, u8s))
	add("Mixtures", mixtures, Mixtures, args(u8s, u8s, u8s, u8s, u8s, u8s, u8s))
}
