// Tracks measures where people went: how far, and how close they came to each other. See README.md.
package main

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"
)

// The file that is read when none is named: made-up walks.
//
//go:embed tracks.csv
var shipped []byte

const usage = `usage: tracks [file.csv]   with columns track, lat, lon
`

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("tracks", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usage) }
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if fs.NArg() > 1 {
		fs.Usage()
		return 2
	}
	tracks, err := readNamed(fs.Arg(0))
	if err == nil {
		err = compare(tracks, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// readNamed reads the named file, the shipped one if name is "".
func readNamed(name string) ([]track, error) {
	if name == "" {
		return read(bytes.NewReader(shipped), "tracks.csv")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f, filepath.Base(name))
}

// read reads tracks: a line of names, then one for each place. Errors are of the form name:line: message.
func read(in io.Reader, name string) ([]track, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord = 3
	var tracks []track
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		var p *csv.ParseError
		if errors.As(err, &p) {
			return nil, fmt.Errorf("%s:%d: %w", name, p.Line, p.Err)
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		if first {
			if !slices.Equal(row, []string{"track", "lat", "lon"}) {
				return nil, fmt.Errorf("%s:%d: the columns are %q, not track, lat, lon", name, line, row)
			}
			continue
		}
		lat, err1 := strconv.ParseFloat(row[1], 64)
		lon, err2 := strconv.ParseFloat(row[2], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("%s:%d: %q, %q: not two numbers", name, line, row[1], row[2])
		}
		if n := len(tracks); n == 0 || tracks[n-1].name != row[0] {
			tracks = append(tracks, track{name: row[0]})
		}
		t := &tracks[len(tracks)-1]
		t.places = append(t.places, place{lat, lon})
	}
	return tracks, nil
}

// patience is how long each way is repeated, to find its best time.
var patience = 200 * time.Millisecond

// compare measures in plain Go and honed, prints what was found and how long each took, and checks that they agree to the millimetre.
func compare(tracks []track, stdout io.Writer) error {
	var reports []*report
	var best []time.Duration
	for _, f := range []func([]track) (*report, error){about, About.Call} {
		r, err := f(tracks)
		if err != nil {
			return err
		}
		least := time.Duration(math.MaxInt64)
		for begin := time.Now(); ; {
			t := time.Now()
			if _, err := f(tracks); err != nil {
				return err
			}
			least = min(least, time.Since(t))
			if time.Since(begin) >= patience {
				break
			}
		}
		reports, best = append(reports, r), append(best, least)
	}
	plain, honed := reports[0], reports[1]
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "track\tplaces\tkm\tclosest to\tm\t\n")
	for i, t := range tracks {
		to := -1
		for j, d := range honed.closest[i] {
			if math.Abs(d-plain.closest[i][j]) > 1e-3 || math.Abs(honed.lengths[i]-plain.lengths[i]) > 1e-3 {
				return fmt.Errorf("%s and %s: plain Go %v, %v m, honed %v, %v m", t.name, tracks[j].name, plain.lengths[i], plain.closest[i][j], honed.lengths[i], d)
			}
			if j != i && (to < 0 || d < honed.closest[i][to]) {
				to = j
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%.2f\t", t.name, len(t.places), honed.lengths[i]/1000)
		if to >= 0 {
			fmt.Fprintf(w, "%s\t%.0f\t", tracks[to].name, honed.closest[i][to])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Fprintf(stdout, "(%s)\n", About.Status())
	for i, name := range []string{"plain Go", "honed"} {
		fmt.Fprintf(w, "  %s\t%.3f ms\t%.1fx\t\n", name, best[i].Seconds()*1e3, float64(best[0])/float64(best[i]))
	}
	return w.Flush()
}
