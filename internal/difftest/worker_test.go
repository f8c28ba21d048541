package difftest_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// workerEnv holds a worker, in JSON, in the child processes.
const workerEnv = "HONE_DIFFTEST_WORKER"

// workers is how many child processes share the corpus.
const workers = 2

// hangs is how long a child may be silent.
const hangs = 30 * time.Second

// worker says what a child process has to do: the cases whose number is Part modulo workers, without those that crashed before.
type worker struct {
	Part     int
	Skip     []string
	Filter   string // regular expression for names
	Units    string // file: the units of the corpus
	Results  string // file: a line for each case that is done
	Progress string // file: what is being done
}

// unit is a program as the front end leaves it, in the form in which it is shipped.
type unit struct {
	Text, Entry string
	Reasons     string // why it is not compiled
}

// loadUnits has the front end translate the corpus.
func loadUnits() (map[string]unit, error) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		return nil, err
	}
	units := map[string]unit{}
	for _, h := range prog.Funcs() {
		u := unit{Entry: h.Symbol}
		if len(h.Reasons) > 0 {
			u.Reasons = fmt.Sprint(h.Reasons)
		} else {
			u.Text = h.Unit.Text(true)
		}
		units[h.Name] = u
	}
	return units, nil
}

// result is what became of a case.
type result struct {
	Name     string
	Failures []string
	Millis   int64
}

func workerFromEnv() *worker {
	text := os.Getenv(workerEnv)
	if text == "" {
		return nil
	}
	w := new(worker)
	if err := json.Unmarshal([]byte(text), w); err != nil {
		panic(err)
	}
	return w
}

// work is what the child does.
func (w *worker) work(t *testing.T) {
	text, err := os.ReadFile(w.Units)
	if err != nil {
		t.Fatal(err)
	}
	units := map[string]unit{}
	if err := json.Unmarshal(text, &units); err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile(w.Results, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	progress, err := os.OpenFile(w.Progress, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer progress.Close()
	effort := difftest.DefaultEffort(testing.Short())
	effort.Progress = func(s string) {
		if _, err := progress.WriteAt([]byte(fmt.Sprintf("%-119s\n", s)), 0); err != nil {
			t.Fatal(err)
		}
	}
	enc := json.NewEncoder(out)
	for _, c := range w.cases() {
		effort.Progress(c.Name)
		start := time.Now()
		r := result{Name: c.Name, Failures: checkCase(units[c.Name], c, effort)}
		r.Millis = time.Since(start).Milliseconds()
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
}

// cases are those of this worker.
func (w *worker) cases() []programs.Case {
	skip := map[string]bool{}
	for _, s := range w.Skip {
		skip[s] = true
	}
	filter := regexp.MustCompile(w.Filter)
	var cs []programs.Case
	for i, c := range programs.Cases {
		if i%workers == w.Part && !skip[c.Name] && filter.MatchString(c.Name) {
			cs = append(cs, c)
		}
	}
	return cs
}

// runWorkers has the cases that -run selects run by children, and restarts those that crash.
func runWorkers(t *testing.T, test string) map[string]result {
	results := map[string]result{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	dir := t.TempDir()
	units, err := loadUnits()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(units)
	if err != nil {
		t.Fatal(err)
	}
	unitsFile := filepath.Join(dir, "units")
	if err := os.WriteFile(unitsFile, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for part := range workers {
		w := &worker{
			Part: part, Filter: subtests(), Units: unitsFile,
			Results: filepath.Join(dir, fmt.Sprint("results", part)), Progress: filepath.Join(dir, fmt.Sprint("progress", part)),
		}
		wg.Go(func() {
			for {
				crash, output := w.start(test)
				mu.Lock()
				w.collect(results)
				mu.Unlock()
				if crash == "" {
					return
				}
				name, _, _ := strings.Cut(crash, ":")
				if strings.TrimSpace(name) == "" || len(w.Skip) > len(programs.Cases) {
					t.Errorf("worker: %s", output)
					return
				}
				mu.Lock()
				results[name] = result{Name: name, Failures: []string{crash + "\n" + output}}
				mu.Unlock()
				for n := range results {
					w.Skip = append(w.Skip, n)
				}
			}
		})
	}
	wg.Wait()
	return results
}

// subtests is the part of -run that selects programs.
func subtests() string {
	_, sub, _ := strings.Cut(flag.Lookup("test.run").Value.String(), "/")
	return sub
}

// start runs a child; crash is "" if all went well, or what it was doing and how it died.
func (w *worker) start(test string) (crash, output string) {
	text, err := json.Marshal(w)
	if err != nil {
		panic(err)
	}
	args := []string{"-test.run=^" + test + "$", "-test.timeout=10m"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), workerEnv+"="+string(text), "GOTRACEBACK=single")
	var buf bytes.Buffer
	cmd.Stdout, cmd.Stderr = &buf, &buf
	if err := cmd.Start(); err != nil {
		return ": ", err.Error()
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	last, since := "", time.Now()
	for {
		select {
		case err := <-done:
			if err == nil {
				return "", ""
			}
			return w.progress() + ": " + err.Error(), tail(buf.String())
		case <-time.After(time.Second / 5):
		}
		if p := w.progress(); p != last {
			last, since = p, time.Now()
		} else if time.Since(since) > hangs {
			if err := cmd.Process.Kill(); err == nil {
				<-done
			}
			return last + ": hangs", ""
		}
	}
}

func (w *worker) progress() string {
	text, _ := os.ReadFile(w.Progress) // not there yet: nothing is being done
	return strings.TrimSpace(string(text))
}

// collect reads the results so far.
func (w *worker) collect(results map[string]result) {
	f, err := os.Open(w.Results)
	if err != nil {
		return
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var r result
		if json.Unmarshal(s.Bytes(), &r) == nil {
			results[r.Name] = r
		}
	}
}

// tail is the part of a crashing program's output that says most.
func tail(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	if len(lines) > 14 {
		lines = lines[:14]
	}
	return strings.Join(lines, "\n")
}
