package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Directions has a loop that counts by one of two constants be two loops, each of which counts by one of them:
//
//	first, last, step = if forward { 0, n, 4 } else { n-4, -4, -4 }
//	loop (i) { if i != last {...} else { break }; ...; continue i+step }
//	=> if forward { the loop, with step = 4, and what comes after it } else { so with step = -4 }
//
// Where one goes is the first that has to be known of a loop. What lies between the choice and the end of the region is there twice then (tail duplication; Mueller & Whalley,
// "Avoiding conditional branches by code replication", PLDI 1995). To be run before Counted.
func Directions(f *ir.Func) bool {
	d := directions{fuel: directionFuel}
	for d.fuel > 0 {
		choice := d.find(f)
		if choice == nil {
			break
		}
		d.split(choice)
		d.changed = true
	}
	return d.changed
}

const (
	// directionFuel bounds how often a function is split.
	directionFuel = 4
	// mostTwice is how many operations are there twice at most.
	mostTwice = 400
)

type directions struct {
	fuel    int
	changed bool
}

// find looks for a choice, an if or a select, between two steps.
func (d *directions) find(f *ir.Func) (choice *ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if choice == nil && o.Kind == ir.OpLoop {
			if c := stepChoice(o); c != nil && splittable(c, o) {
				choice = c
			}
		}
		return choice == nil
	})
	return choice
}

// stepChoice is what chooses the constant by which one of the values grows that a loop carries.
func stepChoice(loop *ir.Op) (choice *ir.Op) {
	body := loop.Regions[0]
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == loop {
			for k, v := range o.Args {
				if by, ok := addedTo(v, body.Params[k]); ok && comparedAtHead(body, body.Params[k]) && chosen(by.by) {
					choice = by.by.Def
				}
			}
		}
		return choice == nil
	})
	return choice
}

// comparedAtHead reports a value that a comparison in the loop's own region is about.
func comparedAtHead(body *ir.Region, v *ir.Value) bool {
	return slices.ContainsFunc(body.Ops, func(o *ir.Op) bool {
		return ir.OpEq <= o.Kind && o.Kind <= ir.OpGe && slices.Contains(o.Args, v)
	})
}

// chosen reports one of two constants.
func chosen(v *ir.Value) bool {
	o := v.Def
	if o == nil || v.Type != ir.TI64 {
		return false
	}
	var a, b *ir.Value
	switch o.Kind {
	case ir.OpSelect:
		a, b = o.Args[1], o.Args[2]
	case ir.OpIf:
		x, y := o.Regions[0].Terminator(), o.Regions[1].Terminator()
		if x.Kind != ir.OpYield || y.Kind != ir.OpYield {
			return false
		}
		a, b = x.Args[v.Index], y.Args[v.Index]
	default:
		return false
	}
	x, ok1 := a.ConstInt()
	y, ok2 := b.ConstInt()
	return ok1 && ok2 && x != y && x != 0 && y != 0
}

// splittable reports a choice ahead of a loop, in a region around it, with not too much behind it.
func splittable(choice, loop *ir.Op) bool {
	if !choice.Parent.Contains(func(o *ir.Op) bool { return o == loop }) {
		return false
	}
	size := 0
	for _, o := range choice.Parent.Ops[choice.Parent.Index(choice)+1:] {
		size++
		for _, r := range o.Regions {
			size += r.Size()
		}
	}
	return size <= mostTwice
}

// split has what comes after a choice be in both arms of an if.
func (d *directions) split(choice *ir.Op) {
	d.fuel--
	r := choice.Parent
	at := r.Index(choice)
	end := r.Terminator()
	rest := slices.Clone(r.Ops[at+1 : len(r.Ops)-1])
	defined := map[*ir.Value]bool{}
	for _, o := range append([]*ir.Op{choice}, rest...) {
		for _, v := range o.Results {
			defined[v] = true
		}
	}
	var given []*ir.Value // to what the region ends with
	var types []*ir.Type
	for _, v := range end.Args {
		if defined[v] && !slices.Contains(given, v) {
			given = append(given, v)
			types = append(types, v.Type)
		}
	}
	tmp := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: choice.Pos}
	branch := tmp.If(choice.Args[0], types...)
	for k, arm := range branch.Regions {
		b := &ir.Builder{Region: arm, Pos: choice.Pos}
		c := ir.NewCloner()
		c.Map(choice.Args[0], b.Const(ir.TBool, uint64(1-k)))
		if choice.Kind == ir.OpSelect {
			c.Map(choice.Result(), armConst(b, choice.Args[1+k]))
		} else {
			was := choice.Regions[k]
			c.Into(arm, slices.Clone(was.Ops[:len(was.Ops)-1]))
			for i, v := range was.Terminator().Args {
				c.Map(choice.Results[i], armConst(b, c.Value(v)))
			}
		}
		c.Into(arm, rest)
		out := make([]*ir.Value, len(given))
		for i, v := range given {
			out[i] = c.Value(v)
		}
		b.Yield(out...)
	}
	var rep ir.Replacer
	for i, v := range given {
		rep.Replace(v, branch.Results[i])
	}
	ir.RemoveOps(append(slices.Clone(rest), choice))
	r.Insert(at, tmp.Region.Take(0)...)
	rep.Op(end)
}

// armConst is v, as a constant of an arm's own if it is one.
func armConst(b *ir.Builder, v *ir.Value) *ir.Value {
	if bits, ok := v.IsConst(); ok {
		return b.Const(v.Type, bits)
	}
	return v
}
