package ir

import "strings"

// A foreign op calls a function that stays plain Go, from the host: foreign @"path.F" args. What it does to memory that its operands lead to nobody knows; it
// may panic, and not come back. Where no such call can be written, since the function can't be named from elsewhere, the symbol is a sentence about it, behind
// a mark: the op may stand in code of which is found that it would gain nothing, but in none that runs.

const uncallable = "!"

// ForeignSym is the symbol for a function that can't be called, and why.
func ForeignSym(why string) string { return uncallable + why }

// WhyForeign says why a foreign call can't be made, or "".
func WhyForeign(o *Op) string {
	why, is := strings.CutPrefix(o.Sym(), uncallable)
	if !is {
		return ""
	}
	return why
}

// ForeignName is the called function's short name, for messages.
func ForeignName(o *Op) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(o.Sym(), uncallable), " ")
	return name[strings.LastIndexByte(name, '/')+1:]
}
