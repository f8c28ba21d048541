package difftest

import "github.com/hone-go/hone/internal/plan"

// Memory that is not cleared, as all of it is stored first, holds what no program expects: who looks at it all the same is found out.
func init() { plan.Spoil = true }
