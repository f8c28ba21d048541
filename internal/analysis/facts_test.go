package analysis_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the expected facts")

// facts are what the files in testdata list, by the files' names.
var facts = map[string]func(f *ir.Func) string{
	"reorder": func(f *ir.Func) string {
		var text strings.Builder
		a := analysis.Of(f)
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind.Has(ir.Loop) {
				v := a.Reorder(o)
				var names []string
				for _, p := range o.Regions[0].Params {
					names = append(names, p.Name)
				}
				fmt.Fprintf(&text, "%s %s: %s\n", o.Kind, strings.Join(names, ", "), &v)
			}
			return true
		})
		return text.String()
	},
}

// TestFacts compares the facts about the functions in testdata with those written down.
func TestFacts(t *testing.T) {
	for name, of := range facts {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".ir")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, err := ir.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(m, ir.Residual); err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, f := range m.Funcs {
				fmt.Fprintf(&got, "@%s\n%s", f.Name, of(f))
			}
			file = filepath.Join("testdata", name+".facts")
			if *update {
				if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("%s says something else (go test -update writes this):\n%s", file, &got)
			}
		})
	}
}
