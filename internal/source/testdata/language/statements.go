package language

func assignment(a []int, i, j int) int {
	a[i], a[j] = a[j], a[i]
	x, y := 1, 2
	x, z := y, x
	x += z
	a[i+1] *= 3
	a[0] <<= uint(j)
	a[1] &^= 7
	a[2]--
	_, x = two(x)
	_ = x
	var p, q = two(i)
	var r, s int = 3, p
	return x + y + q + r + s
}

func two(n int) (int, int) { return n, n + 1 }

func declarations(n int) float64 {
	const c = 1.5
	type local struct{ a, b float64 }
	var l local
	var (
		x    = c
		y, z float64
	)
	l.a = x
	{
		x := l.a + y
		l.b = x
	}
	return l.a + l.b + z + float64(n)
}

func ifs(a, b int) int {
	if a < b {
		return 1
	} else if c := a - b; c > 10 {
		return c
	} else {
		a++
	}
	if false {
		return len("never" + string(rune(a)))
	}
	return a
}

func forThreeClause(n int) (sum int) {
	for i, j := 0, n; i < j; i, j = i+1, j-1 {
		if i == 7 {
			continue
		}
		sum += i * j
	}
	return
}

func forCondition(n int) int {
	for n > 10 {
		n /= 2
	}
	return n
}

func forEver(n int) int {
	for {
		n = n*5 + 1
		if n%7 == 0 {
			return n
		}
		if n%11 == 0 {
			break
		}
	}
	return -n
}

func perIteration(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		add := func(k int) { sum += i * k; i++ }
		add(2)
	}
	return sum
}

func perIterationPost(n int) int {
	sum := 0
	f := func() {}
	for i := 0; i < n; func() { i++ }() { // want "capturing the loop variable i in the loop's post statement is not compiled"
		f = func() { sum += i }
		f()
	}
	return sum
}

func rangeInt(n uint8) (sum int) {
	for i := range n {
		sum += int(i)
	}
	for range 3 {
		sum++
	}
	var k int32
	for k = range 10 {
		sum += 2
	}
	return sum + int(k)
}

func rangeSlice(s []float64) (sum float64) {
	for i, x := range s {
		if x < 0 {
			continue
		}
		s[len(s)-1-i] = x
		sum += x
	}
	for i := range s {
		s[i]++
	}
	for range s {
		sum++
	}
	return
}

func rangeArray(n int) (sum int) {
	a := [3]int{1, 2, n}
	for i, x := range a {
		a[2] = 10 * i
		sum += x
	}
	for i, x := range [2]int{n, 4} {
		sum += i * x
	}
	p := &a
	for i := range p {
		p[i]++
	}
	for _, x := range p {
		sum += x
	}
	return sum
}

type counts struct {
	all  [3]int
	rows [2][3]int
}

// rangeArrayInTurn has loops that change each element after it has been read, so that the array they range over need not be copied.
func rangeArrayInTurn(n int) (sum int) {
	a := [3]int{1, n, 3}
	for i, x := range a {
		a[i], sum = sum, sum+x
	}
	c := counts{a, [2][3]int{a, {4, 5, n}}}
	for i, x := range c.all {
		for range 2 {
			c.all[i] += x
		}
	}
	k := n & 1
	for i, x := range c.rows[k] {
		c.rows[k][i] = sum
		sum += x
	}
	for i, x := range c.rows[k] {
		c.rows[k][i] = 9
		k = 1 - k
		c.rows[i/2][i] += x
		sum += x
	}
	for i, row := range c.rows {
		c.rows[i][1]++
		sum += 3*row[1] + 5*c.rows[i][1]
	}
	for _, x := range c.rows[1] {
		sum += 7 * x
		k++
	}
	var j, y int
	for j, y = range a {
		sum += j + y
	}
	return sum + 11*a[0] + 13*c.all[2] + 17*c.rows[0][1] + k
}

