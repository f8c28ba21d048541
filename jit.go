package hone

import (
	"errors"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
)

func jit(m *ir.Module, symbol string) (p *plan.Program, target string, err error) {
	return nil, "", errors.New("no code generator")
}
