package cfamily

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// reduce prints one block of a declared reduction, in the order that docs/ir.md lays down: the partial results are arrays, over which an
// inner loop goes. Where the body is simple enough for it to become vectors, that loop is printed for a whole round, whose length the
// compiler knows, and again for what is left.
func (p *printer) reduce(o *ir.Op) {
	lo, hi := p.inVariable(o.Args[0]), p.inVariable(o.Args[1])
	n := p.partials(o)
	r := &reduction{p: p, o: o, j: p.names.fresh("j")}
	p.flush() // what is read is then read once
	p.initial(r, o.Args[2:], n)
	round, left := p.names.fresh("round"), p.names.fresh("left")
	p.bare(fmt.Sprintf("for (i64 %s = %s; %s < %s; %s += %d) {", round, lo.text, round, hi.text, round, n))
	p.depth++
	p.put("i64 %s = %s - %s;", left, hi.text, round)
	p.flat = o.Mode == ir.InLanes && branchless(o.Regions[0])
	if (p.flat || simpleBody(o.Regions[0])) && simpleBody(o.Step()) {
		p.bare(fmt.Sprintf("if (%s >= %d) {", left, n))
		p.depth++
		r.elements(round, fmt.Sprint(n))
		p.depth--
		p.bare("} else {")
		p.depth++
		r.elements(round, left)
		p.depth--
		p.bare("}")
	} else {
		r.elements(round, fmt.Sprintf("%s(%s, %d)", p.need("min_i64"), left, n))
	}
	p.depth--
	p.bare("}")
	p.flat = false
	w := p.names.fresh("w")
	p.bare(fmt.Sprintf("for (i64 %s = %d; %s > 0; %s /= 2) {", w, n/2, w, w))
	p.depth++
	r.each(w, func() { r.fold(o.Regions[1], r.at(r.j+" + "+w)) })
	p.depth--
	p.bare("}")
	for i, v := range o.Results {
		if p.uses.Count(v) > 0 {
			p.env[v] = expr{text: r.partial[i] + "[0]", prec: precPrimary, reads: true}
			p.store(v)
		}
	}
}

// partials is the number of interleaved partial results.
func (p *printer) partials(o *ir.Op) int {
	n := o.Partials()
	if n == 0 {
		p.failf(o, "reductions of different widths in one loop")
	}
	return n
}

// simpleBody reports a region without branches, loops and checks.
func simpleBody(r *ir.Region) bool {
	for _, o := range r.Ops {
		if len(o.Regions) > 0 || o.Kind.Has(ir.Check) {
			return false
		}
	}
	return len(r.Ops) < 200
}

// reduction is a reduction that is being printed.
type reduction struct {
	p       *printer
	o       *ir.Op
	partial []string // arrays, one per leaf
	j       string   // the index of a partial result
}

// initial declares the partial results.
func (p *printer) initial(r *reduction, ids []*ir.Value, n int) {
	var xs []expr
	for _, id := range ids {
		xs = append(xs, p.inVariable(id))
		name := p.names.fresh("partial")
		r.partial = append(r.partial, name)
		p.put("%s %s[%d];", p.typeName(id.Type), name, n)
		p.private += ir.PartialBytes
	}
	r.each(fmt.Sprint(n), func() {
		for i, x := range xs {
			p.put("%s = %s;", r.at(r.j)[i].text, x.text)
		}
	})
}

// at are the elements j of the partial results.
func (r *reduction) at(j string) []expr {
	var xs []expr
	for _, a := range r.partial {
		xs = append(xs, expr{text: a + "[" + j + "]", prec: precPrimary, reads: true})
	}
	return xs
}

// each prints a loop over the first n partial results.
func (r *reduction) each(n string, body func()) {
	p := r.p
	p.bare(p.d.Independent)
	p.bare(fmt.Sprintf("for (i64 %s = 0; %s < %s; %s++) {", r.j, r.j, n, r.j))
	ls := p.inLoop(r.o, body)
	p.include(ls, 0)
	p.bare("}")
}

// elements prints the loop that takes in n elements, the first of which has the index round.
func (r *reduction) elements(round, n string) {
	p := r.p
	body := r.o.Regions[0]
	r.each(n, func() {
		index := p.indexName(body.Params[0])
		p.put("i64 %s = %s + %s;", index, round, r.j)
		p.env[body.Params[0]] = variable(index)
		var leaves []expr
		p.yielding(body, func(v *ir.Value) { leaves = append(leaves, p.inVariable(v)) })
		r.fold(r.o.Step(), leaves)
	})
}

// fold prints how other values join partial results j.
func (r *reduction) fold(combine *ir.Region, with []expr) {
	p := r.p
	for i, x := range append(r.at(r.j), with...) {
		v := combine.Params[i]
		if p.uses.Count(v) == 0 {
			continue
		}
		if x.reads {
			name := p.nameOf(v)
			p.put("%s %s = %s;", p.typeName(v.Type), name, x.text)
			x = variable(name)
		}
		p.env[v] = x
	}
	i := 0
	p.yielding(combine, func(v *ir.Value) {
		p.put("%s[%s] = %s;", r.partial[i], r.j, p.value(v).text)
		i++
	})
}

// yielding prints a region that ends in a yield, and then what each has to say of the values.
func (p *printer) yielding(r *ir.Region, each func(v *ir.Value)) {
	outer := p.yield
	p.yield = func(o *ir.Op) {
		for _, v := range o.Args {
			each(v)
		}
	}
	p.region(r, nil)
	p.yield = outer
}
