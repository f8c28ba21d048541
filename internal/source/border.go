package source

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// A function whose parameters or results are pointers, or structs with fields that compiled code can't know, gets a function in front of it
// that stands at the border: its parameters are numbers and slices, which ir.Func.Border says where to find in the arguments of the Go
// function. It makes the variables that pointers point to, calls the function, and takes its results apart.
//
// Of what is behind a pointer only the components that the function uses, with all that it calls, are parameters. What it only reads is
// read once, before the call: nobody changes it meanwhile, for memory that overlaps otherwise is found then (see package border). What it
// assigns to through any pointer to that type lies where it is, and so do arrays of more than a few elements: the parameter is a slice of
// that memory.

// fewValues is how many components an array may have that is passed as its components.
const fewValues = 4

// atBorder gives the function that stands at the border in front of entry, or nil if it can stand there itself and need not be kept from it; or why neither is so.
func atBorder(entry *ir.Func, m *ir.Module, always bool, held func(*ir.Type) (*ir.Type, bool)) (f *ir.Func, why string) {
	types := append(ir.Types(entry.Body.Params), entry.Results...)
	simple := !always
	for _, t := range types {
		simple = simple && !needsBorder(t)
	}
	if simple {
		return nil, ""
	}
	f = ir.NewFunc(entry.Name+".border", nil, nil)
	f.Pos = entry.Pos
	w := &borderer{f: f, b: ir.NewBuilder(f.Body), flow: flowOf(entry, m, held), held: held}
	w.b.Pos = entry.Pos
	defer func() {
		if r := recover(); r != nil {
			msg, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			f, why = nil, string(msg)
		}
	}()
	args := make([]*ir.Value, len(entry.Body.Params))
	for i, p := range entry.Body.Params {
		w.what = "parameter " + strconv.Itoa(i+1)
		args[i] = w.argument(p.Type, strconv.Itoa(i), p.Name)
	}
	call := w.b.Op(ir.OpCallSym, args, entry.Results...)
	call.SetSym(entry.Name)
	w.places = append(w.places, "->")
	w.results(call.Results)
	f.Border = strings.Join(w.places, " ")
	return f, ""
}

// needsBorder reports a type that has more in it than numbers and slices.
func needsBorder(t *ir.Type) bool {
	return ir.HoldsOpaque(t) || ir.HoldsHidden(t) || t == recipeType || holdsForked(t) || leadsOn(t)
}

// borderer writes the function at the border.
type borderer struct {
	f      *ir.Func
	b      *ir.Builder
	flow   *flow
	places []string                        // of the border
	given  []*ir.Value                     // the variables that pointers point to
	what   string                          // what is being dealt with, for reasons
	held   func(*ir.Type) (*ir.Type, bool) // what is in a box, see box.go
}

// refusal is panicked with: why it can't be done.
type refusal string

func (w *borderer) refuse(format string, args ...any) {
	panic(refusal(w.what + ": " + fmt.Sprintf(format, args...)))
}

// param adds a parameter.
func (w *borderer) param(t *ir.Type, place, name string) *ir.Value {
	w.places = append(w.places, place)
	return w.f.Body.AddParam(t, name)
}

func (w *borderer) zero(t *ir.Type) *ir.Value { return zero(w.b, t) }

// argument makes a parameter of the entry's. An interface value is passed as what it holds.
func (w *borderer) argument(t *ir.Type, place, name string) *ir.Value {
	if held, ok := w.held(t); ok && w.flow.used[fieldOf{t, 0}] {
		return w.b.Op(ir.OpStruct, []*ir.Value{w.value(held, place, name)}, t).Result()
	} else if ok {
		return w.zero(t)
	}
	return w.value(t, place, name)
}

