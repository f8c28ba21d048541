package analysis

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// String tells an order in a line.
func (o *Order) String() string {
	switch {
	case o.Free && o.If.Empty():
		return "free"
	case o.Free:
		return "free if " + o.If.String()
	case o.Second == nil:
		return "in order: " + o.Why
	}
	text := fmt.Sprintf("in order: %s and %s: %s", element(o.First), element(o.Second), o.Why)
	if o.Distance != 0 {
		text += fmt.Sprintf(", %d iterations apart", o.Distance)
	}
	return text
}

// element names what a load or store accesses.
func element(o *ir.Op) string {
	return fmt.Sprintf("%s of %s", o.Kind, name(o.Args[0]))
}

// String lists what has to hold.
func (c *Condition) String() string {
	var parts []string
	for _, p := range c.Apart {
		text := fmt.Sprintf("%s and %s are apart", name(p.A), name(p.B))
		if p.Same {
			text += " or begin alike"
		}
		if p.Cut {
			text += ", up to their capacities"
		}
		parts = append(parts, text)
	}
	for _, or := range c.Holds {
		var some []string
		for _, p := range or {
			some = append(some, p.Format(name)+" >= 0")
		}
		parts = append(parts, strings.Join(some, " or "))
	}
	var small []string
	for _, p := range c.Small {
		small = append(small, p.Format(name))
	}
	if len(small) > 0 {
		parts = append(parts, strings.Join(small, ", ")+" don't wrap around")
	}
	return strings.Join(parts, "; ")
}

// name is a value's, or how it is computed.
func name(v *ir.Value) string {
	switch {
	case v.Name != "":
		return v.Name
	case v.Def == nil:
		return "..."
	case v.Def.Kind == ir.OpLen && len(v.Def.Args) == 1:
		return "len(" + name(v.Def.Args[0]) + ")"
	}
	return v.Def.Kind.String()
}