// rangeArrayCopied has loops that change what they have yet to read of a copy.
func rangeArrayCopied(n int) (sum int) {
	a := [3]int{1, n, 3}
	for i, x := range a {
		a[(i+1)%3] = 5
		sum += x
	}
	for i, x := range a {
		i++
		if i < 3 {
			a[i] = 7 * x
		}
		sum += x
	}
	var j int
	var y int
	for j, y = range a {
		a[2-j] = n
		sum += y
	}
	for i, x := range a {
		a[i] = x + 1
		a = [3]int{n, sum, x}
		sum += x
	}
	b := a
	for i, x := range b {
		set := func() { b[2] = i }
		set()
		sum += x
	}
	d := a
	p := &d
	for i, x := range d {
		p[2] = i
		sum += x
	}
	c := counts{a, [2][3]int{a, {4, 5, n}}}
	k := 0
	for i, x := range c.rows[k] {
		c.rows[i&1][2] = sum
		sum += x
	}
	for i, row := range c.rows {
		c.rows[1][i] = sum
		sum += row[i] + 3*row[0]
	}
	for i, row := range c.rows {
		c.rows[1-i][2] = 4
		sum += row[2]
	}
	for i, x := range a {
		k := 2 - i
		a[k] = 1
		sum += x
	}
	for i, x := range c.rows[0] {
		if i < 2 {
			c.rows[i][2] = 6
		}
		sum += x
	}
	m := [3][3]int{a, d, b}
	for i, x := range m[0] {
		m[i][2] = 8
		sum += x
	}
	return sum + 3*a[0] + 5*a[1] + 7*a[2] + 11*c.rows[0][2] + j
}

func rangeString(n int) int {
	for i := range "abc" {
		n += i
	}
	s := "aä€𝄞\xff\xe2\x82x\xed\xa0\x80"
	for i, r := range s[n&7:] {
		if r == 'ä' {
			continue
		}
		n = 31*n + i*int(r)
	}
	return n
}

func count(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func rangeFunc(n int) (sum int) {
	for i := range count(n) {
		if i == 3 {
			continue
		}
		if i == 9 {
			break
		}
		sum += i
	}
	for range count(2) {
		sum++
	}
	var i int
	for i = range count(n) {
		sum += i
	}
	return sum + i
}

func rangeFuncExits(n int) (int, float64) {
	total := 0
outer:
	for i := 0; i < n; i++ {
		for j := range count(n) {
			for k := range count(j) {
				switch {
				case k == 2:
					continue outer
				case i+j+k == 40:
					break outer
				case i*j*k == 60:
					return k, 1.5
				}
				total += k
			}
		}
	}
	return total, 2
}

func switchTag(n int) int {
	switch k := n % 10; k {
	case 1, 2, 3:
		return k
	case 4:
		n++
		fallthrough
	case 5:
		n *= 2
	default:
		return 100
	case 7:
		if n > 50 {
			break
		}
		n = -n
	}
	return n
}

func switchTrue(x float64) float64 {
	switch {
	case x < 0, x > 100:
		x = 0
	case x > 1:
		x = 1
	}
	switch x := x * 2; {
	default:
		return x
	}
}

func labels(n int) int {
	c := 0
outer:
	for i := range n {
		for j := range n {
			if j > i {
				continue outer
			}
			if i+j > 20 {
				break outer
			}
			c++
		}
	}
	return c
}

func labelledSwitch(n int) int {
loop:
	for {
	inner:
		switch n++; {
		case n > 20:
			break loop
		case n%3 == 0:
			for {
				n += 2
				break inner
			}
			n = 100
		case n%3 == 1:
			continue
		}
		n++
	}
	return n
}

func gotoStmt(n int) int {
again:
	n--
	if n > 0 {
		goto again
	}
	for i := range n {
		if i > 7 {
			goto done
		}
	}
	n++
done:
	return n
}

func gotoInto(n int) int {
	if n > 5 {
		goto inside // want "a goto into a loop that another goto makes is not compiled"
	}
again:
	n--
inside:
	n -= 2
	if n > 0 {
		goto again
	}
	return n
}

func namedResults(n int) (a, b int, _ bool) {
	a = n
	if n > 3 {
		return 1, 2, true
	}
	b = a
	return
}

func deferStmt(n *int) {
	defer func() { *n++ }() // want "deferring this is not compiled: after a panic one could tell whether it was done"
}

func goStmt() {
	go func() {}() // want "the function may return while this goroutine runs"
}

func selectStmt() {
	select {} // want "select is not compiled"
}

func sendStmt() {
	var c chan int // want "nil channels are not compiled"
	c <- 1
}

func manyReasons(n int) int {
	s := "x"
	var m map[int]int // want "maps are not compiled"
	if s == "y" {
		println(n) // want "println is not compiled"
	}
	for range m { // want "maps are not compiled"
		n = len("x" + s) // want ". of these types is not compiled"
	}
	return n
}
