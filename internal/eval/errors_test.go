package eval_test

import (
	"errors"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/source"
)

// TestErrors specialises the functions of package bad and compares the errors with the comments.
func TestErrors(t *testing.T) {
	const path = "github.com/hone-go/hone/internal/eval/testdata/bad"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/bad/bad.go")
	if err != nil {
		t.Fatal(err)
	}
	wants := map[int]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, want, ok := strings.Cut(line, `// want "`); ok {
			wants[i+1] = strings.TrimSuffix(want, `"`)
		}
	}
	for _, fn := range exported(p.Package(path).Types.Scope()) {
		name := fn.Name()
		m, reasons := p.Translate(fn)
		if m == nil {
			t.Errorf("%s: %v", name, reasons)
			continue
		}
		res, err := eval.Specialize(m, m.Funcs[0].Name, eval.Options{})
		var e *eval.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: error %v\n%s", name, err, res)
			continue
		}
		if want := wants[int(e.Pos.Line)]; want != e.Msg || e.Pos.Col == 0 {
			t.Errorf("%s: %v, must be %q", name, err, want)
		}
		delete(wants, int(e.Pos.Line))
	}
	for line, want := range wants {
		t.Errorf("bad.go:%d: no error %q", line, want)
	}
}

// exported lists the exported functions of a package.
func exported(scope *types.Scope) (fns []*types.Func) {
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && fn.Exported() {
			fns = append(fns, fn)
		}
	}
	return fns
}
