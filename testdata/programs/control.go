package programs

import "github.com/hone-go/hone"

// Control flow that differs from lane to lane.

// branches nests conditions.
func branches(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		v := x[i]
		switch {
		case v > 5:
			if v > 8 {
				v = v*2 - 1
			} else {
				v = 8 - v
			}
		case v < -5:
			v = -v
			fallthrough
		case v == 0:
			v += 100
		default:
			if i%3 == 0 {
				continue
			}
			v /= 4
		}
		out[i] = v
	}
	return out
}

var Branches = hone.Func(branches)

// opcodes interprets a one-byte instruction on each element.
func opcodes(code []uint8, a, b []int32) []int32 {
	out := make([]int32, len(code))
	for i := range hone.Parallel(len(code)) {
		x, y := a[i], b[i]
		switch code[i] % 10 {
		case 0:
			out[i] = x + y
		case 1:
			out[i] = x - y
		case 2, 3:
			out[i] = x * y
		case 4:
			if y == 0 {
				break
			}
			out[i] = x / y
		case 5:
			out[i]++
			fallthrough
		case 6:
			out[i] += x
			fallthrough
		case 7:
			out[i] += y
		default:
			out[i] = -1
		}
	}
	return out
}

var Opcodes = hone.Func(opcodes)

// collatz counts the steps to 1.
func collatz(start []uint32) []int32 {
	steps := make([]int32, len(start))
	for i := range hone.Parallel(len(start)) {
		n, c := uint64(start[i]), int32(0)
		for n > 1 && c < 1000 {
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
			c++
		}
		steps[i] = c
	}
	return steps
}

var Collatz = hone.Func(collatz)

// escape counts the steps for which the orbit of 0 under z*z+c stays within the circle of radius 2.
func escape(cr, ci float64, limit int) int {
	zr, zi := 0.0, 0.0
	for n := range limit {
		r2, i2 := float64(zr*zr), float64(zi*zi)
		if r2+i2 > 4 {
			return n
		}
		zi = float64(2*zr*zi) + ci
		zr = r2 - i2 + cr
	}
	return limit
}

// mandelbrot is a picture of the whole set.
func mandelbrot(w, h, limit int) []int32 {
	out := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		cr := -2.2 + float64(3*float64(x)/float64(w))
		ci := -1.2 + float64(2.4*float64(y)/float64(h))
		out[y*w+x] = int32(escape(cr, ci, limit))
	}
	return out
}

var Mandelbrot = hone.Func(mandelbrot)

// julia is the same with float32 and a condition in the loop's head.
func julia(cr, ci float32, re, im []float32, limit int32) []int32 {
	return hone.Build(len(re), func(i int) int32 {
		zr, zi, n := re[i], im[i], int32(0)
		for zr*zr+zi*zi < 4 && n < limit {
			zr, zi = zr*zr-zi*zi+cr, 2*zr*zi+ci
			n++
		}
		return n
	})
}

var Julia = hone.Func(julia)

// gcd is Euclid's algorithm.
func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func gcds(a, b []uint32) []uint32 {
	return hone.Build(len(a), func(i int) uint32 { return gcd(a[i], b[i]) })
}

var Gcds = hone.Func(gcds)

// bitCount counts ones in the manner of B. Kernighan, and bits up to the highest.
func bitCount(x []uint64) (ones, length []uint8) {
	ones, length = make([]uint8, len(x)), make([]uint8, len(x))
	for i := range hone.Parallel(len(x)) {
		for v := x[i]; v != 0; v &= v - 1 {
			ones[i]++
		}
		n := uint8(0)
		for x[i]>>n != 0 && n < 64 {
			n++
		}
		length[i] = n
	}
	return ones, length
}

var BitCount = hone.Func(bitCount)

