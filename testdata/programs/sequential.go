package programs

import "github.com/hone-go/hone"

// Sequential programs, without a parallel loop or with some between sequential parts.

// prefixSums adds up in order.
func prefixSums[T number](x []T) []T {
	out, s := make([]T, len(x)), T(0)
	for i, v := range x {
		s += v
		out[i] = s
	}
	return out
}

var (
	PrefixSumsF64 = hone.Func(prefixSums[float64])
	PrefixSumsU16 = hone.Func(prefixSums[uint16])
)

// sieve marks composite numbers.
func sieve(n int) (composite []bool, primes int) {
	composite = make([]bool, n)
	for p := 2; p*p < n; p++ {
		if composite[p] {
			continue
		}
		for k := p * p; k < n; k += p {
			composite[k] = true
		}
	}
	for i := 2; i < n; i++ {
		if !composite[i] {
			primes++
		}
	}
	return composite, primes
}

var Sieve = hone.Func(sieve)

// sieveParallel strikes out multiples in parallel.
func sieveParallel(n int) []bool {
	composite := make([]bool, n)
	for p := 2; p*p < n; p++ {
		if !composite[p] {
			for k := range hone.Parallel((n - p*p + p - 1) / p) {
				composite[p*p+k*p] = true
			}
		}
	}
	return composite
}

var SieveParallel = hone.Func(sieveParallel)

// matMul multiplies square matrices, in the order that suits the cache.
func matMul(a, b []float32, n int) []float32 {
	c := make([]float32, n*n)
	for i := range hone.Parallel(n) {
		for k := range n {
			v := a[i*n+k]
			for j := range n {
				c[i*n+j] += v * b[k*n+j]
			}
		}
	}
	return c
}

var MatMul = hone.Func(matMul)

// lu decomposes in place with pivoting and gives the permutation; ok is false for singular matrices.
func lu(a []float64, n int) (perm []int, ok bool) {
	perm = make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if abs(a[i*n+k]) > abs(a[p*n+k]) {
				p = i
			}
		}
		if a[p*n+k] == 0 {
			return perm, false
		}
		if p != k {
			perm[k], perm[p] = perm[p], perm[k]
			for j := range hone.Parallel(n) {
				a[k*n+j], a[p*n+j] = a[p*n+j], a[k*n+j]
			}
		}
		for i := range hone.Parallel(n - k - 1) {
			i += k + 1
			a[i*n+k] /= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
	return perm, true
}

func abs[T float](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

var LU = hone.Func(lu)

// levenshtein is the edit distance of two texts, with one row of the table.
func levenshtein(a, b []uint8) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

var Levenshtein = hone.Func(levenshtein)

// distances compares many short words with one, with a row in a local array for each.
func distances(words []uint8, width int, want [8]uint8) []int32 {
	if width <= 0 {
		return nil
	}
	return hone.Build(len(words)/width, func(w int) int32 {
		var row [9]int32
		for j := range row {
			row[j] = int32(j)
		}
		for i := range width {
			diagonal := row[0]
			row[0]++
			for j := range 8 {
				d := diagonal
				if words[w*width+i] != want[j] {
					d++
				}
				diagonal = row[j+1]
				row[j+1] = min(d, diagonal+1, row[j]+1)
			}
		}
		return row[8]
	})
}

var Distances = hone.Func(distances)

// parseNumbers reads decimal numbers with signs from a text, separated by anything, into out; it gives their count, and an error's place.
func parseNumbers(text []uint8, out []int) (count, bad int) {
	bad = -1
	for i := 0; i < len(text); {
		c := text[i]
		negative := c == '-'
		if negative {
			i++
			if i == len(text) || text[i] < '0' || text[i] > '9' {
				return count, i
			}
			c = text[i]
		}
		if c < '0' || c > '9' {
			i++
			continue
		}
		v := 0
		for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
			v = v*10 + int(text[i]-'0')
		}
		if negative {
			v = -v
		}
		out[count] = v
		count++
	}
	return
}

var ParseNumbers = hone.Func(parseNumbers)

