package origin

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Files that stand for what is not in one file.
const (
	Predeclared = "-predeclared" // what a package declares by the names of predeclared types, functions and constants
	Language    = "-language"    // the language version that the module's go.mod asks for
	Version     = "-version"     // the version of the package's module; its hash is that version
)

// Sources reads and hashes declarations. It reads each file once.
type Sources struct{ dirs map[string]*directory }

// NewSources makes a Sources that has read nothing yet.
func NewSources() *Sources { return &Sources{map[string]*directory{}} }

// directory holds the Go files of a directory.
type directory struct {
	fset  *token.FileSet
	files map[string]*ast.File
	texts map[string][]byte
}

// read parses the files of a directory. What can't be read or parsed is as good as not there.
func (s *Sources) read(dir string) *directory {
	if d := s.dirs[dir]; d != nil {
		return d
	}
	d := &directory{token.NewFileSet(), map[string]*ast.File{}, map[string][]byte{}}
	s.dirs[dir] = d
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || Named(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if f, err := parser.ParseFile(d.fset, e.Name(), text, parser.ParseComments|parser.SkipObjectResolution); err == nil {
			d.files[e.Name()], d.texts[e.Name()] = f, text
		}
	}
	return d
}

// Hash is the hash of an item of the package in dir.
func (s *Sources) Hash(dir string, it Item) (string, error) {
	switch it.File {
	case Predeclared:
		return sum(s.read(dir).predeclared()...), nil
	case Language:
		m := moduleOf(dir)
		return sum(m.language), nil
	}
	d := s.read(dir)
	f := d.files[it.File]
	if f == nil {
		return "", fmt.Errorf("%s is gone", it)
	}
	parts := []string{Constraint(f)}
	switch {
	case strings.HasPrefix(it.Name, "import "):
		if !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return ImportName(s) == it.Name }) {
			return "", fmt.Errorf("%s is gone", it)
		}
		parts = append(parts, it.Name)
	default:
		node, doc := declaration(f, it.Name)
		if node == nil {
			return "", fmt.Errorf("%s is gone", it)
		}
		parts = append(parts, d.tokens(it.File, node)...)
		parts = append(parts, directives(doc)...)
		if t, ok := node.(*ast.TypeSpec); ok && embeds(t) {
			parts = append(parts, d.methods(it.Name)...)
		}
	}
	return sum(parts...), nil
}

// ImportName is the name of the item for an import.
func ImportName(s *ast.ImportSpec) string {
	if s.Name != nil {
		return "import " + s.Name.Name + " " + s.Path.Value
	}
	return "import " + s.Path.Value
}

// Constraint is a file's build constraint, the line //go:build, or "".
func Constraint(f *ast.File) string {
	for _, g := range f.Comments {
		if g.Pos() > f.Package {
			break
		}
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:build ") {
				return c.Text
			}
		}
	}
	return ""
}

// declaration finds a function, method, type, variable or constant by name. Of constants it is the whole group, since one may repeat another.
func declaration(f *ast.File, name string) (node ast.Node, doc *ast.CommentGroup) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if FuncName(d) == name {
				return d, d.Doc
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.Name == name {
						return s, s.Doc
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(s.Names, func(id *ast.Ident) bool { return id.Name == name }) {
						if d.Tok == token.CONST {
							return d, nil
						}
						return s, nil
					}
				}
			}
		}
	}
	return nil, nil
}

// Find finds the declaration of a function, method, type, variable or constant.
func Find(f *ast.File, name string) ast.Node {
	n, _ := declaration(f, name)
	return n
}

// FuncName is F or T.M.
func FuncName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return Receiver(d.Recv.List[0].Type) + "." + d.Name.Name
}

// Receiver is the name of the type that a method with a receiver of type t belongs to.
func Receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return Receiver(t.X)
	case *ast.ParenExpr:
		return Receiver(t.X)
	case *ast.IndexExpr:
		return Receiver(t.X)
	case *ast.IndexListExpr:
		return Receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// tokens are those of a declaration.
func (d *directory) tokens(file string, n ast.Node) (list []string) {
	from, to := d.fset.Position(n.Pos()).Offset, d.fset.Position(n.End()).Offset
	text := d.texts[file][from:to]
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile(file, -1, len(text)), text, nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return list
		case tok == token.SEMICOLON && lit == "\n": // that of a line's end
		default:
			list = append(list, tok.String(), lit)
		}
	}
}

// directives are the lines of a comment that matter to hone.
func directives(doc *ast.CommentGroup) (lines []string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, "//hone:") {
			lines = append(lines, c.Text)
		}
	}
	return lines
}

// embeds reports whether a type may have methods of other types, which new methods of its own would hide.
func embeds(t *ast.TypeSpec) bool {
	s, ok := t.Type.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 })
}

// methods lists the names of a type's methods.
func (d *directory) methods(of string) (list []string) {
	for _, f := range d.files {
		for _, decl := range f.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok && fd.Recv != nil && strings.HasPrefix(FuncName(fd), of+".") {
				list = append(list, fd.Name.Name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// predeclared lists the declarations that hide predeclared ones: a new one would change what code means that itself stays as it is.
func (d *directory) predeclared() (list []string) {
	add := func(file, name string) {
		if types.Universe.Lookup(name) != nil {
			list = append(list, file+" "+name)
		}
	}
	for name, f := range d.files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil {
					add(name, decl.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(name, s.Name.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							add(name, id.Name)
						}
					case *ast.ImportSpec:
						if s.Name != nil {
							add(name, s.Name.Name)
						} else if p, err := strconv.Unquote(s.Path.Value); err == nil {
							add(name, path.Base(p))
						}
					}
				}
			}
		}
	}
	slices.Sort(list)
	return list
}
