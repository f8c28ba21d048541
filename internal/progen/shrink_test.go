package progen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/progen"
	"github.com/hone-go/hone/internal/source"
)

// What fails is made smaller: many smaller functions are built and run at once, for the inputs and targets of the one that failed.

// edit replaces part of a text.
type edit struct {
	from, to int
	text     string
}

func (e edit) gain() int { return e.to - e.from - len(e.text) }

// edits are ways to make a function's text smaller, those that gain most first: statements, helpers or what is around a statement's body left out,
// an expression replaced by one of its operands or by 0.
func edits(text string) []edit {
	const head = "package p\n"
	f, err := parser.ParseFile(token.NewFileSet(), "", head+text, 0)
	if err != nil {
		return nil
	}
	var es []edit
	at := func(p token.Pos) int { return int(p) - 1 - len(head) }
	put := func(from, to ast.Node, by string) { es = append(es, edit{at(from.Pos()), at(to.End()), by}) }
	of := func(n ast.Node) string { return text[at(n.Pos()):at(n.End())] }
	list := func(ss []ast.Stmt) {
		for size := len(ss); size > 0; size /= 2 {
			for k := 0; k+size <= len(ss); k += max(1, size/2) {
				put(ss[k], ss[k+size-1], "")
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if !strings.HasPrefix(n.Name.Name, "F") {
				put(n, n, "")
			}
		case *ast.BlockStmt:
			list(n.List)
		case *ast.CaseClause:
			list(n.Body)
		case *ast.IfStmt:
			put(n, n, of(n.Body))
			if n.Else != nil {
				put(n, n, of(n.Else))
				es = append(es, edit{at(n.Body.End()), at(n.Else.End()), ""})
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				if body := c.(*ast.CaseClause).Body; len(body) > 0 {
					put(n, n, "{ "+text[at(body[0].Pos()):at(body[len(body)-1].End())]+" }")
				}
			}
		case *ast.LabeledStmt:
			put(n, n, of(n.Stmt))
		case *ast.BinaryExpr:
			put(n, n, of(n.X))
			put(n, n, of(n.Y))
		case *ast.UnaryExpr:
			put(n, n, of(n.X))
		case *ast.CallExpr:
			for _, a := range n.Args {
				put(n, n, of(a))
				if len(n.Args) == 1 && of(a) != "0" {
					put(a, a, "0")
				}
			}
		}
		return true
	})
	es = slices.DeleteFunc(es, func(e edit) bool { return e.gain() <= 0 })
	slices.SortStableFunc(es, func(a, b edit) int { return b.gain() - a.gain() })
	return es
}

