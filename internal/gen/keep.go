package gen

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/origin"
	"github.com/hone-go/hone/internal/source"
)

// keyed is the name of a file for the builds that fulfil a condition. Files for different conditions stand side by side.
func keyed(base, build string) string {
	if build == "" {
		return base
	}
	h := sha256.Sum256([]byte(build))
	return strings.Replace(base, "hone_gen", "hone_gen_"+hex.EncodeToString(h[:4]), 1)
}

var key = regexp.MustCompile(`_gen_([0-9a-f]{8})[_.]`)

// keyOf is the key in a file's name, or "".
func keyOf(base string) string {
	if m := key.FindStringSubmatch(base); m != nil {
		return m[1]
	}
	return ""
}

// origins writes what a file was made from.
func (p *part) origins(out *bytes.Buffer, sources *origin.Sources) error {
	lines := map[string]bool{}
	add := func(pkg *source.Package, file, name string) error {
		it := origin.Item{Pkg: pkg.ImportPath(), File: file, Name: name}
		dir := pkg.Directory()
		if filepath.Clean(dir) == filepath.Clean(p.dir) {
			it.Pkg = "."
		}
		hash, err := sources.Hash(dir, it)
		lines[origin.Line(it, hash)] = true
		return err
	}
	for _, it := range p.items {
		if v := it.Pkg.ModuleVersion(honePath); v != "" {
			lines[origin.Line(origin.Item{Pkg: honePath, File: origin.Version, Name: "-"}, v)] = true
		}
		if err := add(it.Pkg, origin.Language, "-"); err != nil {
			return err
		}
		for _, d := range it.Depends {
			if err := add(d.Pkg, d.File, d.Name); err != nil {
				return err
			}
			if err := add(d.Pkg, origin.Predeclared, "-"); err != nil {
				return err
			}
		}
	}
	out.WriteString("// What this was made from; the test in " + origin.Test + " compares it.\n//\n")
	sorted := slices.SortedFunc(maps.Keys(lines), func(a, b string) int { return strings.Compare(afterHash(a), afterHash(b)) })
	for _, l := range sorted {
		out.WriteString(l)
	}
	return nil
}

// afterHash is what lines are sorted by, so that a change of one moves no other.
func afterHash(line string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(line, "//hone:from "), " ")
	return rest
}

// test is the file with the test that the generated files of a directory are up to date.
func (p *part) test() File {
	name := p.items[0].Pkg.Name
	if !strings.HasSuffix(p.base, "_x_test.go") {
		name += "_test"
	}
	text := fmt.Sprintf(`%s
package %s

import (
	"testing"

	"%s/gentest"
)

func TestHoneGenerated(t *testing.T) { gentest.Current(t) }
`, origin.Header, name, honePath)
	return File{filepath.Join(p.dir, origin.Test), []byte(text)}
}
