package irtest

// Choices is a source of decisions that is read from bytes, so that a fuzzer can change a program by changing a byte, and make it smaller
// by leaving bytes out. When the bytes are used up every decision is 0, which by convention is the simplest one.
type Choices struct {
	data []byte
}

// NewChoices reads decisions from data.
func NewChoices(data []byte) *Choices { return &Choices{data} }

// N is a number below n.
func (c *Choices) N(n int) int {
	x := 0
	for k := 1; k < n; k *= 256 {
		x = x*256 + c.next()
	}
	return x % n
}

// Rarely is true in one of n cases.
func (c *Choices) Rarely(n int) bool { return c.N(n) == n-1 }

func (c *Choices) next() int {
	if len(c.data) == 0 {
		return 0
	}
	x := c.data[0]
	c.data = c.data[1:]
	return int(x)
}

func pick[T any](c *Choices, list []T) T { return list[c.N(len(list))] }

// Shrink makes data smaller as long as fails holds for it: it leaves out runs of bytes, then zeroes single ones.
func Shrink(data []byte, fails func([]byte) bool) []byte {
	for size := len(data) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(data); {
			less := append(append([]byte(nil), data[:at]...), data[at+size:]...)
			if fails(less) {
				data = less
			} else {
				at += size
			}
		}
	}
	for at := range data {
		for _, x := range []byte{0, data[at] / 2} {
			if data[at] != x {
				less := append([]byte(nil), data...)
				less[at] = x
				if fails(less) {
					data = less
					break
				}
			}
		}
	}
	return data
}
