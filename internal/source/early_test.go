package source

import (
	"strings"
	"testing"
)

// TestCalledEarly: what calls a honed function while the package starts finds tables that init functions haven't filled yet, or not all of it.
func TestCalledEarly(t *testing.T) {
	text := func(rest string) string {
		return `package a

import "github.com/hone-go/hone"

type table struct{ v [8]int }

func (t *table) fill() { t.v[2] = 5 }

var t table

func init() { t.fill() }

func f(i int) int { return t.v[i] }

var F = hone.Func(f)

func call() int { return F.Call(2) }

` + rest
	}
	for rest, early := range map[string]bool{
		"func Later() int { return call() }":              false,
		"var early = F.Call(2)":                           true,
		"var early = call()":                              true,
		"var early int\n\nfunc init() { early = call() }": true,
	} {
		p, err := load(t, Options{}, map[string]string{"a/a.go": text(rest)})
		if err != nil {
			t.Fatal(err)
		}
		rs := p.Honed("example.com/m/a", "F").Reasons
		if !early && len(rs) > 0 || early && (len(rs) == 0 || !strings.Contains(rs[0].Msg, "package variable t may change")) {
			t.Errorf("%s: %v", rest, rs)
		}
	}
}
