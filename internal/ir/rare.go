package ir

// rare are the attributes that few ops have: the others pay a pointer for them. It is not written once it is made, so copies of an op share it.
type rare struct {
	sym   string
	table []uint64
	note  string
}

// Sym is the symbol of a callsym, funcref, foreign, launch, run or stage: the callee; of a check.panic: what it panics with.
func (o *Op) Sym() string { return o.rarely().sym }

// Table is what a table holds: the bits of its elements. It is not the caller's to change.
func (o *Op) Table() []uint64 { return o.rarely().table }

// Note is a remark that explain shows.
func (o *Op) Note() string { return o.rarely().note }

// SetSym sets Sym; like each attribute's, a change of an op that may have been looked at before is to be counted (Changed).
func (o *Op) SetSym(s string) {
	r := o.rarely()
	r.sym = s
	o.setRare(r)
}

// SetTable sets Table, which becomes the op's own.
func (o *Op) SetTable(bits []uint64) {
	r := o.rarely()
	r.table = bits
	o.setRare(r)
}

// SetNote sets Note.
func (o *Op) SetNote(s string) {
	r := o.rarely()
	r.note = s
	o.setRare(r)
}

// SetAttributes gives o the attributes of another op, but for Mode.
func (o *Op) SetAttributes(of *Op) { o.Bits, o.Ints, o.rare = of.Bits, of.Ints, of.rare }

func (o *Op) rarely() rare {
	if o.rare == nil {
		return rare{}
	}
	return *o.rare
}

func (o *Op) setRare(r rare) {
	if o.rare = nil; r.sym != "" || r.table != nil || r.note != "" {
		o.rare = &r
	}
}
