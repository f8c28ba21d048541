package link

import "testing"

func TestCheckSettings(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"HONE", "jit", ""},
		{"HONE", "off", ""},
		{"HONE", "rcae", `HONE=rcae: want off, jit, interp or race; did you mean "race"?`},
		{"HONE", "c", "HONE=c: this program does not import github.com/hone-go/hone/target/c"},
		{"HONE_ISA", "avx1", `HONE_ISA=avx1: want avx2 or avx512; did you mean "avx2"?`},
		{"HONE_THRAEDS", "2", "HONE_THRAEDS is no setting; did you mean HONE_THREADS?"},
	} {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			t.Setenv(c.name, c.value)
			got := ""
			if err := checkSettings(); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
