package gen

import (
	"fmt"
	"go/types"
)

// linkVersions is linked for a function that takes or gives interface values: its stub finds the version for the dynamic types of its arguments.
func (w *writer) linkVersions(link string, items []Item, unit func(k int) string) {
	first := items[0]
	sig := first.Pkg.Types.Scope().Lookup(first.Name).Type().Underlying().(*types.Pointer).Elem().(*types.Named).TypeArgs().At(0).Underlying().(*types.Signature)
	v, plain := w.local("v"), w.local("plain")
	w.buf.WriteString("var _ = func() struct{} {\n")
	fmt.Fprintf(&w.buf, "if %s, %s := %s.ToVersions(%s.Link()); %s != nil {\n", v, plain, link, first.Name, v)
	for k, it := range items {
		if it.Reason == "" {
			fmt.Fprintf(&w.buf, "%s := %s.Version[%s](%s, %s, %q, %q)\n", w.entry(k), link, w.typ(it.Signature), v, unit(k), it.Symbol, it.Dynamic())
		}
	}
	args, call := w.stub(first.Name, sig, plain)
	for k, it := range items {
		if it.Reason == "" {
			w.version(link, k, it, args, call)
		}
	}
	if sig.Results().Len() > 0 {
		call = "return " + call
	}
	fmt.Fprintf(&w.buf, "%s\n}\n}\nreturn struct{}{}\n}()\n\n", call)
}

// entry is the name of a version's entry.
func (w *writer) entry(k int) string { return w.local(fmt.Sprintf("e%d", k)) }

// version writes what calls a version if the arguments have its dynamic types.
func (w *writer) version(link string, k int, it Item, args []string, plain string) {
	held := make([]string, len(args))
	asks := 0
	for i, a := range args {
		held[i] = a
		switch t := it.Types[i]; {
		case t == nil:
			continue
		case it.Nil(i):
			held[i] = ""
			fmt.Fprintf(&w.buf, "if %s == nil {\n", a)
		default:
			held[i] = w.local(fmt.Sprintf("b%d", i))
			ok := w.local("ok")
			fmt.Fprintf(&w.buf, "if %s, %s := %s.(%s); %s {\n", held[i], ok, a, w.typ(t), ok)
		}
		asks++
	}
	if asks == 0 {
		w.buf.WriteString("{\n")
		asks++
	}
	w.invoke(link, w.entry(k), it.Signature, held, plain)
	if it.Signature.Results().Len() == 0 {
		w.buf.WriteString("return\n")
	}
	for range asks {
		w.buf.WriteString("}\n")
	}
}
