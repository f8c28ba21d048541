package pipeline

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// Pass is one step over a function or kernel.
type Pass struct {
	Name  string
	Run   func(f *ir.Func) bool
	Needs func(o *Options) bool // nil: always runs
}

// optPasses run over the residual function.
var optPasses = []Pass{
	{Name: "clean", Run: opt.Clean},
	{Name: "fold", Run: opt.Fold},
	{Name: "algebra", Run: opt.Algebra},
	{Name: "fusebuilds", Run: opt.FuseBuilds},
	{Name: "fusereduces", Run: opt.FuseReduces},
	{Name: "mergeexits", Run: opt.MergeExits},
	{Name: "dce", Run: opt.DCE},
	{Name: "clean2", Run: opt.Clean},
}

// loopPasses run over each kernel at the loops level.
var loopPasses = []Pass{}

// lanePasses run over each kernel at the lanes level.
var lanePasses = []Pass{}
