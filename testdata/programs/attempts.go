package programs

import (
	"math"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Plain loops whose iterations have nothing to do with each other, but may fail, or go on for long, each for itself: what those ahead of the first that fails
// have stored is there, what those behind it would have is not.

// knots are a function that is given piece by piece.
type knots struct {
	at     []float64
	pieces [][3]float64
}

// value finds the piece by halves, and has no pieces for some.
func (k *knots) value(x float64) float64 {
	lo, hi := 0, len(k.at)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if k.at[m] < x {
			lo = m + 1
		} else {
			hi = m
		}
	}
	p := &k.pieces[lo]
	d := x - k.at[lo]
	return p[0] + d*(p[1]+d*p[2]) + 1/(1+d*d)
}

func attemptPieces(out []float64, at []float64, pieces [][3]float64, x []float64) {
	k := knots{at, pieces}
	for i, v := range x {
		out[i] = k.value(v)
	}
}

var AttemptPieces = hone.Func(attemptPieces)

// attemptBack overwrites what it reads, from the last to the first, from some place on.
func attemptBack(x []float64, table []float64, first int) {
	for i := len(x) - 1; i >= first; i-- {
		v := math.Abs(x[i]) * 2
		k := int(v)
		x[i] = table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
	}
}

var AttemptBack = hone.Func(attemptBack)

// attemptApart stores to every third place, by way of a function, and panics by itself.
func attemptApart(out []float32, a, b []int32, add func(a, b int32) int32) {
	for i := 0; i < len(a) && i < len(b); i++ {
		v := a[i]
		for k := int32(0); k < 6; k++ {
			v = add(v, b[i]/(v-k))
		}
		if v == 77 {
			panic("seventy-seven")
		}
		out[3*i+1] = float32(v)
	}
}

func attemptApartly(out []float32, a, b []int32) {
	attemptApart(out, a, b, func(a, b int32) int32 { return a*3 - b })
}

var AttemptApart = hone.Func(attemptApartly)

// attemptWalks gives how far it is from each cell to the end of a list, which is far for some.
func attemptWalks(next []int32, starts []int) []int32 {
	steps := make([]int32, len(starts))
	for j := range steps {
		n := int32(0)
		for at := int32(starts[j]); at != 0; at = next[at] {
			n++
		}
		steps[j] = n
	}
	return steps
}

var AttemptWalks = hone.Func(attemptWalks)

type charge struct {
	kind   uint8
	x, e   float64
	bucket int
}

// attemptCharges changes a field of structs, and looks others up.
func attemptCharges(all []charge, energies []float64, by []int) {
	i := 0
	for i < len(all) {
		c := &all[i]
		n := by[c.bucket%4]
		e := energies[c.kind]
		for k := 1; k <= n%13; k++ {
			e += c.x / float64(k*k+100/n)
		}
		c.e = e
		i++
	}
}

var AttemptCharges = hone.Func(attemptCharges)

// attemptAgain looks at what may be what it has just stored, by another name; so it is where the slices are the same.
func attemptAgain(out, x, more, table []float64) {
	for i := range x {
		v := math.Abs(x[i]) * 2
		k := int(v)
		out[i] = table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
		more[i] = x[i] * 0.5
	}
}

var AttemptAgain = hone.Func(attemptAgain)

// attemptBefore looks first.
func attemptBefore(out, x, table []float64) {
	for i := range x {
		v := math.Abs(x[i]) * 2
		k := int(v)
		out[i] = table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
	}
}

var AttemptBefore = hone.Func(attemptBefore)

// attemptTwice stores to a place, looks something up, and stores there again; and then to the second of two slices, which may be the first.
func attemptTwice(out, some, x, table []float64) {
	for i := range x {
		v := math.Abs(x[i]) * 2
		k := int(v)
		out[i] = v
		w := table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
		out[i] = w
		some[i] = 2 * w
	}
}

var AttemptTwice = hone.Func(attemptTwice)

// attemptRead reads what it has stored before, if that is still there.
func attemptRead(out, some, more, x, table []float64) {
	for i := range x {
		v := math.Abs(x[i]) * 2
		k := int(v)
		w := table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
		out[i] = w
		some[i] = 2 * w
		more[i] = out[i] + 1
	}
}

var AttemptRead = hone.Func(attemptRead)

// attemptSkip leaves places out: on a condition it goes on with the next.
func attemptSkip(out, some, x, table []float64) {
	for i := range x {
		v := math.Abs(x[i]) * 2
		k := int(v)
		w := table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
		some[i] = w
		if w < 1 {
			continue
		}
		out[i] = w
	}
}

var AttemptSkip = hone.Func(attemptSkip)

// attemptThirds stores to one slice at three places in each iteration, the last of which is in the middle.
func attemptThirds(out, x, table []float64) {
	for i, a := range x {
		v := math.Abs(a) * 2
		k := int(v)
		out[3*i] = v
		out[3*i+2] = table[k] + (v-float64(k))*(table[k+1]-table[k])/(1+v)
		out[3*i+1] = a
	}
}

