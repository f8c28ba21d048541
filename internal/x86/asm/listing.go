package asm

import (
	"fmt"
	"strings"
)

// Line is a line of a listing: an instruction, a label or an alignment.
type Line struct {
	Off   int // offset in the code; valid after Finish
	Inst  Inst
	Label Label // bound here, if not 0
	Align int   // alignment, if not 0
	Pos   int32 // as given to SetPos
	Note  string

	at place
}

// SetPos sets the source position of the following instructions: a number of the caller's.
func (a *Assembler) SetPos(pos int32) { a.pos = pos }

// Note attaches a comment to the next line of the listing.
func (a *Assembler) Note(text string) {
	if a.KeepListing {
		a.note = text
	}
}

// line records a line, if lines are kept.
func (a *Assembler) line(l Line) {
	l.Pos, l.Note, l.at = a.pos, a.note, a.here()
	a.note = ""
	a.lines = append(a.lines, l)
}

// Listing returns the lines recorded; it is valid after Finish, until Reset.
func (a *Assembler) Listing() []Line { return a.lines }

// String returns the text of the line without offset and comment.
func (l *Line) String() string {
	switch {
	case l.Label != 0:
		return l.Label.String() + ":"
	case l.Align != 0:
		return fmt.Sprintf("align %d", l.Align)
	default:
		return l.Inst.String()
	}
}

// ListingText returns the whole listing: offset, text, comment.
func (a *Assembler) ListingText() string {
	var b strings.Builder
	for i := range a.lines {
		l := &a.lines[i]
		indent := "\t"
		if l.Label != 0 {
			indent = ""
		}
		text := fmt.Sprintf("%6x  %s%s", l.Off, indent, l.String())
		if l.Note != "" {
			text = fmt.Sprintf("%-60s ; %s", text, l.Note)
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	return b.String()
}
