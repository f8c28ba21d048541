package eval

import "github.com/hone-go/hone/internal/ir"

// change records what a cell held before it was assigned.
type change struct {
	c   *cell
	old val
}

// binding is a cell's content at an exit.
type binding struct {
	c *cell
	v val
}

func (p *pe) newCell(v val, t *ir.Type, name string, key siteKey) *cell {
	p.births++
	c := &cell{t: t, val: v, birth: p.births, name: name, key: key}
	p.cells[key] = c
	return c
}

func (p *pe) setCell(c *cell, v val) {
	if c.val == v {
		return
	}
	p.journal = append(p.journal, change{c, c.val})
	c.val = v
}

// undo takes back all assignments since mark. Exits that were taken in the meantime keep a record of the store at their time.
func (p *pe) undo(mark, facts int) {
	for _, e := range p.pending {
		e.snap = p.snapshot(e.t.mark)
		e.pending = false
	}
	p.pending = p.pending[:0]
	p.forget(facts)
	for i := len(p.journal) - 1; i >= mark; i-- {
		p.journal[i].c.val = p.journal[i].old
	}
	p.journal = p.journal[:mark]
}

// snapshot lists the cells assigned since mark with their present content, in the order of first assignment.
func (p *pe) snapshot(mark int) []binding {
	if mark == len(p.journal) {
		return nil
	}
	p.stamp++
	var out []binding
	for _, ch := range p.journal[mark:] {
		if ch.c.stamp == p.stamp {
			continue
		}
		ch.c.stamp = p.stamp
		if v := p.resolveSince(ch.c.val, ch.old); v != ch.old {
			out = append(out, binding{ch.c, v})
		}
	}
	return out
}
