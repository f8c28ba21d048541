package border

//lint:file-ignore U1000 fields are found by their names

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

type inner struct {
	p    *float64
	data []float32
}

type outer struct {
	n     int
	z     complex128
	at    inner
	tab   [8]int16
	rows  [2]inner
	other map[string]int
}

type renamed struct {
	count int
	tab   [8]int16
}

var (
	f32s = ir.SliceOf(ir.TF32)
	f64s = ir.SliceOf(ir.TF64)
	i16s = ir.SliceOf(ir.TI16)
)

// TestResolve: places are found by the names of fields, and what is not what the code was made for is refused.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		border string
		params []*ir.Type
		of     any
		want   string
	}{
		{"0> 0*.n 0*.z.im 0*.at.data 0*.tab&8 0*.rows[1].data 1 ->", []*ir.Type{ir.TI64, ir.TF64, f32s, i16s, f32s, ir.TU8}, func(*outer, uint8) {}, ""},
		{"0> 0*.at.p> 0*.at.p* ->", []*ir.Type{ir.TF64}, func(*outer) {}, ""},
		{"0> 0*.at.p> 0*.at.p*&1 0*.z.re&1 ->", []*ir.Type{f64s, f64s}, func(*outer) {}, ""},
		{"0> 0*.at.p> 0*.at.p^ 0^ ->", []*ir.Type{ir.TI64, ir.TI64}, func(*outer) {}, ""},
		{"0> 0*.n^ ->", []*ir.Type{ir.TI64}, func(*outer) {}, "no pointer"},
		{"0> 0^ ->", []*ir.Type{ir.TU64}, func(*outer) {}, "no pointer"},
		{"0> 0*.n ->", []*ir.Type{ir.TI64}, func(*renamed) {}, "has no field n"},
		{"0> 0*.tab&9 ->", []*ir.Type{i16s}, func(*outer) {}, "the code is for an array of 9, not of 8"},
		{"0> 0*.tab&8 ->", []*ir.Type{f32s}, func(*outer) {}, "the code is for f32, not for int16"},
		{"0> 0*.n&2 ->", []*ir.Type{ir.SliceOf(ir.TI64)}, func(*outer) {}, "the code is for an array of 2, not for int"},
		{"0> 0*.n ->", []*ir.Type{ir.TU64}, func(*outer) {}, "the code is for u64, not for int"},
		{"0> 0*.at.data ->", []*ir.Type{f64s}, func(*outer) {}, "the code is for f64, not for float32"},
		{"0> 0*.rows[2].data ->", []*ir.Type{f32s}, func(*outer) {}, "the code is for an array"},
		{"0> 0*.n ->", []*ir.Type{ir.TI64}, func(outer) {}, "another type than border.outer"},
		{"0.n&1 ->", []*ir.Type{ir.SliceOf(ir.TI64)}, func(outer) {}, "no memory behind a pointer"},
		{"1 ->", []*ir.Type{ir.TI64}, func(int) {}, "there is no such parameter"},
		{"0 ->", []*ir.Type{ir.TI64, ir.TI64}, func(int, int) {}, "border of 1 parameters, must be 2"},
		{"0 0 ->", []*ir.Type{ir.TI64}, func(int) {}, "no parameter or result is left"},
		{"0.z.re ->", []*ir.Type{ir.TF32}, func(outer) {}, "the code is for f32, not for a part of complex128"},
		{"0", nil, func(int) {}, "bad border"},
		{"-> 0@", nil, func() int { return 0 }, "no parameter or result is left"},
	} {
		_, err := New(c.border, c.params, nil, reflect.TypeOf(c.of))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.border, err, c.want)
		}
	}
}

