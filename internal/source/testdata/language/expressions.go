package language

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math"
	"math/bits"
	"math/cmplx"
	"os"
	"slices"
	"sort"
	"strconv"
	"unsafe"

	"github.com/hone-go/hone"
)

func operators(a, b int, u uint32, x, y float64) float64 {
	i := a + b - a*b/3%7 + a&b | a ^ b&^3
	i += a<<uint(b) + a>>b + int(u>>3)
	i += -a + ^b + +a
	if a/b > 3 && x < y || !(x >= y) {
		i++
	}
	return float64(i) + x*y - x/y + -x
}

const big = 1 << 40

func constants(x float64, n uint64) float64 {
	const huge = big * big
	return x*math.Pi + float64(n&math.MaxUint64) + huge/big + 1e-300
}

func shortCircuit(s []int, i int) bool {
	return i < len(s) && s[i] > 0 || i == -1 || s[0] == 1
}

func evaluationOrder(n int) int {
	x := 1
	f := func() int { x *= 2; return x }
	s := []int{x, f(), x, f()}
	y := x + f()
	x += f()
	a, b := x, f()
	return s[0] + 10*s[1] + 100*s[2] + 1000*s[3] + y + x + a + b + n
}

func builtins(s []float64, a [3]int, x, y float64) float64 {
	n := min(len(s), cap(s), 4)
	t := make([]float64, n)
	copy(t, s)
	clear(s)
	w := make([]int, 2, 8)
	v := make([]int, n, 2*n)
	return max(x, y, 0) + float64(len(a)+len(w)+cap(v)) + t[0]
}

func appendBuiltin(s []int) []int {
	for i := range 3 {
		s = append(s, i, i)
	}
	return append(s, s[1:]...)
}

func panicBuiltin(n int) int {
	if n < 0 {
		panic("negative")
	}
	switch n {
	case 0:
		panic(errors.New("zero"))
	case 1, 2:
		panic(n * 3)
	}
	for i := range hone.Parallel(n) {
		if i == 20 {
			panic(1.5i)
		}
	}
	return n
}

func panicText(name string, n int) int {
	if n == 1 {
		panic("no " + name + " of " + fmt.Sprint(n) + ": " + errTooLarge.Error())
	}
	return n
}

func panicValue(n int) int {
	type code int
	if n == 1 {
		panic(code(n)) // want "type language.code can't be named in the package that calls hone.Func"
	}
	if n == 2 {
		panic([]int{n}) // want "making a \[\]int is not compiled"
	}
	return n
}

var errTooLarge = errors.New("too large")

type tooFar struct{ by int }

func (t tooFar) Error() string { return fmt.Sprint("too far by ", t.by) }

func panicMade(n int) int {
	if n == 3 {
		panic(errTooLarge)
	}
	if n == 4 {
		panic(&tooFar{n * 2})
	}
	for i := range hone.Parallel(n) {
		if i == 2000 {
			panic(fmt.Sprintf("no %d of %d", i, n))
		}
	}
	return n
}

func leaving(n int) int {
	if n < 0 {
		log.Fatalf("%d", n)
	}
	if n > 100 {
		os.Exit(3)
	}
	return n
}

func errorResults(x []float64, n int) (float64, error) {
	limit := func(n int) (err error) {
		switch {
		case n > len(x):
			err = errTooLarge
		case n == 7:
			err = errors.New("seven")
		case n < 0:
			return tooFar{by: -n}
		case n == 3:
			return io.ErrUnexpectedEOF
		}
		return
	}
	err := limit(n)
	if err == io.ErrUnexpectedEOF {
		return x[0], io.EOF
	}
	if err == errTooLarge || nil != err && n == -1 {
		return 0, fmt.Errorf("%d of %d: %w", n, len(x), errTooLarge)
	}
	if err != nil {
		return 0, err
	}
	return x[n], nil
}

func errorElsewhere(n int) (int, error) {
	if n < 0 {
		return 0, fs.ErrInvalid // want "package variable ErrInvalid may change"
	}
	return n, nil
}

