package hone

import (
	"os"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// jit compiles a function to machine code for this machine.
func jit(m *ir.Module, symbol string) (p *plan.Program, target string, err error) {
	isa, err := rt.Detect()
	if err != nil {
		return nil, "", err
	}
	c, err := pipeline.Compile(m, symbol, pipeline.Options{ISA: isa, FMA: os.Getenv("HONE_FMA") != "off"})
	if err != nil {
		return nil, "", err
	}
	return c.Program, isa.String(), nil
}
