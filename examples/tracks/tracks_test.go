package main

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	patience = 0
	os.Exit(m.Run())
}

func TestAbout(t *testing.T) {
	tracks := []track{
		{"a quarter of the equator", []place{{0, 0}, {0, 45}, {0, 90}}},
		{"from there to the pole", []place{{0, 90}, {90, 0}}},
		{"one place", []place{{0, 180}}},
	}
	chord := 2 * radius * math.Sin(math.Pi/8) // of 45 degrees
	right := math.Sqrt2 * radius
	for way, f := range []func([]track) (*report, error){about, About.Call} {
		r, err := f(tracks)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{2 * chord, right, 0} {
			if math.Abs(r.lengths[i]-want) > 1e-6 {
				t.Errorf("way %d: track %d is %v m long, want %v", way, i, r.lengths[i], want)
			}
		}
		for i, want := range [][]float64{{0, 0, right}, {0, 0, right}, {right, right, 0}} {
			for j, want := range want {
				if math.Abs(r.closest[i][j]-want) > 1e-6 {
					t.Errorf("way %d: %d comes as close to %d as %v m, want %v", way, i, j, r.closest[i][j], want)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for way, f := range []func([]track) (*report, error){about, About.Call} {
		for _, c := range []struct {
			tracks []track
			want   error
		}{
			{nil, nil},
			{[]track{{"none", nil}}, errEmpty},
			{[]track{{"far", []place{{0, 0}, {91, 0}}}}, errPlace},
			{[]track{{"nowhere", []place{{0, math.NaN()}}}}, errPlace},
		} {
			if _, err := f(c.tracks); err != c.want {
				t.Errorf("way %d, %v: %v", way, c.tracks, err)
			}
		}
	}
	for _, c := range []struct{ in, want string }{
		{"a,b,c\n", `f.csv:1: the columns are ["a" "b" "c"], not track, lat, lon`},
		{"track,lat,lon\nx,1,2\nx,1\n", "f.csv:3: wrong number of fields"},
		{"track,lat,lon\nx,1,north\n", `f.csv:2: "1", "north": not two numbers`},
	} {
		if _, err := read(strings.NewReader(c.in), "f.csv"); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.in, err, c.want)
		}
	}
}

func TestShipped(t *testing.T) {
	var out bytes.Buffer
	if got := realMain(nil, &out, &out); got != 0 || strings.Count(out.String(), "walk") != 16 || !strings.Contains(out.String(), "honed") {
		t.Errorf("status %d: %s", got, &out)
	}
	if got := realMain([]string{"none.csv"}, &out, &out); got != 1 {
		t.Errorf("a file that isn't there: status %d", got)
	}
	if got := realMain([]string{"a", "b"}, &out, &out); got != 2 {
		t.Errorf("two files: status %d", got)
	}
}
