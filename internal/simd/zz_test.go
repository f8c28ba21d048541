package simd_test

import (
	"os"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

func TestZZ(t *testing.T) {
	b, err := os.ReadFile("/tmp/zz.ir")
	if err != nil {
		t.Skip()
	}
	m, err := ir.Parse(string(b))
	if err != nil {
		t.Fatal(err)
	}
	r, err := sched.Lower(m.Funcs[0].Clone())
	t.Log(err)
	if err == nil {
		t.Log(r.Module)
	}
	l, err := irtest.Lower(m.Funcs[0], simd.Options{RegisterBytes: 64, ScratchBytes: 8192})
	t.Log(err)
	if err == nil {
		for _, k := range l.Kernels {
			t.Log(k.Func)
		}
	}
}

func TestZZRun(t *testing.T) {
	f := irtest.Random(irtest.NewChoices([]byte{0x0, 0x0, 0x0, 0x0, 0x10}))
	run, _ := irtest.Scheduled(f)
	for seed := range 3 {
		args := irtest.Args(f, uint64(seed))
		run((&difftest.Memory{}).Copy(args))
	}
}