// value makes a parameter of type t, or a component of one, of parameters of the border's.
func (w *borderer) value(t *ir.Type, place, name string) *ir.Value {
	if t == recipeType {
		w.refuse("errors can't be passed to compiled code")
	}
	w.refuseForked(t)
	switch t.Kind {
	case ir.Struct:
		return w.fields(t, func(i int) *ir.Value { return w.value(t.Fields[i].Type, place+"."+t.Fields[i].Name, t.Fields[i].Name) })
	case ir.Array:
		elems := make([]*ir.Value, t.Len)
		for i := range elems {
			elems[i] = w.value(t.Elem, fmt.Sprintf("%s[%d]", place, i), name)
		}
		return w.b.Op(ir.OpArray, elems, t).Result()
	case ir.Cell:
		return w.pointer(t.Elem, place, name)
	case ir.Fn:
		w.refuse(noFuncs)
	}
	return w.param(t, place, name)
}

// fields makes a struct of those fields that are used; the others are zero.
func (w *borderer) fields(t *ir.Type, field func(i int) *ir.Value) *ir.Value {
	vs := make([]*ir.Value, len(t.Fields))
	for i, fd := range t.Fields {
		if fd.Name == "_" || !isComplex(t) && !w.flow.used[fieldOf{t, i}] || fd.Type == ir.Opaque || ir.IsHidden(fd.Type) {
			vs[i] = w.zero(fd.Type)
		} else {
			vs[i] = field(i)
		}
	}
	return w.b.Op(ir.OpStruct, vs, t).Result()
}

// pointer makes the variable that a pointer points to.
func (w *borderer) pointer(t *ir.Type, place, name string) *ir.Value {
	w.places = append(w.places, place+">")
	place += "*"
	x := &pointee{w: w, t: t}
	at := len(w.given)
	w.given = append(w.given, nil)
	init := x.component(t, nil, place, name)
	if w.flow.compared[t] {
		x.memory = append(x.memory, w.param(ir.TI64, strings.TrimSuffix(place, "*")+"^", name))
	}
	c := w.b.CellAt(init, x.memory, x.paths)
	c.Name = name
	w.given[at] = c
	return c
}

// pointee is a variable that a pointer points to, as it is made.
type pointee struct {
	w      *borderer
	t      *ir.Type
	memory []*ir.Value
	paths  [][]int64
}

func (x *pointee) component(t *ir.Type, path []int64, place, name string) *ir.Value {
	w := x.w
	w.refuseForked(t)
	stored := w.flow.isStored(x.t, path)
	switch {
	case t.Kind == ir.Struct:
		return w.fields(t, func(i int) *ir.Value {
			fd := t.Fields[i]
			return x.component(fd.Type, append(path[:len(path):len(path)], int64(i)), place+"."+fd.Name, fd.Name)
		})
	case t.Kind == ir.Array && onlyScalars(t.Elem) && (stored || leaves(t) > fewValues):
		return x.inMemory(t, t.Elem, t.Len, path, place, name)
	case stored && (t.IsScalar() || t.Kind == ir.Slice):
		return x.inMemory(t, t, 1, path, place, name)
	case stored:
		w.refuse("%s is assigned to: only numbers, arrays of them, and slices behind a pointer can be in compiled code", lastName(place))
	}
	return w.value(t, place, name)
}

// lastName is the last field or the like of a place.
func lastName(place string) string {
	at := strings.LastIndexAny(place, ".*")
	if name := place[at+1:]; name != "" {
		return name
	}
	return "what it points to"
}

// inMemory has a component lie in its own memory.
func (x *pointee) inMemory(t, elem *ir.Type, n int, path []int64, place, name string) *ir.Value {
	x.memory = append(x.memory, x.w.param(ir.SliceOf(elem), fmt.Sprintf("%s&%d", place, n), name))
	x.paths = append(x.paths, path)
	return x.w.zero(t)
}

func onlyScalars(t *ir.Type) (ok bool) {
	ok = true
	ir.Leaves(t, func(_ []int, leaf *ir.Type) { ok = ok && leaf.IsScalar() })
	return ok && !ir.HoldsOpaque(t) && !ir.HoldsHidden(t)
}

