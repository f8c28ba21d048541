package origin

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is the module around a directory.
type module struct{ root, path, language string }

// moduleOf reads the go.mod of the module around dir; the root is "" if there is none.
func moduleOf(dir string) (m module) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return m
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			m.root = dir
			for line := range strings.Lines(string(text)) {
				switch f := strings.Fields(line); {
				case len(f) >= 2 && f[0] == "module":
					m.path = strings.Trim(f[1], "\"`")
				case len(f) >= 2 && f[0] == "go":
					m.language = languageVersion(f[1])
				}
			}
			return m
		}
		up := filepath.Dir(dir)
		if up == dir {
			return m
		}
		dir = up
	}
}

// languageVersion is 1.26 for 1.26.3 and 1.26rc1.
func languageVersion(v string) string {
	major, rest, _ := strings.Cut(v, ".")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		rest = rest[:end]
	}
	return major + "." + rest
}

// place is where the files of a package are.
type place struct{ dir, version string }

// find finds the packages of records, as the module around dir has them. Those that are not to be found are left out.
func find(dir string, rs []record) (map[string]place, error) {
	where := map[string]place{".": {dir: dir}}
	m := moduleOf(dir)
	var others []string
	for _, r := range rs {
		if _, ok := where[r.Pkg]; ok || slices.Contains(others, r.Pkg) {
			continue
		}
		if at := m.dir(r.Pkg); at != "" && r.File != Version {
			where[r.Pkg] = place{dir: at}
		} else {
			others = append(others, r.Pkg)
		}
	}
	if len(others) == 0 {
		return where, nil
	}
	cmd := exec.Command("go", append([]string{"list", "-e", "-f",
		"{{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{if not .Replace}}{{.Version}}{{end}}{{end}}", "--"}, others...)...)
	cmd.Dir = dir
	var bad bytes.Buffer
	cmd.Stderr = &bad
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(bad.String()))
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) == 3 && f[1] != "" {
			where[f[0]] = place{f[1], strings.TrimSpace(f[2])}
		}
	}
	return where, nil
}

// dir is the directory of a package of the module, "" if it is not one.
func (m module) dir(pkg string) string {
	rest, ok := strings.CutPrefix(pkg+"/", m.path+"/")
	if m.path == "" || !ok {
		return ""
	}
	dir := filepath.Join(m.root, filepath.FromSlash(rest))
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || moduleOf(dir).root != m.root {
		return ""
	}
	return dir
}