func errorUses(n int, s []error) int { // want "slices of errors are not compiled"
	err := errors.New("a")
	other := errors.New("a")
	if err == other { // want "errors are compared with nil and with package variables that never change only"
		return 1
	}
	wrapped := fmt.Errorf("%w", err)
	if errors.Is(wrapped, err) { // want "errors.Is is not compiled"
		return 2
	}
	return n
}

func recoverBuiltin() {
	recover() // want "recover is not compiled"
}

func makeMap(n int) int {
	return len(make(map[int]int)) + n // want "maps are"
}

func nilSlice(s []int) int {
	if s == nil {
		return 0
	}
	var t []int
	t = nil
	var b struct{ data []float64 }
	if nil != b.data || len(s) == 3 && s[:0] != nil {
		t = s
	}
	return len(t) + len([]int(nil))
}

func nilOthers(c chan int) int {
	if c == nil { // want "comparing a chan int with nil is not compiled"
		return 1
	}
	return 2
}

func nilFunctions(n int) int {
	var f func(int) int
	if n > 3 {
		f = func(k int) int { return k + n }
	}
	if f == nil {
		return 1
	}
	return f(2)
}

var tableOfFunctions = []struct {
	limit int
	of    func(k int) int
}{{3, func(k int) int { return k }}, {9, double}, {99, nil}}

func double(k int) int { return 2 * k }

func functionsByData(x []int, n int) int {
	f := double
	ways := []func(k int) int{double, func(k int) int { return k - n }}
	for i, v := range x {
		x[i] = f(v)
		if v >= 0 && v < len(ways) {
			f = ways[v]
		}
		for _, row := range tableOfFunctions {
			if v < row.limit && row.of != nil {
				x[i] += row.of(v)
				break
			}
		}
	}
	return f(1)
}

func closures(n int) int {
	sum := 0
	add := func(k int) int { sum += k; return sum }
	twice := func(f func(int) int) func(int) int {
		return func(k int) int { return f(f(k)) }
	}
	twice(add)(n)
	func() { sum++ }()
	var fact func(int) int
	fact = func(k int) int {
		if k <= 1 {
			return 1
		}
		return k * fact(k-1)
	}
	return sum + fact(n)
}

func methodValues(n float64) float64 {
	v := vec3{1, 2, n}
	f := v.dot
	g := vec3.dot
	h := (*vec3).scale
	k := v.scale
	h(&v, 2)
	k(3)
	d := derived{c: 1}
	s := derived.sum
	return f(v) + g(v, v) + float64(s(d))
}

func interfaceMethod(
	e error,
) int {
	return len(e.Error()) // want "methods of errors are not compiled"
}

type number interface {
	~int | ~int32 | ~float32 | ~float64
}

func sumOf[T number](s []T) (t T) {
	for _, x := range s {
		t += x * 2
	}
	return t + T(0.0)
}

func mapTo[T, U any](s []T, f func(T) U) []U {
	r := make([]U, len(s))
	for i, x := range s {
		r[i] = f(x)
	}
	return r
}

func generics(s []float64, t []int) float64 {
	u := mapTo(t, func(n int) float32 { return float32(n) / 2 })
	return sumOf(s) + float64(sumOf[int](t)) + float64(sumOf(u))
}

type scaler interface{ kelvin() float64 }

func total[T scaler](xs []T) (sum float64) {
	for _, x := range xs {
		sum += x.kelvin()
	}
	return sum
}

func constraintMethod(xs []celsius) float64 { return total(xs) }

func localTypeArgument(n int) int { return localOf(n) + int(localOf(1.5)) }

func localOf[T number](x T) T {
	type box struct{ v T }
	return pairOf(box{x}).key.v // want "type box, declared in a generic function, is not compiled as a type argument"
}

func pairOf[K any](k K) pair[K, K] { return pair[K, K]{k, k} }

func recursion(n int) int {
	if n < 2 {
		return n
	}
	return recursion(n-1) + recursion(n-2)
}

