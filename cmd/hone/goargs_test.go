package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitArgs(t *testing.T) {
	for _, c := range []struct {
		verb, args                     string
		flags, load, pkgs, rest, other string
	}{
		{"run", "-v -tags x ./cmd -v a", "-v -tags x", "-tags x", "./cmd", "-v a", ""},
		{"run", "a.go b.go c", "", "", "a.go b.go", "c", ""},
		{"run", "-exec wrap --race . c.go", "--race", "--race", ".", "c.go", "wrap"},
		{"build", "-o x -ldflags=-w ./a ./b", "-o x -ldflags=-w", "", "./a ./b", "", ""},
		{"test", "-v ./... -run X -tags=y", "-v", "-tags=y", "./...", "-run X -tags=y", ""},
		{"test", "-custom . -args -tags z", "-custom", "", ".", "-args -tags z", ""},
		{"test", "-run X", "-run X", "", "", "", ""},
		{"test", "", "", "", "", "", ""},
	} {
		a, err := splitArgs(c.verb, strings.Fields(c.args))
		if err != nil {
			t.Errorf("%s %s: %v", c.verb, c.args, err)
			continue
		}
		got := []string{strings.Join(a.flags, " "), strings.Join(a.load, " "), strings.Join(a.pkgs, " "), strings.Join(a.rest, " "), a.exec}
		if want := []string{c.flags, c.load, c.pkgs, c.rest, c.other}; !slices.Equal(got, want) {
			t.Errorf("%s %s: got %q, want %q", c.verb, c.args, got, want)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		verb, args string
		want       bool
	}{
		{"run", "-cover .", true}, {"run", ". -cover", false}, {"build", "--coverpkg=./... .", true}, {"test", ". -coverprofile c.out", true},
		{"test", "-test.cover .", true}, {"test", ". -args -cover", false}, {"test", "-run Cover .", false}, {"build", "-v .", false},
	} {
		a, err := splitArgs(c.verb, strings.Fields(c.args))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.covers(); got != c.want {
			t.Errorf("%s %s: %v", c.verb, c.args, got)
		}
	}
	t.Setenv("GOFLAGS", "-v '-covermode=atomic'")
	if a, _ := splitArgs("test", []string{"."}); !a.covers() {
		t.Error("GOFLAGS is not seen")
	}
}

func TestCountWords(t *testing.T) {
	for s, want := range map[string]int{"": 0, "a": 1, " a  b ": 2, "'a b' c": 2, `"a 'b" 'c d'`: 2, "a 'b c": 2, "''": 1, "x y 'z'": 3} {
		if got := countWords(s); got != want {
			t.Errorf("%s: %d words, want %d", s, got, want)
		}
	}
}
