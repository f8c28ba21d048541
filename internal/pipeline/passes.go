package pipeline

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/jit"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

// optPasses run over the residual function.
var optPasses = []pass.Pass{
	{Name: "order", Run: sched.Order},
	{Name: "clean", Run: opt.Clean},
	{Name: "growth", Run: opt.SplitGrowth}, // before slices that are carried are split
	{Name: "splitslices", Run: opt.SplitSlices},
	{Name: "rebase", Run: opt.Rebase}, // before what looks at accesses
	{Name: "splitarrays", Run: opt.SplitArrays},
	{Name: "fold", Run: opt.Fold},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "clean", Run: opt.Clean},
	{Name: "smallmakes", Run: opt.SmallMakes},
	{Name: "readinplace", Run: opt.ReadInPlace},
	{Name: "hoistarrays", Run: opt.HoistArrays},
	{Name: "common", Run: opt.HoistCommon},
	{Name: "sink", Run: opt.SinkCommon},
	{Name: "licm", Run: opt.LICM},
	{Name: "ranges", Run: opt.Ranges}, // before fusion, which checks that are left prevent
	{Name: "clean", Run: opt.Clean},   // so do branches that are never taken
	{Name: "dce", Run: opt.DCE},
	{Name: "fuse", Run: opt.Fuse},
	{Name: "fusewhere", Run: sched.FuseWhere},
	{Name: "keeps", Run: sched.Keeps},
	{Name: "mergeexits", Run: opt.MergeExits},
	{Name: "cse", Run: opt.CSE},
	{Name: "clean", Run: opt.Clean},
	{Name: "licm", Run: opt.LICM},
	{Name: "directions", Run: opt.Directions},
	{Name: "counted", Run: opt.Counted},
	{Name: "shorten", Run: opt.Shorten},
	{Name: "closed", Run: opt.Closed},
	{Name: "alternating", Run: opt.Alternating},
	{Name: "fold", Run: opt.Fold}, // bounds: a loop to k <= 2 runs to k < 2+1
	{Name: "again", Run: opt.Again},
	{Name: "unroll", Run: opt.Unroll},
	{Name: "tables", Run: opt.Tables},
	{Name: "flatrows", Run: opt.FlatRows}, // with counted loops
	{Name: "inplace", Run: opt.InPlace},   // before moves are written out
	{Name: "moves", Run: opt.Moves},
	{Name: "rebase", Run: opt.Rebase},   // of moves that were written out
	{Name: "algebra", Run: opt.Algebra}, // lengths of parts of slices become constants
	{Name: "ranges", Run: opt.Ranges},
	{Name: "selects", Run: opt.Selects}, // of what are no clamps for certain
	{Name: "once", Run: opt.Once},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "divided", Run: opt.Divided}, // of quotients that are seen to be those of what is not negative
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM},               // bounds that have become closed, so that nests are seen to be boxes
	{Name: "storesahead", Run: opt.StoresAhead}, // with as few checks as there can be, and loops that come to an end
	{Name: "dce", Run: opt.DCE},                 // what is left of counting: a loop is seen to be all there is in another
	{Name: "fuseplain", Run: sched.FusePlain},
	{Name: "periods", Run: opt.Periods}, // of remainders that are seen to be that of what is not negative
	{Name: "carrykeys", Run: opt.CarryKeys},
	{Name: "dce", Run: opt.DCE}, // the loads of keys that are carried
	{Name: "placing", Run: opt.Placing},
	{Name: "sought", Run: opt.Sought},
	{Name: "locate", Run: opt.Locate}, // as fused
	{Name: "ranked", Run: opt.Ranked},
	{Name: "bins", Run: opt.Bins},
	{Name: "accumulate", Run: opt.Accumulate},
	{Name: "dce", Run: opt.DCE},       // what is dead uses sums, too
	{Name: "sought", Run: opt.Sought}, // in what was written as a loop
	{Name: "regroup", Run: opt.Regroup},
	{Name: "contract", Run: opt.Contract, Needs: pass.FMA},
	{Name: "dce", Run: opt.DCE},
	{Name: "clean", Run: opt.Clean},
	{Name: "endsahead", Run: opt.EndsAhead, Needs: pass.Lanes}, // with products and sums as they are fused
	{Name: "cse", Run: opt.CSE},
	{Name: "dce", Run: opt.DCE},
}

// ExactPasses are those that run over a residual function at that level, and over each kernel at the loops level, for tests of them: without those that change how,
// or in which order, floats are computed.
func ExactPasses() (residual, kernel []pass.Pass) {
	m := machine.AVX512().With(machine.Forced{Always: true})
	m.Features |= machine.VBMI2
	exact := func(ps []pass.Pass) (out []pass.Pass) {
		for _, p := range ps {
			if p.For != nil {
				p.Run = func(f *ir.Func) bool { return p.For(f, m) }
			}
			if p.Name != "contract" && p.Name != "order" {
				out = append(out, p)
			}
		}
		return out
	}
	return exact(optPasses), exact(loopPasses)
}

// dependencePasses bring a residual function into a form in which indices are seen for what they are, with all accesses where they were.
var dependencePasses = []pass.Pass{
	{Name: "clean", Run: opt.Clean},
	{Name: "fold", Run: opt.Fold},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "clean", Run: opt.Clean},
	{Name: "licm", Run: opt.LICM},
	{Name: "dce", Run: opt.DCE},
	{Name: "counted", Run: opt.Counted},
}