func mutualRecursion(n int) int {
	if n <= 0 {
		return 1
	}
	return other(n-1)*2 + other(n-3)
}

func other(n int) int {
	for n > 5 {
		n -= mutualRecursion(n / 2)
	}
	return n
}

func recursiveLiteral(n int) int {
	calls := 0
	var f func(k int) int
	f = func(k int) int {
		calls++
		if k < 2 {
			return k
		}
		return f(k-1) + f(k/2)
	}
	return f(n)*100 + calls
}

func variadicSum(base int, xs ...int) int {
	for _, x := range xs {
		base += x
	}
	return base
}

func variadic(s []int) int { return variadicSum(1) + variadicSum(1, 2, 3) + variadicSum(1, s...) }

func spread(n int) int {
	add := func(a, b int) int { return a + b }
	return add(two(n)) + variadicSum(two(n))
}

func mathFunctions(x, y float64) float64 {
	r := math.Sqrt(x) + math.Abs(y) + math.Floor(x) + math.Round(x) + math.FMA(x, y, 1) + math.Copysign(x, y)
	r += math.Exp(x) + math.Log(y) + math.Max(x, y) + math.Hypot(x, y) + math.Mod(x, y) + math.Cbrt(x)
	if math.IsNaN(r) || math.IsInf(x, 1) || math.Signbit(y) {
		r = math.Inf(-1) + math.NaN()
	}
	return r + math.Float64frombits(math.Float64bits(x)|1)
}

func math32(x, y float32) float32 {
	return float32(math.Sqrt(float64(x))) + float32(math.Exp(float64(y))) + float32(math.Copysign(float64(x), -1)) +
		math.Float32frombits(math.Float32bits(x))
}

func bitsFunctions(x uint64, k int) uint64 {
	return bits.RotateLeft64(x, k) + uint64(bits.OnesCount64(x)) + uint64(bits.Len64(x)) + uint64(bits.TrailingZeros64(x)) + bits.Reverse64(x)
}

func complexFunctions(z complex128) complex128 {
	return cmplx.Exp(cmplx.Conj(z)) + complex(cmplx.Abs(z), cmplx.Phase(z))
}

func slicesFunctions(s []int, n int) int {
	return slices.Max(s) + slices.Index(s, n) + cmp.Compare(n, 2)
}

func bessel(x float64) float64 {
	return math.J0(x)
}

func sortedPlace(s []float64, x float64) int {
	if !sort.Float64sAreSorted(s) {
		return -1
	}
	return sort.SearchFloat64s(s, x)
}

func sortedByKey(keys []int32, values []float64) int {
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	less := func(i, j int) bool { return keys[order[i]] < keys[order[j]] }
	sort.Slice(order, less)
	sort.SliceStable(order, less)
	sort.Slice(values, func(i, j int) bool { return values[i] > values[j] })
	if len(values) == 0 || !sort.SliceIsSorted(order, less) {
		return -1
	}
	return order[len(order)/2] + int(values[0])
}

func otherPackages(s []byte) int {
	return bytes.IndexByte(s, 3)
}

func elementAddresses(x, y []float64) bool {
	return len(x) > 0 && len(y) > 0 && uintptr(unsafe.Pointer(&x[0])) <= uintptr(unsafe.Pointer(&y[len(y)-1]))
}

func unsafeWords(x []byte) uint32 {
	if len(x) < 9 {
		return 0
	}
	p := unsafe.Pointer(&x[1])
	halves := (*[2]uint16)(unsafe.Pointer(&x[0]))
	return *(*uint32)(unsafe.Add(p, 4)) ^ *(*uint32)(unsafe.Pointer(uintptr(p) + 1)) + uint32(halves[1])
}

func unsafeTexts(x []byte) bool {
	return *(*string)(unsafe.Pointer(&x)) == "hone" || unsafe.String(unsafe.SliceData(x), min(len(x), 2)) == "ho"
}

