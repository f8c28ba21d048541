package pipeline

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

// Pass is one step over a function or kernel.
type Pass struct {
	Name  string
	Run   func(f *ir.Func) bool
	Needs func(o *Options) bool // nil: always runs
	Gains bool                  // what it changes is faster than plain Go, see gain.go
}

// optPasses run over the residual function.
var optPasses = []Pass{
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
	{Name: "counted", Run: opt.Counted},
	{Name: "shorten", Run: opt.Shorten},
	{Name: "closed", Run: opt.Closed},
	{Name: "fold", Run: opt.Fold}, // bounds: a loop to k <= 2 runs to k < 2+1
	{Name: "unroll", Run: opt.Unroll},
	{Name: "tables", Run: opt.Tables},
	{Name: "rebase", Run: opt.Rebase},   // of moves that were written out
	{Name: "algebra", Run: opt.Algebra}, // lengths of parts of slices become constants
	{Name: "ranges", Run: opt.Ranges},
	{Name: "selects", Run: opt.Selects}, // of what are no clamps for certain
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM}, // bounds that have become closed, so that nests are seen to be boxes
	{Name: "fuseplain", Run: sched.FusePlain},
	{Name: "periods", Run: opt.Periods}, // of remainders that are seen to be that of what is not negative
	{Name: "carrykeys", Run: opt.CarryKeys},
	{Name: "accumulate", Run: opt.Accumulate},
	{Name: "contract", Run: opt.Contract, Needs: func(o *Options) bool { return o.FMA }},
	{Name: "dce", Run: opt.DCE},
	{Name: "clean", Run: opt.Clean},
}

// ExactPasses are those that run over a residual function at that level, and over each kernel at the loops level, for tests of them: without those that change how,
// or in which order, floats are computed.
func ExactPasses() (residual, kernel []Pass) {
	exact := func(ps []Pass) []Pass {
		return slices.DeleteFunc(slices.Clone(ps), func(p Pass) bool { return p.Name == "contract" || p.Name == "order" })
	}
	return exact(optPasses), exact(loopPasses)
}

// dependencePasses bring a residual function into a form in which indices are seen for what they are, with all accesses where they were.
var dependencePasses = []Pass{
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
var hostPasses = []Pass{
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "dce", Run: opt.DCE},
}

// loopPasses run over each kernel at the loops level.
var loopPasses = []Pass{
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM},
	{Name: "accumulate", Run: opt.AccumulateInside},
	{Name: "reciprocals", Run: opt.Reciprocals, Gains: true},
	{Name: "privatise", Run: opt.Privatise, Gains: true},
	{Name: "compact", Run: opt.Compact, Needs: func(o *Options) bool { return o.hasLanes() && o.narrowCompress() }, Gains: true},
	{Name: "compact", Run: opt.CompactWide, Needs: func(o *Options) bool { return o.hasLanes() && !o.narrowCompress() }, Gains: true},
	{Name: "sift", Run: opt.Sift, Gains: true},
	{Name: "search", Run: opt.Search, Needs: func(o *Options) bool { return o.hasLanes() }, Gains: true},
	{Name: "peel", Run: opt.Peel},
	{Name: "carry", Run: opt.Carry, Gains: true}, // of what is loaded again
	{Name: "running", Run: running(0), Needs: func(o *Options) bool { return o.hasLanes() && o.Always }, Gains: true},
	{Name: "running", Run: running(32), Needs: func(o *Options) bool { return o.hasLanes() && !o.Always && o.ISA == rt.AVX2 }, Gains: true},
	{Name: "running", Run: running(64), Needs: func(o *Options) bool { return o.hasLanes() && !o.Always && o.ISA == rt.AVX512 }, Gains: true},
	{Name: "rangechecks", Run: opt.RangeChecksGain, Gains: true},
	{Name: "rangechecks", Run: opt.RangeChecks},
	{Name: "lookups", Run: opt.UnrollLookups}, // without the checks that are made ahead
	{Name: "flatten", Run: opt.Flatten},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "narrow", Run: opt.Narrow},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "cse", Run: opt.CSE},
	{Name: "licm", Run: opt.LICM},
	{Name: "carry", Run: opt.Carry, Gains: true},
	{Name: "strength", Run: opt.Strength},
	{Name: "dce", Run: opt.DCE},
	{Name: "windows", Run: windows(0), Needs: func(o *Options) bool { return o.hasLanes() && o.Always }, Gains: true}, // of sums without what nobody asks for
	{Name: "windows", Run: windows(32), Needs: func(o *Options) bool { return o.hasLanes() && !o.Always && o.ISA == rt.AVX2 }, Gains: true},
	{Name: "windows", Run: windows(64), Needs: func(o *Options) bool { return o.hasLanes() && !o.Always && o.ISA == rt.AVX512 }, Gains: true},
}

// running gives lanes to loops that carry sums and the like where in registers of so many bytes it pays; 0: wherever that is right.
func running(registerBytes int) func(f *ir.Func) bool {
	return func(f *ir.Func) bool {
		return opt.Running(f, func(loop *ir.Op) bool { return registerBytes == 0 || simd.Speedup(loop, registerBytes) >= 1.25 })
	}
}

// windows has sums of windows slide where in registers of so many bytes it pays; 0: wherever that is right.
func windows(registerBytes int) func(f *ir.Func) bool {
	return func(f *ir.Func) bool { return opt.Windows(f, registerBytes) }
}

// hasLanes reports a target whose vectors hone makes.
func (o *Options) hasLanes() bool { return o.machine().RegisterBytes > 0 }

// stagedAlways is the cost from which Options.Always has bodies cut into stages: that of a few lines.
const stagedAlways = 12

// lanePasses run over each kernel at the lanes level.
var lanePasses = []Pass{
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
	{Name: "stage", Run: func(f *ir.Func) bool { return simd.Stage(f, scratchBytes, simd.StagedFrom) }, Needs: func(o *Options) bool { return !o.Always }},
	{Name: "stage", Run: func(f *ir.Func) bool { return simd.Stage(f, scratchBytes, stagedAlways) }, Needs: func(o *Options) bool { return o.Always }},
}
