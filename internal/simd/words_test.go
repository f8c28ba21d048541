package simd_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/simd"
)

// TestWords puts bytes together and looks at which loads are left.
func TestWords(t *testing.T) {
	// at is a byte's place, shifted by so many bits.
	part := func(name string, at, shift int, typ string) string {
		return fmt.Sprintf("%%at%[1]s = const %[2]d : i64\n%%i%[1]s = add %%i, %%at%[1]s : i64\n%%b%[1]s = load %%p, %%i%[1]s : u8\n"+
			"%%w%[1]s = conv %%b%[1]s : %[4]s\n%%c%[1]s = const %[3]d : u64\n%%%[1]s = shl %%w%[1]s, %%c%[1]s : %[4]s\n", name, at, shift, typ)
	}
	parts := func(typ string, at ...int) string {
		var b strings.Builder
		for k, a := range at {
			b.WriteString(part(string(rune('a'+k)), a, 8*k, typ))
		}
		return b.String()
	}
	chain := func(op, typ string, names ...string) string {
		var b strings.Builder
		for k := 1; k < len(names); k++ {
			sum := strings.TrimPrefix(names[k-1], "_") + names[k]
			fmt.Fprintf(&b, "%%_%s = %s %%%s, %%%s : %s\n", sum, op, names[k-1], names[k], typ)
			names[k] = "_" + sum
		}
		return b.String()
	}
	const store = "%zero = const 0 : i64\n%v = const 3 : u8\nstore %p, %zero, %v\n"
	for _, c := range []struct {
		name, typ, body, result string
		loads                   []string
		swaps                   int
	}{
		{"four, the lowest first", "u32", parts("u32", 0, 1, 2, 3) + chain("or", "u32", "a", "b", "c", "d"), "_abcd", []string{"u32"}, 0},
		{"four, the highest first", "u32", parts("u32", 3, 2, 1, 0) + chain("or", "u32", "d", "c", "b", "a"), "_dcba", []string{"u32"}, 1},
		{"two as a sum, signed", "i16", parts("i16", 5, 6) + chain("add", "i16", "b", "a"), "_ba", []string{"u16"}, 0},
		{"eight", "u64", parts("u64", 0, 1, 2, 3, 4, 5, 6, 7) + chain("xor", "u64", "a", "b", "c", "d", "e", "f", "g", "h"), "_abcdefgh", []string{"u64"}, 0},
		{"four in the upper half of eight bytes, another value first", "u64", "%x = conv %i : u64\n" + part("a", 0, 32, "u64") + part("b", 1, 40, "u64") + part("c", 2, 48, "u64") +
			part("d", 3, 56, "u64") + chain("xor", "u64", "x", "a", "b", "c", "d"), "_xabcd", []string{"u32"}, 0},
		{"three: two and one", "u32", parts("u32", 0, 1, 2) + chain("or", "u32", "a", "b", "c"), "_abc", []string{"u16", "u8"}, 0},
		{"two words with a hole between", "u64", parts("u64", 0, 1) + part("e", 8, 32, "u64") + part("f", 9, 40, "u64") + chain("or", "u64", "a", "b", "e", "f"), "_abef",
			[]string{"u16", "u16"}, 0},
		{"a byte that is needed itself", "u32", parts("u32", 0, 1, 2, 3) + chain("or", "u32", "a", "b", "c", "d") + "%abcde = mul %_abcd, %wb : u32\n", "abcde", []string{"u8", "u32"}, 0},
		{"the lower half in a type of its own", "u32", parts("u16", 0, 1) + chain("or", "u16", "a", "b") + "%low = conv %_ab : u32\n" + part("c", 2, 16, "u32") + part("d", 3, 24, "u32") +
			chain("or", "u32", "low", "c", "d"), "_lowcd", []string{"u32"}, 0},
		{"the lower half and another value in a type of its own", "u32", "%x = conv %i : u16\n" + parts("u16", 0, 1) + chain("xor", "u16", "x", "a", "b") + "%low = conv %_xab : u32\n" +
			part("c", 2, 16, "u32") + part("d", 3, 24, "u32") + chain("xor", "u32", "low", "c", "d"), "_lowcd", []string{"u32"}, 0},
		{"the lower half as a sum that may wrap around", "u32", parts("u16", 0, 1) + chain("add", "u16", "a", "b") + "%low = conv %_ab : u32\n" + part("c", 2, 16, "u32") +
			part("d", 3, 24, "u32") + chain("add", "u32", "low", "c", "d"), "_lowcd", []string{"u16", "u16"}, 0},
		{"the lower half of another kind", "u32", parts("u16", 0, 1) + chain("xor", "u16", "a", "b") + "%low = conv %_ab : u32\n" + part("c", 2, 16, "u32") +
			part("d", 3, 24, "u32") + chain("or", "u32", "low", "c", "d"), "_lowcd", []string{"u16", "u16"}, 0},
		{"the lower half in a wider type", "u32", parts("u64", 0, 1) + chain("or", "u64", "a", "b") + "%low = conv %_ab : u32\n" + part("c", 2, 16, "u32") +
			part("d", 3, 24, "u32") + chain("or", "u32", "low", "c", "d"), "_lowcd", []string{"u16", "u16"}, 0},
		{"the lower half with a sign", "u32", parts("i16", 0, 1) + chain("or", "i16", "a", "b") + "%low = conv %_ab : u32\n" + part("c", 2, 16, "u32") +
			part("d", 3, 24, "u32") + chain("or", "u32", "low", "c", "d"), "_lowcd", []string{"u16", "u16"}, 0},

		{"not neighbours", "u32", parts("u32", 0, 2, 4, 6) + chain("or", "u32", "a", "b", "c", "d"), "_abcd", []string{"u8", "u8", "u8", "u8"}, 0},
		{"not neighbours in the word", "u32", part("a", 0, 0, "u32") + part("b", 1, 9, "u32") + chain("or", "u32", "a", "b"), "_ab", []string{"u8", "u8"}, 0},
		{"cut off above", "u32", part("a", 0, 20, "u32") + part("b", 1, 28, "u32") + chain("or", "u32", "a", "b"), "_ab", []string{"u8", "u8"}, 0},
		{"the same twice", "u32", parts("u32", 0, 1) + chain("add", "u32", "a", "b") + "%abx = add %_ab, %a : u32\n", "abx", []string{"u8", "u8"}, 0},
		{"memory changes between them", "u32", part("a", 0, 0, "u32") + store + part("b", 1, 8, "u32") + chain("or", "u32", "a", "b"), "_ab", []string{"u8", "u8"}, 0},
		{"signs above", "i32", strings.ReplaceAll(parts("i32", 0, 1), "%wa = conv %ba : i32", "%sa = bitcast %ba : i8\n%wa = conv %sa : i32") + chain("or", "i32", "a", "b"), "_ab",
			[]string{"u8", "u8"}, 0},
		{"products, too", "u32", parts("u32", 0, 1) + chain("mul", "u32", "a", "b"), "_ab", []string{"u8", "u8"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf("func @f(%%p: []u8, %%i: i64) -> (%s) kernel=single {\n%sreturn %%%s\n}", c.typ, c.body, c.result)
			m, err := ir.Parse(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if err := ir.Verify(m, ir.Loops); err != nil {
				t.Fatal(err)
			}
			k, err := pipeline.ToLanes(m.Funcs[0], simd.Options{Machine: machine.AVX512(), ScratchBytes: 8192})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.VerifyFunc(k.Func, ir.Lanes); err != nil {
				t.Fatalf("%v\n%s", err, k.Func)
			}
			var loads []string
			swaps := 0
			k.Func.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpMLoad {
					loads = append(loads, o.Results[0].Type.String())
				}
				if o.Kind == ir.OpBswap {
					swaps++
				}
				return true
			})
			if !slices.Equal(loads, c.loads) || swaps != c.swaps {
				t.Errorf("loads %v and %d swaps, want %v and %d\n%s", loads, swaps, c.loads, c.swaps, k.Func)
			}
		})
	}
}
