package rt

import (
	"strings"
	"testing"
)

// TestMisspelt: a name that is nearly that of a setting is told, others that begin like it, as those of hone's own tests, are not.
func TestMisspelt(t *testing.T) {
	for v, want := range map[string]string{
		"HONE_THREAD=1": "HONE_THREADS", "HONE_IAS=avx2": "HONE_ISA", "HONE_fma=off": "HONE_FMA", "HONE_SCHEDULES=": "HONE_SCHEDULE",
		"HONE_THREADS=1": "", "HONE_RACE_FOUND=x": "", "HONE_SEED=3": "", "HONE_EXEC=x": "", "HONE_RANDOM_TIME=1s": "", "HONE_SOAK=1h": "", "HONE_FAULTS=all": "", "HONE_COSTS=1": "",
		"HONE=jit": "", "HONEY=1": "", "PATH=HONE_THREAD": "",
	} {
		err := misspelt([]string{"HOME=/", v})
		if (err != nil) != (want != "") || err != nil && !strings.HasSuffix(err.Error(), "did you mean "+want+"?") {
			t.Errorf("%s: %v", v, err)
		}
	}
}
