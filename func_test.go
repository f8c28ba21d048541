package hone

import (
	"strings"
	"testing"
)

func double(x float64) float64 { return 2 * x }

func TestFunc(t *testing.T) {
	d := Func(double)
	if got := d.Call(21); got != 42 {
		t.Errorf("Call(21) = %v", got)
	}
	s := d.Status()
	if s.Compiled || s.Target != "go" || !strings.HasSuffix(s.Func, "hone.double") {
		t.Errorf("status %+v", s)
	}
	if got, want := s.String(), "plain Go: no generated code for it in this build: use `go tool hone run|build|test`"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFuncPanics(t *testing.T) {
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { Func(3) }, "hone.Func: want a function, have int"},
		{func() { Func[any](double) }, "hone.Func: want a function, have interface {}"},
		{func() { Func[func(int) bool](nil) }, "hone.Func: nil func(int) bool"},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("got %v, want %v", got, c.want)
				}
			}()
			c.f()
		}()
	}
}

func TestStatusString(t *testing.T) {
	for _, c := range []struct {
		status Status
		want   string
	}{
		{Status{Compiled: true, Target: "avx512"}, "compiled for avx512"},
		{Status{Compiled: true, Target: "avx2", Reason: "HONE_ISA"}, "compiled for avx2: HONE_ISA"},
		{Status{Target: "go", Reason: "a.go:1:2: no"}, "plain Go: a.go:1:2: no"},
	} {
		if got := c.status.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
