package source

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

var update = flag.Bool("update", false, "write testdata/ir")

// TestGolden compares the IR of some functions with testdata/ir, and parses it back.
func TestGolden(t *testing.T) {
	p := language(t)
	for _, name := range []string{"assignment", "closures", "filter", "forThreeClause", "perIteration", "rangeFunc", "reductions", "shortCircuit", "switchTag"} {
		m, reasons := p.TranslateFunc(languagePath, name)
		if len(reasons) > 0 {
			t.Errorf("%s: %v", name, reasons)
			continue
		}
		got := m.String()
		if back, err := ir.Parse(got); err != nil || back.String() != got {
			t.Errorf("%s does not parse back: %v", name, err)
		}
		got = strings.ReplaceAll(got, languagePath+".", "")
		file := filepath.Join("testdata", "ir", name+".ir")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestRangeArrayCopies looks at which ranges over arrays extract elements of a copy, and which read those of the variable.
func TestRangeArrayCopies(t *testing.T) {
	p := language(t)
	for name, copies := range map[string]int{"rangeArrayInTurn": 1, "rangeArrayCopied": 15} {
		m, reasons := p.TranslateFunc(languagePath, name)
		if len(reasons) > 0 {
			t.Fatalf("%s: %v", name, reasons)
		}
		extracts := 0
		m.Funcs[0].Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpExtract && len(o.Args) > 1 {
				extracts++
			}
			return true
		})
		if extracts != copies {
			t.Errorf("%s extracts elements in %d places, not %d:\n%s", name, extracts, copies, m)
		}
	}
}
