package rt

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

func TestNewCodeErrors(t *testing.T) {
	if _, err := NewCode(nil); err == nil {
		t.Error("empty code: no error")
	}
	if runtime.GOARCH != "amd64" {
		if _, err := NewCode([]byte{0xc3}); err == nil || !strings.Contains(err.Error(), "code memory") {
			t.Errorf("got error %v", err)
		}
	}
}

// TestCodeMemoryIsFreed makes and drops pieces of all sizes with little memory
// allowed, and checks that their pages are reused and given back.
func TestCodeMemoryIsFreed(t *testing.T) {
	if _, err := Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	const count = 10_000
	pieces := count
	if testing.Short() {
		pieces = count / 10
	}
	code := make([]byte, 5*pageSize)
	for i := range code {
		code[i] = 0xc3
	}
	var kept []*Code
	peak := 0
	for i := range pieces {
		c, err := NewCode(code[:1+i*37%len(code)])
		if err != nil {
			t.Fatal(err)
		}
		c.Call(0, nil, 0, 0)
		if i%100 == 0 {
			kept = append(kept, c)
		}
		mapped, _ := heap.usage()
		peak = max(peak, mapped)
	}
	if limit := 4 * gcBytes; peak > limit {
		t.Errorf("%d bytes mapped at the peak, want at most %d", peak, limit)
	}
	big, err := NewCode(make([]byte, 100*pageSize+1))
	if err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(big)
	for _, c := range kept {
		c.Call(0, nil, 0, 0)
	}
	runtime.KeepAlive(kept)
	kept = nil

	deadline := time.Now().Add(10 * time.Second)
	for {
		runtime.GC()
		mapped, pages := heap.usage()
		if mapped <= 2*arenaPages*pageSize && pages < 8 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d bytes in %d pages are still in use", mapped, pages)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestBigCode(t *testing.T) {
	if _, err := Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	code := make([]byte, 3<<20)
	for i := range code {
		code[i] = 0x90 // nop
	}
	copy(code[len(code)-6:], []byte{0xb8, 7, 0, 0, 0, 0xc3}) // mov eax, 7; ret
	c, err := NewCode(code)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Call(0, nil, 0, 0); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
	if got := c.Call(c.Size()-6, nil, 0, 0); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for an entry outside of the code")
		}
	}()
	c.Entry(c.Size())
}

// TestNeverWritableAndExecutable reads the kernel's list of mappings.
func TestNeverWritableAndExecutable(t *testing.T) {
	if _, err := Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	c, err := NewCode([]byte{0xc3})
	if err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	for line := range strings.Lines(string(maps)) {
		if f := strings.Fields(line); len(f) == 5 && strings.Contains(f[1], "wx") {
			t.Errorf("writable and executable: %s", line)
		}
	}
	runtime.KeepAlive(c)
}

func TestPerfLine(t *testing.T) {
	if got, want := perfLine(0x7f00a0, 0x1c, "hone:blackScholes"), "7f00a0 1c hone:blackScholes\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkNewCode(b *testing.B) {
	if _, err := Detect(); err != nil {
		b.Skip(err)
	}
	code := make([]byte, 3000)
	for b.Loop() {
		if _, err := NewCode(code); err != nil {
			b.Fatal(err)
		}
	}
}
