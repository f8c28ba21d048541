package x86

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestStoreAll has registers of wide integers narrowed and stored together: cut off at the ends of the narrow type or not, with bits above it or not, or when
// something else needs what is narrowed. What is stored is compared with what the interpreter stores; whether it is packed is seen in the code.
func TestStoreAll(t *testing.T) {
	type pair struct{ from, to string }
	bodies := []struct {
		name, text string // of %x for each %v
		packed     bool
	}{
		{"low bits", "%x = conv %v : T", true},
		{"small", "%m = const MOST : F\n%s = and %v, %m : F\n%x = conv %s : T", true},
		{"cut off", "%l = const LEAST : F\n%m = const MOST : F\n%a = max %v, %l : F\n%b = min %a, %m : F\n%x = conv %b : T", true},
		{"inverted", "%n = not %v : F\n%x = conv %n : T", true},
		{"nearly cut off", "%l = const LEAST : F\n%m = const BELOW : F\n%a = max %v, %l : F\n%b = min %a, %m : F\n%x = conv %b : T", true},
		{"needed elsewhere", "%x = conv %v : T\nmstore %p, %z, %x <ints=[8, 1024]>", false},
	}
	for _, isa := range isas(t) {
		for _, p := range []pair{{"i32", "u8"}, {"i32", "i8"}, {"u32", "u8"}, {"i32", "u16"}, {"i32", "i16"}, {"u32", "u16"}, {"i16", "u8"}, {"i16", "i8"}, {"u16", "u8"}, {"f32", "u8"}, {"f32", "i16"}} {
			for _, b := range bodies {
				if p.from == "f32" && b.name != "low bits" {
					continue
				}
				for _, way := range []string{"", "streaming", "either"} {
					from, _ := ir.ParseType(p.from)
					to, _ := ir.ParseType(p.to)
					lanes := isa.VectorBytes() / from.Size()
					least, most := int64(0), int64(1)<<to.Bits()-1
					if to.IsSigned() {
						least, most = -1<<(to.Bits()-1), 1<<(to.Bits()-1)-1
					}
					var text strings.Builder
					text.WriteString("func @k(%p: i64, %q: i64) -> () kernel=single {\n%z = const 0 : i64\n%c = gt %q, %z : bool\n")
					var stored []string
					for k := range from.Size() / to.Size() {
						fmt.Fprintf(&text, "%%v%d = mload %%p, %%z <ints=[8, %d]> : F\n", k, k*isa.VectorBytes())
						one := b.text
						for _, name := range []string{"%v", "%x", "%a", "%b", "%l", "%m", "%s", "%n"} {
							one = strings.ReplaceAll(one, name, fmt.Sprint(name, k))
						}
						text.WriteString(one + "\n")
						stored = append(stored, "%x"+fmt.Sprint(k))
					}
					store := func(mode string) string {
						return fmt.Sprintf("mstoreall %%p, %%z, %s <ints=[8, 512]%s>\n", strings.Join(stored, ", "), mode)
					}
					switch way {
					case "":
						text.WriteString(store(""))
					case "streaming":
						text.WriteString(store(" mode=streaming"))
					case "either": // as of slices that may be aligned; what has been loaded is overwritten before
						fmt.Fprintf(&text, "mstore %%p, %%z, %%v0 <ints=[8, %d]>\n", (from.Size()/to.Size()-1)*isa.VectorBytes())
						text.WriteString("if %c {\n" + store(" mode=streaming") + "yield\n} {\n" + store("") + "yield\n}\n")
					}
					text.WriteString("return\n}")
					code := strings.NewReplacer("LEAST", fmt.Sprint(least), "MOST", fmt.Sprint(most), "BELOW", fmt.Sprint(most-1),
						"F", ir.VecOf(from, lanes).String(), "T", ir.VecOf(to, lanes).String()).Replace(text.String())
					t.Run(fmt.Sprint(isa, p, b.name, way), func(t *testing.T) {
						for _, q := range []uint64{0, 1} {
							agree(t, isa, code, 0, 0, bytesUpTo(2048), 0, q)
						}
						_, c := compileText(t, code, isa)
						if got := strings.Contains(listing(c), "vpack"); isa == AVX512 && got != b.packed {
							t.Errorf("packed: %v\n%s", got, listing(c))
						}
					})
				}
			}
		}
	}
}
