package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/rt"
)

var updateDoc = flag.Bool("update", false, "write what the commands in docs/compiler.md print there")

// block is a command and what it prints, perhaps a range of its lines.
var block = regexp.MustCompile("(?ms)^```\n\\$ go run ./cmd/hone ([^\n|]*[^\n| ])( \\| sed -n '/([^/]*)/,/([^/]*)/p')?\n(.*?)^```\n")

// TestCompilerDoc compares what docs/compiler.md shows with what the tool prints; -update writes that there.
func TestCompilerDoc(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "docs", "compiler.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	is := block.ReplaceAllStringFunc(string(text), func(b string) string {
		blocks++
		m := block.FindStringSubmatch(b)
		got := hon(t, root, strings.Fields(m[1])...)
		if got.status != 0 {
			t.Fatalf("%s: %s", m[1], got.err)
		}
		out := sameEverywhere(strings.TrimSpace(got.out)) + "\n"
		if m[2] != "" {
			out = between(out, m[3], m[4])
		}
		return "```\n$ go run ./cmd/hone " + m[1] + m[2] + "\n" + out + "```\n"
	})
	if blocks < 7 {
		t.Errorf("only %d commands", blocks)
	}
	switch {
	case is == string(text):
	case *updateDoc:
		if err := os.WriteFile(file, []byte(is), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("docs/compiler.md does not show what the tool prints; go test ./cmd/hone -run TestCompilerDoc -update writes it there. It is now:\n%s", is)
	}
}

// sameEverywhere replaces what depends on the machine's caches: from how many elements stores go past them.
func sameEverywhere(text string) string {
	return strings.ReplaceAll(text, "const "+strconv.Itoa(machine.Host(rt.AVX512).StreamBytes()/8)+" :", "const 3670016 :")
}

// between are the lines from the first that matches to the next one, or the same, that does, as sed -n prints them for the first time.
func between(text, from, to string) string {
	lines := strings.SplitAfter(text, "\n")
	first, last := regexp.MustCompile(from), regexp.MustCompile(to)
	for i, l := range lines {
		if !first.MatchString(l) {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if last.MatchString(lines[j]) {
				return strings.Join(lines[i:j+1], "")
			}
		}
	}
	return ""
}
