package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
)

// A bar is one kind of bar in the picture: honed beside a rival, on all cores where it can.
type bar struct {
	by     rival
	isa    isa
	colour string
	label  string
}

var bars = []bar{
	{byC, native, "#1f4e9c", "C"},
	{byC, avx2, "#7aa6e8", "C on AVX2"},
	{byOpenBLAS, native, "#8c3b9e", "OpenBLAS"},
	{byNumba, native, "#d9822b", "Numba"},
	{byNumPy, native, "#e8c34a", "NumPy"},
	{byGonum, native, "#3f9a6b", "gonum"},
	{byGo, native, "#9aa0a6", "plain Go, goroutines"},
}

// Measures of the picture, in pixels.
const (
	pictureWidth = 920
	nameWidth    = 150 // of the column with the workloads' names
	barHeight    = 9
	groupGap     = 9 // between the bars of two workloads
	headHeight   = 56
	footHeight   = 28
)

// An axis maps ratios to pixels, logarithmically.
type axis struct{ least, most float64 }

func (a axis) x(ratio float64) float64 {
	f := (math.Log(ratio) - math.Log(a.least)) / (math.Log(a.most) - math.Log(a.least))
	return nameWidth + f*(pictureWidth-nameWidth-50)
}

// drawing is a picture of all ratios in SVG: a group of bars per workload, which start at the level line,
// 1.0, and go to the right where honed is faster.
func drawing(reports []*report) []byte {
	var body bytes.Buffer
	a := axisFor(reports)
	y := float64(headHeight)
	for _, r := range reports {
		top := y
		for _, b := range bars {
			x := r.best(b)
			if x == nil {
				continue
			}
			from, to := a.x(1), a.x(x.Turns)
			fmt.Fprintf(&body, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"><title>%s: %s x %s</title></rect>`+"\n",
				min(from, to), y, max(math.Abs(to-from), 0.5), barHeight-1, b.colour, html.EscapeString(r.Workload), significant(x.Turns), b.label)
			at, anchor := to+3, "start"
			if to < from {
				at, anchor = to-3, "end"
			}
			fmt.Fprintf(&body, `<text x="%.1f" y="%.1f" font-size="8" text-anchor="%s" fill="#555">%s</text>`+"\n",
				at, y+barHeight-2, anchor, significant(x.Turns))
			y += barHeight
		}
		if y == top {
			continue
		}
		fmt.Fprintf(&body, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", nameWidth-12, (top+y)/2+4, html.EscapeString(r.Workload))
		y += groupGap
	}
	var out bytes.Buffer
	height := y + footHeight
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" font-family="sans-serif" font-size="12">`+"\n", pictureWidth, height)
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	fmt.Fprintf(&out, `<text x="10" y="20" font-size="14">How many times as fast honed code is, all cores</text>`+"\n")
	legend(&out)
	a.grid(&out, headHeight-6, y)
	out.Write(body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// best is the ratio for a bar: on all cores or, where the rival uses one only, on one.
func (r *report) best(b bar) *ratio {
	if x := r.ratio(b.by, column{all: true, isa: b.isa}); x != nil {
		return x
	}
	return r.ratio(b.by, column{all: false, isa: b.isa})
}

// axisFor spans all ratios, and at least 0.5 to 2, to the next step of the grid.
func axisFor(reports []*report) axis {
	a := axis{0.5, 2}
	for _, r := range reports {
		for _, b := range bars {
			if x := r.best(b); x != nil {
				a.least, a.most = min(a.least, x.Turns), max(a.most, x.Turns)
			}
		}
	}
	steps := gridSteps()
	below := slices.IndexFunc(steps, func(s float64) bool { return s > a.least }) - 1
	above := slices.IndexFunc(steps, func(s float64) bool { return s >= a.most })
	if below < 0 || above < 0 { // beyond the grid
		return a
	}
	return axis{steps[below], steps[above]}
}

// gridSteps are 1, 2 and 5 times powers of ten.
func gridSteps() []float64 {
	var steps []float64
	for e := -4; e <= 5; e++ {
		for _, f := range []float64{1, 2, 5} {
			steps = append(steps, f*math.Pow(10, float64(e)))
		}
	}
	return steps
}

func (a axis) grid(out *bytes.Buffer, top, bottom float64) {
	for _, step := range gridSteps() {
		if step < a.least*0.999 || step > a.most*1.001 {
			continue
		}
		colour, width := "#ddd", 1.0
		if math.Abs(step-1) < 1e-9 {
			colour, width = "#c00", 1.5 // the level line
		}
		fmt.Fprintf(out, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`+"\n", a.x(step), top, a.x(step), bottom, colour, width)
		fmt.Fprintf(out, `<text x="%.1f" y="%.1f" font-size="10" text-anchor="middle">%g</text>`+"\n", a.x(step), bottom+14, step)
	}
}

func legend(out *bytes.Buffer) {
	x := 10
	for _, b := range bars {
		fmt.Fprintf(out, `<rect x="%d" y="30" width="10" height="10" fill="%s"/><text x="%d" y="39" font-size="11">%s</text>`+"\n", x, b.colour, x+14, b.label)
		x += 40 + 7*len(b.label)
	}
}
