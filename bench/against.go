package main

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// byOther is the other revision, with -against.
const byOther rival = "other revision"

// A comparison is what -against reports of a workload.
type comparison struct {
	Workload string          `json:"workload"`
	Size     []int           `json:"size"`
	Columns  []relativeSpeed `json:"columns"`

	// FirstCallMS are the times of the first calls, here and there.
	FirstCallMS [2]float64 `json:"first_call_ms"`

	Failed []string `json:"failed,omitempty"`
}

// relativeSpeed is how many times as fast the present revision is as the other: the median over the rounds and, as the noise, the quartiles.
type relativeSpeed struct {
	All bool `json:"all_cores"`
	ISA isa  `json:"isa"`

	Low, Median, High float64
}

// compareWith builds the bench with the other revision of hone, and lets both work in turns, each in processes of its own.
func (o *options) compareWith(chosen []*workload, stdout, stderr io.Writer) error {
	dir, err := os.MkdirTemp("", "hone-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(stderr, "bench: building %s and what is here\n", o.against)
	mine, theirs, err := buildBoth(dir, o.against)
	if err != nil {
		return err
	}
	var all []*comparison
	wrong := 0
	for i, w := range chosen {
		fmt.Fprintf(stderr, "bench: %s, %d of %d\n", w.name, i+1, len(chosen))
		size, err := parseSize(w, o.size)
		if err != nil {
			return misuseError{err}
		}
		c, err := compare(w, size, o.rounds, mine, theirs)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		wrong += len(c.Failed)
		all = append(all, c)
	}
	if o.json {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		err = e.Encode(struct {
			Machine     string        `json:"machine"`
			Against     string        `json:"against"`
			Comparisons []*comparison `json:"comparisons"`
		}{machine(), o.against, all})
	} else {
		fmt.Fprintln(stdout, machine())
		err = printComparisons(stdout, o.against, all)
	}
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d contenders computed something else than plain Go", wrong)
	}
	return err
}

// buildBoth builds this bench with the present hone and with that of a revision, both in dir.
func buildBoth(dir, revision string) (mine, theirs string, err error) {
	root, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", err
	}
	root = strings.TrimSpace(root)
	if _, err := output(root, "git", "rev-parse", "--verify", "--quiet", revision+"^{commit}"); err != nil {
		return "", "", misuseError{fmt.Errorf("-against: git knows no revision %q", revision)}
	}
	other := filepath.Join(dir, "other")
	if err := checkout(root, revision, other); err != nil {
		return "", "", err
	}
	// The workloads are those of today. Generated files are not: they hold what the other front end makes of these.
	if err := os.RemoveAll(filepath.Join(other, "bench")); err != nil {
		return "", "", err
	}
	if err := os.CopyFS(filepath.Join(other, "bench"), os.DirFS(filepath.Join(root, "bench"))); err != nil {
		return "", "", err
	}
	generated, err := filepath.Glob(filepath.Join(other, "bench", "*hone_gen*.go"))
	for _, f := range generated {
		err = errors.Join(err, os.Remove(f))
	}
	if err != nil {
		return "", "", err
	}
	if mine, err = buildBench(root, filepath.Join(dir, "mine")); err != nil {
		return "", "", err
	}
	theirs, err = buildBench(other, filepath.Join(dir, "theirs"))
	return mine, theirs, err
}

// buildBench builds the bench of the tree at root with the tool of that tree.
func buildBench(root, exe string) (string, error) {
	bench := filepath.Join(root, "bench")
	if _, err := output(bench, "go", "build", "-o", exe+".tool", "../cmd/hone"); err != nil {
		return "", err
	}
	_, err := output(bench, exe+".tool", "build", "-o", exe, ".")
	return exe, err
}

// checkout writes the files of a revision to dir.
func checkout(root, revision, dir string) error {
	cmd := exec.Command("git", "archive", "--format=tar", revision)
	cmd.Dir = root
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = untar(pipe, dir)
	io.Copy(io.Discard, pipe)
	return errors.Join(err, cmd.Wait())
}

func untar(r io.Reader, dir string) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("git archive: file %q", h.Name)
		}
		name := filepath.Join(dir, h.Name)
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o755)
		case tar.TypeReg:
			err = extract(t, name, h.FileInfo().Mode().Perm())
		}
		if err != nil {
			return err
		}
	}
}

