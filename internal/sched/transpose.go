package sched

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// Where lanes are rows of a matrix, and a loop inside goes along these, as in sums in Go's order,
//
//	for y { s := 0; for x { s += a[y*w+x] * v[x] }; out[y] = s }
//
// each iteration gathers a column. Several iterations at a time have neighbours of each row to load, which package simd loads as one piece and transposes (simd/rows.go).

// transposed has a loop inside go on by as many iterations at a time as a piece of a row has elements.
func (n *Nest) transposed(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	f, err := n.loopNamed(t.Loops[0])
	switch {
	case err != nil:
		return err
	case !n.own:
		return fmt.Errorf("%s has no lanes", n.lane())
	case n.jam != nil || n.long != nil || len(n.flat)+len(n.lifted) > 0:
		return errors.New("there is another order of its dimensions, or several rows are done at a time")
	case n.staged:
		return errors.New("it is run together with others, by its rows")
	}
	lanes := simd.EstimateOf(n.fast, n.s.machine, n.guard.ops()...).Lanes
	n.strip()
	p := newSpace(n.fast)
	if !p.jammable(p.body, false) {
		return errors.New("there is more inside than straight-line code and counted loops of the same range in all rows")
	}
	several := p.neighbours(f, lanes)
	if several < 2 {
		return errors.New("it loads no neighbours in the rows of lanes, or does more than to compute")
	}
	if slices.ContainsFunc(n.columns, func(g rowLoop) bool { return g.loop == f }) {
		return errors.New("it is done already")
	}
	n.columns = append(n.columns, rowLoop{f, several})
	return nil
}

// rowLoop is a loop along the rows of lanes, and how many iterations it is to take at a time.
type rowLoop struct {
	loop    *ir.Op
	several int
}

var errColumns = errors.New("a loop inside takes several iterations at a time, for rows of which each lane has one")

// rowsInLanes takes the steps of a loop whose iterations go along rows, waiting for the iteration before, where that is worth it: see chooseChains for what it is next to.
func (c *candidate) rowsInLanes() bool {
	p := newSpace(c.fast)
	if p.carried() == 0 || !p.jammable(p.body, false) {
		return false
	}
	lanes := simd.EstimateOf(c.fast, c.s.machine, c.guard.ops()...).Lanes
	if lanes < 2 {
		return false
	}
	var along []*ir.Op
	least := lanes
	for _, f := range loopsIn(c.fast) {
		if several := p.neighbours(f, lanes); several > 1 && several*len(f.Regions[0].Ops) <= maxCopied {
			if opt.Accumulates(f) > 0 || c.s.multipliesWide(f.Regions[0]) { // it has lanes along the row, where that is long, or is faster in scalar code
				return false
			}
			along, least = append(along, f), min(least, several)
		}
	}
	if len(along) == 0 {
		return false
	}
	c.must(loops.Guard)
	c.must(loops.Lanes, c.lane())
	for _, f := range along {
		c.must(loops.Transpose, indexName(f))
	}
	c.mustN(loops.Unroll, max(1, rowsForEach*least/lanes), c.lane())
	return true
}

// multipliesWide reports products of 64-bit integers, not of indices, that take a vector several instructions each: AVX2 has none for them. (Measured on Zen 5, h = h*31 + v of uint64,
// ns for each element of 64 rows of 1024: 0.16 as eight scalar chains, 0.29 with a row in each lane.)
func (s *scheduler) multipliesWide(r *ir.Region) bool {
	if s.machine.RegisterBytes >= 64 {
		return false
	}
	for o := range dataOps(r) {
		if t := o.Results; o.Kind == ir.OpMul && t[0].Type.IsInt() && t[0].Type.Size() == 8 {
			return true
		}
	}
	return false
}

// rowsForEach is how many rows are done at a time for each element of a piece. More of them keep the units busy while each sum waits for the one before; rows whose pitch is a power of
// two share the sets of the first cache (12 ways), and evict each other's lines before the next pieces are read, which costs the less the larger pieces are. (Measured on Zen 5, a matrix
// times a vector, ns for each element. float32, pieces of 4, by 8, 16 and 32 rows: in cache 0.12, 0.07 and 0.07, of rows of 1024 0.12, 0.08 and 0.27; eight scalar chains 0.17 and 0.14.
// float64, pieces of 2, by 8 and 16 rows: 0.14 and 0.11, of rows of 1024 0.14 and 0.24; scalar chains 0.17 and 0.19.)
const rowsForEach = 4

// maxCopied is the most operations that the body of a loop may have if several iterations at a time have copies of it.
const maxCopied = 160

// neighbours is how many neighbours a loop loads at a time from a row for each lane; 0 if it doesn't.
func (p *space) neighbours(f *ir.Op, lanes int) (several int) {
	if f.Ints[0] != 1 {
		return 0
	}
	for _, o := range f.Regions[0].Ops {
		if o.Kind.Has(ir.Writes) || len(o.Regions) > 0 { // loads don't pass it
			return 0
		}
		if o.Kind == ir.OpLoad && p.inRow(p.s.Access(o), f.Regions[0].Params[0]) {
			several = max(several, simd.InPiece(o.Results[0].Type.Size(), lanes))
		}
	}
	return several
}

// inRow reports the load of a number in a row for each lane, along which the index k goes.
func (p *space) inRow(a analysis.Access, k *ir.Value) bool {
	t := a.Op.Results[0].Type
	along, ok := a.At.Coef(k)
	across, also := a.At.Coef(lastParam(p.body))
	if !ok || !also || p.opaque(a.At) || !t.IsScalar() || t.Size() < 4 || // smaller ones are loaded as words (simd/words.go)
		len(a.Op.Ints) > 0 || a.Op.Args[0].Type.Elem != t {
		return false
	}
	c, known := along.Const()
	near, steps := across.Const()
	return known && c == 1 && a.At.Mentions(lastParam(p.body)) && !(steps && -maxNear <= near && near <= maxNear)
}

// emit has a loop ahead of it take several iterations at a time; the host tells where what is left begins.
func (r rowLoop) emit(host *ir.Builder) {
	for k, v := range r.loop.Args[:2] {
		if c, ok := v.ConstInt(); ok { // may stand inside
			r.loop.SetArg(k, host.Int(c))
		}
	}
	opt.Several(host, r.loop, int64(r.several))
}
