package ir

// PartialBytes is the size of the interleaved partial results of a declared reduction; docs/ir.md, "Patterns".
const PartialBytes = 256

// Partials is the number of interleaved partial results of a reduce. Reductions that run in one loop must have the same number; 0 if they don't.
func (o *Op) Partials() int {
	all, from := 0, 0
	for _, leaves := range o.Ints[1:] {
		widest := 1
		for _, r := range o.Results[from : from+int(leaves)] {
			widest = max(widest, r.Type.Size())
		}
		if all != 0 && all != PartialBytes/widest {
			return 0
		}
		all, from = PartialBytes/widest, from+int(leaves)
	}
	return all
}

// Step is the region with which what the body of a reduce yields joins partial results: at the loops level one of its own, where products are fused
// with the sums they go into; else the operation that combines partial results.
func (o *Op) Step() *Region { return o.Regions[len(o.Regions)-1] }