func unsafeNumber(x []byte) (h uint32) {
	for p, n := uintptr(unsafe.Pointer(&x[0])), 0; n+4 <= len(x); n += 4 {
		h ^= *(*uint32)(unsafe.Pointer(p + uintptr(n))) // want "a number taken for a pointer is compiled as"
	}
	return h
}

func unsafeOthers(x *[]int32) int {
	return (*(*struct{ p, n int })(unsafe.Pointer(x))).n // want "unsafe.Pointer to anything but numbers is not compiled"
}

func otherErrors(s string) int {
	n, _ := strconv.Atoi(s) // want "strconv.Atoi is not compiled: functions of package strconv can't be called in compiled code"
	return n
}

func osPackage(n int) int {
	return n + len(os.Args) // want "package variable Args may change; pass it as an argument"
}

var (
	table   = [4]float64{1, 2.5, -3, 1e9}
	scale   = 2.5
	counter int
	weights = []float64{1, 2}

	Exported   = [3]int{1, 2, 3}
	ragged     = [][]int{{1, 2, 3}, {}, {4}, nil}
	pairsOf    = [2]struct{ name, xs []int8 }{{nil, []int8{5}}, {xs: []int8{6, 7}}}
	computed   = squaresUpTo(20)
	halvesOf   = func() (t [2][]float64) { t[0], t[1] = append(t[0], 5), append([]float64{}, weights[1:]...); return t }()
	center     = sphere{center: vec3{1, 2, 3}}
	changedBy  = []float64{1, 2}
	passedOn   = [2]float64{1, 2}
	kept       = []int{1}
	startsAt   = len(os.Args)
	one_, two_ = two(3)
	sines      = sinesOf(4)
	reduced    = hone.Sum(3, func(i int) float64 { return float64(i) })

	lowRates, highRates = []float64{1, 2, 4}, []float64{3, 5}
	rateSteps           = [2][]int{{7}, {8, 9}}
	rowTable            = [4][3]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	spoiltTable         = []int{1, 2}
	namedTable          = []int{1, 2}
	anyTable            = []int{1, 2}
)

func squaresUpTo(n int) []uint32 {
	t := make([]uint32, n)
	for i := range t {
		t[i] = uint32(i * i)
	}
	return t
}

var (
	filled  [16]int
	squares []float64
	started = 3
	again   [2]int
	sneaked [2]int
	doubled = filled[3] + 2*started // before init functions run
)

func init() {
	fillRange(0, len(filled))
	squares = make([]float64, started)
	for i := range squares {
		squares[i] = float64(i * i)
	}
	started++
}

func init() {
	p := &sneaked
	p[1] = 3
	sneaky = func(i int) { p[0] = i } // which may be called later
	again[0]++
}

var sneaky func(int)

// ramp is a table that a method fills.
type rampTable struct {
	steps  [8]int
	levels []float64
}

var (
	ramp, changedRamp rampTable
	sharedRamp        rampTable
	ramps             [3][]float64
	whoShares         *rampTable
)

func (t *rampTable) fill(n int) {
	for i := range t.steps {
		q := &t.steps[i]
		*q = i * n
	}
	t.levels = make([]float64, n)
	scaleLevels(t.levels[1:], 3)
	t.raise()
}

func (t *rampTable) raise() {
	for i := range t.levels {
		t.levels[i] += float64(t.steps[i&7])
	}
	t.steps[1]++
}

func (t *rampTable) share() { whoShares = t }

func (t *rampTable) step(i int) int { return t.steps[i] }

func scaleLevels(x []float64, k float64) {
	for i := range x {
		x[i] = x[i]*k + 2
	}
}

func init() {
	changedRamp.fill(2)
	sharedRamp.share()
}

func init() {
	ramp.fill(5)
	all := &ramps
	for i := range all {
		all[i] = make([]float64, i+1)
		row := all[i]
		scaleLevels(row, 2)
	}
}

var _ = func() { changedRamp.raise() }

func packageFilledBy(i int) float64 {
	return float64(ramp.step(i)) + ramp.levels[i] + ramps[i][0]
}

