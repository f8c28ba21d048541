package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// A report prints a line per function and width.
type report struct {
	f      *field
	w      io.Writer
	prefix string            // of every line
	stated map[string]string // bounds by function, for vmath's documentation; nil: print what was measured
	worst  bool
}

func newReport(f *field, w io.Writer, table, worst bool) (*report, error) {
	r := &report{f: f, w: w, worst: worst}
	if table {
		r.prefix = "//\t"
		var err error
		if r.stated, err = statedBounds(); err != nil {
			return nil, err
		}
		fmt.Fprintf(w, "// On %s.\n//\n", machine())
	}
	errors := 7 * len(r.judged())
	fmt.Fprintf(w, "%s%11s  %-*s    %s\n%s%11s ", r.prefix, "", errors, "error in ulp", "ns per element", r.prefix, "")
	for _, i := range r.judged() {
		name := f.contenders[i].name
		if r.stated != nil && i == 0 {
			name = "vmath"
		}
		fmt.Fprintf(w, " %6s", name)
	}
	fmt.Fprint(w, "    ")
	for _, c := range f.contenders {
		fmt.Fprintf(w, " %*s", max(7, len(c.name)), c.name)
	}
	fmt.Fprintln(w)
	return r, nil
}

// judged are the contenders whose errors are printed: those on AVX2 have the same.
func (r *report) judged() (list []int) {
	for i, c := range r.f.contenders {
		if i == 0 || !strings.HasSuffix(c.name, "AVX2") {
			list = append(list, i)
		}
	}
	return list
}

func (r *report) add(fn *function, bits int, row []result) {
	name := fn.name
	if bits == 32 {
		name += "32"
	}
	fmt.Fprintf(r.w, "%s%-11s ", r.prefix, name)
	for _, i := range r.judged() {
		text := ulpText(row[i].ulps)
		if r.stated != nil && i == 0 {
			text = r.stated[name]
			if text == "" && row[i].ulps <= 0.5 {
				text = ulpText(row[i].ulps)
			}
		}
		fmt.Fprintf(r.w, " %6s", text)
	}
	fmt.Fprint(r.w, "    ")
	for i, c := range r.f.contenders {
		text := "-"
		if !math.IsNaN(row[i].ns) {
			text = fmt.Sprintf("%.2f", row[i].ns)
		}
		fmt.Fprintf(r.w, " %*s", max(7, len(c.name)), text)
	}
	fmt.Fprintln(r.w)
	for i, c := range row {
		if r.worst && c.at != "" {
			fmt.Fprintf(r.w, "%20s: %s\n", r.f.contenders[i].name, c.at)
		}
	}
}

func ulpText(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x == 0:
		return "0"
	case x > 99:
		return ">99" // or not even the same special value
	}
	return fmt.Sprintf("%.1f", math.Ceil(x*10)/10)
}

// statedBounds reads the errors that vmath's functions state.
func statedBounds() (map[string]string, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/hone-go/hone/vmath").Output()
	if err != nil {
		return nil, fmt.Errorf("looking for vmath: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	if err != nil {
		return nil, err
	}
	bounds := map[string]string{}
	comment := regexp.MustCompile(`(\w+) returns [^\n]*?error of at most ([0-9.]+) ulp`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		flat := regexp.MustCompile(`\n// `).ReplaceAllString(string(text), " ")
		for _, m := range comment.FindAllStringSubmatch(flat, -1) {
			bounds[m[1]] = m[2]
		}
	}
	return bounds, nil
}

// machine says what the numbers were measured on.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(text); m != nil {
			model = string(m[1])
		}
	}
	parts := []string{model, strings.Replace(runtime.Version(), "go", "Go ", 1)}
	if out, err := exec.Command("getconf", "GNU_LIBC_VERSION").Output(); err == nil {
		parts = append(parts, strings.TrimSpace(string(out)))
	}
	return strings.Join(parts, ", ")
}
