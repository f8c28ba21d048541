package gen

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
)

// TestUnits merges units: equal functions are kept once, and different ones of the same name apart.
func TestUnits(t *testing.T) {
	f := func(name, body string) string { return "func @" + name + "() -> (i64) {\n" + body + "\nreturn %x\n}\n" }
	one, two := "%x = const 1 : i64", "%x = const 2 : i64"
	var ms []*module
	var got []int
	for _, u := range []string{f("a", one) + f("h", one), f("b", one) + f("h", one), f("c", one) + f("h", two), f("d", two), f("a", two) + f("h", two)} {
		at := 0
		ms, at = addUnit(ms, ir.MustParse(u))
		got = append(got, at)
	}
	if len(ms) != 2 || got[0] != 0 || got[1] != 0 || got[2] != 1 || got[3] != 0 || got[4] != 1 {
		t.Errorf("%d modules, units in %v", len(ms), got)
	}
	for i, want := range []string{"a h b d", "c h a"} {
		var names []string
		for _, f := range ir.MustParse(ms[i].text.String()).Funcs {
			names = append(names, f.Name)
		}
		if s := strings.Join(names, " "); s != want {
			t.Errorf("module %d has %s, want %s", i, s, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{"a\n\tb": "`a\n\tb`", "a`b\n": `"a` + "`" + `b\n"`, "a\rb": `"a\rb"`} {
		if got := quote(text); got != want {
			t.Errorf("quote(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestImportable(t *testing.T) {
	for _, c := range []struct {
		from, path string
		want       bool
	}{
		{"a/b", "c/d", true}, {"a/b", "a/internal/c", true}, {"a", "a/internal", true}, {"b", "a/internal/c", false},
		{"a/b", "a/b/internal/c/internal/d", false}, {"a/b/internal/c/x", "a/b/internal/c/internal/d", true}, {"ab/c", "a/internal/c", false},
		{"a", "internal/abi", false},
	} {
		if got := importable(c.from, c.path); got != c.want {
			t.Errorf("importable(%q, %q) = %v", c.from, c.path, got)
		}
	}
}

func TestInModule(t *testing.T) {
	pkg := &source.Package{Path: "example.com/m/a/b", Module: "example.com/m", Dir: "/src/m/a/b"}
	for _, c := range []struct{ dir, msg, want string }{
		{"/src/m", "a/b/x.go:1:2: no (in c, called at a/c/y.go:3:4)", "a/b/x.go:1:2: no (in c, called at a/c/y.go:3:4)"},
		{"/src/m/a/b", "x.go:1:2: no (in c, called at /src/m/a/c/y.go:3:4)", "a/b/x.go:1:2: no (in c, called at a/c/y.go:3:4)"},
		{"/elsewhere", "/src/m/z.go:1:2: no", "z.go:1:2: no"},
		{"/src/m/a/b", "/cache/lib@v1/sub/z.go:1:2: no", "sub/z.go:1:2: no"},
	} {
		if got := InModule(pkg, c.dir, c.msg); got != c.want {
			t.Errorf("in %s: got %q, want %q", c.dir, got, c.want)
		}
	}
}
