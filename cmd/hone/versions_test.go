package main

import (
	"strings"
	"testing"
)

// versioned has functions that take and give interface values, and calls them with types for which there are versions, and with others.
const versioned = `
-- main.go --
package main

import (
	"fmt"

	"github.com/hone-go/hone"
)

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

type circle struct{ r int }

func (c *circle) area() int { return 3 * c.r * c.r }

type list []int

func (l list) area() int { return len(l) }

type text string

func (s text) area() int { return len(s) }

type flag bool

func (f flag) area() int { return 7 }

func grow(s shape, x []int) (shape, int) {
	by := 0
	switch s := s.(type) {
	case square:
		by = s.side
	case *circle:
		s.r++
		by = s.r
	case list:
		by = s[1]
	case text:
		by = int(s[0])
	}
	for i := range x {
		x[i] += by
	}
	return s, s.area()
}

func join(a, b shape, x ...int) int {
	n := 0
	if a != nil {
		n = a.area()
	}
	for i := range x {
		n += x[i] * b.area()
	}
	return n
}

func named(n int) (s shape) {
	s = square{n}
	return
}

func (c *circle) with(s shape) any {
	if s, ok := s.(*circle); ok {
		c.r += s.r
		return c
	}
	return c
}

var (
	Grow  = hone.Func(grow)
	Join  = hone.Func(join)
	Named = hone.Func(named)
	With  = hone.Func((*circle).with)
)

func try(s shape, x []int) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(x, e)
		}
	}()
	t, n := Grow.Call(s, x)
	fmt.Printf("%T %v %d\n", t, x, n)
}

func same(s shape) bool {
	t, _ := Grow.Call(s, nil)
	return s == t
}

func main() {
	x := []int{1, 2}
	c := &circle{2}
	try(square{3}, x)
	try(c, x)
	try(list{1, 5}, x)
	try(text("a"), x)
	try(flag(true), x)
	fmt.Println(c.r, same(c), same(square{2}))
	try(list{1}, x)
	try((*circle)(nil), x)
	try(nil, x)
	fmt.Println(Join.Call(square{2}, c, 1, 2), Join.Call(nil, square{2}, 3), Join.Call(c, nil), Join.Call(c, flag(true), 1))
	fmt.Println(Named.Call(4).area(), With.Call(c, c) == any(c), c.r, With.Call(c, square{1}) == any(c), c.r)
	for _, s := range []hone.Status{Grow.Status(), Join.Status(), Named.Status(), With.Status()} {
		fmt.Println(s.Compiled, s.Func)
	}
}
`

// TestVersions: functions that take and give interface values do what plain Go does, for each dynamic type, and are compiled.
func TestVersions(t *testing.T) {
	t.Parallel()
	dir := module(t, versioned)
	plain := run(t, dir, "go", "run", ".")
	compiled := strings.ReplaceAll(plain.out, "\nfalse main.", "\ntrue main.")
	if plain.status != 0 || compiled == plain.out || !strings.Contains(plain.out, "out of range") {
		t.Fatal(plain)
	}
	if got := hon(t, dir, "run", "."); got.out != compiled {
		t.Errorf("got %s%s\nwant %s", got.out, got.err, compiled)
	}
	checked := hon(t, dir, "check", ".")
	for _, version := range []string{"Grow<main.square>", "Grow<*main.circle>", "Grow<main.text>", "Join<main.square, *main.circle>", "Join<nil, main.square>", "Named", "With<*main.circle>"} {
		expect(t, checked, 0, "main."+version+": compiled\n", "")
	}
	expect(t, hon(t, dir, "explain", "Grow<*main.circle>"), 0, "main.Grow<*main.circle>: compiled for", "")
	if got := hon(t, dir, "gen"); got.status != 0 {
		t.Error(got)
	}
	if got := run(t, dir, "go", "run", "."); got.out != compiled {
		t.Errorf("with the generated file: got %s%s\nwant %s", got.out, got.err, compiled)
	}
}

// foreignVersions has a package whose function is called with types that it can't name: those of its tests, and of who imports it.
const foreignVersions = `
-- main.go --
package main

import (
	"fmt"

	"example.com/m/lib"
)

type mine struct{ n int }

func (m mine) Area() int { return m.n * 3 }

func main() {
	x := []int{1, 2, 3}
	fmt.Println(lib.Sum.Call(mine{2}, x), lib.Sum.Call(lib.Square{2}, x))
}
-- lib/lib.go --
package lib

import "github.com/hone-go/hone"

type Shape interface{ Area() int }

type Square struct{ N int }

func (s Square) Area() int { return s.N }

func sum(s Shape, x []int) (n int) {
	for i := range x {
		n += x[i] * s.Area()
	}
	return n
}

var Sum = hone.Func(sum)

func One(x []int) int { return Sum.Call(Square{1}, x) }
-- lib/lib_test.go --
package lib

import "testing"

type tested struct{ n int }

func (s *tested) Area() int { return s.n }

func TestIn(t *testing.T) {
	if n := Sum.Call(&tested{2}, []int{1, 2}); n != 6 {
		t.Error(n)
	}
}
-- lib/x_test.go --
package lib_test

import (
	"testing"

	"example.com/m/lib"
)

type Tested struct{ n int }

func (s Tested) Area() int { return s.n }

func TestOut(t *testing.T) {
	if n := lib.Sum.Call(Tested{2}, []int{1, 2}); n != 6 {
		t.Error(n)
	}
}
`

// TestForeignVersions: there are versions for those types only that a generated file can name.
func TestForeignVersions(t *testing.T) {
	t.Parallel()
	dir := module(t, foreignVersions)
	const want = "36 12\n"
	expect(t, hon(t, dir, "run", "."), 0, want, "")
	expect(t, hon(t, dir, "test", "./lib"), 0, "ok", "")
	expect(t, hon(t, dir, "gen", "./..."), 0, "", "")
	expect(t, run(t, dir, "go", "run", "."), 0, want, "")
	expect(t, run(t, dir, "go", "test", "./lib"), 0, "ok", "")
}
