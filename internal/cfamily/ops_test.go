package cfamily_test

import (
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/ir"
)

// hostOnly are the operations of the loops level that kernels don't hold.
var hostOnly = []string{"make", "launch", "run", "scratch", "arena", "stack", "pace", "reach", "pipeline", "window", "blank", "stage", "sweeps", "turn", "relay", "move", "threads", "procs", "foreign"}

// ownLanes are those that only passes for targets with vectors of hone's own put there.
var ownLanes = []string{"compact"}

// TestOps looks at every operation that is legal at the loops level: it can be printed, or doesn't come here.
func TestOps(t *testing.T) {
	for k, info := range ir.Infos {
		if info.Levels&ir.Loops == 0 {
			continue
		}
		host := slices.Contains(hostOnly, info.Name) || slices.Contains(ownLanes, info.Name)
		if supported := cfamily.Supports(ir.OpKind(k)); supported == host {
			t.Errorf("%s: supported %v, never in such a kernel %v", info.Name, supported, host)
		}
	}
}

// TestUnsupported looks at what is said of a kernel that can't be printed.
func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`%n = len %x : i64
  %m = make %n : []f64 !"a.go":3:4`, "a.go:3:4: no make in the text for kernels"},
		{`%b = alloca <ints=[1000000]> : []f64 !"a.go":5:6
  %c = load %b, %lo : f64
  store %x, %lo, %c`, "a.go:5:6: local arrays of 8000000 bytes (at most 262144)"},
	} {
		m := ir.MustParse("func @f(%lo: i64, %hi: i64, %x: []f64) -> () kernel=range {\n" + c.text + "\nreturn\n}")
		_, err := cfamily.Print(m.Funcs, cfamily.C11)
		if err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}