// TestFollow: nil pointers and memory that overlaps are found where the types allow it.
func TestFollow(t *testing.T) {
	type pair struct{ a, b float64 }
	x := []float64{1, 2, 3, 4}
	pairs := []pair{{1, 2}, {3, 4}}
	block := new([4]float64)
	type celsius float64
	type counter struct{ n int64 }
	nested := &struct {
		n    int
		in   pair
		all  [3]pair
		rows [2][4]float64
	}{}
	bytes := []byte{1, 2, 3, 4}
	f64, i64 := ir.TF64, ir.TI64
	for name, c := range map[string]struct {
		border string
		params []*ir.Type
		args   []any
		want   bool
	}{
		"nil":                {"0> 0* ->", []*ir.Type{f64}, []any{(*float64)(nil)}, false},
		"nil behind another": {"0> 0*.p> 0*.p* ->", []*ir.Type{f64}, []any{&inner{}}, false},
		"into a slice":       {"0> 0* 1 ->", []*ir.Type{f64, f64s}, []any{&x[2], x}, false},
		"behind a slice":     {"0> 0* 1 ->", []*ir.Type{f64, f64s}, []any{&x[2], x[:2:2]}, true},
		"in room of a slice": {"0> 0* 1 ->", []*ir.Type{f64, f64s}, []any{&x[2], x[:2]}, false},
		"into an array":      {"0> 0* 1> 1*&4 ->", []*ir.Type{f64, f64s}, []any{&block[3], block}, false},
		"beside an array":    {"0> 0* 1> 1*&4 ->", []*ir.Type{f64, f64s}, []any{&x[0], block}, true},
		"slice of an array":  {"0> 0*[1] 1 ->", []*ir.Type{f64, f64s}, []any{block, block[1:2]}, false},
		"field of element":   {"0> 0* 1 ->", []*ir.Type{f64, ir.SliceOf(ir.StructOf(ir.Field{Name: "a", Type: f64}, ir.Field{Name: "b", Type: f64}))}, []any{&pairs[1].b, pairs}, false},
		"one object twice":   {"0> 0*.a 0*.b&1 1> 1*.a 1*.b&1 ->", []*ir.Type{f64, f64s, f64, f64s}, []any{&pairs[0], &pairs[0]}, true},
		"memory only":        {"0> 0*&4 1 ->", []*ir.Type{f64s, f64s}, []any{block, block[1:2]}, true},
		"at its end":         {"0> 0* 1 ->", []*ir.Type{f64, f64s}, []any{&x[2], x[3:]}, true},
		"a byte":             {"0> 0* 1 ->", []*ir.Type{ir.TU8, ir.SliceOf(ir.TU8)}, []any{&bytes[2], bytes[2:3:3]}, false},
		"another's name":     {"0> 0* 1> 1*.a&1 ->", []*ir.Type{f64, f64s}, []any{(*celsius)(&pairs[1].a), &pairs[1]}, false},
		"in another struct":  {"0> 0*.in.a 1> 1*.a&1 ->", []*ir.Type{f64, f64s}, []any{nested, &nested.in}, false},
		"in an array":        {"0> 0*[1].a 1> 1*.a&1 ->", []*ir.Type{f64, f64s}, []any{&nested.all, &nested.all[1]}, false},
		"next to it":         {"0> 0*[1].a 1> 1*.b&1 ->", []*ir.Type{f64, f64s}, []any{&nested.all, &nested.all[1]}, true},
		"unlike memory":      {"0> 0*.n 1> 1*.a&1 ->", []*ir.Type{i64, f64s}, []any{(*counter)(unsafe.Pointer(&pairs[1])), &pairs[1]}, true},
		"rows of an array":   {"0> 0*[1][2] 1 ->", []*ir.Type{f64, f64s}, []any{&nested.rows, nested.rows[1][:]}, false},
		"field's array":      {"0> 0*.rows[1][2] 1 ->", []*ir.Type{f64, f64s}, []any{nested, nested.rows[1][:]}, false},
		"unlike an array":    {"0> 0*.rows[1][2] 1 ->", []*ir.Type{f64, ir.SliceOf(i64)}, []any{nested, unsafe.Slice((*int64)(unsafe.Pointer(&nested.rows)), 8)}, true},
		"elements of arrays": {"0> 0* 1 ->", []*ir.Type{f64, ir.SliceOf(ir.ArrayOf(f64, 4))}, []any{&nested.rows[1][2], nested.rows[:]}, false},
		"unlike elements":    {"0> 0* 1 ->", []*ir.Type{i64, ir.SliceOf(ir.ArrayOf(f64, 4))}, []any{(*int64)(unsafe.Pointer(&nested.rows[1][2])), nested.rows[:]}, true},
		"unlike fields":      {"0> 0* 1 ->", []*ir.Type{i64, ir.SliceOf(ir.StructOf(ir.Field{Name: "a", Type: f64}, ir.Field{Name: "b", Type: f64}))}, []any{(*int64)(unsafe.Pointer(&pairs[1])), pairs}, true},
		"behind a pointer": {"0> 0*.p> 0*.p* 0*.s ->", []*ir.Type{f64, f64s}, []any{&struct {
			p *float64
			s []float64
		}{&x[1], x}}, false},
		"another type": {"0> 0* 1 ->", []*ir.Type{i64, f64s}, []any{(*int64)(unsafe.Pointer(&x[0])), x}, true},
	} {
		var in []reflect.Type
		var args []reflect.Value
		for _, a := range c.args {
			in = append(in, reflect.TypeOf(a))
			args = append(args, reflect.ValueOf(a))
		}
		l, err := New(c.border, c.params, nil, reflect.FuncOf(in, nil, false))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		box, _ := l.Box(args)
		var bases Bases
		if got := l.Follow(box.UnsafePointer(), bases[:]); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestGiven finds pointers again, those behind others, too.
func TestGiven(t *testing.T) {
	x := 3.0
	l, err := New("0 1> 1*.p> 1*.p*&1 ->", []*ir.Type{ir.TU8, f64s}, nil, reflect.TypeFor[func(uint8, *inner)]())
	if err != nil {
		t.Fatal(err)
	}
	in := &inner{p: &x}
	box, _ := l.Box([]reflect.Value{reflect.ValueOf(uint8(1)), reflect.ValueOf(in)})
	if l.Given(box.UnsafePointer(), 1) != unsafe.Pointer(in) || l.Given(box.UnsafePointer(), 2) != unsafe.Pointer(&x) {
		t.Error("other pointers")
	}
}
