package cfamily_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the expected texts")

// TestGolden prints the kernels in testdata/*.ir. The prelude, which all texts have, is left out.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, err := ir.Parse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(m, ir.Loops); err != nil {
				t.Fatal(err)
			}
			u, err := cfamily.Print(m.Funcs, cfamily.C11)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimPrefix(u.Text, cfamily.C11.Prelude+"\n")
			name := strings.TrimSuffix(file, ".ir") + ".c"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s has another text (go test -update writes this one):\n%s", name, got)
			}
		})
	}
}
