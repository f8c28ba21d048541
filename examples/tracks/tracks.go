package main

import (
	"errors"
	"math"

	"github.com/hone-go/hone"
)

// A place is on the earth, in degrees.
type place struct{ lat, lon float64 }

// A track is where somebody went.
type track struct {
	name   string
	places []place
}

// A point is a place as three coordinates, in metres from the middle of the earth.
type point struct{ x, y, z float64 }

const radius = 6371008.8 // metres: the mean of the earth's

func (p place) point() point {
	lat, lon := p.lat*math.Pi/180, p.lon*math.Pi/180
	return point{radius * math.Cos(lat) * math.Cos(lon), radius * math.Cos(lat) * math.Sin(lon), radius * math.Sin(lat)}
}

// to is how far apart two points are, straight through the earth.
func (p point) to(q point) float64 {
	return math.Sqrt((p.x-q.x)*(p.x-q.x) + (p.y-q.y)*(p.y-q.y) + (p.z-q.z)*(p.z-q.z))
}

var (
	errEmpty = errors.New("a track without places")
	errPlace = errors.New("a place that is not on the earth")
)

// A report is about tracks.
type report struct {
	lengths []float64   // of each track, in metres
	closest [][]float64 // how close each comes to each other
}

// about measures tracks.
func about(tracks []track) (*report, error) {
	var points [][]point
	for _, t := range tracks {
		if len(t.places) == 0 {
			return nil, errEmpty
		}
		row := make([]point, 0, len(t.places))
		for _, p := range t.places {
			if !(math.Abs(p.lat) <= 90) || !(math.Abs(p.lon) <= 180) {
				return nil, errPlace
			}
			row = append(row, p.point())
		}
		points = append(points, row)
	}
	r := &report{closest: make([][]float64, len(tracks))}
	for i, row := range points {
		r.lengths = append(r.lengths, hone.Sum(len(row)-1, func(k int) float64 { return row[k].to(row[k+1]) }))
		r.closest[i] = make([]float64, len(tracks))
		for j, other := range points {
			r.closest[i][j] = closest(row, other)
		}
	}
	return r, nil
}

// closest is the least distance between points of two tracks.
func closest(a, b []point) float64 {
	least := math.Inf(1)
	for _, p := range a {
		for _, q := range b {
			least = min(least, p.to(q))
		}
	}
	return least
}

// About is about, compiled by hone if the program is run through it.
var About = hone.Func(about)
