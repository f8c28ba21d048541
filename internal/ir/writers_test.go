package ir_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// structure lists the fields that only package ir writes, everybody else by its methods.
var structure = map[string][]string{
	"Op":     {"Kind", "Args", "Results", "Regions", "Target", "Parent"},
	"Region": {"Params", "Ops", "Parent"},
	"Value":  {"Type", "Def", "Owner", "Index"},
	"Func":   {"Body", "Filter"},
}

// unplaced are those of them that a composite literal may give: of an op, or a value, that is not in the IR yet.
var unplaced = map[string][]string{"Op": {"Kind", "Args"}, "Value": {"Type"}}

const irPath = "github.com/hone-go/hone/internal/ir"

// TestWriters: outside package ir nobody writes the fields that hold the structure of the IR. Tests that build wrong IR for the verifier may.
func TestWriters(t *testing.T) {
	for _, p := range listed(t, "github.com/hone-go/hone/internal/...", "github.com/hone-go/hone") {
		if p.ImportPath == irPath || !p.imports(irPath) {
			continue
		}
		for _, w := range p.writes(t) {
			t.Error(w)
		}
	}
}

// TestWritersFinds: each kind of write is found.
func TestWritersFinds(t *testing.T) {
	const src = `package p
import ("slices"; . "github.com/hone-go/hone/internal/ir")
func f(o *Op, r *Region, v *Value, fn *Func, ops []*Op) {
	o.Kind = OpAdd                    // 1
	o.Args[0], v.Index = v, 1         // 2
	r.Ops = append(r.Ops, o)          // 1
	v.Index++                         // 1
	for _, o.Parent = range ops[0].Regions {} // 1
	_ = append(r.Ops[:1], o)          // 1
	_ = append(r.Ops[:1:1], o)
	_ = append(o.Args, v)
	p := &o.Args                      // 1
	copy(o.Args[1:], o.Args)          // 1
	clear(r.Ops)                      // 1
	_ = slices.Delete(r.Ops, 0, 1)    // 1
	slices.Reverse(r.Ops)             // 1
	_ = slices.Clone(r.Ops)
	_ = &Op{Kind: OpAdd, Args: nil, Ints: nil}
	_ = []*Op{{Parent: r}}            // 1
	_ = &Region{Parent: o}            // 1
	_ = Func{Body: r, Name: ""}       // 1
	_ = Value{Type: nil, Def: o}      // 1
	o.Mode, o.Ints = InLanes, nil
	o.SetArg(0, v)
	_ = p
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]int{}
	for _, g := range file.Comments {
		var n int
		if _, err := fmt.Sscanf(g.Text(), "%d", &n); err == nil {
			want[fset.Position(g.Pos()).Line] = n
		}
	}
	got := map[int]int{}
	for _, w := range writesIn(t, fset, []*ast.File{file}, "p", listed(t, irPath, "slices")) {
		got[w.Line]++
	}
	for line := range strings.Count(src, "\n") {
		if got[line] != want[line] {
			t.Errorf("line %d: %d writes found, there are %d: %s", line, got[line], want[line], strings.Split(src, "\n")[line-1])
		}
	}
}

// pkg is a package as go list tells it.
type pkg struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	DepOnly                 bool

	all []*pkg
}

func (p *pkg) imports(path string) bool { return slices.Contains(p.Imports, path) }

// listed are packages; their export data, and that of all they import, is at hand.
func listed(t *testing.T, patterns ...string) []*pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Imports,DepOnly"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Skipf("SKIPPED: no go command: %v", err)
	}
	var all, wanted []*pkg
	for d := json.NewDecoder(out); ; {
		p := &pkg{}
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		if !p.DepOnly {
			wanted = append(wanted, p)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, p := range wanted {
		p.all = all
	}
	return wanted
}

// writes finds what p writes.
func (p *pkg) writes(t *testing.T) []write {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return writesIn(t, fset, files, p.ImportPath, []*pkg{p})
}

// write is one to a field that is not the writer's to write.
type write struct {
	token.Position
	what string
}

func (w write) String() string {
	return fmt.Sprintf("%s: %s; package ir has methods for that (docs/ir.md, Changes)", w.Position, w.what)
}

// writesIn type-checks a package and finds what it writes.
func writesIn(t *testing.T, fset *token.FileSet, files []*ast.File, path string, listed []*pkg) []write {
	t.Helper()
	export := map[string]string{}
	for _, l := range listed {
		for _, p := range l.all {
			export[p.ImportPath] = p.Export
		}
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })}
	w := &writeFinder{fset: fset, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Uses: map[*ast.Ident]types.Object{}}}
	if _, err := conf.Check(path, fset, files, w.info); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		ast.Inspect(f, w.node)
	}
	return w.found
}

type writeFinder struct {
	fset  *token.FileSet
	info  *types.Info
	found []write
}

func (w *writeFinder) add(at ast.Node, format string, args ...any) {
	w.found = append(w.found, write{w.fset.Position(at.Pos()), fmt.Sprintf(format, args...)})
}

func (w *writeFinder) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, x := range n.Lhs {
			w.target(x)
		}
	case *ast.IncDecStmt:
		w.target(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.target(n.Key)
			w.target(n.Value)
		}
	case *ast.UnaryExpr:
		if f := w.field(n.X); n.Op == token.AND && f != "" {
			w.add(n, "takes the address of %s", f)
		}
	case *ast.CallExpr:
		w.call(n)
	case *ast.CompositeLit:
		w.literal(n)
	}
	return true
}

// target looks at what is assigned to.
func (w *writeFinder) target(x ast.Expr) {
	if f := w.field(x); f != "" {
		w.add(x, "writes %s", f)
	}
}

// field names the field that x is, or is an element or a part of; none: "".
func (w *writeFinder) field(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return w.field(x.X)
	case *ast.IndexExpr:
		return w.field(x.X)
	case *ast.SliceExpr:
		return w.field(x.X)
	case *ast.SelectorExpr:
		if s := w.info.Selections[x]; s != nil && s.Kind() == types.FieldVal {
			if owner := irType(s.Recv()); slices.Contains(structure[owner], x.Sel.Name) {
				return owner + "." + x.Sel.Name
			}
		}
	}
	return ""
}

// irType is the name of ir's type that t is, or points to; others: "".
func irType(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == irPath {
		return n.Obj().Name()
	}
	return ""
}

// call finds functions that change the list they are given.
func (w *writeFinder) call(n *ast.CallExpr) {
	if len(n.Args) == 0 {
		return
	}
	f := w.field(n.Args[0])
	if f == "" {
		return
	}
	name := ""
	switch fun := n.Fun.(type) {
	case *ast.Ident:
		if _, ok := w.info.Uses[fun].(*types.Builtin); ok {
			name = fun.Name
		}
	case *ast.SelectorExpr:
		if o := w.info.Uses[fun.Sel]; o != nil && o.Pkg() != nil && o.Pkg().Path() == "slices" {
			name = o.Name()
		}
	}
	switch name {
	case "append":
		if s, ok := n.Args[0].(*ast.SliceExpr); ok && !s.Slice3 {
			w.add(n, "appends to %s in its place", f)
		}
	case "copy", "clear", "Delete", "DeleteFunc", "Insert", "Replace", "Reverse", "Compact", "CompactFunc", "Sort", "SortFunc", "SortStableFunc":
		w.add(n, "%s changes %s in its place", name, f)
	}
}

// literal finds ops, regions, values and functions that claim a place in the IR.
func (w *writeFinder) literal(n *ast.CompositeLit) {
	owner := irType(w.info.Types[n].Type)
	for _, e := range n.Elts {
		if structure[owner] == nil {
			return
		}
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			w.add(n, "%s without names of fields", owner)
			return
		}
		if name := kv.Key.(*ast.Ident).Name; slices.Contains(structure[owner], name) && !slices.Contains(unplaced[owner], name) {
			w.add(n, "a literal gives %s.%s", owner, name)
		}
	}
}
