package opt

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

const growthSignature = "func @f(%x: []i32, %dst: []i32, %n: i64, %t: i32) -> ([]i32)"

func growthClean(f *ir.Func) bool {
	changed := SplitGrowth(f)
	if changed {
		Clean(f)
		CSE(f)
		DCE(f)
	}
	return changed
}

// What an iteration does with slice %S of those that begin with %S, and where there is no room.
const (
	makesRoom = `
		%Sb = if %Sf : []i32 {
			yield %S
		} {
			%Sm = make %Se : []i32
			move %Sm, %S, %Sn
			yield %Sm
		}
		%Sa = slice %Sb, %k, %Se : []i32`
	ifRoom = `
		if %Sf {
			yield
		} {
			FULL
		}
		%Sa = slice %S, %k, %Se : []i32`
	allRoom = `
		%Sa = slice %S, %k, %Se : []i32`
)

// iteration is the body of a loop over %x by index %SI that appends to slice %S, all of whose names begin so, and leaves by label: always, or what is less than %t.
func iteration(s, label, room string, always bool) string {
	text := `
		%SM = lt %SI, %n : bool
		if %SM {
			yield
		} {
			break ^L %S
		}
		%Sv = load %x, %SI : i32
		GROW
		%Sj = add %SI, %one : i64
		continue ^L %Sj, %Sr`
	grow := `
		%Sn = len %S : i64
		%Se = add %Sn, %one : i64`
	if room != allRoom {
		grow += `
		%Sc = cap %S : i64
		%Sf = le %Se, %Sc : bool`
	}
	grow += room + `
		store %Sa, %Sn, %Sv`
	if always {
		text = strings.NewReplacer("GROW", grow, "%Sr", "%Sa").Replace(text)
	} else {
		text = strings.Replace(text, "GROW", `
			%Sless = lt %Sv, %t : bool
			%Sr = if %Sless : []i32 {
				`+grow+`
				yield %Sa
			} {
				yield %S
			}`, 1)
	}
	return strings.NewReplacer("%S", "%"+s, "^L", "^"+label, "FULL", "break ^full %"+s+"I, %"+s).Replace(text)
}

const growthConsts = `
	%k = const 0 : i64
	%one = const 1 : i64`

// splitAsWritten is what becomes of a loop over a slice that others may see, with results of that name.
func splitAsWritten(r, from string, always bool) string {
	return `
		%` + r + ` = loop ^o %k, ` + from + ` : []i32 (%oI: i64, %o: []i32) {
			%aI, %a = block ^full <note="as long as there is room"> : i64, []i32 {
				%u = loop ^l %oI, %o : []i32 (%bI: i64, %b: []i32) {` + iteration("b", "l", ifRoom, always) + `
				}
				break ^o %u
			}` + iteration("a", "o", makesRoom, always) + `
		}`
}