// apply makes all of the edits that don't overlap those before them.
func apply(text string, es []edit) string {
	var used []edit
	for _, e := range es {
		if !slices.ContainsFunc(used, func(u edit) bool { return e.from < u.to && u.from < e.to }) {
			used = append(used, e)
		}
	}
	slices.SortFunc(used, func(a, b edit) int { return b.from - a.from })
	for _, e := range used {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text
}

// shrinker makes a function smaller that fails.
type shrinker struct {
	*batch
	p    *source.Program
	seed uint64
	ways []string // in which it fails
}

// mostTried is how many functions are built at once, and shrinkTime when no more are.
const (
	mostTried  = 200
	shrinkTime = 4 * time.Minute
)

// shrink gives the smallest text found that fails in one of the ways of this one, and its failures.
func (b *batch) shrink(t *testing.T, p *source.Program, seed uint64, failures []string) (string, []string) {
	s := &shrinker{b, p, seed, ways(failures)}
	text := b.text(seed)
	for start := time.Now(); time.Since(start) < shrinkTime; {
		es := edits(text)
		var texts []string
		var valid []edit
		for _, e := range es {
			if one := apply(text, []edit{e}); len(texts) < mostTried && s.valid(one) {
				texts, valid = append(texts, one), append(valid, e)
			}
		}
		failing := s.failing(t, texts)
		var good []edit
		for k, e := range valid {
			if failing[k] != nil {
				good = append(good, e)
			}
		}
		if len(good) == 0 {
			break
		}
		// Many of them together, if that still fails; else fewer; the first alone does.
		texts = nil
		for n := len(good); n > 0; n /= 2 {
			if all := apply(text, good[:n]); n == 1 || s.valid(all) {
				texts = append(texts, all)
			}
		}
		failing = s.failing(t, texts)
		best := 0
		for best < len(texts) && failing[best] == nil {
			best++
		}
		if best == len(texts) { // it doesn't fail every time
			break
		}
		text, failures = texts[best], failing[best]
	}
	return blank.ReplaceAllString(text, "\n"), failures
}

var blank = regexp.MustCompile(`\n\s*\n`)

// ways are those in which a program fails. A crash is one of its own.
func ways(failures []string) []string {
	var ws []string
	for _, f := range failures {
		if crashed.MatchString(f) {
			return []string{"crash"}
		}
		way, _, _ := strings.Cut(f, ": ")
		ws = append(ws, strings.Split(way, ", ")...)
	}
	return ws
}

var crashed = regexp.MustCompile(`^H\d+: `)

// as is a text with another seed in its names.
func (s *shrinker) as(text string, seed uint64) string {
	return regexp.MustCompile(fmt.Sprintf(`\b([Ff])%d(_|\()`, s.seed)).ReplaceAllString(text, fmt.Sprintf("${1}%d${2}", seed))
}

// valid reports that a text is a program, and one that is compiled.
func (s *shrinker) valid(text string) bool {
	seeds := []uint64{s.seed}
	hs, err := progen.TranslateText(s.p, s.pack("generated", seeds, func(uint64) string { return text }), seeds)
	return err == nil && len(hs[0].Reasons) == 0
}

// failing gives the failures of those that fail as the original does.
func (s *shrinker) failing(t *testing.T, texts []string) map[int][]string {
	if len(texts) == 0 {
		return nil
	}
	b := &batch{kind: s.kind, quick: s.quick, like: fmt.Sprint("H", s.seed), dir: t.TempDir()}
	if slices.Contains(s.ways, "crash") || slices.ContainsFunc(s.ways, func(w string) bool { return w == "c" || strings.HasPrefix(w, "c ") }) {
		b.inC = 1
	}
	for k := range texts {
		b.seeds = append(b.seeds, uint64(k))
	}
	b.text = func(k uint64) string { return s.as(texts[k], k) }
	if b.err = b.make(s.p); b.err != nil {
		t.Log(b.err)
		return nil
	}
	found := map[int][]string{}
	results, err := b.run(t)
	if err != nil {
		t.Log(err)
	}
	for k := range texts {
		r := results[fmt.Sprint("H", k)]
		if slices.ContainsFunc(r.Failures, func(f string) bool { return strings.Contains(f, "eval: ") }) {
			continue // iterations that depend on each other: nothing holds for that
		}
		if slices.ContainsFunc(ways(r.Failures), func(w string) bool { return slices.Contains(s.ways, w) }) {
			found[k] = r.Failures
		}
	}
	return found
}

// TestShrink: something is left of a function, and it is what matters.
func TestShrink(t *testing.T) {
	text := "func F1(x []int) int {\n\ta := 1\n\t_ = a\n\tfor i := range x {\n\t\tx[i] = 3 + x[i]\n\t}\n\tif a > 2 {\n\t\tx = nil\n\t}\n\treturn 1\n}\n"
	for shorter := true; shorter; {
		shorter = false
		for _, e := range edits(text) {
			if s := apply(text, []edit{e}); strings.Contains(s, "range x {") && strings.Contains(s, "= x[i]") {
				text, shorter = s, true
				break
			}
		}
	}
	if got := strings.Join(strings.Fields(text), " "); got != "func F1(x []int) int { for i := range x { x[i] = x[i] } }" {
		t.Error(got)
	}
}
