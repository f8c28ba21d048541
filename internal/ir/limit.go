package ir

// MaxDissolved is how many components an array may have to be handled as that many values. Larger ones are memory: no CPU has registers
// for as many, the front end compares as many one by one, and evaluation and passes take some tens of microseconds for each. Tables that bytes are looked up in are such.
const MaxDissolved = 255

// MaxMake is more elements than any make can serve: Go's heap has 48-bit addresses.
const MaxMake = 1 << 48

// A Limit is an error that says what a machine or a target can't do for a program. What else goes wrong behind the front end is a mistake
// in the compiler itself.
type Limit struct {
	Pos Pos
	Msg string
}

func (l *Limit) Error() string {
	if l.Pos.Line == 0 {
		return l.Msg
	}
	return l.Pos.String() + ": " + l.Msg
}