// interpreter runs a program in the language of U. Müller, known for its eight instructions, for some steps.
func interpreter(code, input []uint8, steps int) (output []uint8, written int) {
	output = make([]uint8, steps)
	var tape [64]uint8
	at, in := 0, 0
	for pc := 0; pc < len(code) && steps > 0; pc, steps = pc+1, steps-1 {
		switch code[pc] {
		case '>':
			at++
		case '<':
			at--
		case '+':
			tape[at]++
		case '-':
			tape[at]--
		case '.':
			output[written] = tape[at]
			written++
		case ',':
			if in < len(input) {
				tape[at] = input[in]
				in++
			}
		case '[', ']':
			jump := code[pc] == '[' && tape[at] == 0 || code[pc] == ']' && tape[at] != 0
			d := 1
			if code[pc] == ']' {
				d = -1
			}
			for depth := 0; jump; pc += d {
				switch code[pc] {
				case '[':
					depth++
				case ']':
					depth--
				}
				if depth == 0 {
					break
				}
			}
		}
	}
	return output, written
}

var Interpreter = hone.Func(interpreter)

// insertionSort, heapSort and mergeSort sort in place, or nearly.
func insertionSort(x []int) {
	for i := 1; i < len(x); i++ {
		v, j := x[i], i
		for ; j > 0 && x[j-1] > v; j-- {
			x[j] = x[j-1]
		}
		x[j] = v
	}
}

func heapSort(x []float32) {
	sift := func(root, end int) {
		for {
			child := 2*root + 1
			if child >= end {
				return
			}
			if child+1 < end && x[child] < x[child+1] {
				child++
			}
			if !(x[root] < x[child]) {
				return
			}
			x[root], x[child] = x[child], x[root]
			root = child
		}
	}
	for i := len(x)/2 - 1; i >= 0; i-- {
		sift(i, len(x))
	}
	for end := len(x) - 1; end > 0; end-- {
		x[0], x[end] = x[end], x[0]
		sift(0, end)
	}
}

func mergeSort(x []int32) []int32 {
	a, b := x, make([]int32, len(x))
	for width := 1; width < len(x); width *= 2 {
		for r := range hone.Parallel((len(x) + 2*width - 1) / (2 * width)) {
			lo := r * 2 * width
			mid, hi := min(lo+width, len(x)), min(lo+2*width, len(x))
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if i < mid && (j >= hi || a[i] <= a[j]) {
					b[k] = a[i]
					i++
				} else {
					b[k] = a[j]
					j++
				}
			}
		}
		a, b = b, a
	}
	return a
}

var (
	InsertionSort = hone.Func(insertionSort)
	HeapSort      = hone.Func(heapSort)
	MergeSort     = hone.Func(mergeSort)
)

// oddEvenSort sorts with neighbours compared in parallel, and stops when nothing changes (odd-even transposition sort).
func oddEvenSort(x []uint8) (rounds int) {
	n := len(x)
	for changed := true; changed; rounds++ {
		changed = false
		for start := range 2 {
			swaps := hone.Sum((n-start)/2, func(i int) int {
				if x[2*i+start] > x[2*i+start+1] {
					return 1
				}
				return 0
			})
			if swaps == 0 {
				continue
			}
			changed = true
			for i := range hone.Parallel((n - start) / 2) {
				a, b := x[2*i+start], x[2*i+start+1]
				x[2*i+start], x[2*i+start+1] = min(a, b), max(a, b)
			}
		}
	}
	return rounds
}

var OddEvenSort = hone.Func(oddEvenSort)

// newton finds a root by iteration; it gives the steps or -1.
func newton(coef []float64, x float64) (float64, int) {
	for step := range 50 {
		p, d := 0.0, 0.0
		for _, c := range coef {
			d = d*x + p
			p = p*x + c
		}
		if p == 0 || d == 0 {
			return x, step
		}
		next := x - p/d
		if abs(next-x) <= 1e-12*abs(x) {
			return next, step
		}
		x = next
	}
	return x, -1
}

var Newton = hone.Func(newton)

// jacobi swaps its buffers in a sequential loop around a parallel one.
func jacobi(grid []float64, h, w, rounds int) ([]float64, float64) {
	a, b := grid, make([]float64, len(grid))
	for i := range hone.Parallel(len(grid)) {
		b[i] = grid[i]
	}
	for range rounds {
		for y, x := range hone.Parallel2(h-2, w-2) {
			k := (y+1)*w + x + 1
			b[k] = 0.25 * (a[k-1] + a[k+1] + a[k-w] + a[k+w])
		}
		a, b = b, a
	}
	return a, hone.Max(len(a), func(i int) float64 { return abs(a[i] - b[i]) })
}

