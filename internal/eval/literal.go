package eval

import "slices"

// A function literal is unfolded wherever it is called. One that calls itself, by the variable that holds it, becomes a residual function like a named function that is
// recursive; whether it does so is seen when a call of it comes up in itself, with the same captured values. Where all arguments are known it may still come to an end
// at compile time, and is unfolded a few times.

// maxLiteral is how often. What is in a loop is evaluated more than once, so that each time may take twice as long.
const maxLiteral = 8

// isData reports what is not a function or a pointer.
func isData(v val) bool {
	switch v.(type) {
	case *clo, *cell:
		return false
	}
	return true
}

// stays reports that a function value is one of those.
func (p *pe) stays(f *clo, args []val) bool {
	if f.code.stays {
		return true
	}
	deep := 0
	for _, c := range p.stack {
		if c.code == f.code && sameValues(c.caps, f.caps) {
			deep++
		}
	}
	if deep == maxLiteral || deep > 0 && slices.ContainsFunc(args, func(v val) bool { return !isKnown(v) && isData(v) }) {
		p.startStaying(f.code)
	}
	return false
}

// startStaying begins again with the calls of a literal that is recursive staying calls.
func (p *pe) startStaying(code *fcode) {
	code.stays = true
	panic(retry{})
}

// sameValues reports lists of the same constants, variables and values, or of function values that are made of such.
func sameValues(a, b []val) bool {
	for i, v := range a {
		if v == b[i] {
			continue
		}
		x, ok1 := v.(*clo)
		y, ok2 := b[i].(*clo)
		if !ok1 || !ok2 || x.code != y.code || !sameValues(x.caps, y.caps) {
			return false
		}
	}
	return true
}
