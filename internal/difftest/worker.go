package difftest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/source"
)

// Wrong machine code may crash or hang. So programs are checked in child processes, which say in files what they are doing and what they
// have found. A child that dies is replaced by one that goes on behind the program that killed it.

// jobEnv holds the Job, in JSON, in a child's environment.
const jobEnv = "HONE_DIFFTEST_JOB"

// hangs is how often a child may be found silent, glance after glance. These are counted, and no clock is looked at, since the machine may
// be asleep meanwhile.
const (
	hangs  = 150
	glance = time.Second / 5
)

// Unit is a program as the front end leaves it, in the form in which it is shipped.
type Unit struct {
	Text, Entry string
	Reasons     string // why it is not compiled
}

// UnitOf is the unit of a honed function.
func UnitOf(h *source.Honed) Unit {
	u := Unit{Entry: h.Symbol}
	if len(h.Reasons) > 0 {
		u.Reasons = fmt.Sprint(h.Reasons)
	} else {
		u.Text = h.Unit.Text(true)
	}
	return u
}

// Job says what a child process has to do: the units whose number is Part modulo Parts, without those of Skip.
type Job struct {
	Part, Parts int
	Skip        []string
	Filter      string // regular expression for names
	Short       bool   // passed on to the child
	InC         int    // every how many programs one is compiled with the C compiler as well, by HONE_SEED; 0: none is
	EagerC      int    // every how many of these is optimised as users have it, by HONE_SEED, the others less; 0: none is

	Units    string // file: map of names to units
	Results  string // file: a Result on each line
	Progress string // file: what is being done
}

// Result is what became of a unit.
type Result struct {
	Name     string
	Failures []string
	Millis   int64
}

// JobFromEnv is the job of this process, or nil.
func JobFromEnv() (*Job, error) {
	text := os.Getenv(jobEnv)
	if text == "" {
		return nil, nil
	}
	j := new(Job)
	return j, json.Unmarshal([]byte(text), j)
}

// Work is what the child does: it checks each of its units.
func (j *Job) Work(check func(name string, u Unit, e Effort) []string) error {
	text, err := os.ReadFile(j.Units)
	if err != nil {
		return err
	}
	units := map[string]Unit{}
	if err := json.Unmarshal(text, &units); err != nil {
		return err
	}
	out, err := os.OpenFile(j.Results, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	progress, err := os.OpenFile(j.Progress, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer progress.Close()
	filter, err := regexp.Compile(j.Filter)
	if err != nil {
		return err
	}
	effort := DefaultEffort(j.Short)
	effort.Progress = func(s string) {
		if _, e := progress.WriteAt(fmt.Appendf(nil, "%-119s\n", s), 0); e != nil {
			err = e
		}
	}
	enc := json.NewEncoder(out)
	var names []string
	for i, name := range slices.Sorted(maps.Keys(units)) {
		if i%j.Parts == j.Part && filter.MatchString(name) {
			names = append(names, name)
		}
	}
	var inC []string
	for _, name := range names {
		if j.InC > 0 && seeds.Share(name, uint64(j.InC)) {
			inC = append(inC, name)
		}
	}
	effort.Targets = append(effort.Targets, cTargets(units, inC, j.EagerC, effort.Progress)...)
	for _, name := range names {
		if slices.Contains(j.Skip, name) {
			continue
		}
		effort.Progress(name)
		start := time.Now()
		r := Result{Name: name, Failures: check(name, units[name], effort)}
		r.Millis = time.Since(start).Milliseconds()
		if e := enc.Encode(r); e != nil {
			err = e
		}
	}
	return err
}

// RunJobs has the units checked by children, in as many parts as job says; command makes a command that will find its job in the
// environment and do it. Files are made in dir.
func RunJobs(dir string, job Job, units map[string]Unit, command func() *exec.Cmd) (map[string]Result, error) {
	text, err := json.Marshal(units)
	if err != nil {
		return nil, err
	}
	job.Units = filepath.Join(dir, "units")
	if err := os.WriteFile(job.Units, text, 0o644); err != nil {
		return nil, err
	}
	parts := make([]map[string]Result, job.Parts)
	errs := make([]error, job.Parts)
	var wg sync.WaitGroup
	for part := range job.Parts {
		j := job
		j.Part = part
		j.Results, j.Progress = filepath.Join(dir, fmt.Sprint("results", part)), filepath.Join(dir, fmt.Sprint("progress", part))
		wg.Go(func() { parts[part], errs[part] = j.supervise(command) })
	}
	wg.Wait()
	results := map[string]Result{}
	for part, rs := range parts {
		maps.Copy(results, rs)
		if errs[part] != nil {
			return results, errs[part]
		}
	}
	return results, nil
}

// supervise starts children until one comes to the end.
func (j *Job) supervise(command func() *exec.Cmd) (map[string]Result, error) {
	results := map[string]Result{}
	for {
		crash, output := j.run(command())
		j.collect(results)
		if crash == "" {
			return results, nil
		}
		name, _, _ := strings.Cut(crash, ":")
		if _, known := results[name]; known || name == "" {
			return results, fmt.Errorf("child process: %s\n%s", crash, output)
		}
		results[name] = Result{Name: name, Failures: []string{crash + "\n" + output}}
		j.Skip = slices.Collect(maps.Keys(results))
	}
}

// run runs a child; crash is "" if all went well, or what it was doing and how it died.
func (j *Job) run(cmd *exec.Cmd) (crash, output string) {
	text, err := json.Marshal(j)
	if err != nil {
		return ":", err.Error()
	}
	// Children live for minutes and hold little: collecting less often takes a tenth off their time.
	cmd.Env = append(os.Environ(), jobEnv+"="+string(text), "GOTRACEBACK=single", "GOGC=400")
	var buf bytes.Buffer
	cmd.Stdout, cmd.Stderr = &buf, &buf
	if err := cmd.Start(); err != nil {
		return ":", err.Error()
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	last, silent := "", 0
	for {
		select {
		case err := <-done:
			if err == nil {
				return "", ""
			}
			return j.progress() + ": " + err.Error(), head(buf.String())
		case <-time.After(glance):
		}
		if p := j.progress(); p != last {
			last, silent = p, 0
		} else if silent++; silent > hangs {
			if cmd.Process.Kill() == nil {
				<-done
			}
			return last + ": hangs", ""
		}
	}
}

func (j *Job) progress() string {
	text, err := os.ReadFile(j.Progress)
	if err != nil {
		return "" // not there yet: nothing is being done
	}
	return strings.TrimSpace(string(text))
}

// collect reads the results so far.
func (j *Job) collect(results map[string]Result) {
	f, err := os.Open(j.Results)
	if err != nil {
		return // no result yet
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var r Result
		if json.Unmarshal(s.Bytes(), &r) == nil {
			results[r.Name] = r
		}
	}
}

// head is the part of a crashing program's output that says most.
func head(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[:min(len(lines), 14)], "\n")
}