func packageFilledByLater(i int) int {
	i += changedRamp.steps[0] // want "package variable changedRamp may change"
	i += sharedRamp.steps[0]  // want "package variable sharedRamp may change"
	return i
}

func init() {
	filled[0] = len(squares) + started
}

// fillRange is called by init functions only.
func fillRange(from, to int) {
	if to-from > 1 {
		fillRange(from, (from+to)/2)
		fillRange((from+to)/2, to)
		return
	}
	filled[from] = from*from + started
}

func startAgain(i int) int {
	again[i] = 1    // want "package variable again may change"
	return again[i] // want "package variable again may change"
}

func packageFilled(i int) float64 {
	return float64(filled[i]+started+doubled) + squares[i]
}

func packageFilledLater(i int) int {
	i += again[0]   // want "package variable again may change"
	i += sneaked[1] // want "package variable sneaked may change"
	return i
}

func sinesOf(n int) []float64 {
	t := make([]float64, n)
	for i := range t {
		s, c := math.Sincos(float64(i))
		t[i] = s*float64(float32(math.Exp(c))) + math.Pow10(i)
	}
	return t
}

func change(s []float64) { s[0] = 3 }

func changeAll() []int {
	change(changedBy) // want "package variable changedBy may change"
	p := &passedOn    // want "package variable passedOn may change"
	q := p
	q[1] = 2
	return kept // want "package variable kept may change"
}

// ratesFor and rowAt return parts of tables, which all callers only read; spoilt is one that a caller doesn't.
func ratesFor(n int) ([]float64, []int) {
	if n > 40 {
		return highRates, rateSteps[1]
	}
	return lowRates[1:], rateSteps[0]
}

func rowAt(i int) *[3]int { return &rowTable[i] }

func firstRow() (row *[3]int) { return rowAt(0) }

func spoilt() []int { return spoiltTable } // want "package variable spoiltTable may change"

var _ = func() { spoilt()[0]++ }

func renamed() (s []int) {
	defer func() { s[0]++ }() // want "deferring this is not compiled"
	return namedTable         // want "package variable namedTable may change"
}

func asAny() any { return anyTable } // want "package variable anyTable may change"

var keeper = changeAll // which others may call, to change what it returns

func packageReturned(i int) float64 {
	rates, steps := ratesFor(i)
	row := firstRow()
	return rates[i&1] + float64(steps[0]+row[1]+rowAt(i & 3)[2])
}

func packageReturnedChanged(i int) int {
	i += spoiltTable[i] // want "package variable spoiltTable may change"
	i += namedTable[i]  // want "package variable namedTable may change"
	i += anyTable[i]    // want "package variable anyTable may change"
	return i
}

func packageVariable(i int) float64 { return table[i] * scale }

func packageVariableChanged(i int) int {
	counter += i   // want "package variable counter may change; pass it as an argument"
	return counter // want "package variable counter may change"
}

func packageReached(i int) float64 {
	s := changedBy[i] // want "package variable changedBy may change"
	t := passedOn[i]  // want "package variable passedOn may change"
	u := kept[i]      // want "package variable kept may change"
	return s + t + float64(u)
}

func packageComputed(i int) int {
	i += startsAt           // want "package variable startsAt is computed when the program starts"
	i += one_               // want "package variable one_ is computed when the program starts"
	return i + int(reduced) // want "package variable reduced is computed when the program starts"
}

func packageSines(i int) float64 { return sines[i] }

func packageSlice(i int) float64 {
	w := weights[i:]
	s := []float64{w[0]}
	p := &Exported[i]
	q := &center
	for _, row := range ragged {
		s = append(s, float64(len(row)))
		for _, v := range row {
			s[0] += float64(v)
		}
	}
	sum := s[0] + float64(*p) + q.norm() + center.center.norm() + float64(len(ragged[1]))
	for _, x := range pairsOf[i].xs {
		sum += float64(x)
	}
	if ragged[3] == nil && pairsOf[i].name == nil {
		sum++
	}
	return sum + float64(computed[5*i]) + halvesOf[i][0] + total3(&Exported) + sines[i]
}

