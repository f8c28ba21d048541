package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/origin"
)

// The go command gives cmd/cover the names of files as they are without the overlay, so that it can't find generated ones, or finds old ones.
// With coverage, run, build and test therefore have the go command start its tools through this program (-toolexec), which sees to it
// that cover reads what the overlay says. Of a generated file it gets the package clause only: what the file does is nobody's to test, and
// the tools that read coverage profiles would look for it on disk.

// toolexecCommand is what the go command runs as. It is not for people.
const toolexecCommand = "toolexec"

// throughTool adds -toolexec to the flags, if there is to be coverage.
func (a *goArgs) throughTool() error {
	if !a.covers() {
		if a.toolexec != "" {
			a.flags = append(a.flags, "-toolexec="+a.toolexec)
		}
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	words := []string{self, toolexecCommand, a.overlay, strconv.Itoa(countWords(a.toolexec))}
	for i, w := range words {
		switch {
		case !strings.ContainsAny(w, " \t\r\n'\""):
		case !strings.Contains(w, "'"):
			words[i] = "'" + w + "'"
		case !strings.Contains(w, `"`):
			words[i] = `"` + w + `"`
		default:
			return fmt.Errorf("-toolexec can't have %s", w)
		}
	}
	a.flags = append(a.flags, "-toolexec="+strings.TrimSpace(strings.Join(words, " ")+" "+a.toolexec))
	return nil
}

// countWords counts the words of a -toolexec as the go command has them: apart by spaces, or in quotation marks.
func countWords(s string) (n int) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		from, until := 0, " \t\r\n"
		if s[0] == '\'' || s[0] == '"' {
			from, until = 1, s[:1]
		}
		end := strings.IndexAny(s[from:], until)
		if end < 0 { // the last
			return n + 1
		}
		s = s[end+2*from:]
		n++
	}
	return n
}

// covers reports whether flags of the go command ask for coverage, be it on the command line or in GOFLAGS.
func (a *goArgs) covers() bool {
	rest := a.rest
	if i := slices.IndexFunc(rest, func(s string) bool { return s == "-args" || s == "--args" }); i >= 0 {
		rest = rest[:i]
	}
	if a.verb == "run" {
		rest = nil
	}
	flags := slices.Concat(a.flags, rest)
	cmd := exec.Command("go", "env", "GOFLAGS")
	cmd.Dir = a.dir
	if out, err := cmd.Output(); err == nil {
		flags = append(flags, strings.Fields(string(out))...)
	}
	return slices.ContainsFunc(flags, func(f string) bool {
		f = strings.TrimLeft(f, `-'"`)
		return strings.HasPrefix(strings.TrimPrefix(f, "test."), "cover")
	})
}

// toolexec runs a tool of the go command: args are an overlay, the number of words of the user's own -toolexec, these, the tool and its arguments.
func toolexec(args []string) int {
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "hone toolexec: it is for the go command")
		return misuse
	}
	overlay, args := args[0], args[1:]
	words, err := strconv.Atoi(args[0])
	args = args[1:]
	if err != nil || words >= len(args) {
		fmt.Fprintln(os.Stderr, "hone toolexec: it is for the go command")
		return misuse
	}
	if strings.TrimSuffix(filepath.Base(args[words]), ".exe") == "cover" {
		err = runCover(overlay, args, words+1)
	} else {
		err = runTool(args, os.Stdout)
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exitStatus(exit)
	}
	fmt.Fprintln(os.Stderr, "hone toolexec:", err)
	return failure
}

func runTool(args []string, out io.Writer) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out, os.Stderr
	return cmd.Run()
}

// coverVersion goes behind the version of cmd/cover, on which what is cached depends: what runCover makes differs from what the tool makes by
// itself of the same command.
const coverVersion = "+hone1"

// runCover runs cmd/cover, whose arguments begin at args[first], on the files that the overlay has.
func runCover(overlay string, args []string, first int) error {
	if slices.Equal(args[first:], []string{"-V=full"}) {
		var out bytes.Buffer
		err := runTool(args, &out)
		fmt.Println(strings.TrimSpace(out.String()) + coverVersion)
		return err
	}
	text, err := os.ReadFile(overlay)
	if err != nil {
		return err
	}
	var o struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &o); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "hone-cover")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	outputs, files := coverFiles(args[first:])
	args = slices.Clone(args)
	files += first
	var replaced []coveredFile
	for i := files; i < len(args); i++ {
		by := o.Replace[args[i]]
		if by == "" {
			continue
		}
		f := coveredFile{name: args[i], index: i - files, stand: filepath.Join(temp, strconv.Itoa(i), filepath.Base(args[i]))}
		if err := f.prepare(by); err != nil {
			return err
		}
		args[i] = f.stand
		replaced = append(replaced, f)
	}
	if err := runTool(args, os.Stdout); err != nil || len(replaced) == 0 {
		return err
	}
	text, err = os.ReadFile(outputs)
	if err != nil {
		return err
	}
	// The first is a file of the tool's own.
	names := strings.Fields(string(text))[1:]
	if len(names) != len(args)-files {
		return fmt.Errorf("%s lists %d files, want %d", outputs, len(names), len(args)-files)
	}
	for _, f := range replaced {
		if err := f.finish(names[f.index]); err != nil {
			return err
		}
	}
	return nil
}

// coverFiles takes the arguments of cmd/cover apart: the file that lists the outputs, and where the inputs begin.
func coverFiles(args []string) (outputs string, first int) {
	for first < len(args) && strings.HasPrefix(args[first], "-") {
		name, value, has := strings.Cut(strings.TrimLeft(args[first], "-"), "=")
		first++
		if !has && first < len(args) {
			value = args[first]
			first++
		}
		if name == "outfilelist" {
			outputs = value
		}
	}
	return outputs, first
}

// coveredFile is a file that the overlay replaces, on its way through cmd/cover.
type coveredFile struct {
	name  string // as the go command has it
	index int    // among the files
	stand string // what cmd/cover reads in its place
	text  []byte // of a generated file
}

// prepare writes the stand-in. by is what the overlay has for the file.
func (f *coveredFile) prepare(by string) error {
	text, err := os.ReadFile(by)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(text, []byte(origin.Header)) {
		f.text = text
		text = check.PackageClause(by)
	}
	if err := os.Mkdir(filepath.Dir(f.stand), 0o777); err != nil {
		return err
	}
	return os.WriteFile(f.stand, text, 0o666)
}

// finish puts right what cmd/cover has made of the stand-in.
func (f *coveredFile) finish(output string) error {
	line := "//line " + f.name + ":1:1\n"
	text, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	if f.text != nil {
		text = append([]byte(line), f.text...)
	} else {
		text = bytes.Replace(text, []byte("//line "+f.stand+":1:1\n"), []byte(line), 1)
	}
	return os.WriteFile(output, text, 0o666)
}
