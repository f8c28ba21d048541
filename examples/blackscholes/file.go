package main

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
)

// The options that are priced when no file is named.
//
//go:embed options.csv
var shipped []byte

const shippedName = "options.csv"

// columns that the input must have, in any order and among others.
var columns = [5]string{"spot", "strike", "rate", "volatility", "years"}

// A table is a file of options: its records as they were read, and the numbers by column.
type table struct {
	header  []string
	records [][]string
	cols    [5][]float64
}

// open opens the named file, or what was shipped if name is "".
func open(name string) (io.ReadCloser, string, error) {
	if name == "" {
		return io.NopCloser(bytes.NewReader(shipped)), shippedName, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, name, reason(name, err)
	}
	return f, name, nil
}

// reason is "name: what went wrong", without the names of system calls and temporary files.
func reason(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// read reads a table. Errors are of the form name:line: message.
func read(in io.Reader, name string) (*table, error) {
	r := csv.NewReader(bufio.NewReader(in))
	r.FieldsPerRecord = -1 // checked below, with a better message
	t := &table{}
	var err error
	if t.header, err = r.Read(); err == io.EOF {
		return nil, fmt.Errorf("%s:1: no header line", name)
	} else if err != nil {
		return nil, parseError(name, err)
	}
	var at [5]int
	for j, c := range columns {
		if at[j] = index(t.header, c); at[j] < 0 {
			return nil, fmt.Errorf("%s:1: no column %q in the header", name, c)
		}
	}
	for {
		rec, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, parseError(name, err)
		}
		line, _ := r.FieldPos(0)
		if len(rec) != len(t.header) {
			return nil, fmt.Errorf("%s:%d: %d fields, not %d as in the header", name, line, len(rec), len(t.header))
		}
		for j, c := range columns {
			x, err := number(c, rec[at[j]])
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
			t.cols[j] = append(t.cols[j], x)
		}
		t.records = append(t.records, rec)
	}
	if len(t.records) == 0 {
		return nil, fmt.Errorf("%s:2: no options after the header", name)
	}
	return t, nil
}

func index(header []string, column string) int {
	for i, h := range header {
		if h == column {
			return i
		}
	}
	return -1
}

// number reads a field of the named column. All but the rate must be positive.
func number(column, field string) (float64, error) {
	x, err := strconv.ParseFloat(field, 64)
	switch {
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return 0, fmt.Errorf("%s is %q, not a number", column, field)
	case x <= 0 && column != "rate":
		return 0, fmt.Errorf("%s is %s, not positive", column, field)
	}
	return x, nil
}

func parseError(name string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s:%d: %w", name, p.Line, p.Err)
	}
	return reason(name, err)
}

// write writes the records with the two prices behind each.
func (t *table) write(out io.Writer, call, put []float64) error {
	w := csv.NewWriter(out)
	w.Write(append(t.header[:len(t.header):len(t.header)], "call", "put"))
	for i, rec := range t.records {
		w.Write(append(rec[:len(rec):len(rec)], money(call[i]), money(put[i])))
	}
	w.Flush()
	return w.Error()
}

func money(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// writeFile writes a file as a whole or not at all: into a temporary one, which then takes the name.
// What is there already and no regular file (/dev/null, a pipe) is written to as it is.
func writeFile(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return reason(name, err)
		}
		if err := cmp.Or(write(f), f.Close()); err != nil {
			return reason(name, err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return reason(name, err)
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	b := bufio.NewWriter(f)
	if err := cmp.Or(write(b), b.Flush(), f.Chmod(0o644), f.Close()); err != nil {
		return reason(name, err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return reason(name, err)
	}
	return nil
}
