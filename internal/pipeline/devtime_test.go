package pipeline_test

import (
	"math/rand"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

func TestDevTime(t *testing.T) {
	if os.Getenv("DEVT") == "" {
		t.Skip()
	}
	prog, err := source.Load("../../bench", []string{"."}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 4096
	r := rand.New(rand.NewSource(1))
	rnd := func(lo, hi float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = lo + (hi-lo)*r.Float64()
		}
		return x
	}
	for _, isa := range []rt.ISA{rt.AVX512, rt.AVX2} {
		for _, h := range prog.Funcs() {
			if h.Name != os.Getenv("DEVT") {
				continue
			}
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true})
			if err != nil {
				t.Fatal(err)
			}
			args := []any{rnd(80, 120), rnd(80, 120), rnd(0, .05), rnd(.1, .4), rnd(.1, 2), make([]float64, n), make([]float64, n)}
			var vs []reflect.Value
			for _, a := range args {
				vs = append(vs, reflect.ValueOf(a))
			}
			ft := reflect.TypeOf(func(a, b, c, d, e, f, g []float64) {})
			n := n
			if strings.HasPrefix(h.Name, "mandel") {
				vs = []reflect.Value{reflect.ValueOf(make([]int32, 2048*64)), reflect.ValueOf(2048), reflect.ValueOf(64), reflect.ValueOf(256)}
				ft = reflect.TypeOf(func(a []int32, b, c, d int) {})
				n = 2048 * 64
			}
			best := time.Duration(1 << 60)
			for range 500 {
				s := time.Now()
				plan.CallReflect(c.Program, ft, vs)
				best = min(best, time.Since(s))
			}
			t.Logf("%v %s: %.3f ns/element, compile %v", isa, h.Name, float64(best)/float64(n), c.Time)
		}
	}
}
