package overhead

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// TestProfile: a CPU profile has the names of kernels, on the caller's goroutine and on others.
func TestProfile(t *testing.T) {
	compiled(t)
	var buf bytes.Buffer
	if err := pprof.StartCPUProfile(&buf); err != nil {
		t.Skip("SKIPPED: no profile: ", err)
	}
	x, y := make([]float64, 1<<20), make([]float64, 1<<20)
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		Saxpy.Call(0.5, x, y)
	}
	pprof.StopCPUProfile()
	r, err := gzip.NewReader(&buf)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"hone", "github.com/hone-go/hone/internal/overhead.saxpy.k0"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the profile does not mention %s", want)
		}
	}
}

// TestPerfMap: with HONE_PERF=1 a process leaves a list of its kernels as perf wants it: addresses and sizes in hexadecimal, and names.
func TestPerfMap(t *testing.T) {
	compiled(t)
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: perf is a tool of Linux")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProfile$")
	cmd.Env = append(os.Environ(), "HONE_PERF=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	name := fmt.Sprintf("/tmp/perf-%d.map", cmd.Process.Pid)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Error(err)
	}
	found := false
	for line := range strings.Lines(string(text)) {
		var at, size uint64
		var kernel string
		if n, err := fmt.Sscanf(line, "%x %x %s", &at, &size, &kernel); n != 3 || at == 0 || size == 0 || size > 1<<20 {
			t.Errorf("%q: %v", line, err)
		}
		found = found || kernel == "github.com/hone-go/hone/internal/overhead.saxpy.k0"
	}
	if !found {
		t.Errorf("no saxpy in\n%s", text)
	}
}
