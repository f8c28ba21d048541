package source

import (
	"fmt"
	"go/types"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

const languagePath = "github.com/hone-go/hone/internal/source/testdata/language"

func init() { rethrow = true }

var loadLanguage = sync.OnceValues(func() (*Program, error) {
	return Load(".", []string{"./testdata/language"}, Options{})
})

func language(t *testing.T) *Program {
	t.Helper()
	p, err := loadLanguage()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var wantComment = regexp.MustCompile(`// want(-above)? "(.*)"$`)

// wants reads the expected reasons: file:line -> pattern.
func wants(t *testing.T, p *Program) map[string]*regexp.Regexp {
	t.Helper()
	found := map[string]*regexp.Regexp{}
	for _, f := range p.Package(languagePath).Files {
		at := p.position(f.Pos())
		text, err := os.ReadFile(at.Filename)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := wantComment.FindStringSubmatch(line); m != nil {
				n := i + 1
				if m[1] != "" {
					n--
				}
				found[fmt.Sprintf("%s:%d", at.Filename, n)] = regexp.MustCompile(m[2])
			}
		}
	}
	return found
}

// translated translates a function: as what is honed, if it is by a variable of its name.
func translated(p *Program, fn *types.Func) (*ir.Module, []Reason) {
	name := strings.ToUpper(fn.Name()[:1]) + fn.Name()[1:]
	if h := p.Honed(languagePath, name); h != nil {
		return h.Unit, h.Reasons
	}
	return p.Translate(fn)
}

// TestLanguage translates every function of the package and compares the reasons with the comments.
func TestLanguage(t *testing.T) {
	p := language(t)
	wants := wants(t, p)
	missing := map[string]bool{}
	for at := range wants {
		missing[at] = true
	}
	scope := p.Package(languagePath).Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || fn.Signature().TypeParams().Len() > 0 || strings.HasSuffix(p.position(fn.Pos()).Filename, "runs.go") {
			continue
		}
		m, reasons := translated(p, fn)
		for _, r := range reasons {
			at := fmt.Sprintf("%s:%d", r.Pos.Filename, r.Pos.Line)
			if w := wants[at]; w == nil || !w.MatchString(r.Msg) {
				t.Errorf("%s: unexpected reason %s", name, r)
			}
			delete(missing, at)
		}
		if len(reasons) > 0 {
			continue
		}
		if err := ir.Verify(m, ir.Source); err != nil {
			t.Errorf("%s: %v\n%s", name, err, m)
		}
	}
	for at := range missing {
		t.Errorf("%s: no reason %q", at, wants[at])
	}
}

var row = regexp.MustCompile(`^\| (.*?) \| (yes|no|part) \| .*\| (.*?) \|$`)

// TestRows checks that the rows of docs/language.md have tests, and say what these find.
func TestRows(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	p := language(t)
	scope := p.Package(languagePath).Types.Scope()
	tested := map[string]bool{}
	rows := 0
	for line := range strings.Lines(string(text)) {
		m := row.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		rows++
		for _, name := range strings.Split(m[3], ", ") {
			name = strings.Trim(name, "`")
			tested[name] = true
			fn, ok := scope.Lookup(name).(*types.Func)
			if !ok {
				t.Errorf("row %q: no test %q", m[1], name)
				continue
			}
			_, reasons := translated(p, fn)
			if compiled := len(reasons) == 0; m[2] == "yes" && !compiled || m[2] == "no" && compiled {
				t.Errorf("row %q says %s, but the reasons for %s are %v", m[1], m[2], name, reasons)
			}
		}
	}
	if rows < 40 {
		t.Errorf("only %d rows", rows)
	}
	pkg := p.Package(languagePath)
	called := map[types.Object]bool{}
	for _, obj := range pkg.Info.Uses {
		called[obj] = true
	}
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && !tested[name] && !called[fn] {
			t.Errorf("%s is in no row", name)
		}
	}
}
