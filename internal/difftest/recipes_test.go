package difftest_test

import (
	"flag"
	"os"
	"testing"

	"github.com/hone-go/hone/internal/gen"
	"github.com/hone-go/hone/internal/source"
)

var update = flag.Bool("update", false, "write the recipes of the corpus anew")

// TestRecipes keeps the recipes that the corpus needs, which in users' programs are in generated files.
func TestRecipes(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var items []gen.Item
	for _, h := range prog.Funcs() {
		items = append(items, gen.Item{Honed: h})
	}
	want, err := gen.Recipes(items)
	if err != nil {
		t.Fatal(err)
	}
	const name = "../../testdata/programs/recipes.go"
	if *update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, _ := os.ReadFile(name); string(have) != string(want) {
		t.Errorf("%s: not as it should be; write it anew with -update", name)
	}
}
