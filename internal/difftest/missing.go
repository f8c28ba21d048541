package difftest

import (
	"fmt"

	"github.com/hone-go/hone/internal/rt"
)

// Missing says what programs are not compared with because this machine has not got it. Tests log it, so that a summary can tell: what
// children print is seen only if they die.
func Missing() (what []string) {
	best, err := rt.Detect()
	switch {
	case err != nil:
		what = append(what, fmt.Sprintf("SKIPPED: machine code: %v", err))
	case best < rt.AVX512:
		what = append(what, fmt.Sprintf("SKIPPED: avx512: this CPU has %v", best))
	}
	if _, err := Compiler(); err != nil {
		what = append(what, fmt.Sprintf("SKIPPED: the c target: %v", err))
	}
	return what
}
