package opt_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/sched"
)

// fusion writes a function of multis, one after the other, over %n or %m elements.
type fusion struct {
	strings.Builder
	k     int               // values so far
	made  map[string]string // slices that multis give, with their lengths
	names []string          // these, in order
	lens  []string          // the lengths of what is kept
	sums  []string          // numbers that the function gives
}

func newFusion() *fusion {
	z := &fusion{made: map[string]string{}}
	z.WriteString("func @f(%x: []i64, %y: []i64, %w: []i64, %p: i64, %q: i64) -> (i64, []i64) {\n" +
		"%zero = const 0 : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%n = max %p, %zero : i64\n%m = max %q, %zero : i64\n")
	return z
}

func (z *fusion) op(format string, args ...any) string {
	z.k++
	fmt.Fprintf(z, "%%v%d = %s\n", z.k, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", z.k)
}

// read loads an element of a slice, the own one of an iteration, or another one. Arguments are long enough for any of these.
func (z *fusion) read(slice, index, i, n string) string {
	at := i
	switch index {
	case "shifted":
		at = z.op("add %s, %%one : i64", i)
	case "reversed":
		at = z.op("sub %s, %s : i64", z.op("sub %s, %%one : i64", n), i)
	case "gathered":
		at = z.op("and %s, %%one : i64", z.op("load %%w, %s : i64", i))
	case "none", "lengths":
		return i
	}
	if length, ok := z.made[slice]; ok && (length != n || index == "shifted" || index == "gathered") {
		fmt.Fprintf(z, "check.index %s, %s\n", at, length)
	}
	return z.op("load %s, %s : i64", slice, at)
}

// multi writes one that does something with a value of each iteration: stores it to an argument or to a slice made for it, collects it, keeps it or not, or puts all
// together, in an order that matters or does not.
func (z *fusion) multi(kind, n, to string, value func(i string) string) {
	z.k++
	name, i := fmt.Sprintf("%%t%d", z.k), fmt.Sprintf("%%i%d", z.k)
	switch kind {
	case "fill":
		fmt.Fprintf(z, "%s = make %s : []i64\nmulti %s (%s: i64) {\n", name, n, n, i)
	case "store":
		fmt.Fprintf(z, "multi %s (%s: i64) {\n", n, i)
	case "collect", "keep":
		fmt.Fprintf(z, "%s = multi %s : []i64 (%s: i64) {\n", name, n, i)
	default:
		fmt.Fprintf(z, "%s = multi %s : i64 (%s: i64) {\n", name, n, i)
	}
	v := value(i)
	switch kind {
	case "fill":
		fmt.Fprintf(z, "store %s, %s, %s\n", name, i, v)
	case "store":
		fmt.Fprintf(z, "store %s, %s, %s\n", to, i, v)
	case "collect":
		fmt.Fprintf(z, "collect %s\n", v)
	case "keep":
		fmt.Fprintf(z, "keep %s, %s\n", z.op("lt %s, %%one : bool", z.op("and %s, %%two : i64", v)), v)
	case "sum":
		fmt.Fprintf(z, "reduce %s, %%zero (%%a%d: i64, %%b%d: i64) {\n", v, z.k, z.k)
		k := z.k
		fmt.Fprintf(z, "yield %s\n}\n", z.op("add %%a%d, %%b%d : i64", k, k))
		z.sums = append(z.sums, name)
	default: // not associative: the order shows
		fmt.Fprintf(z, "reduce %s, %%one (%%a%d: i64, %%b%d: i64) {\n", v, z.k, z.k)
		k := z.k
		d := z.op("sub %%a%d, %%b%d : i64", k, k)
		fmt.Fprintf(z, "yield %s\n}\n", d)
		z.sums = append(z.sums, name)
	}
	z.WriteString("yield\n}\n")
	switch kind {
	case "fill", "collect":
		z.made[name] = n
		z.names = append(z.names, name)
	case "keep":
		z.made[name] = z.op("len %s : i64", name)
		z.names, z.lens = append(z.names, name), append(z.lens, z.made[name])
	}
}

// loop writes a plain loop that puts values together.
func (z *fusion) loop(n string, value func(i string) string) string {
	z.k++
	sum, i := fmt.Sprintf("%%t%d", z.k), fmt.Sprintf("%%i%d", z.k)
	k := z.k
	fmt.Fprintf(z, "%s = for %%zero, %s, %%one <ints=[1]> : i64 (%s: i64, %%c%d: i64) {\n", sum, n, i, k)
	next := z.op("sub %s, %%c%d : i64", value(i), k)
	fmt.Fprintf(z, "yield %s\n}\n", next)
	z.sums = append(z.sums, sum)
	return sum
}

// end ends the function, which returns a slice.
func (z *fusion) end(slice string) string {
	sum := "%zero"
	for _, v := range z.sums {
		sum = z.op("sub %s, %s : i64", v, sum)
	}
	fmt.Fprintf(z, "return %s, %s\n}\n", sum, slice)
	return z.String()
}

// fusionMeaning compares what fused functions do, also where slices overlap.
func fusionMeaning(pass func(f *ir.Func) bool) *meaning {
	return &meaning{pass: pass, inputs: 15, signature: reflect.TypeFor[func(x, y, w []int64, p, q int64) (int64, []int64)](), arguments: func(r *rand.Rand) []any {
		all := make([]int64, 40)
		for i := range all {
			all[i] = int64(r.IntN(7)) - int64(r.IntN(2))
		}
		x, y, w := all[:10], all[12:22], all[24:34]
		switch r.IntN(5) {
		case 1:
			y = x
		case 2:
			x, y = all[1:11], all[:10]
		case 3:
			w = y
		case 4:
			x, y, w = all[:10], all[2:12], all[1:11]
		}
		return []any{x, y, w, int64(r.IntN(9) - 1), int64(r.IntN(9) - 1)}
	}}
}

// TestFuseMeans compares what functions of some multis do, before and after.
func TestFuseMeans(t *testing.T) { fuseMeans(t, opt.Fuse, 11) }

// TestFuseWhereMeans does so where fusion asks for what it takes for granted.
func TestFuseWhereMeans(t *testing.T) { fuseMeans(t, fuseWhere, 12) }

// fuseWhere fuses what it can, with a guard or without.
func fuseWhere(f *ir.Func) bool {
	changed := opt.Fuse(f)
	return sched.FuseWhere(f) || changed
}

// TestKeepsMeans has what is kept counted and stored in runs, as it is written or as it has been fused.
func TestKeepsMeans(t *testing.T) { fuseMeans(t, sched.Keeps, 15) }

func TestKeepsFusedMeans(t *testing.T) {
	fuseMeans(t, func(f *ir.Func) bool {
		changed := fuseWhere(f)
		return sched.Keeps(f) || changed
	}, 16)
}

func fuseMeans(t *testing.T, pass func(f *ir.Func) bool, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 12))
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	m := fusionMeaning(pass)
	for range 1500 {
		z := newFusion()
		slice := func() string {
			if len(z.names) > 0 && r.IntN(2) == 0 {
				return z.names[r.IntN(len(z.names))]
			}
			return pick("%x", "%y", "%w")
		}
		k := 2 + r.IntN(3)
		for range k {
			n := pick("%n", "%n", "%n", "%m")
			if len(z.lens) > 0 && r.IntN(2) == 0 {
				n = pick(z.lens...)
			}
			kind := pick("store", "fill", "collect", "reduce", "keep", "keep", "sum")
			z.multi(kind, n, pick("%x", "%y"), func(i string) string {
				v := i
				for range 1 + r.IntN(2) {
					v = z.op("%s %s, %s : i64", pick("sub", "mul"), z.read(slice(), pick("own", "own", "shifted", "reversed", "gathered"), i, n), v)
					switch r.IntN(14) {
					case 0:
						fmt.Fprintf(z, "check.index %s, %s\n", i, pick("%m", "%p"))
					case 1:
						fmt.Fprintf(z, "check.div %s\n", v)
					case 2:
						if kind != "keep" {
							fmt.Fprintf(z, "store %s, %s, %s\n", pick("%x", "%y"), i, v)
						}
					case 3:
						v = z.op("if %s : i64 {\nyield %s\n} {\nyield %s\n}", z.op("lt %s, %%one : bool", v), i, v)
					}
				}
				return v
			})
			switch r.IntN(9) {
			case 3:
				i := z.loop("%n", func(i string) string { return z.read(slice(), pick("own", "own", "shifted", "reversed"), i, "%n") })
				if r.IntN(2) == 0 {
					fmt.Fprintf(z, "store %s, %%one, %s\n", pick("%x", "%y"), i)
				}
			case 0:
				fmt.Fprintf(z, "store %s, %%one, %%zero\n", pick("%x", "%y", "%w"))
			case 1:
				z.sums = append(z.sums, z.op("load %s, %%one : i64", pick("%x", "%y", "%w")))
			case 2:
				fmt.Fprintf(z, "check.div %s\n", pick("%p", "%q"))
			}
		}
		m.check(t, z.end(slice()), r)
	}
	m.enough(t, 400, 4000)
}

