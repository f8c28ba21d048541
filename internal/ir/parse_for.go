package ir

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// An Outline tells where the functions of a text begin, so that one can be read without the others. It takes the printer's text, where functions begin at the
// beginning of a line, as nothing else does.
type Outline struct {
	text string
	at   func() (map[string]int, error) // by name; looked for once
}

// NewOutline is that of a text, which is not looked at before the first Parse.
func NewOutline(text string) *Outline {
	o := &Outline{text: text}
	o.at = sync.OnceValues(func() (at map[string]int, err error) {
		p := &parser{src: text}
		var none *Module
		defer p.catch("", &none, &err)
		return p.begins(), nil
	})
	return o
}

// Parse reads the function named entry and all that it leads to: the rest is passed over.
func (x *Outline) Parse(entry string) (m *Module, err error) {
	at, err := x.at()
	if err != nil {
		return nil, err
	}
	p := &parser{src: x.text}
	defer p.catch("", &m, &err)
	found := map[int]*Func{}
	todo := []string{entry}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		i, ok := at[name]
		if !ok || found[i] != nil {
			continue
		}
		p.at = i
		found[i] = p.function()
		callees := func(o *Op) bool {
			if o.Kind == OpCallSym || o.Kind == OpFuncRef {
				todo = append(todo, o.Sym())
			}
			return true
		}
		found[i].Body.Walk(callees)
		if f := found[i].Filter; f != nil {
			f.Walk(callees)
		}
	}
	m = &Module{}
	for _, i := range slices.Sorted(maps.Keys(found)) {
		m.Funcs = append(m.Funcs, found[i])
	}
	return m, nil
}

// begins tells where functions begin, by name.
func (p *parser) begins() map[string]int {
	const begin = "func @"
	at := map[string]int{}
	for i := 0; ; {
		if strings.HasPrefix(p.src[i:], begin) {
			p.at = i + len(begin) - 1
			at[p.symbol()] = i
		}
		n := strings.Index(p.src[i:], "\n"+begin)
		if n < 0 {
			return at
		}
		i += n + 1
	}
}
