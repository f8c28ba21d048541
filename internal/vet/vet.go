// Package vet is an analyzer for go vet and editors: it reports what hone check finds, where it is, with fixes where these are mechanical.
//
// The driver has one package at a time, type-checked, with the declarations of what it imports; the compiler wants their bodies as well. The analyzer therefore has
// check.Load load the package by its directory, as hone check does, and takes from the driver only which files it is about and what these hold. Packages that have nothing to do with hone
// are told by their imports and comments, and cost nothing.
package vet

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/origin"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

const honePath = "github.com/hone-go/hone"

// Analyzer reports what hone check does, but for functions that are compiled.
var Analyzer = &analysis.Analyzer{
	Name: "hone",
	Doc: `report honed functions that stay plain Go, and why

What it reports is what go tool hone check says: functions honed by hone.Func that are not compiled, with the place of the reason; iterations
of a parallel loop that depend on each other; directives //hone: that are misspelt; calls of hone.Func without effect; generated files that are out of date.`,
	URL: "https://" + honePath + "/blob/main/docs/guide.md",
	Run: run,
}

var must, quiet bool

func init() {
	Analyzer.Flags.BoolVar(&must, "must", false, "all honed functions have to be compiled, also without //hone:must")
	Analyzer.Flags.BoolVar(&quiet, "q", false, "report only what makes the exit status of hone check 1")
}

// ofDriver is the value of a flag that drivers have, "" where this one hasn't.
func ofDriver(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// vetting is the analysis of one package.
type vetting struct {
	pass  *analysis.Pass
	dir   string
	names []string // of the files, absolute
	texts map[string][]byte
	prog  *check.Project
}

func run(pass *analysis.Pass) (any, error) {
	v := &vetting{pass: pass, texts: map[string][]byte{}}
	v.findFiles()
	if v.dir == "" || !v.concerned() {
		return nil, nil
	}
	if err := v.readTexts(); err != nil {
		return nil, err
	}
	var err error
	if v.prog, err = v.load(v.texts); err != nil {
		return nil, fmt.Errorf("hone: %w", err)
	}
	var found []check.Finding
	for _, h := range v.prog.Honed {
		found = append(found, h.Findings(must)...)
	}
	fixes := v.sums(found)
	for i, f := range found {
		if !f.Compiled && (f.Fails || !quiet) {
			v.report(f, fixes[i])
		}
	}
	for _, f := range v.prog.Problems() {
		v.report(f, nil)
	}
	return nil, v.stale()
}

// findFiles finds the files and the directory of the package. Files that cgo made are none of its own.
func (v *vetting) findFiles() {
	for _, f := range v.pass.Files {
		name := v.pass.Fset.Position(f.Package).Filename
		if !strings.HasSuffix(name, ".go") || filepath.Base(name) == "_cgo_gotypes.go" {
			continue
		}
		name, err := filepath.Abs(name)
		if err != nil {
			continue
		}
		v.names = append(v.names, name)
		if v.dir == "" {
			v.dir = filepath.Dir(name)
		}
	}
}

// concerned reports whether the package has to do with hone.
func (v *vetting) concerned() bool {
	for _, p := range v.pass.Pkg.Imports() {
		if p.Path() == honePath || strings.HasPrefix(p.Path(), honePath+"/link") {
			return true
		}
	}
	return slices.ContainsFunc(v.pass.Files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
			return slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
				return strings.HasPrefix(c.Text, "//hone:") || strings.HasPrefix(c.Text, "// hone:")
			})
		})
	})
}

// readTexts finds the files that the driver has another text of than is on disk: those that are not saved.
func (v *vetting) readTexts() error {
	for _, name := range v.names {
		text, err := v.pass.ReadFile(name)
		if err != nil {
			return err
		}
		if _, ours := origin.Generated(name); ours {
			continue
		}
		if disk, err := os.ReadFile(name); err != nil || !bytes.Equal(disk, text) {
			v.texts[name] = text
		}
	}
	return nil
}

// load has the package checked, with these texts of some files.
func (v *vetting) load(texts map[string][]byte) (*check.Project, error) {
	l := check.Loading{
		Dir: v.dir, Texts: texts, ISAs: []rt.ISA{rt.AVX2, rt.AVX512},
		Tests: slices.ContainsFunc(v.names, func(n string) bool { return strings.HasSuffix(n, "_test.go") }),
		Only: func(r *source.Package) bool {
			return slices.ContainsFunc(r.GoFiles(), func(name string) bool { return slices.Contains(v.names, name) })
		},
	}
	if tags := ofDriver("tags"); tags != "" {
		l.Flags = []string{"-tags=" + tags}
	}
	return check.Load(l)
}

// report reports a finding. What is in another package is told where the function is honed.
func (v *vetting) report(f check.Finding, fix *fix) {
	d := analysis.Diagnostic{Pos: v.pos(f.Pos), Message: f.Msg, Category: "directive"}
	if h := f.Honed; h != nil {
		d.Category = "plain"
		at := v.pos(h.Pos)
		switch {
		case !d.Pos.IsValid():
			d.Pos, d.Message = at, fmt.Sprintf("%s (%s)", f.Msg, f.Pos)
		case at.IsValid() && at != d.Pos:
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: at, Message: h.Title() + " is honed here"})
		}
	}
	if !d.Pos.IsValid() {
		d.Pos, d.Message = v.pass.Files[0].Package, f.String()
	}
	if f.To != "" {
		d.End = d.Pos + token.Pos(len(f.From))
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "write " + f.To,
			TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte(f.To)}},
		}}
	}
	if fix != nil {
		d.SuggestedFixes = append(d.SuggestedFixes, fix.suggested)
		d.Related = append(d.Related, fix.related...)
	}
	v.pass.Report(d)
}

// pos is a place in one of the package's files, by line and column as messages have them.
func (v *vetting) pos(at token.Position) token.Pos {
	name := at.Filename
	if !filepath.IsAbs(name) {
		name = filepath.Join(v.dir, name)
	}
	if tf := v.file(name); tf != nil && at.Line > 0 && at.Line <= tf.LineCount() {
		if p := tf.LineStart(at.Line) + token.Pos(max(at.Column, 1)-1); int(p) <= tf.Base()+tf.Size() {
			return p
		}
	}
	return token.NoPos
}

func (v *vetting) file(name string) *token.File {
	for _, f := range v.pass.Files {
		if tf := v.pass.Fset.File(f.Package); tf.Name() == name {
			return tf
		}
	}
	return nil
}

// stale reports generated files that are out of date: at their first lines, or if they are for another build, where the package begins.
func (v *vetting) stale() error {
	stale, err := origin.Check(v.dir)
	for _, s := range stale {
		f := check.Finding{Reason: source.Reason{Pos: token.Position{Filename: s.File, Line: 1, Column: 1}, Msg: s.String()}}
		at := v.pos(f.Pos)
		switch {
		case at.IsValid():
		case strings.HasSuffix(v.pass.Pkg.Name(), "_test"): // the package that it tests tells
			continue
		default:
			at = v.pass.Files[0].Package
		}
		v.pass.Report(analysis.Diagnostic{Pos: at, Message: f.Msg, Category: "generated"})
	}
	return err
}