// results takes results apart and returns them.
func (w *borderer) results(rs []*ir.Value) {
	var out []*ir.Value
	pointers := 0
	for i, r := range rs {
		w.what = "result " + strconv.Itoa(i+1)
		place := strconv.Itoa(i)
		if held, ok := w.held(r.Type); ok {
			r = w.extract(r, []int64{0}, held)
		}
		if r.Type == recipeType {
			w.places = append(w.places, place+"!")
			for k := range recipeType.Fields {
				out = append(out, w.extract(r, []int64{int64(k)}, ir.TI64))
			}
			continue
		}
		if r.Type.Kind == ir.Cell {
			if pointers++; pointers > 1 {
				w.refuse("several pointers are not compiled as results")
			}
			which, content := w.made(r)
			w.places = append(w.places, place+"@")
			out = append(out, which)
			r, place = content, place+"*"
		}
		out = w.taken(out, r, r.Type, nil, place)
	}
	for _, v := range out {
		w.f.Results = append(w.f.Results, v.Type)
	}
	w.b.Return(out...)
}

// made tells which pointer a result is, from 1 on, -1 for nil, or 0 for a variable of the function's own, and gives the content of that.
func (w *borderer) made(r *ir.Value) (which, content *ir.Value) {
	w.same(r, r) // nothing but a variable
	known := w.b.Op(ir.OpIsNil, []*ir.Value{r}, ir.TBool).Result()
	which = w.b.Select(known, w.b.Int(-1), w.b.Int(0))
	for k, c := range w.given {
		if c.Type == r.Type {
			same := w.same(r, c)
			which = w.b.Select(same, w.b.Int(int64(k+1)), which)
			known = w.b.Binary(ir.OpOr, known, same)
		}
	}
	t := r.Type.Elem
	choice := w.b.If(known, t)
	given := w.b.In(choice.Regions[0])
	given.Yield(zero(given, t))
	own := w.b.In(choice.Regions[1])
	own.Yield(own.Op(ir.OpGet, []*ir.Value{r}, t).Result())
	return which, choice.Result()
}

// same is whether a result is a pointer that was passed. If it isn't it must be one to a whole variable.
func (w *borderer) same(r, c *ir.Value) *ir.Value {
	o := w.b.Op(ir.OpSame, []*ir.Value{r, c}, ir.TBool)
	o.Ints = []int64{1}
	return o.Result()
}

// taken adds the components of a result at path to out.
func (w *borderer) taken(out []*ir.Value, r *ir.Value, t *ir.Type, path []int64, place string) []*ir.Value {
	w.refuseForked(t)
	switch {
	case t == ir.Opaque, ir.IsHidden(t):
		w.refuse("%s is of a type that is not compiled", lastName(place))
	case t.Kind == ir.Struct:
		for i, fd := range t.Fields {
			if fd.Name != "_" {
				out = w.taken(out, r, fd.Type, append(path[:len(path):len(path)], int64(i)), place+"."+fd.Name)
			}
		}
		return out
	case t.Kind == ir.Array:
		for i := range t.Len {
			v := r
			if len(path) > 0 {
				v = w.extract(r, path, t)
			}
			index := w.b.Int(int64(i))
			o := w.b.Op(ir.OpExtract, []*ir.Value{v, index}, t.Elem)
			o.Ints = []int64{-1}
			out = w.taken(out, o.Result(), t.Elem, nil, fmt.Sprintf("%s[%d]", place, i))
		}
		return out
	case t.Kind == ir.Cell:
		w.refuse("pointers in results are not compiled")
	case t.Kind == ir.Fn:
		w.refuse(noFuncs)
	}
	w.places = append(w.places, place)
	return append(out, w.extract(r, path, t))
}

func (w *borderer) extract(r *ir.Value, path []int64, t *ir.Type) *ir.Value {
	if len(path) == 0 {
		return r
	}
	o := w.b.Op(ir.OpExtract, []*ir.Value{r}, t)
	o.Ints = path
	return o.Result()
}
