// Package docs has no code: its tests do what the pages say.
package docs

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The pages for users, in the order in which docs/README.md names them. Each is tried in a directory of its own, empty at first, from top to bottom:
//
//	```go name.go      is written to a file of that name
//	```diff name.go    changes that file: parts that begin with @@
//	```go              is a piece of a program: it has to parse
//	```sh              is run by a shell, line by line; a line that ends in "# exit status n" has to give that
//	```text            behind a shell's block is what that prints; "..." stands for any lines
//	```text like       is so but for the numbers
//	```yaml, ```dockerfile name
//	                   are written to a file; what they run is run
//	```sh clone        is run in a clone of this repository
//
// Other blocks (```json, ```console) are for reading only.
var pages = []string{
	"../README.md",
	"start.md",
	"performance.md",
	"unsuited.md",
	"explain.md",
	"recipes.md",
	"calls.md",
	"platforms.md",
	"delivery.md",
	"tasks.md",
}

// TestPages does what the pages say.
func TestPages(t *testing.T) {
	repo, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".md"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			blocks, err := blocksOf(string(text))
			if err != nil {
				t.Fatal(err)
			}
			p := &page{T: t, name: name, repo: repo, dir: t.TempDir()}
			for i, b := range blocks {
				var output *block
				if i+1 < len(blocks) && blocks[i+1].lang == "text" {
					output = &blocks[i+1]
				}
				p.try(b, output)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// block is a fenced block of a page.
type block struct {
	lang, name, text string
	line             int
}

func blocksOf(page string) (all []block, err error) {
	var b *block
	n := 0
	for line := range strings.Lines(page) {
		n++
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```") && b == nil:
			lang, name, _ := strings.Cut(trimmed[3:], " ")
			b = &block{lang: lang, name: name, line: n}
		case trimmed == "```":
			all = append(all, *b)
			b = nil
		case b != nil:
			b.text += line
		}
	}
	if b != nil {
		return nil, fmt.Errorf("line %d: a block without end", b.line)
	}
	return all, nil
}

// page is a page that is being tried.
type page struct {
	*testing.T
	name, repo, dir string
	cwd             string // where the page's shell is, in dir; "" at first
}

func (p *page) try(b block, output *block) {
	switch {
	case b.lang == "go" && b.name == "":
		if err := parses(b.text); err != nil {
			p.Errorf("%s:%d: %v", p.name, b.line, err)
		}
	case b.lang == "sh" && b.name == "clone":
		p.shell(b, p.repo, output)
	case b.lang == "sh":
		p.shell(b, filepath.Join(p.dir, p.cwd), output)
	case b.lang == "diff":
		p.change(b)
	case b.name != "":
		p.file(b)
	}
}

// change applies a diff without line numbers.
func (p *page) change(b block) {
	path := filepath.Join(p.dir, p.cwd, b.name)
	text, err := os.ReadFile(path)
	if err != nil {
		p.Fatal(err)
	}
	for part := range strings.SplitSeq(b.text, "@@\n") {
		var is, gets strings.Builder
		for line := range strings.Lines(part) {
			if line[0] != '+' {
				is.WriteString(line[1:])
			}
			if line[0] != '-' {
				gets.WriteString(line[1:])
			}
		}
		if part == "" {
			continue
		}
		if n := bytes.Count(text, []byte(is.String())); n != 1 {
			p.Fatalf("%s:%d: %d places have\n%s", p.name, b.line, n, is.String())
		}
		text = bytes.Replace(text, []byte(is.String()), []byte(gets.String()), 1)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		p.Fatal(err)
	}
}

// parses reports what is wrong with a piece of a program: declarations, or statements.
func parses(text string) error {
	fset := token.NewFileSet()
	_, err := parser.ParseFile(fset, "", "package p\n"+text, parser.SkipObjectResolution)
	if err == nil {
		return nil
	}
	if _, err := parser.ParseFile(fset, "", "package p\nfunc _() {\n"+text+"\n}", parser.SkipObjectResolution); err == nil {
		return nil
	}
	return err
}

// file writes a file, and runs what it has the readers' machines run.
func (p *page) file(b block) {
	path := filepath.Join(p.dir, p.cwd, b.name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.text), 0o666); err != nil {
		p.Fatal(err)
	}
	var commands []string
	for line := range strings.Lines(b.text) {
		switch line = strings.TrimSpace(line); b.lang {
		case "yaml":
			if _, command, ok := strings.Cut(line, "run: "); ok {
				commands = append(commands, command)
			}
		case "dockerfile":
			if command, ok := strings.CutPrefix(line, "RUN "); ok {
				commands = append(commands, command)
			}
		}
	}
	if len(commands) > 0 {
		b.text = strings.Join(commands, "\n")
		p.shell(b, filepath.Join(p.dir, p.cwd), nil)
	}
}

