package ir

// An Index numbers values 0, 1, ... as they are added: what is known of them is kept in slices, which is several times as fast as in a map
// (a sparse set; Briggs & Torczon, "An Efficient Representation for Sparse Sets", LOPLAS 1993). It uses the values' IDs: a value can be in
// one Index at a time, and leaves it when the function is numbered.
type Index struct {
	of []*Value
}

// NewIndex is an Index with room for n values.
func NewIndex(n int) *Index { return &Index{make([]*Value, 0, n)} }

// Len is the number of values.
func (x *Index) Len() int { return len(x.of) }

// Add gives v the next number, if it has none yet.
func (x *Index) Add(v *Value) int {
	if i := x.Find(v); i >= 0 {
		return i
	}
	i := len(x.of)
	v.ID = int32(i)
	x.of = append(x.of, v)
	return i
}

// Find is the number of v, or -1.
func (x *Index) Find(v *Value) int {
	if i := int(v.ID); i < len(x.of) && x.of[i] == v {
		return i
	}
	return -1
}

// Truncate takes the values with numbers from n on out again.
func (x *Index) Truncate(n int) { x.of = x.of[:n] }
