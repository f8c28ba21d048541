package irtest

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/child"
	"github.com/hone-go/hone/internal/seeds"
)

// workerEnv tells a test that it runs in a process of its own: "seed N", to check what seeds from N on give, or "data HEX".
const workerEnv = "HONE_IRTEST"

// Search checks random programs for a while, in a process of its own, since machine code that is wrong may crash it or run for ever.
// The first program that fails is made smaller and reported. check draws the program from the bytes. Package seeds says how to have it
// begin elsewhere or go on for longer.
func Search(t *testing.T, limit time.Duration, check func(data []byte) error) {
	first, limit := seeds.Range(t, 0, limit)
	if job := os.Getenv(workerEnv); job != "" {
		work(job, limit, check)
	}
	out, ok := worker(t, fmt.Sprintf("seed %d", first), limit+time.Minute)
	t.Logf("%d programs", strings.Count(out, "seed "))
	if ok {
		return
	}
	at := strings.LastIndex(out, "seed ")
	if at < 0 {
		t.Fatalf("no program was checked:\n%s", out)
	}
	var seed uint64
	if _, err := fmt.Sscanf(out[at:], "seed %d", &seed); err != nil {
		t.Fatalf("%v in:\n%s", err, out)
	}
	data := Shrink(Bytes(seed), func(d []byte) bool {
		_, ok := worker(t, "data "+hex.EncodeToString(d), 20*time.Second)
		return !ok
	})
	out, _ = worker(t, "data "+hex.EncodeToString(data), 20*time.Second)
	t.Fatalf("seed %d (%s=\"data %x\")\n%s", seed, workerEnv, data, out)
}

// worker runs the test in a process of its own.
func worker(t *testing.T, job string, limit time.Duration) (out string, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := child.Command(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), workerEnv+"="+job)
	var buf bytes.Buffer
	cmd.Stdout, cmd.Stderr = &buf, &buf
	err := cmd.Run()
	if err != nil {
		fmt.Fprintf(&buf, "\n%v", err)
	}
	return buf.String(), err == nil
}

// work does a job and ends the process.
func work(job string, limit time.Duration, check func(data []byte) error) {
	kind, arg, _ := strings.Cut(job, " ")
	if kind == "data" {
		data, _ := hex.DecodeString(arg)
		finish(guard(check, data))
		os.Exit(0)
	}
	seed, _ := strconv.ParseUint(arg, 10, 64)
	for start := time.Now(); time.Since(start) < limit; seed++ {
		fmt.Println("seed", seed)
		finish(guard(check, Bytes(seed)))
	}
	os.Exit(0)
}

func finish(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// guard makes a panic in check an error.
func guard(check func([]byte) error, data []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s\n%v", p, debug.Stack(), Random(NewChoices(data)))
		}
	}()
	return check(data)
}

// Bytes are what a seed stands for.
func Bytes(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	data := make([]byte, 20+r.IntN(500))
	for i := range data {
		data[i] = byte(r.IntN(256))
	}
	return data
}
