package difftest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/difftest"
)

// TestARM64 runs a part of the corpus on arm64 as QEMU emulates it: plain Go as the Go compiler makes it for arm64, the interpreter, and
// C. CONTRIBUTING.md tells how to run everything so.
func TestARM64(t *testing.T) {
	const cc = "aarch64-linux-gnu-gcc"
	qemu, err := exec.LookPath("qemu-aarch64")
	switch {
	case testing.Short():
		t.Skip("SKIPPED: takes some seconds")
	case runtime.GOARCH == "arm64":
		t.Skip("SKIPPED: TestPrograms does it")
	case err != nil:
		t.Skip("SKIPPED: ", err)
	}
	loader, err := exec.Command(cc, "-print-file-name=ld-linux-aarch64.so.1").Output()
	if err != nil || !filepath.IsAbs(string(loader)) {
		t.Skipf("SKIPPED: no C compiler and library for arm64: %s: %q %v", cc, loader, err)
	}
	exe := filepath.Join(t.TempDir(), "difftest.arm64")
	build := exec.Command("go", "test", "-c", "-o", exe, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("CC", cc)
	t.Setenv(child.Env, qemu+" -L "+filepath.Dir(filepath.Dir(strings.TrimSpace(string(loader)))))
	units := loadCorpus(t)
	for name := range units {
		if hash(name)%8 != 0 && name != "ConvertF32" && name != "ConvertF64" { // these differ from CPU to CPU
			delete(units, name)
		}
	}
	results, err := difftest.RunJobs(t.TempDir(), difftest.Job{Parts: 2, Short: true, InC: 1, EagerC: 1}, units, func() *exec.Cmd {
		return child.Command(t.Context(), exe, "-test.run=^TestPrograms$", "-test.timeout=10m")
	})
	if err != nil {
		t.Error(err)
	}
	if len(results) != len(units) {
		t.Errorf("%d programs of %d were run", len(results), len(units))
	}
	for name, r := range results {
		for _, f := range r.Failures {
			t.Errorf("%s: %s", name, f)
		}
	}
}