// lowerBounds searches each key in a sorted slice.
func lowerBounds(sorted []int, keys []int) []int {
	out := make([]int, len(keys))
	for i := range hone.Parallel(len(keys)) {
		lo, hi := 0, len(sorted)
		for lo < hi {
			mid := int(uint(lo+hi) >> 1)
			if sorted[mid] < keys[i] {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		out[i] = lo
	}
	return out
}

var LowerBounds = hone.Func(lowerBounds)

// bisect finds where a cubic is zero.
func bisect(a, b []float64) []float64 {
	f := func(x, p, q float64) float64 { return x*x*x + p*x + q }
	return hone.Build(len(a), func(i int) float64 {
		lo, hi := -100.0, 100.0
		for hi-lo > 1e-9 {
			mid := lo + (hi-lo)/2
			if mid == lo || mid == hi {
				break
			}
			if f(mid, a[i], b[i]) < 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		return lo
	})
}

var Bisect = hone.Func(bisect)

// firstMatch leaves two loops at once.
func firstMatch(rows, cols int, table []uint8, want []uint8) []int {
	out := make([]int, len(want))
	for i := range hone.Parallel(len(want)) {
		found := -1
	search:
		for r := 0; r < rows; r++ {
			for c := 0; c < cols; c++ {
				v := table[r*cols+c]
				if v == 0 {
					continue search
				}
				if v == want[i] {
					found = r*cols + c
					break search
				}
			}
		}
		out[i] = found
	}
	return out
}

var FirstMatch = hone.Func(firstMatch)

// classify returns from the middle of a loop in a function that is called.
func classify(x float64, bounds []float64) (class int, inside bool) {
	for k, b := range bounds {
		if x < b {
			return k, true
		}
		if x != x {
			return -1, false
		}
	}
	return len(bounds), false
}

func classes(x, bounds []float64) (class []int32, inside []bool) {
	class, inside = make([]int32, len(x)), make([]bool, len(x))
	for i := range hone.Parallel(len(x)) {
		c, in := classify(x[i], bounds)
		class[i], inside[i] = int32(c), in
	}
	return class, inside
}

var Classes = hone.Func(classes)

// triangular has inner loops whose length depends on the outer index.
func triangular(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		s := 0.0
		for j := range i + 1 {
			s += x[j] * float64(j)
		}
		out[i] = s
	}
	return out
}

var Triangular = hone.Func(triangular)

// ragged sums rows of different lengths, given by where they begin.
func ragged(begin []int, x []float32) []float32 {
	n := max(len(begin)-1, 0)
	out := make([]float32, n)
	for i := range hone.Parallel(n) {
		for j := begin[i]; j < begin[i+1]; j++ {
			out[i] += x[j]
		}
	}
	return out
}

var Ragged = hone.Func(ragged)

// runs counts how often each element is repeated after it, with two exits from the loop.
func runs(x []uint8) []int {
	out := make([]int, len(x))
	for i := range hone.Parallel(len(x)) {
		j := i + 1
		for {
			if j >= len(x) {
				break
			}
			if x[j] != x[i] {
				break
			}
			j++
		}
		out[i] = j - i
	}
	return out
}

var Runs = hone.Func(runs)

// digits counts decimal digits and their sum, and tells palindromes.
func digits(x []uint32) (sum []uint8, palindrome []bool) {
	sum, palindrome = make([]uint8, len(x)), make([]bool, len(x))
	for i := range hone.Parallel(len(x)) {
		rev := uint64(0)
		for v := x[i]; v > 0; v /= 10 {
			sum[i] += uint8(v % 10)
			rev = rev*10 + uint64(v%10)
		}
		palindrome[i] = rev == uint64(x[i])
	}
	return sum, palindrome
}

var Digits = hone.Func(digits)

// primes tests by trial division, with continue and several breaks.
func primes(lo, n int) []bool {
	return hone.Build(n, func(i int) bool {
		v := lo + i
		if v < 4 {
			return v > 1
		}
		for d := 2; ; d++ {
			if d > 3 && d%2 == 0 {
				continue
			}
			if d*d > v {
				return true
			}
			if v%d == 0 {
				return false
			}
		}
	})
}

var Primes = hone.Func(primes)

// julianDay turns dates into day numbers, with a switch in a function.
func julianDay(year, month, day []int32) []int32 {
	leap := func(y int32) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }
	length := func(y, m int32) int32 {
		switch m {
		case 4, 6, 9, 11:
			return 30
		case 2:
			if leap(y) {
				return 29
			}
			return 28
		}
		return 31
	}
	return hone.Build(len(year), func(i int) int32 {
		y, d := year[i], day[i]
		for m := int32(1); m < month[i]; m++ {
			d += length(y, m)
		}
		if d > 366 {
			return -1
		}
		return y*365 + y/4 - y/100 + y/400 + d
	})
}

var JulianDay = hone.Func(julianDay)

// leaveEarly leaves a parallel loop by break, which makes it a sequential one.
func leaveEarly(x []int, limit int) (sum, at int) {
	at = -1
	for i := range hone.Parallel(len(x)) {
		if sum > limit {
			at = i
			break
		}
		sum += x[i] & 15
	}
	return sum, at
}

var LeaveEarly = hone.Func(leaveEarly)

// contains returns from a parallel loop.
func contains(x []int32, v int32) (bool, int) {
	for i := range hone.Parallel(len(x)) {
		if x[i] == v {
			return true, i
		}
	}
	return false, len(x)
}

var Contains = hone.Func(contains)

// rowsOfText runs a state machine over the bytes of every row: it counts words and numbers.
func rowsOfText(text []uint8, width int) (words, numbers []int32) {
	if width <= 0 {
		return nil, nil
	}
	rows := len(text) / width
	words, numbers = make([]int32, rows), make([]int32, rows)
	for r := range hone.Parallel(rows) {
		state := 0
		for c := range width {
			ch := text[r*width+c]
			letter := ch|32 >= 'a' && ch|32 <= 'z'
			digit := ch >= '0' && ch <= '9'
			switch state {
			case 0:
				if letter {
					words[r]++
					state = 1
				} else if digit {
					numbers[r]++
					state = 2
				}
			case 1:
				if !letter && !digit {
					state = 0
				}
			case 2:
				if !digit {
					state = 0
					if letter {
						words[r]++
						state = 1
					}
				}
			}
		}
	}
	return words, numbers
}

var RowsOfText = hone.Func(rowsOfText)

// uniform has conditions and loops that are the same for all lanes.
func uniform(x []float32, mode, repeat int) []float32 {
	out := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		v := x[i]
		for range repeat {
			if mode == 1 {
				v = v*0.5 + 1
			} else if mode == 2 && v > 0 {
				v = -v
			} else {
				v += 0.25
			}
		}
		out[i] = v
	}
	return out
}