func TestSplitGrowth(t *testing.T) {
	whole := func(from, body string) string {
		return "\n%r = loop ^l %k, " + from + " : []i32 (%aI: i64, %a: []i32) {" + body + "\n}\nreturn %r"
	}
	testPass(t, growthSignature, growthClean, []pair{{
		"what a caller may see is appended to as written where there is no room",
		growthConsts + whole("%dst", iteration("a", "l", makesRoom, false)),
		growthConsts + splitAsWritten("r", "%dst", false) + `
			return %r`,
	}, {
		"a slice of the function's own grows in a buffer", growthConsts + `
			%nil = zero : []i32` + whole("%nil", iteration("a", "l", makesRoom, false)), growthConsts + `
			%nil = zero : []i32
			%few = const 4096 : i64
			%buffer = scratch %few : []i32
			%start = slice %buffer, %k, %k : []i32
			%r = loop ^o %k, %start : []i32 (%oI: i64, %o: []i32) {
				%aI, %a, %need = block ^full <note="as long as there is room"> : i64, []i32, i64 {
					%u = loop ^l %oI, %o : []i32 (%bI: i64, %b: []i32) {` + strings.Replace(iteration("b", "l", ifRoom, false), "break ^full %bI, %b", "break ^full %bI, %b, %be", 1) + `
					}
					break ^o %u
				}
				%needs = gt %need, %k : bool
				%s3 = if %needs : []i32 {
					%room = cap %a : i64
					%double = add %room, %room : i64
					%most = max %double, %need : i64
					%more = max %most, %few : i64
					%bigger = scratch %more : []i32
					%len = len %a : i64
					move %bigger, %a, %len
					%moved = slice %bigger, %k, %len : []i32
					yield %moved
				} {
					yield %a
				}
				continue ^o %aI, %s3
			}
			%end = len %r : i64
			%any = gt %end, %k : bool
			%own = if %any : []i32 {
				%made = make %end : []i32
				move %made, %r, %end
				yield %made
			} {
				yield %nil
			}
			return %own`,
	}, {
		"what each iteration appends has room ahead of the loop",
		growthConsts + whole("%dst", iteration("a", "l", makesRoom, true)), growthConsts + `
			%none = le %n, %k : bool
			%ahead = sub %n, %k : i64
			%trips = select %none, %k, %ahead : i64
			%u64 = conv %trips : u64
			%most = const 134217728 : u64
			%few = le %u64, %most : bool
			%len = len %dst : i64
			%all1 = mul %trips, %one : i64
			%end = add %len, %all1 : i64
			%cap = cap %dst : i64
			%room = le %end, %cap : bool
			%guard = and %few, %room : bool
			%r = if %guard <mode=guarded note="append: room is made ahead for all that the loop appends"> : []i32 {
				%fast = loop ^f %k, %dst : []i32 (%fI: i64, %f: []i32) {` + iteration("f", "f", allRoom, true) + `
				}
				yield %fast
			} {` + splitAsWritten("all", "%dst", true) + `
				yield %all
			}
			return %r`,
	}})
}

// TestSplitGrowthStays: loops whose iterations store something, or are seen to, before it is known whether there is room.
func TestSplitGrowthStays(t *testing.T) {
	body := iteration("a", "l", makesRoom, false)
	store := "store %x, %aI, %av\n"
	for name, text := range map[string]string{
		"an element that is read":  strings.Replace(body, "%aless =", store+"%aless =", 1),
		"what is asked comes late": strings.Replace(body, "%an =", store+"%late = load %x, %k : i32\n%lateb = conv %late : i64\n%an =", 1),
	} {
		if name == "what is asked comes late" {
			text = strings.Replace(text, "%ae = add %an, %one", "%ae = add %an, %lateb", 1)
		}
		f := ir.MustParse(growthSignature + " {" + growthConsts + "\n%r = loop ^l %k, %dst : []i32 (%aI: i64, %a: []i32) {" + text + "\n}\nreturn %r\n}").Funcs[0]
		SplitGrowth(f)
		found := false
		f.Body.Walk(func(o *ir.Op) bool {
			found = found || o.Kind == ir.OpMake && strings.HasPrefix(o.Note(), "append: ")
			if o.Kind == ir.OpBlock {
				t.Errorf("%s: split", name)
			}
			return true
		})
		if !found {
			t.Errorf("%s: no reason", name)
		}
	}
}

// TestSplitGrowthOfSlices: the garbage collector doesn't see what lies in buffers.
func TestSplitGrowthOfSlices(t *testing.T) {
	text := growthSignature + " {" + growthConsts + "\n%nil = zero : []i32\n%r = loop ^l %k, %nil : []i32 (%aI: i64, %a: []i32) {" + iteration("a", "l", makesRoom, false) + "\n}\nreturn %r\n}"
	for elem, want := range map[string]bool{"i32": true, "[]i32": false} {
		f := ir.MustParse(strings.NewReplacer("[]i32", "[]"+elem, ": i32", ": "+elem, "%t: "+elem, "%t: i32").Replace(strings.ReplaceAll(text, "%aless = lt %av, %t : bool", "%aless = lt %aI, %n : bool"))).Funcs[0]
		SplitGrowth(f)
		if got := f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpScratch }); got != want {
			t.Errorf("elements of %s: a buffer %v, want %v\n%s", elem, got, want, f)
		}
	}
}