func extract(r io.Reader, name string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// output runs a command and returns what it prints; the error has what it complains of.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", filepath.Base(name)+" "+strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return string(out), err
}

// compare measures a workload with both programs.
func compare(w *workload, size []int, rounds int, mine, theirs string) (*comparison, error) {
	c := &comparison{Workload: w.name, Size: size}
	inst := w.open(size)
	f := &field{w: w, inst: inst, size: size}
	defer f.close()
	var err error
	if f.dir, err = scratch(); err != nil {
		return nil, err
	}
	f.inProcess(key{byGo, false, native}, inst.plain) // for the check alone
	isas := []isa{native}
	if cpuHas("avx512f") {
		isas = append(isas, avx2)
	}
	for _, i := range isas {
		for n, by := range []rival{byHone, byOther} {
			p, err := f.serving([]string{mine, theirs}[n], i)
			if err != nil {
				return nil, err
			}
			f.add(by, i, by.String(), p)
			if i == native {
				if c.FirstCallMS[n], err = p.firstCallMS(); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, err := range checkAll(f, inst) {
		c.Failed = append(c.Failed, err.Error())
	}
	f.contenders = slices.DeleteFunc(f.contenders, func(c *contender) bool { return c.by == byGo })
	if err := race(f, rounds); err != nil {
		return nil, err
	}
	for _, col := range columns {
		x, y := f.contender(key{byHone, col.all, col.isa}), f.contender(key{byOther, col.all, col.isa})
		if x == nil || y == nil {
			continue
		}
		r := turnRatios(x, y)
		slices.Sort(r)
		c.Columns = append(c.Columns, relativeSpeed{col.all, col.isa, r[len(r)/4], median(r), r[len(r)*3/4]})
	}
	return c, nil
}

// firstCallMS asks a process for the time of its first call.
func (p *process) firstCallMS() (float64, error) {
	fmt.Fprintln(p.in, "first")
	f, err := p.answer("first")
	if err != nil || len(f) != 1 {
		return 0, errors.Join(err, fmt.Errorf("%s: no time of a first call", p.cmd.Path))
	}
	return strconv.ParseFloat(f[0], 64)
}

// printComparisons prints a line for each workload, and means.
func printComparisons(out io.Writer, revision string, all []*comparison) error {
	fmt.Fprintf(out, "\nTimes as fast as %s: median of the rounds' ratios (quartiles); ! where three of four rounds were slower by 2%% or more.\n\n", revision)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "workload")
	for _, col := range columns {
		fmt.Fprint(t, "\t", col.name)
	}
	fmt.Fprint(t, "\tfirst call\t\n")
	sums, counts := make([]float64, len(columns)), make([]int, len(columns))
	for _, c := range all {
		fmt.Fprint(t, c.Workload)
		for i, col := range columns {
			at := slices.IndexFunc(c.Columns, func(r relativeSpeed) bool { return r.All == col.all && r.ISA == col.isa })
			if at < 0 {
				fmt.Fprint(t, "\t-")
				continue
			}
			r := c.Columns[at]
			mark := ""
			if r.High < 0.98 {
				mark = "!"
			}
			fmt.Fprintf(t, "\t%.2f%s (%.2f-%.2f)", r.Median, mark, r.Low, r.High)
			sums[i] += math.Log(r.Median)
			counts[i]++
		}
		fmt.Fprintf(t, "\t%.1f ms, was %.1f\t\n", c.FirstCallMS[0], c.FirstCallMS[1])
	}
	fmt.Fprint(t, "geometric mean")
	for i := range columns {
		if counts[i] == 0 {
			fmt.Fprint(t, "\t-")
			continue
		}
		fmt.Fprintf(t, "\t%.3f", math.Exp(sums[i]/float64(counts[i])))
	}
	fmt.Fprint(t, "\t\t\n")
	if err := t.Flush(); err != nil {
		return err
	}
	for _, c := range all {
		for _, f := range c.Failed {
			fmt.Fprintf(out, "%s: FAILED: %s\n", c.Workload, f)
		}
	}
	return nil
}
