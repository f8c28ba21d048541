package cfamily

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// names hands out identifiers.
type names struct {
	taken map[string]bool
	next  map[string]int
}

func newNames(reserved []string, more ...string) *names {
	n := &names{map[string]bool{}, map[string]int{}}
	for _, s := range reserved {
		n.taken[s] = true
	}
	for _, s := range more {
		n.taken[s] = true
	}
	return n
}

// fresh is an identifier like hint that has not been handed out yet.
func (n *names) fresh(hint string) string {
	hint = identifier(hint)
	name := hint
	for n.taken[name] {
		n.next[hint]++
		name = fmt.Sprintf("%s_%d", hint, n.next[hint]+1)
	}
	n.taken[name] = true
	return name
}

// numbered is the next of hint1, hint2, ...
func (n *names) numbered(hint string) string {
	for {
		n.next[hint]++
		if name := fmt.Sprintf("%s%d", hint, n.next[hint]); !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
}

// identifier makes an identifier of C from any text.
func identifier(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case r < 128:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	s = b.String()
	if s == "" || '0' <= s[0] && s[0] <= '9' || s[0] == '_' { // names that begin with _ belong to the compiler
		s = "v" + s
	}
	return s
}

// local is a new variable's name; none is like those of types and tables, which may be declared later.
func (p *printer) local(hint string) string {
	for _, prefix := range []string{"slice_", "array_", "struct", "table"} {
		if strings.HasPrefix(hint, prefix) {
			hint = "v_" + hint
		}
	}
	return p.names.fresh(hint)
}

// nameOf is a new variable's name for v.
func (p *printer) nameOf(v *ir.Value) string {
	if v.Name != "" {
		return p.local(v.Name)
	}
	if v.Type.Kind == ir.Slice {
		return p.names.numbered("s")
	}
	return p.names.numbered("t")
}

// indexName is one for the index of a counted loop.
func (p *printer) indexName(v *ir.Value) string {
	if v.Name != "" {
		return p.local(v.Name)
	}
	return p.names.fresh(string("ijklm"[min(p.loops, 4)]))
}
