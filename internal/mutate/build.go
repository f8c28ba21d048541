//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// program is the code with all mutants of some packages in it.
type program struct {
	root    string
	overlay string // the file that names the rewritten sources
	mutants []*mutant
	sources map[string]string // hash by file, below the root
}

// rewriteAll rewrites the files in scope of some packages, into dir.
func rewriteAll(root, dir string, dirs []string, n *notes) (*program, error) {
	p := &program{root: root, overlay: filepath.Join(dir, "overlay.json"), sources: map[string]string{}}
	var patterns []string
	for _, d := range dirs {
		patterns = append(patterns, "./"+d)
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir:  root,
		Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(pkgs) > 0 {
		return nil, fmt.Errorf("the packages don't compile as they are")
	}
	replace := map[string]string{}
	next := 0
	for _, pkg := range pkgs {
		texts, mutants, err := rewritePackage(pkg, root, slices.Concat(scope, leaving), n, os.ReadFile, &next)
		if err != nil {
			return nil, err
		}
		p.mutants = append(p.mutants, mutants...)
		for name, text := range texts {
			out := filepath.Join(dir, fmt.Sprintf("%s_%s", filepath.Base(filepath.Dir(name)), filepath.Base(name)))
			if err := os.WriteFile(out, text, 0o666); err != nil {
				return nil, err
			}
			replace[name] = out
		}
	}
	for _, m := range p.mutants {
		if p.sources[m.File] == "" {
			if p.sources[m.File], err = hashFile(filepath.Join(root, m.File)); err != nil {
				return nil, err
			}
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return p, os.WriteFile(p.overlay, data, 0o666)
}

func hashFile(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))[:16], nil
}

// build makes the test binary of a package.
func (p *program) build(dir, pkg string) (bin string, err error) {
	bin = filepath.Join(dir, strings.ReplaceAll(pkg, "/", "_")+".test")
	cmd := exec.Command("nice", "go", "test", "-c", "-o", bin, "-overlay", p.overlay, "./"+pkg)
	cmd.Dir = p.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return bin, nil
}

// moduleRoot is where go.mod is.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	return filepath.Dir(strings.TrimSpace(string(out))), nil
}
