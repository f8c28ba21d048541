package vmath

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestStatedBounds holds the errors named in doc comments, and in the package's table, to
// those that the accuracy tests check.
func TestStatedBounds(t *testing.T) {
	tested := map[string]float64{}
	for _, c := range accuracy {
		tested[c.name] = c.bound
	}
	for _, c := range accuracy2 {
		tested[c.name] = c.bound
	}
	for _, c := range accuracy32 {
		tested[c.name] = c.bound
	}
	for _, c := range accuracy232 {
		tested[c.name] = c.bound
	}
	tested["Sincos"], tested["Sincos32"] = max(tested["Sin"], tested["Cos"]), max(tested["Sin32"], tested["Cos32"])
	tested["Gamma"], tested["Lgamma"] = gammaBound, lgammaBound
	table, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	stated := regexp.MustCompile(`error of at most ([0-9.]+) ulp`)
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range files {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() {
				continue
			}
			name := fn.Name.Name
			m := stated.FindStringSubmatch(strings.Join(strings.Fields(fn.Doc.Text()), " "))
			if m == nil {
				if tested[name] > 0.5 {
					t.Errorf("%s states no error bound", name)
				}
				continue
			}
			bound := fmt.Sprint(tested[name])
			if m[1] != bound {
				t.Errorf("%s states %s ulp, tested are %s", name, m[1], bound)
			}
			row := regexp.MustCompile(`\b` + name + ` +` + regexp.QuoteMeta(bound) + `\s`)
			if !row.Match(table) {
				t.Errorf("%s: the package's table does not say %s", name, bound)
			}
		}
	}
}