var Jacobi = hone.Func(jacobi)

// stages returns early between parallel loops.
func stages(x []int, limit int) (state, sum int, out []int) {
	out = make([]int, len(x))
	for i := range hone.Parallel(len(x)) {
		out[i] = x[i] >> 1
	}
	sum = hone.Sum(len(x), func(i int) int { return out[i] & 0xff })
	if sum > limit {
		return 1, sum, out[:len(out)/2]
	}
	for i := range hone.Parallel(len(x)) {
		out[i] -= sum
	}
	if len(x) > 10 && out[10] < 0 {
		return 2, sum, x
	}
	for i := range hone.Parallel(len(x)) {
		x[i] = out[i]
	}
	state = 3
	return
}

var Stages = hone.Func(stages)

// named has named results that a literal changes, and a result without a name.
func named(x []int32) (sum int32, _ int, positive bool) {
	visit := func(v int32) {
		sum += v
		positive = positive || v > 0
	}
	for _, v := range x {
		visit(v)
		if v == 13 {
			return sum, 13, false
		}
	}
	return
}

var Named = hone.Func(named)

// life plays the Game of Life on a torus.
func life(cells []bool, n, rounds int) ([]bool, int) {
	now, next := cells, make([]bool, len(cells))
	for range rounds {
		for y, x := range hone.Parallel2(n, n) {
			count := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if (dy != 0 || dx != 0) && now[(y+dy+n)%n*n+(x+dx+n)%n] {
						count++
					}
				}
			}
			next[y*n+x] = count == 3 || count == 2 && now[y*n+x]
		}
		now, next = next, now
	}
	return now, hone.Sum(len(now), func(i int) int {
		if now[i] {
			return 1
		}
		return 0
	})
}

var Life = hone.Func(life)

// crc32 is bit by bit in the inner loop, table-driven with a local table in the second form.
func crc32(data []uint8) (bitwise, table uint32) {
	bitwise = ^bitwise
	for _, b := range data {
		bitwise ^= uint32(b)
		for range 8 {
			bitwise = bitwise>>1 ^ 0xedb88320&-(bitwise&1)
		}
	}
	var t [256]uint32
	for i := range t {
		c := uint32(i)
		for range 8 {
			if c&1 != 0 {
				c = c>>1 ^ 0xedb88320
			} else {
				c >>= 1
			}
		}
		t[i] = c
	}
	table = ^table
	for _, b := range data {
		table = t[uint8(table)^b] ^ table>>8
	}
	return ^bitwise, ^table
}

var CRC32 = hone.Func(crc32)

// knapsack is dynamic programming with a parallel inner loop over two rows.
func knapsack(weight []uint8, value []int32, capacity int) int32 {
	best, next := make([]int32, capacity+1), make([]int32, capacity+1)
	for k := range weight {
		w := int(weight[k])
		for c := range hone.Parallel(capacity + 1) {
			v := best[c]
			if c >= w {
				v = max(v, best[c-w]+value[k])
			}
			next[c] = v
		}
		best, next = next, best
	}
	return best[capacity]
}

var Knapsack = hone.Func(knapsack)

// bfs finds distances in a graph of vertices with three neighbours each, with a queue in a slice.
func bfs(neighbours []int32, n, from int) ([]int32, int) {
	distance, queue := make([]int32, n), make([]int32, n)
	for i := range distance {
		distance[i] = -1
	}
	if n == 0 {
		return distance, 0
	}
	distance[from] = 0
	queue[0] = int32(from)
	head, tail := 0, 1
	for head < tail {
		v := queue[head]
		head++
		for _, u := range neighbours[3*v : 3*v+3] {
			if distance[u] < 0 {
				distance[u] = distance[v] + 1
				queue[tail] = u
				tail++
			}
		}
	}
	return distance, tail
}

var BFS = hone.Func(bfs)

