package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// linesModule has functions that fail in every way: in a helper, a method, a literal, a generic function, in another package, on the host and in kernels.
const linesModule = `
-- main.go --
package main

import (
	"fmt"
	"os"

	"example.com/m/lib"
	"github.com/hone-go/hone"
)

type matrix struct {
	cells []float64
	w     int
}

func (m *matrix) at(y, x int) float64 {
	i := y*m.w + x
	return m.cells[i] // here: method
}

func column(m *matrix, x, h int) (s float64) {
	for y := range h {
		s += m.at(y, x)
	}
	return s
}

func halves[T int32 | float64](dst, src []T) {
	for i := range hone.Parallel(len(src)) {
		v := src[i] / 2

		dst[i] = v // here: generic
	}
}

func share(a, b int) (q int, err error) {
	if b < 0 {
		panic(fmt.Sprintf("negative: %d", b)) // here: value
	}
	return a / b, nil // here: divide
}

func cut(x []float64, n int) []float64 { return x[:n] } // here: one line

func room(n int) []float64 {
	if n > 0 {
		return nil
	}
	return make([]float64,
		n) // here: room
}

func other(x []float64) float64 {
	return lib.Second(x)
}

var (
	Column  = hone.Func(column)
	Halves  = hone.Func(halves[float64])
	Share   = hone.Func(share)
	Cut     = hone.Func(cut)
	Room    = hone.Func(room)
	Other   = hone.Func(other)
	Literal = hone.Func(func(x []float64, i int) float64 {
		return x[i] + // here: literal
			1
	})
)

func main() {
	switch os.Args[1] {
	case "method":
		Column.Call(&matrix{make([]float64, 6), 2}, 1, 4)
	case "generic":
		Halves.Call(make([]float64, 2), make([]float64, 3))
	case "value":
		Share.Call(1, -5)
	case "divide":
		Share.Call(1, 0)
	case "one line":
		Cut.Call(nil, 1)
	case "room":
		Room.Call(-1)
	case "other":
		Other.Call(nil)
	case "literal":
		Literal.Call(nil, 0)
	}
}
-- lib/lib.go --
package lib

// Second fails for short ones.
func Second(x []float64) float64 {
	return x[1] // here: other
}
`

var failures = []string{"method", "generic", "value", "divide", "one line", "room", "other", "literal"}

// lineOf is where a file of the archive says that something fails, as file:line. Go counts the call of make to where it begins.
func lineOf(archive, what string) string {
	for _, file := range strings.Split(archive, "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --\n")
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "// here: "+what) {
				if what == "room" {
					i--
				}
				return name + ":" + strconv.Itoa(i+1)
			}
		}
	}
	return "nowhere"
}

var (
	frame  = regexp.MustCompile(`\n[^\n]*honeAt\.[^\n]*\n\t([^\n ]*)`)
	placed = regexp.MustCompile(`\n\t([^\n ]*(?:main|lib)\.go:[0-9]+)`)
)

// TestLines: the stack trace of a panic in compiled code shows the line of the source, as that of plain Go does.
func TestLines(t *testing.T) {
	t.Parallel()
	dir := module(t, linesModule)
	for _, how := range [][]string{nil, {"-trimpath"}} {
		exe := programs(t, dir, how)
		for _, what := range failures {
			got := run(t, dir, exe, what)
			want := lineOf(linesModule, what)
			first := placed.FindStringSubmatch(got.err)
			if m := frame.FindStringSubmatch(got.err); m == nil || first == nil || m[1] != first[1] || !strings.HasSuffix(m[1], "/"+want) {
				t.Errorf("%v: %s: no frame in %s:\n%s", how, what, want, got.err)
			}
		}
	}
	plain := run(t, dir, "go", "run", ".", "method")
	if first := placed.FindStringSubmatch(plain.err); first == nil || !strings.HasSuffix(first[1], lineOf(linesModule, "method")) {
		t.Errorf("plain Go: %s", plain.err)
	}
}

// programs builds the module's program.
func programs(t *testing.T, dir string, flags []string) string {
	exe := t.TempDir() + "/exe"
	expect(t, hon(t, dir, append(append([]string{"build", "-o", exe}, flags...), ".")...), 0, "", "")
	return exe
}

// TestLinesKept: committed files show lines of their own package. Where the source has moved since, no line is shown rather than a wrong one,
// and the file that is made then differs in few lines.
func TestLinesKept(t *testing.T) {
	t.Parallel()
	dir := module(t, linesModule)
	expect(t, hon(t, dir, "gen"), 0, "", "")
	for _, what := range failures {
		got := run(t, dir, "go", "run", ".", what)
		want := lineOf(linesModule, what)
		m := frame.FindStringSubmatch(got.err)
		switch {
		case what == "other" && m != nil:
			t.Errorf("a line of another package, which may change unnoticed: %s", got.err)
		case what != "other" && (m == nil || m[1] != want):
			t.Errorf("%s: no frame in %s:\n%s", what, want, got.err)
		}
	}
	old := readFile(t, dir, "0hone_gen.go")
	moved := strings.Replace(linesModule, "type matrix", "// A matrix\n// has cells\n// in rows.\ntype matrix", 1)
	write(t, dir, "main.go", strings.Replace(readFile(t, dir, "main.go"), "type matrix", "// A matrix\n// has cells\n// in rows.\ntype matrix", 1))
	for _, what := range failures {
		got := run(t, dir, "go", "run", ".", what)
		if m := frame.FindStringSubmatch(got.err); m != nil {
			t.Errorf("%s: a line that is not right any more: %s", what, got.err)
		}
	}
	expect(t, hon(t, dir, "gen"), 0, "", "")
	got := run(t, dir, "go", "run", ".", "method")
	if m := frame.FindStringSubmatch(got.err); m == nil || m[1] != lineOf(moved, "method") {
		t.Errorf("no frame in %s: %s", lineOf(moved, "method"), got.err)
	}
	changed := 0
	oldLines, newLines := strings.Split(old, "\n"), strings.Split(readFile(t, dir, "0hone_gen.go"), "\n")
	if len(oldLines) != len(newLines) {
		t.Fatalf("%d lines have become %d", len(oldLines), len(newLines))
	}
	for i := range oldLines {
		if oldLines[i] != newLines[i] {
			changed++
			if !strings.HasPrefix(newLines[i], "func @") && !strings.HasPrefix(newLines[i], "//line ") {
				t.Errorf("a change where nothing has changed: %s", newLines[i])
			}
		}
	}
	if most := 2 * (strings.Count(old, "\nfunc @") + 1); changed == 0 || changed > most {
		t.Errorf("%d lines have changed", changed)
	}
}
