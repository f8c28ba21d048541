package ir

import (
	"maps"
	"slices"
	"strings"
)

// ParseFor is Parse for the function named entry and all that it leads to: the rest is passed over. It takes the printer's text, where
// functions begin at the beginning of a line, as nothing else does.
func ParseFor(text, entry string) (m *Module, err error) {
	p := &parser{src: text}
	defer p.catch("", &m, &err)
	at := p.begins()
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