// shadowing declares variables of the same name in many scopes.
func shadowing(x []int) int {
	s, x2 := 0, x
	for x := range x2 {
		x := x * 2
		if x := x % 5; x > 1 {
			s += x
			{
				x := s
				x++
				s = x - 1
			}
		} else if y := x + 1; y == 1 {
			s -= y
		} else {
			s ^= x + y
		}
		switch s := s & 3; s {
		case 0:
			x += s
		case 1:
			s++
			x -= s
		}
		s += x
	}
	return s
}

var Shadowing = hone.Func(shadowing)

// loopVariables captures the variables of loops, of which each iteration has its own.
func loopVariables(n int) (sum int) {
	var last func() int
	total := func() int { return 0 }
	for i := 0; i < n; i++ {
		f := func() int { i += 2; return i }
		if i%3 == 0 {
			sum += f()
		}
		sum += f() * i
	}
	for i, j := 0, 3; i < 3; i, j = i+1, j-1 {
		sum += func() int { return i*10 + j }()
	}
	last = func() int { return sum }
	return last() + total()
}

var LoopVariables = hone.Func(loopVariables)

// squares squares a number again and again.
func squares(x []int32, n int) (out []int32, last uint64) {
	last = 3
	for range n {
		last *= last
	}
	out = make([]int32, len(x))
	for i, v := range x {
		for range n {
			v *= v
		}
		out[i] = v
	}
	return out, last
}

var Squares = hone.Func(squares)

// circles carries values from one iteration to the next around circles, with others that wait for these.
func circles(x []int) [7]int {
	var a, b, c, d, e, f, g int
	for i := range x {
		a, b, c = x[i], a^c*3, b+1
		d, e, f, g = e-a, d+b, d^e, f+g
	}
	return [7]int{a, b, c, d, e, f, g}
}

var Circles = hone.Func(circles)

func init() {
	add("Circles", circles, Circles, args(i64s))
	add("Squares", squares, Squares, args(vec(between[int32](-3, 3)), one(between(0, 40))), upTo(200))
	add("PrefixSumsF64", prefixSums[float64], PrefixSumsF64, args(wild64s))
	add("PrefixSumsU16", prefixSums[uint16], PrefixSumsU16, args(u16s))
	add("Sieve", sieve, Sieve, args(size))
	add("SieveParallel", sieveParallel, SieveParallel, args(size))
	add("MatMul", matMul, MatMul, args(square(f32s), square(f32s), size), upTo(64), fmaTol(1e-2))
	add("LU", lu, LU, args(square(f64s), size), upTo(40), chaotic)
	add("Levenshtein", levenshtein, Levenshtein, args(u8s, u8s), upTo(300))
	add("Distances", distances, Distances, args(vec(between[uint8](0, 3)), one(between(0, 12)), constant([8]uint8{0, 1, 2, 0, 0, 1, 1, 2})), upTo(5000))
	add("ParseNumbers", parseNumbers, ParseNumbers, args(vec(between[uint8]('+', '9'+4)), i64s))
	add("Interpreter", interpreter, Interpreter, args(brackets, u8s, constant(500)))
	add("InsertionSort", insertionSort, InsertionSort, args(i64s), upTo(500))
	add("HeapSort", heapSort, HeapSort, args(wild32s))
	add("MergeSort", mergeSort, MergeSort, args(i32s))
	add("OddEvenSort", oddEvenSort, OddEvenSort, args(u8s), upTo(300))
	add("Newton", newton, Newton, args(sized(func(n int) int { return n % 12 }, f64s), f64), chaotic)
	add("Jacobi", jacobi, Jacobi, args(square(f64s), size, size, one(between(0, 5))), upTo(150))
	add("Stages", stages, Stages, args(i64s, one(between(0, 3000))))
	add("Named", named, Named, args(i32s))
	add("Life", life, Life, args(square(bools), size, one(between(0, 5))), upTo(100))
	add("CRC32", crc32, CRC32, args(u8s))
	add("Knapsack", knapsack, Knapsack, args(sized(func(n int) int { return n % 40 }, u8s), sized(func(n int) int { return n % 40 }, i32s), size), upTo(5000))
	add("BFS", bfs, BFS, args(times(3, indicesUnder(3)), size, index))
	add("Shadowing", shadowing, Shadowing, args(i64s))
	add("LoopVariables", loopVariables, LoopVariables, args(size))
}
