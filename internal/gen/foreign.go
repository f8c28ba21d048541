package gen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/source"
)

// foreign writes what registers a function that compiled code calls and that stays plain Go.
func (w *writer) foreign(link string, x *source.Foreign) {
	sig := x.Func.Signature()
	in, out := w.local("in"), w.local("out")
	params := slices.Collect(sig.Params().Variables())
	if recv := sig.Recv(); recv != nil {
		params = slices.Insert(params, 0, recv)
	}
	ins, args := w.fields(params, "a", in)
	outs, results := w.fields(slices.Collect(sig.Results().Variables()), "r", out)
	callee := x.Func.Name()
	if sig.Recv() != nil {
		callee, args = args[0]+"."+callee, args[1:]
	} else if q := w.qualifier(x.Func.Pkg()); q != "" {
		callee = q + "." + callee
	}
	call := callee + "(" + strings.Join(args, ", ")
	if sig.Variadic() {
		call += "..."
	}
	call += ")"
	if len(results) > 0 {
		call = strings.Join(results, ", ") + " = " + call
	}
	fmt.Fprintf(&w.buf, "var _ = %s.Foreign(%q, func(%s *struct{%s}, %s *struct{%s}) {\n%s\n})\n\n", link, x.Name, in, ins, out, outs, call)
}

// fields are the fields of a struct for variables, and how they are written as those of it.
func (w *writer) fields(vars []*types.Var, prefix, of string) (text string, named []string) {
	list := make([]string, len(vars))
	for i, v := range vars {
		name := w.local(fmt.Sprintf("%s%d", prefix, i))
		list[i] = name + " " + w.typ(v.Type())
		named = append(named, of+"."+name)
	}
	text = strings.Join(list, "\n")
	if len(list) > 1 { // so that formatting it once is enough
		text = "\n" + text + "\n"
	}
	return text, named
}