func total3(p *[3]int) (sum float64) {
	for _, v := range p[:] {
		sum += float64(v)
	}
	return sum
}

func parallel(a, b []float64) {
	for i := range hone.Parallel(len(a)) {
		if a[i] < 0 {
			continue
		}
		b[i] = math.Sqrt(a[i])
	}
	for y, x := range hone.Parallel2(3, 4) {
		a[y*4+x] += b[x]
	}
	for i := range hone.Parallel3(2, 1, 3) {
		b[i[0]*3+i[2]] += float64(i[1] + i[2])
	}
	loop := hone.Parallel
	for i := range loop(2) {
		a[i]++
	}
}

func generators(n int) (sum int) {
	for i := range hone.Range(0, n) {
		for j := range hone.Unroll(0, 4) {
			for k := range hone.Step(0, n, 2) {
				sum += i * j * k
			}
		}
	}
	return sum + hone.Hide(3)
}

func reductions(a []float32, n []int8) float32 {
	at := func(i int) float32 { return a[i] }
	s := hone.Sum(len(a), at) + hone.Product(len(a), at) + hone.Min(len(a), at) + hone.Max(len(a), at)
	b := hone.Build(len(n), func(i int) int8 { return n[i] * 2 })
	m := hone.Min(len(b), func(i int) int8 { return b[i] })
	p := hone.Reduce(len(a), pair[int, float32]{}, func(x, y pair[int, float32]) pair[int, float32] {
		if x.value < y.value {
			return y
		}
		return x
	}, func(i int) pair[int, float32] { return pair[int, float32]{i, a[i]} })
	return s + float32(m) + p.value
}

func scans(a []int) int {
	plus := func(x, y int) int { return x + y }
	at := func(i int) int { return a[i] }
	s, total := hone.ScanExclusive(len(a), 0, plus, at)
	r := hone.ScanRight(len(a), 0, plus, at)
	sum := hone.ScanInto(a, 0, plus, at)
	for i := range a {
		sum = 3*sum + s[i] + 5*r[i] + 7*a[i]
	}
	return sum + total
}

func keeps(a []int) (sum int) {
	odd := func(i int) (int, bool) { return 2 * a[i], a[i]%2 != 0 }
	s, k := hone.Partition(len(a), odd)
	for i, v := range hone.Keep(len(a), odd) {
		sum += v - s[i]
	}
	for i, v := range hone.KeepIndices(len(a), func(i int) bool { return a[i] > 2 }) {
		sum = 3*sum + i*v
	}
	return sum + k + hone.KeepInto(s, len(a), odd)
}

func histograms(a []int) (sum int) {
	plus := func(x, y int) int { return x + y }
	h := hone.Histogram(len(a), 3, 0, plus, func(i int) (int, int) { return a[i] & 3, i })
	hone.ScatterReduce(h, len(a), plus, func(i int) (int, int) { return i % 3, a[i] })
	hone.Scatter(a, len(a), func(i int) (int, int) { return len(a) - 1 - i, i })
	for i, v := range h {
		sum += v << i
	}
	return sum
}

func searches(a []int) int {
	at := func(i int) int { return a[i] }
	big := func(i int) bool { return a[i] > 3 }
	if hone.Any(len(a), big) && !hone.All(len(a), big) {
		return 10*hone.ArgMin(len(a), at) + hone.ArgMax(len(a), at)
	}
	return 100 + hone.Count(len(a), big)
}

func builds(h, w int) (sum int) {
	for i, v := range hone.Build2(h, w, func(y, x int) int { return 10*y + x }) {
		sum += i * v
	}
	for i, v := range hone.Build3(2, h, w, func(z, y, x int) int { return 100*z + 10*y + x }) {
		sum += i * v
	}
	return sum
}

// power is unrolled for known exponents.
//
//hone:filter known(n) && n >= 0
func power(x float64, n int) float64 {
	if n == 0 {
		return 1
	}
	return x * power(x, n-1)
}

