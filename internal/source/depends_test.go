package source

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// dependsFiles is a module whose honed functions depend on builds in different ways.
var dependsFiles = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n\nrequire github.com/hone-go/hone v0.0.0\n\nreplace github.com/hone-go/hone => REPO\n",
	"all.go": `package m

import (
	"math"
	"runtime"
	"time"

	"example.com/m/q"
	"github.com/hone-go/hone"
)

func plain(x []float64) { x[0] = math.Exp(x[0]) + math.Sqrt(math.Pi) }

var Plain = hone.Func(plain)

var System = hone.Func(system)

func system(x []int) {
	if runtime.GOOS == "linux" {
		x[0]++
	}
}

var Tagged = hone.Func(func(x []int) { x[0] = limit })

var Typed = hone.Func(func(x []sized) { x[0].n = 1 })

var Called = hone.Func(func(x []int) { x[0] = q.Deep(1) })

var Dead = hone.Func(func(x []int) {
	if !debug {
		return
	}
	x[0] = never(0)
})

var Table = hone.Func(func(x []int) { x[0] = table[1] })

var Second = hone.Func(func(x []time.Duration) { x[0] = time.Second })
`,
	"tags.go":              "//go:build !foo || bar\n\npackage m\n\nconst limit = 1 << bits\n",
	"bits.go":              "package m\n\nconst bits = 3\n",
	"x_amd64.go":           "package m\n\ntype sized struct { n int; pad [width]byte }\n",
	"width_linux_amd64.go": "package m\n\nconst width = 8\n",
	"debug.go":             "package m\n\nconst debug = false\n",
	"never.go":             "//go:build never || !foo\n\npackage m\n\nfunc never(n int) int { return n }\n",
	"table.go":             "//go:build !nottable\n\npackage m\n\nvar table = [2]int{1, 2}\n",
	"q/q.go":               "package q\n\nfunc Deep(n int) int { return deeper(n) }\n",
	"q/deep.go":            "//go:build linux\n\npackage q\n\nfunc deeper(n int) int { return n + 1 }\n",
}

// TestDepends: what a honed function was made from, and in which builds that is part of the program.
func TestDepends(t *testing.T) {
	dir := t.TempDir()
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(repo, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dependsFiles["go.sum"] = string(sum)
	for name, text := range dependsFiles {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(text, "REPO", repo, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	p, err := Load(dir, nil, Options{Env: env})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, build, depends string }{
		{"Plain", "", "m/all.go:Plain m/all.go:plain math/const.go:Pi vmath/"},
		{"System", "!android && linux", "internal/goos/zgoos_linux.go:GOOS m/all.go:System m/all.go:import_\"runtime\" m/all.go:system runtime/extern.go:GOOS"},
		{"Tagged", "(!foo || bar)", "m/all.go:Tagged m/bits.go:bits m/tags.go:limit"},
		{"Typed", "amd64 && linux", "m/width_linux_amd64.go:width m/x_amd64.go:sized"},
		{"Called", "linux", "m/all.go:Called m/q/deep.go:deeper m/q/q.go:Deep"},
		{"Dead", "", "m/all.go:Dead m/debug.go:debug"},
		{"Table", "!nottable", "m/all.go:Table m/table.go:table"},
		{"Second", "", "time/time.go:Second"},
	}
	hs := p.Funcs()
	if len(hs) != len(want) {
		t.Fatalf("%d honed functions", len(hs))
	}
	for i, h := range hs {
		if len(h.Reasons) > 0 {
			t.Errorf("%s: %v", h.Name, h.Reasons)
		}
		var got []string
		for _, d := range h.Depends {
			pkg := strings.TrimPrefix(strings.TrimPrefix(d.Pkg.ImportPath(), "example.com/"), honePath+"/")
			got = append(got, pkg+"/"+d.File+":"+strings.ReplaceAll(d.Name, " ", "_"))
		}
		if h.Name != want[i].name || h.Build() != want[i].build {
			t.Errorf("%s is for %q, want %s for %q", h.Name, h.Build(), want[i].name, want[i].build)
		}
		for _, w := range strings.Fields(want[i].depends) {
			if !slices.ContainsFunc(got, func(g string) bool { return g == w || strings.HasSuffix(w, "/") && strings.HasPrefix(g, w) }) {
				t.Errorf("%s: %s is not in %v", h.Name, w, got)
			}
		}
		if slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, "never") || strings.Contains(g, "haveArch") }) {
			t.Errorf("%s: %v", h.Name, got)
		}
	}
}

func TestNameConditions(t *testing.T) {
	for name, want := range map[string]string{
		"a.go": "", "linux.go": "", "a_linux.go": "linux", "a_amd64.go": "amd64", "a_linux_amd64.go": "amd64 linux", "a_linux_test.go": "linux",
		"a_b_c.go": "", "a_amd64_linux.go": "linux", "_amd64.go": "amd64", "a_test.go": "", "a_linux.x.go": "linux",
	} {
		if got := strings.Join(nameConditions(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestKept checks that exported variables count as changing where other programs may import the package.
func TestKept(t *testing.T) {
	p, err := Load(".", []string{"./testdata/language"}, Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	_, reasons := p.TranslateFunc(languagePath, "packageSlice")
	if len(reasons) == 0 || !strings.Contains(reasons[0].Msg, "package variable Exported is exported") {
		t.Errorf("packageSlice, kept: %v", reasons)
	}
	if _, reasons := p.TranslateFunc(languagePath, "packageSines"); len(reasons) == 0 || !strings.Contains(reasons[0].Msg, "package variable sines is computed when the program starts") {
		t.Errorf("packageSines, kept: %v", reasons)
	}
	if _, reasons := p.TranslateFunc(languagePath, "packageVariable"); len(reasons) > 0 {
		t.Errorf("packageVariable, kept: %v", reasons)
	}
}
