package check

import (
	"errors"
	"go/token"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// TestVerdict: mistakes of the compiler for which other code stands in are told, once.
func TestVerdict(t *testing.T) {
	h := &Honed{Honed: &source.Honed{Pkg: &source.Package{Name: "p"}, Name: "F", Pos: token.Position{Filename: "f.go", Line: 3, Column: 9}}}
	expect := func(status string, fails bool, want ...string) {
		t.Helper()
		var lines []string
		for _, f := range h.Findings(false) {
			lines = append(lines, f.String())
			if f.Fails != fails || f.Compiled != (status == Compiled) {
				t.Errorf("%s: fails %t, compiled %t", f, f.Fails, f.Compiled)
			}
		}
		if o := h.Outcome(); o.Status != status || !slices.Equal(lines, want) {
			t.Errorf("%q, %q; want %q, %q", o.Status, lines, status, want)
		}
	}
	expect(Compiled, false, "f.go:3:9: p.F: compiled")
	h.Nothing = errors.New("f.go:1:1: nothing to gain: it is small")
	expect(Nothing, false, "f.go:3:9: p.F: plain: nothing to gain: it is small")
	h.Learn(&pipeline.Compiled{}, rt.AVX512)
	expect(Nothing, false, "f.go:3:9: p.F: plain: nothing to gain: it is small; with avx512 it is compiled")
	h.gains, h.Must = nil, true
	expect(Nothing, true, "f.go:3:9: p.F: plain: nothing to gain: it is small")
	h.Must = false
	h.Blame([]error{errors.New("internal error a"), errors.New("internal error b")})
	h.Blame([]error{errors.New("internal error a")})
	const part = "f.go:3:9: p.F: compiled in part, scalar code stands in for the rest: internal error "
	expect(Part, true, part+"a", part+"b")
	h.Why = []source.Reason{{Pos: token.Position{Filename: "f.go", Line: 1, Column: 1}, Msg: "because"}}
	expect(Plain, false, "f.go:1:1: p.F: plain: because")
	h.Wrong = true
	expect(Plain, true, "f.go:1:1: p.F: plain: because")
}
