package hone

import (
	"fmt"
	"iter"
	"slices"
	"testing"
)

func TestGenerators(t *testing.T) {
	for _, c := range []struct {
		name string
		got  iter.Seq[int]
		want []int
	}{
		{"Parallel(4)", Parallel(4), []int{0, 1, 2, 3}},
		{"Parallel(1)", Parallel(1), []int{0}},
		{"Parallel(0)", Parallel(0), nil},
		{"Parallel(-1)", Parallel(-1), nil},
		{"Range(-1, 2)", Range(-1, 2), []int{-1, 0, 1}},
		{"Range(2, 2)", Range(2, 2), nil},
		{"Range(2, -2)", Range(2, -2), nil},
		{"Unroll(5, 8)", Unroll(5, 8), []int{5, 6, 7}},
		{"Unroll(8, 5)", Unroll(8, 5), nil},
	} {
		if got := slices.Collect(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s yields %v, want %v", c.name, got, c.want)
		}
		for range c.got {
			break // leaving early must not panic
		}
	}
}

func TestStep(t *testing.T) {
	for lo := -7; lo <= 7; lo++ {
		for hi := -7; hi <= 7; hi++ {
			for step := -5; step <= 5; step++ {
				var want []int
				switch {
				case step > 0:
					for i := lo; i < hi; i += step {
						want = append(want, i)
					}
				case step < 0:
					for i := lo; i > hi; i += step {
						want = append(want, i)
					}
				default:
					continue
				}
				if got := slices.Collect(Step(lo, hi, step)); !slices.Equal(got, want) {
					t.Errorf("Step(%d, %d, %d) yields %v, want %v", lo, hi, step, got, want)
				}
			}
		}
	}
	const top = int(^uint(0) >> 1)
	if got, want := slices.Collect(Step(top-5, top, 3)), []int{top - 5, top - 2}; !slices.Equal(got, want) {
		t.Errorf("near the largest int: got %v, want %v", got, want)
	}
	defer func() {
		if err, ok := recover().(error); !ok || err.Error() != "runtime error: integer divide by zero" {
			t.Errorf("Step(0, 1, 0) panics with %v", err)
		}
	}()
	Step(0, 1, 0)
}

func TestParallel2(t *testing.T) {
	var got [][2]int
	for y, x := range Parallel2(2, 3) {
		got = append(got, [2]int{y, x})
	}
	if want := [][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, d := range [][2]int{{0, 3}, {3, 0}, {-1, 3}, {3, -1}, {-2, -2}} {
		for y, x := range Parallel2(d[0], d[1]) {
			t.Fatalf("Parallel2(%d, %d) yields %d, %d", d[0], d[1], y, x)
		}
	}
	count := 0
	for y, x := range Parallel2(10, 10) {
		if y == 1 && x == 1 {
			break
		}
		count++
	}
	if count != 11 {
		t.Errorf("%d iterations before the break, want 11", count)
	}
}

func TestHide(t *testing.T) {
	if got := fmt.Sprint(Hide(3), Hide("x"), Hide([]int{1})); got != "3x[1]" {
		t.Errorf("got %s", got)
	}
}
