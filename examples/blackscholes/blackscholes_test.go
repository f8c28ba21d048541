package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	patience = 0
	os.Exit(m.Run())
}

// Prices from Hull, Options, Futures, and Other Derivatives, and from put-call parity.
func TestPrice(t *testing.T) {
	call, put := price(42, 40, 0.1, 0.2, 0.5)
	if math.Abs(call-4.76) > 0.005 || math.Abs(put-0.81) > 0.005 {
		t.Errorf("price = %v, %v, want 4.76, 0.81", call, put)
	}
	cols := generate(1000)
	calls, puts := BlackScholes.Call(cols[0], cols[1], cols[2], cols[3], cols[4])
	for i := range calls {
		s, k, r, years := cols[0][i], cols[1][i], cols[2][i], cols[4][i]
		if d := calls[i] - puts[i] - (s - k*math.Exp(-r*years)); math.Abs(d) > 1e-10 {
			t.Fatalf("option %d: parity is off by %v", i, d)
		}
		if calls[i] < 0 || calls[i] > s || puts[i] < 0 || puts[i] > k {
			t.Fatalf("option %d: call %v, put %v out of bounds", i, calls[i], puts[i])
		}
	}
}

func TestAllCoresAgree(t *testing.T) {
	for _, n := range []int{0, 1, 7, 100} {
		c := generate(n)
		call, put := blackScholes(c[0], c[1], c[2], c[3], c[4])
		call2, put2 := onAllCores(blackScholes)(c[0], c[1], c[2], c[3], c[4])
		if len(call2) != n || difference(call, call2) != 0 || difference(put, put2) != 0 {
			t.Errorf("n = %d: results differ", n)
		}
	}
}

func TestDifference(t *testing.T) {
	nan := math.NaN()
	if d := difference([]float64{100, nan, 0.5}, []float64{101, nan, 0.25}); d != 0.25 {
		t.Errorf("difference = %v, want 0.25", d)
	}
	if d := difference([]float64{1}, []float64{nan}); d <= tolerance {
		t.Errorf("difference to NaN = %v passes", d)
	}
}

func TestReadErrors(t *testing.T) {
	const head = "spot,strike,rate,volatility,years\n"
	for _, c := range []struct{ in, want string }{
		{"", "f.csv:1: no header line"},
		{"spot,strike,rate,years\n", `f.csv:1: no column "volatility" in the header`},
		{head, "f.csv:2: no options after the header"},
		{head + "1,1,0,1,1\n1,1,0,1\n", "f.csv:3: 4 fields, not 5 as in the header"},
		{head + "1,1,0,x,1\n", `f.csv:2: volatility is "x", not a number`},
		{head + "1,1,NaN,1,1\n", `f.csv:2: rate is "NaN", not a number`},
		{head + "1,1,0,1,1\n\n1,1,0,1,-2\n", "f.csv:4: years is -2, not positive"},
		{head + "0,1,0,1,1\n", "f.csv:2: spot is 0, not positive"},
		{head + "1,\"1,0,1,1\n", "f.csv:2: " + csv.ErrQuote.Error()},
		{head + "1,1,0,1,1e999\n", `f.csv:2: years is "1e999", not a number`},
	} {
		_, err := read(strings.NewReader(c.in), "f.csv")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: error %v, want %s", c.in, err, c.want)
		}
	}
}

// Columns may come in any order and among others, which are kept.
func TestPriceFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.csv"), filepath.Join(dir, "out.csv")
	must(t, os.WriteFile(in, []byte("name,years,spot,strike,volatility,rate\n\"a,b\",0.5,42,40,0.2,0.1\n"), 0o600))
	var stdout, stderr bytes.Buffer
	if code := realMain([]string{"-o", out, in}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, &stderr)
	}
	got, err := os.ReadFile(out)
	must(t, err)
	want := "name,years,spot,strike,volatility,rate,call,put\n\"a,b\",0.5,42,40,0.2,0.1,4.759422,0.808599\n"
	if string(got) != want {
		t.Errorf("wrote\n%s, want\n%s", got, want)
	}
	if stdout.Len() > 0 {
		t.Errorf("also wrote to standard output: %q", &stdout)
	}
}

func TestShippedFile(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := realMain([]string{"-o", "/dev/stdout-not-there/x"}, &stdout, &stderr); code != 1 || strings.Count(stderr.String(), "/dev/stdout-not-there") != 1 {
		t.Errorf("unwritable output: exit status %d, %q", code, &stderr)
	}
	tab, err := readNamed("")
	must(t, err)
	if len(tab.records) != 4000 {
		t.Errorf("%d options shipped", len(tab.records))
	}
	for i := range tab.records {
		if v := tab.cols[3][i]; v < 0.05 || v > 1.5 {
			t.Errorf("row %d: volatility %v", i, v)
		}
	}
}

func TestDemonstration(t *testing.T) {
	var stdout bytes.Buffer
	must(t, demonstrate(&stdout))
	if got := strings.Count(stdout.String(), "options/s"); got != 6 {
		t.Errorf("%d speeds shown, want 6:\n%s", got, &stdout)
	}
}

// Bad input gives one line and exit status 1, a bad command line exit status 2, and no output file.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	must(t, os.WriteFile("bad.csv", []byte("spot,strike,rate,volatility,years\n1,2,3\n"), 0o600))
	for _, c := range []struct {
		args []string
		code int
		msg  string
	}{
		{[]string{"-o", "out.csv", "missing.csv"}, 1, "missing.csv: no such file or directory\n"},
		{[]string{"-o", "out.csv", "bad.csv"}, 1, "bad.csv:2: 3 fields, not 5 as in the header\n"},
		{[]string{"-n", "0"}, 1, "-n is 0, not positive\n"},
		{[]string{"-n", "-5"}, 1, "-n is -5, not positive\n"},
		{[]string{"-n", "x"}, 2, ""},
		{[]string{"-n", "5", "bad.csv"}, 2, ""},
		{[]string{"a", "b"}, 2, ""},
		{[]string{"-nosuch"}, 2, ""},
	} {
		var stdout, stderr bytes.Buffer
		if code := realMain(c.args, &stdout, &stderr); code != c.code {
			t.Errorf("%q: exit status %d, want %d", c.args, code, c.code)
		}
		if c.msg != "" && stderr.String() != c.msg || stderr.Len() == 0 {
			t.Errorf("%q: stderr %q, want %q", c.args, &stderr, c.msg)
		}
		if stdout.Len() > 0 {
			t.Errorf("%q: stdout %q", c.args, &stdout)
		}
	}
	if left, _ := filepath.Glob("*"); len(left) != 1 {
		t.Errorf("files left behind: %q", left)
	}
}

// A write that fails half way leaves the old file and nothing else.
func TestWriteFileIsAtomic(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.csv")
	must(t, os.WriteFile(name, []byte("old"), 0o600))
	err := writeFile(name, func(w io.Writer) error {
		w.Write([]byte("half"))
		return csv.ErrQuote
	})
	if err == nil {
		t.Error("no error")
	}
	if got, _ := os.ReadFile(name); string(got) != "old" {
		t.Errorf("file holds %q", got)
	}
	if all, _ := os.ReadDir(dir); len(all) != 1 {
		t.Errorf("%d files in the directory", len(all))
	}
}

func TestMoney(t *testing.T) {
	for _, x := range []float64{0, 1.5, 1e-9, 123456.789} {
		back, err := strconv.ParseFloat(money(x), 64)
		if err != nil || math.Abs(back-x) > 5e-7 {
			t.Errorf("money(%v) = %s", x, money(x))
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