var AttemptThirds = hone.Func(attemptThirds)

func init() {
	// seldom is wrong once in a while, at one place of n.
	seldom := func(r *rand.Rand, n int) int {
		if r.Intn(3) == 0 && n > 0 {
			return r.Intn(n)
		}
		return -1
	}
	add("AttemptPieces", attemptPieces, AttemptPieces, func(r *rand.Rand, n int) []any {
		at := make([]float64, 1+r.Intn(30))
		for i := range at {
			at[i] = r.Float64() * 100
		}
		slices.Sort(at)
		pieces := make([][3]float64, len(at)-r.Intn(2))
		for i := range pieces {
			pieces[i] = [3]float64{r.Float64(), r.Float64(), r.Float64()}
		}
		x := make([]float64, n)
		for i := range x {
			x[i] = r.Float64() * at[max(len(pieces)-1, 0)]
		}
		if k := seldom(r, n); k >= 0 {
			x[k] = 200
		}
		return []any{make([]float64, max(n-r.Intn(2), 0)), at, pieces, x}
	})
	add("AttemptBack", attemptBack, AttemptBack, func(r *rand.Rand, n int) []any {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.Float64()*20 - 10
		}
		if k := seldom(r, n); k >= 0 {
			x[k] = 11
		}
		return []any{x, f64s(r, 22), r.Intn(4) - r.Intn(2)}
	})
	halves := func(r *rand.Rand, n int) (x, table []float64) {
		x = make([]float64, n)
		for i := range x {
			x[i] = r.Float64()*20 - 10
		}
		if k := seldom(r, n); k >= 0 {
			x[k] = 11
		}
		return x, f64s(r, 22).([]float64)
	}
	add("AttemptAgain", attemptAgain, AttemptAgain, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		out := x
		if r.Intn(3) == 0 {
			out = make([]float64, n-min(n, r.Intn(2)))
		}
		return []any{out, x, make([]float64, n), table}
	})
	add("AttemptBefore", attemptBefore, AttemptBefore, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		out := x
		if r.Intn(2) == 0 {
			out = make([]float64, n-min(n, r.Intn(2)))
		}
		return []any{out, x, table}
	})
	add("AttemptTwice", attemptTwice, AttemptTwice, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		out, some := make([]float64, n), make([]float64, n)
		if r.Intn(3) == 0 {
			some = out
		}
		return []any{out, some, x, table}
	})
	add("AttemptSkip", attemptSkip, AttemptSkip, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		return []any{make([]float64, n), f64s(r, n), x, table}
	})
	add("AttemptRead", attemptRead, AttemptRead, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		out, some := make([]float64, n), make([]float64, n)
		if r.Intn(3) == 0 {
			some = out
		}
		return []any{out, some, make([]float64, n), x, table}
	})
	add("AttemptThirds", attemptThirds, AttemptThirds, func(r *rand.Rand, n int) []any {
		x, table := halves(r, n)
		return []any{make([]float64, 3*n-min(3*n, r.Intn(2))), x, table}
	})
	add("AttemptApart", attemptApartly, AttemptApart, func(r *rand.Rand, n int) []any {
		a, b := make([]int32, n), make([]int32, n)
		for i := range a {
			a[i], b[i] = 1000+int32(r.Intn(1<<20)), int32(r.Intn(1000))
		}
		if k := seldom(r, n); k >= 0 {
			a[k] = 0
		}
		return []any{make([]float32, max(3*n-r.Intn(4), 0)), a, b}
	})
	add("AttemptWalks", attemptWalks, AttemptWalks, func(r *rand.Rand, n int) []any {
		next := make([]int32, 2+r.Intn(60))
		if r.Intn(8) == 0 {
			next = make([]int32, 70_000)
		}
		for i := range next {
			next[i] = int32(max(i-1, 0))
		}
		starts := make([]int, n)
		for i := range starts {
			starts[i] = r.Intn(min(len(next), 60))
		}
		if k := seldom(r, n); k >= 0 {
			starts[k] = len(next) - r.Intn(2)
		}
		return []any{next, starts}
	})
	add("AttemptCharges", attemptCharges, AttemptCharges, func(r *rand.Rand, n int) []any {
		all, by := make([]charge, n), []int{3 + r.Intn(9), 40, 7, 12}
		for i := range all {
			all[i] = charge{uint8(r.Intn(20)), r.Float64(), r.Float64(), r.Intn(100)}
		}
		if k := seldom(r, n); k >= 0 {
			if all[k].kind = 200; r.Intn(2) == 0 {
				all[k].bucket = -1 - 4*r.Intn(2)
			}
		}
		return []any{all, f64s(r, 20), by}
	})
}
