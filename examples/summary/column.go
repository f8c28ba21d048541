package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The file that is summarised when none is named: made-up weather of two years.
//
//go:embed weather.csv
var shipped []byte

const (
	shippedName   = "weather.csv"
	shippedColumn = "temperature"
)

// readNamed reads a column of the named file, of the shipped one if name is "".
func readNamed(name, column string) (values []float64, title string, err error) {
	if name == "" {
		return readColumn(bytes.NewReader(shipped), shippedName, column)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", reason(name, err)
	}
	defer f.Close()
	return readColumn(f, name, column)
}

// readColumn reads a column, given by its name in the header line or by its number from 1 on. By
// number it also reads files without a header line: there the first field is a number. The title says
// which column it is. Errors are of the form name:line: message.
func readColumn(in io.Reader, name, column string) (values []float64, title string, err error) {
	r := csv.NewReader(bufio.NewReader(in))
	r.FieldsPerRecord = -1 // files of ragged rows are fine as long as they have the column
	r.ReuseRecord = true
	at := -1
	for first := true; ; first = false {
		rec, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, "", parseError(name, err)
		}
		line, _ := r.FieldPos(0)
		if first {
			var byName bool
			if at, byName, err = find(rec, column); err != nil {
				return nil, "", fmt.Errorf("%s:%d: %w", name, line, err)
			}
			title = "column " + strconv.Itoa(at+1)
			if _, err := strconv.ParseFloat(strings.TrimSpace(rec[at]), 64); byName || err != nil {
				title += " (" + strings.Clone(rec[at]) + ")"
				continue // a header line
			}
		}
		if at >= len(rec) {
			return nil, "", fmt.Errorf("%s:%d: only %d fields, no column %d", name, line, len(rec), at+1)
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(rec[at]), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, "", fmt.Errorf("%s:%d: %s is %q, not a number", name, line, title, rec[at])
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		return nil, "", fmt.Errorf("%s:1: no values", name)
	}
	return values, title, nil
}

// find is the index of a column in the first record, and whether it was found by its name there. What
// can be a number of a column is one.
func find(rec []string, column string) (at int, byName bool, err error) {
	n, err := strconv.Atoi(column)
	if err == nil && 1 <= n && n <= len(rec) {
		return n - 1, false, nil
	}
	if at := slices.Index(rec, column); at >= 0 {
		return at, true, nil
	}
	if err == nil {
		return 0, false, fmt.Errorf("no column %d; there are %d", n, len(rec))
	}
	return 0, false, fmt.Errorf("no column %q; there are %s", column, strings.Join(rec, ", "))
}

func parseError(name string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s:%d: %w", name, p.Line, p.Err)
	}
	return reason(name, err)
}

// reason is "name: what went wrong", without the name of the system call.
func reason(name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
