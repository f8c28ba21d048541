package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	patience = 0
	os.Exit(m.Run())
}

func TestSummarize(t *testing.T) {
	for _, f := range []func([]float64) (float64, float64, float64, float64){summarize, byHand, Summarize.Call} {
		mean, variance, smallest, largest := f([]float64{2, 4, 4, 4, 5, 5, 7, 9})
		if got, want := fmt.Sprint(mean, variance, smallest, largest), "5 4.571428571428571 2 9"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		// A large offset must not cost the digits of the variance.
		if _, variance, _, _ := f([]float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}); variance != 30 {
			t.Errorf("variance with offset = %v, want 30", variance)
		}
		mean, variance, smallest, largest = f([]float64{3})
		if mean != 3 || !math.IsNaN(variance) || smallest != 3 || largest != 3 {
			t.Errorf("one value: %v %v %v %v", mean, variance, smallest, largest)
		}
	}
}

func TestReadColumn(t *testing.T) {
	const file = "a,b,\"c, d\"\n1,2,3\n\n4,5,6\n"
	for _, c := range []struct{ in, column, title, want string }{
		{file, "b", "column 2 (b)", "[2 5]"},
		{file, "c, d", "column 3 (c, d)", "[3 6]"},
		{file, "1", "column 1 (a)", "[1 4]"},
		{"1,2\n3,4\n", "2", "column 2", "[2 4]"},
		{"x\n-1e3\n +7.5 \n", "1", "column 1 (x)", "[-1000 7.5]"},
		{"2024,2025\n1,2\n", "2025", "column 2 (2025)", "[2]"},
	} {
		x, title, err := readColumn(strings.NewReader(c.in), "f.csv", c.column)
		if err != nil || title != c.title || fmt.Sprint(x) != c.want {
			t.Errorf("%q, %s: %v %q %v, want %s %q", c.in, c.column, x, title, err, c.want, c.title)
		}
	}
}

func TestReadColumnErrors(t *testing.T) {
	for _, c := range []struct{ in, column, want string }{
		{"", "1", "f.csv:1: no values"},
		{"a,b\n", "a", "f.csv:1: no values"},
		{"a,b\n1,2\n", "c", `f.csv:1: no column "c"; there are a, b`},
		{"a,b\n1,2\n", "3", "f.csv:1: no column 3; there are 2"},
		{"a,b\n1,2\n", "0", "f.csv:1: no column 0; there are 2"},
		{"a,b\n1,2\n1,x\n", "b", `f.csv:3: column 2 (b) is "x", not a number`},
		{"a,b\n1,2\n\n1,\n", "b", `f.csv:4: column 2 (b) is "", not a number`},
		{"a,b\n1,NaN\n", "b", `f.csv:2: column 2 (b) is "NaN", not a number`},
		{"a,b\n1,2\n1\n", "b", "f.csv:3: only 1 fields, no column 2"},
		{"a,b\n1,\"2\n", "b", "f.csv:2: extraneous or missing \" in quoted-field"},
	} {
		_, _, err := readColumn(strings.NewReader(c.in), "f.csv", c.column)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q, %s: error %v, want %s", c.in, c.column, err, c.want)
		}
	}
}

func TestDifference(t *testing.T) {
	nan := math.NaN()
	a := summary{10, 4, 0, 20}
	for _, c := range []struct {
		b  summary
		ok bool
	}{
		{a, true},
		{summary{10 + 1e-12, 4 + 1e-12, 0, 20}, true},
		{summary{10.1, 4, 0, 20}, false},
		{summary{10, 4.1, 0, 20}, false},
		{summary{10, 4, 0, 20 + 1e-12}, false},
		{summary{nan, 4, 0, 20}, false},
		{summary{10, nan, 0, 20}, false},
	} {
		if d := c.b.difference(a); (d <= tolerance) != c.ok {
			t.Errorf("difference of %v = %v", c.b, d)
		}
	}
}

func TestOutput(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := realMain(nil, &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, &stderr)
	}
	for _, want := range []string{"weather.csv, column 2 (temperature)\n", "count 2920 ", "generated values\n", "count 4194304 "} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &stdout)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("x.csv", []byte("a,b\n1,2\n3,6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout.Reset()
	if code := realMain([]string{"-c", "b", "x.csv"}, &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, &stderr)
	}
	if want := "x.csv, column 2 (b)\n  count 2  mean 4  variance 8  min 2  max 6\n"; !strings.HasPrefix(stdout.String(), want) {
		t.Errorf("printed\n%s, want\n%s", &stdout, want)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		msg  string
	}{
		{[]string{"missing.csv"}, 1, "missing.csv: no such file or directory\n"},
		{[]string{"-c", "nosuch"}, 1, "weather.csv:1: no column \"nosuch\"; there are time, temperature, humidity, pressure, wind, rain\n"},
		{[]string{"-c", "time"}, 1, "weather.csv:2: column 1 (time) is \"2023-01-01T00:00\", not a number\n"},
		{[]string{"-n", "0"}, 1, "-n is 0, not positive\n"},
		{[]string{"-n", "x"}, 2, ""},
		{[]string{"-n", "5", "x.csv"}, 2, ""},
		{[]string{"-n", "5", "-c", "1"}, 2, ""},
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
}