var updateFusion = flag.Bool("update-fusion", false, "write testdata/fuse.txt")

// TestFuseTable goes through producers and consumers, how the one reads the other, and which may panic: how many loops there are afterwards is in
// testdata/fuse.txt, and testdata/fusewhere.txt: of what runs where the guard holds. Behind what is kept the consumer goes over that, but for "none", which goes over
// the same space as the producer.
func TestFuseTable(t *testing.T) {
	fuseTable(t, opt.Fuse, "testdata/fuse.txt")
	fuseTable(t, fuseWhere, "testdata/fusewhere.txt")
}

func fuseTable(t *testing.T, pass func(f *ir.Func) bool, file string) {
	t.Helper()
	var table strings.Builder
	m, r := fusionMeaning(pass), rand.New(rand.NewPCG(13, 14))
	kinds := []string{"store", "fill", "collect", "reduce", "keep", "sum"}
	for _, producer := range kinds {
		for _, consumer := range kinds {
			for _, fails := range []string{"none", "first", "second", "both"} {
				fmt.Fprintf(&table, "%s, %s, may fail: %s:", producer, consumer, fails)
				for _, index := range []string{"own", "shifted", "reversed", "gathered", "none", "lengths"} {
					if index == "lengths" && producer != "keep" {
						continue
					}
					z := newFusion()
					body := func(index, n string, slice func() string, fails bool) func(i string) string {
						return func(i string) string {
							if fails {
								fmt.Fprintf(z, "check.index %s, %%q\n", i)
							}
							v, other := z.read(slice(), index, i, n), "%two"
							if n == "%n" {
								other = z.read("%w", "own", i, n)
							}
							return z.op("sub %s, %s : i64", v, other)
						}
					}
					source := "%x"
					z.multi(producer, "%n", "%x", body("own", "%n", func() string { return "%y" }, fails == "first" || fails == "both"))
					if len(z.names) > 0 {
						source = z.names[0]
					}
					n := "%n"
					if producer == "keep" && index != "none" {
						n = z.lens[0]
					}
					z.multi(consumer, n, "%y", body(index, n, func() string { return source }, fails == "second" || fails == "both"))
					for i, kept := range z.names { // all that is made is read, but a producer by the consumer
						if n := z.made[kept]; slices.Contains(z.lens, n) && (i > 0 || index == "none" || producer != "keep") {
							z.loop(n, func(i string) string { return z.read(kept, "own", i, n) })
						}
					}
					text := z.end("%w")
					m.check(t, text, r)
					f, err := ir.Parse(text)
					if err != nil {
						t.Fatal(err)
					}
					pass(f.Funcs[0])
					fmt.Fprintf(&table, " %s %d", index, fastMultis(f.Funcs[0]))
				}
				table.WriteString("\n")
			}
		}
	}
	if *updateFusion {
		if err := os.WriteFile(file, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if table.String() != string(want) {
		t.Errorf("%s says something else (go test -update-fusion writes this):\n%s", file, table.String())
	}
}

// fastMultis is the number of multis that run where guards hold.
func fastMultis(f *ir.Func) (n int) {
	f.Body.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpMulti:
			n++
		case o.Kind == ir.OpIf && o.Mode == ir.Guarded:
			n += len(opt.Multis(o.Regions[0]))
			return false
		}
		return true
	})
	return n
}