var exitStatus = regexp.MustCompile(`#.*exit status (\d+)`)

// shell runs the lines of a block, and compares what they print.
func (p *page) shell(b block, dir string, output *block) {
	var script strings.Builder
	script.WriteString("set -u\nfailed() { echo \"STATUS $1: $2\"; exit 1; }\n")
	for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", " ")) {
		line = strings.TrimSpace(line)
		if line == "" || line == testCommand {
			continue
		}
		want := "0"
		if m := exitStatus.FindStringSubmatch(line); m != nil {
			want = m[1]
		}
		fmt.Fprintf(&script, "%s\ns=$?; [ $s = %s ] || failed $s %q\n", line, want, line)
		if strings.HasPrefix(line, "go mod init ") {
			fmt.Fprintf(&script, "go mod edit -replace github.com/hone-go/hone=%s\n", p.repo) // what is tried is what stands here, not what has been published
		}
	}
	place := filepath.Join(p.dir, ".place")
	fmt.Fprintf(&script, "pwd > %s\n", place)
	cmd := exec.CommandContext(p.Context(), "bash", "-c", script.String())
	cmd.Dir = dir
	cmd.Env = environment()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		p.Errorf("%s:%d: %v:\n%s", p.name, b.line, err, out.String())
		return
	}
	if where, err := os.ReadFile(place); err == nil && dir != p.repo {
		p.cwd, _ = filepath.Rel(p.dir, strings.TrimSpace(string(where)))
	}
	p.Logf("%s:%d:\n%s", p.name, b.line, out.String())
	if output != nil && !agrees(out.String(), output.text, output.name == "like") {
		p.Errorf("%s:%d: prints\n%s\nwhere the page has\n%s", p.name, b.line, out.String(), output.text)
	}
}

// testCommand is the line of README.md that runs this test with all others.
const testCommand = "go test ./...                                    # all tests"

// environment is the reader's, who has set nothing.
func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "HONE") || strings.HasPrefix(v, "GOFLAGS=")
	})
	return append(env, "GOSUMDB=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off")
}

var (
	numbers = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)
	gaps    = regexp.MustCompile(`[ \t]+`)
	times   = regexp.MustCompile(`\b0 ?(ns|µs|us|ms|s)\b`)
)

// plain is a line without what differs from run to run.
func plain(line string, like bool) string {
	if like {
		line = numbers.ReplaceAllString(line, "0")
		line = times.ReplaceAllString(line, "0s")
	}
	return strings.TrimSpace(gaps.ReplaceAllString(line, " "))
}

// agrees compares what is printed with what a page shows of it.
func agrees(printed, shown string, like bool) bool {
	var is, pattern strings.Builder
	for line := range strings.Lines(printed) {
		line = plain(line, like)
		if strings.HasPrefix(line, "go: ") || line == "go mod tidy" { // what go says of modules
			continue
		}
		is.WriteString(line + "\n")
	}
	for line := range strings.Lines(shown) {
		if line = plain(line, like); line == "..." {
			pattern.WriteString(`(.*\n)*`)
			continue
		}
		pattern.WriteString(regexp.QuoteMeta(line) + `\n`)
	}
	return regexp.MustCompile(`^` + pattern.String() + `\n*$`).MatchString(is.String())
}

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	code     = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	unnamed  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks looks for what the pages link to: files, and headings in them.
func TestLinks(t *testing.T) {
	var names []string
	for _, dir := range []string{"*.md", "../*.md", "../examples/*/*.md", "../bench/*.md", "../vmath/*.md"} {
		found, err := filepath.Glob(dir)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range links.FindAllSubmatch(code.ReplaceAll(text, nil), -1) {
			link := string(m[1])
			if strings.Contains(link, "://") {
				continue
			}
			file, heading, _ := strings.Cut(link, "#")
			if file = filepath.Join(filepath.Dir(name), file); strings.HasPrefix(link, "#") {
				file = name
			}
			to, err := os.Stat(file)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if heading != "" && !to.IsDir() && !hasHeading(t, file, heading) {
				t.Errorf("%s: %s has no heading #%s", name, file, heading)
			}
		}
	}
	for _, name := range pages {
		if !slices.Contains(names, name) {
			t.Errorf("no page %s", name)
		}
	}
}

// hasHeading looks for a heading by the name that a link has for it.
func hasHeading(t *testing.T, file, name string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range headings.FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == name {
			return true
		}
	}
	return false
}