// hostPasses run over the host function at the loops level: what is left of it is interpreted.
var hostPasses = []pass.Pass{
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "dce", Run: opt.DCE},
}

// loopPasses run over each kernel at the loops level.
var loopPasses = []pass.Pass{
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM},
	{Name: "accumulate", Run: opt.AccumulateInside},
	{Name: "reciprocals", Run: opt.Reciprocals, Gains: pass.Much},
	{Name: "privatise", Run: opt.Privatise, Gains: pass.Little},
	{Name: "compact", For: compact, Needs: pass.Lanes, Gains: pass.Much},
	{Name: "sift", Run: opt.Sift, Gains: pass.Much},
	{Name: "search", Run: opt.SearchFirst, Needs: pass.Lanes, Gains: pass.Much},
	{Name: "search", Run: opt.Search, Needs: pass.Lanes},
	{Name: "peel", Run: opt.Peel},
	{Name: "carry", Run: opt.Carry, Gains: pass.Little}, // of what is loaded again
	{Name: "running", For: running, Needs: pass.Lanes, Gains: pass.Much},
	{Name: "rangechecks", Run: opt.RangeChecksGain, Gains: pass.Little},
	{Name: "rangechecks", Run: opt.RangeChecks},
	{Name: "recurrences", For: recurrences, Needs: pass.Lanes, Gains: pass.Much},
	{Name: "lookups", Run: opt.UnrollLookups}, // without the checks that are made ahead
	{Name: "every", Run: opt.Every},
	{Name: "tableranges", Run: opt.TableRanges, Needs: pass.Lanes},
	{Name: "ifconvert", Run: opt.IfConvert},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "narrow", Run: opt.Narrow},
	{Name: "quotients", For: quotients, Needs: pass.Lanes}, // of what isn't narrow
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM},
	{Name: "carry", Run: opt.Carry, Gains: pass.Little},
	{Name: "strength", Run: opt.Strength},
	{Name: "waiting", Run: opt.Waiting},
	{Name: "dce", Run: opt.DCE},
	{Name: "windows", For: windows, Needs: pass.Lanes, Gains: pass.Much}, // of sums without what nobody asks for
}

// quotients divides as floats where vectors convert between them and integers of 64 bits.
func quotients(f *ir.Func, m *machine.Desc) bool {
	return (m.RegisterBytes == 64 || m.Always()) && opt.Quotients(f)
}

// compact brings side by side what the machine can.
func compact(f *ir.Func, m *machine.Desc) bool {
	if m.NarrowCompress() {
		return opt.Compact(f)
	}
	return opt.CompactWide(f)
}

// running gives lanes to loops that carry sums and the like where it pays.
func running(f *ir.Func, m *machine.Desc) bool {
	return opt.Running(f, func(loop *ir.Op) bool { return m.Always() || simd.EstimateOf(loop, m).Speedup() >= 1.25 })
}

// recurrences takes loops apart that wait for the iteration before with a part of what they do.
func recurrences(f *ir.Func, m *machine.Desc) bool {
	return opt.Recurrences(f, func(loop *ir.Op) float64 {
		if m.Always() {
			return math.Inf(-1)
		}
		e := simd.EstimateOf(loop, m)
		return e.Vector / float64(e.Lanes)
	})
}

// windows has sums of windows slide where it pays.
func windows(f *ir.Func, m *machine.Desc) bool {
	if m.Always() {
		return opt.Windows(f, 0)
	}
	return opt.Windows(f, m.RegisterBytes)
}

// fissionAlways is the cost from which tests have bodies cut into sections: that of a few lines.
const fissionAlways = 12

// fission cuts long bodies into sections.
func fission(f *ir.Func, m *machine.Desc) bool {
	from := simd.FissionFrom
	if m.Always() {
		from = fissionAlways
	}
	return simd.Fission(f, m, jit.ScratchBytes, from)
}

// delay has stores wait for the loads of the next iteration.
func delay(f *ir.Func, m *machine.Desc) bool { return simd.Delay(f, m, jit.ScratchBytes) }

// laneSteps take each kernel from the loops level to the lanes level.
var laneSteps = []jit.Step{
	{Name: "lowerfor", Run: simd.LowerFor, Level: ir.Loops},
	{Name: "widen", Run: simd.WidenDivisions, Level: ir.Loops}, // before lanes are counted
	{Name: "words", Run: simd.JoinWords},
	{Name: "choose", Run: simd.Choose},
	{Name: "vectorise", Run: simd.Vectorise}, // vectors may be several registers wide
	{Name: "split", Run: simd.Split, Level: ir.Lanes},
}

// ToLanes takes a kernel there, for tests. f is consumed.
func ToLanes(f *ir.Func, o simd.Options) (*simd.Kernel, error) {
	return jit.ToLanes(f, laneSteps, &o, &pass.Runner{Verify: true})
}

// lanePasses run over each kernel at the lanes level.
var lanePasses = []pass.Pass{
	{Name: "between", Run: opt.Between},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "trips", Run: simd.CountTrips},
	{Name: "licm", Run: opt.LICM},
	{Name: "dce", Run: opt.DCE},
	{Name: "counts", Run: simd.Counts},
	{Name: "choices", Run: simd.Choices},
	{Name: "cse", Run: opt.CSE},
	{Name: "branches", Run: simd.Branches},
	{Name: "switches", Run: simd.Switches},
	{Name: "packstores", Run: simd.PackStores},
	{Name: "fission", For: fission},
	{Name: "delay", For: delay},
	{Name: "handover", Run: simd.HandOver},
	{Name: "bases", Run: simd.Bases},
}
