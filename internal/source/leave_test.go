package source

import (
	"os"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestLeave: the plain function is called where the comments say, for the reasons there, and nowhere else.
func TestLeave(t *testing.T) {
	const file = "testdata/leave/leave.go"
	p, err := Load(".", []string{"./testdata/leave"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type said struct {
		what string // plain or refused
		line int
	}
	got := map[said][]string{} // the reasons
	add := func(what string, line int, why string) { got[said{what, line}] = append(got[said{what, line}], why) }
	for _, h := range p.Funcs() {
		if (h.Unit == nil) != (len(h.Reasons) > 0) {
			t.Errorf("%s: a unit and reasons exclude each other", h.Func)
		}
		for _, r := range h.Reasons {
			add("refused", r.Pos.Line, r.Msg)
		}
		if h.Unit == nil {
			continue
		}
		if err := ir.Verify(h.Unit, ir.Source); err != nil {
			t.Errorf("%s: %v", h.Func, err)
		}
		for _, f := range h.Unit.Funcs {
			f.Body.Walk(func(o *ir.Op) bool {
				if why, ok := ir.LeavesFor(o); ok {
					place, msg, _ := strings.Cut(why, ": ")
					if !strings.HasPrefix(place, "internal/source/"+file+":") {
						t.Errorf("%s: the place is %s", h.Func, place)
					}
					add("plain", int(o.Pos.Line), msg)
				}
				return true
			})
		}
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, what := range []string{"plain", "refused"} {
			_, want, ok := strings.Cut(line, "// "+what+": ")
			reasons := got[said{what, i + 1}]
			if ok != (len(reasons) > 0) || ok && !strings.HasPrefix(reasons[0], want) {
				t.Errorf("%s:%d: %s, want %q, got %q", file, i+1, what, want, reasons)
			}
		}
	}
}