func filter(x float64) float64 { return power(x, 5) }

//hone:must
func must(x float64) float64 { return 2 * x }

//hone:filter known(m)
func badFilter(n int) int { return n } // want-above "hone:filter: undefined: m"

//hone:filter n +
func brokenFilter(n int) int { return n } // want-above "hone:filter: expected operand"

//hone:filter n + 1
func numberFilter(n int) int { return n } // want-above "hone:filter: the expression is no condition"

var Other = hone.Func(recursion)

func honedCall(n int) int { return Other.Call(n) }

var passedByMethod = settings{by: 2}

type settings struct{ by float64 }

type byScaler interface {
	scaleBy(x float64, s *settings) float64
}

type scalesFirst struct{}

func (scalesFirst) scaleBy(x float64, s *settings) float64 { return x * s.by }

type scalesTwice struct{ first byScaler }

func (t *scalesTwice) scaleBy(x float64, s *settings) float64 {
	if s == nil {
		s = &passedByMethod
	}
	return 2 * t.first.scaleBy(x, s)
}

// packageByMethod has a variable passed to whatever stands behind an interface.
func packageByMethod(x float64) float64 {
	t := &scalesTwice{first: scalesFirst{}}
	return t.scaleBy(x, nil)
}

var changedByMethod = settings{by: 2}

type changer interface{ change(s *settings) }

type changesNothing struct{}

func (changesNothing) change(s *settings) {}

type changes struct{}

func (changes) change(s *settings) { s.by++ }

func packageChangedByMethod(x float64) float64 {
	var c changer = changesNothing{}
	c.change(&changedByMethod)    // want "package variable changedByMethod may change"
	return x * changedByMethod.by // want "package variable changedByMethod may change"
}

var namedScaler byScaler = named{"a", 3}

type named struct {
	name string
	by   float64
}

func (n named) scaleBy(x float64, s *settings) float64 { return x * n.by }

// interfaceVariableText is one with a string in it.
func interfaceVariableText(x float64) float64 { return namedScaler.scaleBy(x, nil) }

type namedBySlice struct {
	name []byte
	by   float64
}

func (n namedBySlice) scaleBy(x float64, s *settings) float64 { return x * n.by }

var sliceScaler byScaler = namedBySlice{[]byte{1}, 3}

func interfaceVariableSlice(x float64) float64 {
	return sliceScaler.scaleBy(x, nil) // want "package variable sliceScaler"
}

var changedInPart = settings{by: 2}

type partChanger interface {
	changePart(s *settings)
	whole() bool
}

type (
	changesPart struct{} // by itself none of the interface's
	isWhole     struct{}
	whollyQuiet struct{ isWhole }
)

func (changesPart) changePart(s *settings) { s.by++ }
func (isWhole) whole() bool                { return true }
func (whollyQuiet) changePart(s *settings) {}

var bothParts partChanger = struct {
	changesPart
	isWhole
}{}

func packageChangedByPart(x float64) float64 {
	var c partChanger = whollyQuiet{}
	c.changePart(&changedInPart) // want "package variable changedInPart may change"
	return x * changedInPart.by  // want "package variable changedInPart may change"
}

var changedByExpression = settings{by: 2}

type twoChanger interface{ changeFirst(a, b *settings) }

type changesOne struct{}

func (changesOne) changeFirst(a, b *settings) { a.by = b.by }

// packageChangedByExpression: a method expression has the receiver among its arguments.
func packageChangedByExpression(x float64) float64 {
	twoChanger.changeFirst(changesOne{}, &changedByExpression, &settings{}) // want "method expressions of interface types are not compiled"
	return x * changedByExpression.by                                       // want "package variable changedByExpression may change"
}

var changedAsReceiver = settings{by: 2}

func (s *settings) set(x float64) { s.by = x }

func packageChangedAsReceiver(x float64) float64 {
	(*settings).set(&changedAsReceiver, x) // want "package variable changedAsReceiver may change"
	return x * changedAsReceiver.by        // want "package variable changedAsReceiver may change"
}