var Uniform = hone.Func(uniform)

// lateCounter changes variables in loops that some lanes leave earlier than others.
func lateCounter(x []int) (a, b []int) {
	a, b = make([]int, len(x)), make([]int, len(x))
	for i := range hone.Parallel(len(x)) {
		p, q := 0, 1
		for k := 0; k < x[i]&31; k++ {
			if k == 7 && x[i]&64 != 0 {
				q += 1000
				break
			}
			for j := k; j > 0; j -= 3 {
				if j == 9 {
					p -= 5
					continue
				}
				p += j
				if p > 300 {
					break
				}
			}
			q = q*3 + p
		}
		a[i], b[i] = p, q
	}
	return a, b
}

var LateCounter = hone.Func(lateCounter)

// exceeds is where a walk leaves: a counter that begins anywhere and takes steps, in two types.
func exceeds(x float64, from int, steps uint8) (int64, uint64) {
	for n := from; n != from+3*int(steps); n += 3 {
		if x > 4 {
			return int64(int8(n)), uint64(n)
		}
		x = float64(x*x) + 0.25
	}
	return -7, 7
}

// exits is where many walks leave, some at once.
func exits(x []float64, from int, steps uint8) ([]int64, []uint64) {
	a, b := make([]int64, len(x)), make([]uint64, len(x))
	for i := range hone.Parallel(len(x)) {
		a[i], b[i] = exceeds(x[i], from, steps)
		if x[i] > 1 {
			p, q := exceeds(x[i]-1, from-100, steps)
			a[i] += p
			b[i] ^= q
		}
	}
	return a, b
}

var Exits = hone.Func(exits)

func init() {
	add("Exits", exits, Exits, args(f64s, one(between(-50, 50)), one(between[uint8](0, 100))))
	add("Branches", branches, Branches, args(f64s))
	add("Opcodes", opcodes, Opcodes, args(u8s, i32s, i32s))
	add("Collatz", collatz, Collatz, args(u32s), upTo(5000))
	add("Mandelbrot", mandelbrot, Mandelbrot, args(sized(root, size), sized(root, size), one(between(-1, 50))))
	add("Julia", julia, Julia, args(constant[float32](-0.4), constant[float32](0.6), f32s, f32s, constant[int32](60)), chaotic)
	add("Gcds", gcds, Gcds, args(u32s, u32s))
	add("BitCount", bitCount, BitCount, args(u64s))
	add("LowerBounds", lowerBounds, LowerBounds, args(ascending, indices))
	add("Bisect", bisect, Bisect, args(f64s, f64s), upTo(5000), chaotic)
	add("FirstMatch", firstMatch, FirstMatch, args(constant(9), constant(13), fixed(9*13, u8s), u8s))
	add("Classes", classes, Classes, args(wild64s, sized(func(n int) int { return min(n, 20) }, f64s)))
	add("Triangular", triangular, Triangular, args(f64s), upTo(1000))
	add("Ragged", ragged, Ragged, args(offsets, f32s))
	add("Runs", runs, Runs, args(vec(between[uint8](0, 2))))
	add("Digits", digits, Digits, args(u32s))
	add("Primes", primes, Primes, args(one(between(-5, 3000)), size), upTo(5000))
	add("JulianDay", julianDay, JulianDay, args(vec(between[int32](1900, 2100)), vec(between[int32](1, 13)), vec(between[int32](1, 29))))
	add("LeaveEarly", leaveEarly, LeaveEarly, args(i64s, one(between(0, 200))), plain("cannot be left early"))
	add("Contains", contains, Contains, args(i32s, one(whole[int32])), plain("cannot be left early"))
	add("RowsOfText", rowsOfText, RowsOfText, args(vec(between[uint8](32, 128)), constant(11)))
	add("Uniform", uniform, Uniform, args(f32s, one(between(0, 4)), one(between(-1, 9))))
	add("LateCounter", lateCounter, LateCounter, args(i64s), upTo(5000))
}
