package overhead

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

var (
	text = "hello, little world"
	ints = []int{1, 3, 4, 7, 9, 12, 15, 20}
	fail error
)

func init() {
	kinds = append(kinds, []kind{
		{"largest", func() { sink = Largest.Call(x) }, func() { sink = largest(x) }, 0},
		{"extremes", func() { sink, _ = Extremes.Call(x) }, func() { sink, _ = extremes(x) }, 0},
		{"occurs", func() { count = Occurs.Call(text, 'l') }, func() { count = occurs(text, 'l') }, 0},
		{"mean", func() { sink, fail = Mean.Call(x, 0) }, func() { sink, fail = mean(x, 0) }, 0},
		{"variance", func() { sink, _ = Variance.Call(x) }, func() { sink, _ = variance(x) }, 0},
		{"place", func() { count = Place.Call(ints, 9) }, func() { count = place(ints, 9) }, 0},
		{"backwards", func() { sink = Backwards.Call(x, 0.5) }, func() { sink = backwards(x, 0.5) }, 0},
		{"differences", func() { results, _, _ = Differences.Call(x, 2) }, func() { results, _, _ = differences(x, 2) }, 2},
	}...)
}

var count int

// told is what a call gives, be it a panic.
func told(f func() string) (s string) {
	defer func() {
		if e := recover(); e != nil {
			s = fmt.Sprint("panic: ", e)
		}
	}()
	return f()
}

// TestSmall: functions of little give what plain Go does for any length, of one block and of more, and none; with results that are made, also
// where the collector looks at them at once; with errors.
func TestSmall(t *testing.T) {
	compiled(t)
	for _, n := range []int{0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 800, 8191, 8192, 8193, 40_000, 16, 1, 0} {
		x, k := make([]float64, n), make([]int, n)
		for i := range x {
			x[i], k[i] = float64((i*7)%23)-11, 2*i
		}
		text := strings.Repeat("ab", n)
		runtime.GC()
		for name, f := range map[string][2]func() string{
			"largest":     {func() string { return fmt.Sprint(Largest.Call(x)) }, func() string { return fmt.Sprint(largest(x)) }},
			"extremes":    {func() string { return fmt.Sprint(Extremes.Call(x)) }, func() string { return fmt.Sprint(extremes(x)) }},
			"occurs":      {func() string { return fmt.Sprint(Occurs.Call(text, 'b')) }, func() string { return fmt.Sprint(occurs(text, 'b')) }},
			"mean":        {func() string { return fmt.Sprint(Mean.Call(x, -1e9)) }, func() string { return fmt.Sprint(mean(x, -1e9)) }},
			"too little":  {func() string { return fmt.Sprint(Mean.Call(x, 1e9)) }, func() string { return fmt.Sprint(mean(x, 1e9)) }},
			"variance":    {func() string { return fmt.Sprint(Variance.Call(x)) }, func() string { return fmt.Sprint(variance(x)) }},
			"place":       {func() string { return fmt.Sprint(Place.Call(k, n)) }, func() string { return fmt.Sprint(place(k, n)) }},
			"backwards":   {func() string { return fmt.Sprint(Backwards.Call(x, 0.5)) }, func() string { return fmt.Sprint(backwards(x, 0.5)) }},
			"differences": {func() string { return fmt.Sprint(Differences.Call(x, 3)) }, func() string { return fmt.Sprint(differences(x, 3)) }},
			"scaled":      {func() string { return fmt.Sprint(Scaled.Call(x, 3)) }, func() string { return fmt.Sprint(scaled(x, 3)) }},
		} {
			if got, want := told(f[0]), told(f[1]); got != want {
				t.Errorf("%s of %d: %.80s, want %.80s", name, n, got, want)
			}
		}
	}
	if _, err := Mean.Call(nil, 0); err != errEmpty {
		t.Error("another error than the package's:", err)
	}
}

// TestMadeInTime: what a call makes is there for the collector while calls go on on many goroutines.
func TestMadeInTime(t *testing.T) {
	compiled(t)
	done := make(chan string)
	for g := range 4 {
		go func() {
			x := []float64{1, 2, 3, float64(g)}
			for range 20_000 {
				d, s, _ := Differences.Call(x, 2)
				if d[2] != float64(g)-3 || s[3] != 2*float64(g) || d[0] != 1 {
					done <- fmt.Sprint(d, s)
					return
				}
			}
			done <- ""
		}()
	}
	for left := 4; left > 0; {
		select {
		case bad := <-done:
			left--
			if bad != "" {
				t.Error(bad)
			}
		default:
			runtime.GC()
		}
	}
}
