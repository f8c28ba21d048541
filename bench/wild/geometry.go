package main

import (
	"math"

	"github.com/fogleman/gg"
	"github.com/golang/geo/r3"
	"github.com/golang/geo/s2"
	"github.com/hone-go/hone"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/mmcloughlin/geohash"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geo"
	"github.com/paulmach/orb/maptile"
	"github.com/paulmach/orb/planar"
	"github.com/paulmach/orb/simplify"
)

const (
	geoModule      = "github.com/golang/geo"
	orbModule      = "github.com/paulmach/orb"
	geohashModule  = "github.com/mmcloughlin/geohash"
	colorfulModule = "github.com/lucasb-eyer/go-colorful"
	ggModule       = "github.com/fogleman/gg"
)

func cellIDs(dst []s2.CellID, at []s2.LatLng) {
	for i, p := range at {
		dst[i] = s2.CellIDFromLatLng(p).Parent(20) // leaves are so small that errors of math.Sin would show
	}
}

func latLngDistances(dst []float64, from s2.LatLng, to []s2.LatLng) {
	for i, p := range to {
		dst[i] = from.Distance(p).Radians()
	}
}

func cellLatLngs(dst []s2.LatLng, at []s2.CellID) {
	for i, c := range at {
		dst[i] = c.LatLng()
	}
}

func normals(dst, a, b []r3.Vector) {
	for i := range dst {
		dst[i] = a[i].Cross(b[i]).Normalize()
	}
}

var (
	honedCellIDs         = hone.Func(cellIDs)
	honedLatLngDistances = hone.Func(latLngDistances)
	honedCellLatLngs     = hone.Func(cellLatLngs)
	honedNormals         = hone.Func(normals)
	polylineLength       = hone.Func((*s2.Polyline).Length)
)

func latLngs(seed uint64, n int) []s2.LatLng {
	lat, lng := uniform(seed, n, -80, 80), uniform(seed+1, n, -180, 180)
	p := make([]s2.LatLng, n)
	for i := range p {
		p[i] = s2.LatLngFromDegrees(lat[i], lng[i])
	}
	return p
}

func vectors(seed uint64, n int) []r3.Vector {
	v, x := make([]r3.Vector, n), uniform(seed, 3*n, -1, 1)
	for i := range v {
		v[i] = r3.Vector{X: x[3*i], Y: x[3*i+1], Z: x[3*i+2]}
	}
	return v
}

var ofGeo = []*entry{
	{name: "geo/s2 CellIDFromLatLng", module: geoModule, honed: honedCellIDs, least: []status{leastCellIDs}, open: func() instance {
		at, table := latLngs(1, 10000), hilbert()
		dst := make([]s2.CellID, len(at))
		return instance{
			plain:   func() { cellIDs(dst, at) },
			honed:   func() { honedCellIDs.Call(dst, at) },
			least:   func() { leastCellIDs.Call(dst, at, table) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "geo/s2 LatLng.Distance", module: geoModule, honed: honedLatLngDistances, tolerance: 1e-13, open: func() instance {
		to := latLngs(3, 10000)
		dst, from := make([]float64, len(to)), s2.LatLngFromDegrees(48.1, 11.5)
		return instance{
			plain:   func() { latLngDistances(dst, from, to) },
			honed:   func() { honedLatLngDistances.Call(dst, from, to) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "geo/s2 CellID.LatLng", module: geoModule, honed: honedCellLatLngs, tolerance: 1e-13, least: []status{leastCellLatLngs}, open: func() instance {
		at := make([]s2.CellID, 10000)
		for i, p := range latLngs(5, len(at)) {
			at[i] = s2.CellIDFromLatLng(p)
		}
		table := inverse(hilbert())
		dst := make([]s2.LatLng, len(at))
		return instance{
			plain:   func() { cellLatLngs(dst, at) },
			honed:   func() { honedCellLatLngs.Call(dst, at) },
			least:   func() { leastCellLatLngs.Call(dst, at, table) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "geo/r3 Vector.Cross, Normalize", module: geoModule, honed: honedNormals, open: func() instance {
		a, b := vectors(7, 20000), vectors(8, 20000)
		dst := make([]r3.Vector, len(a))
		return instance{
			plain:   func() { normals(dst, a, b) },
			honed:   func() { honedNormals.Call(dst, a, b) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "geo/s2 Polyline.Length", module: geoModule, honed: polylineLength, tolerance: 1e-12, least: []status{leastPolyline}, leastTolerance: 1e-10, open: func() instance {
		line := s2.PolylineFromLatLngs(latLngs(9, 10000))
		var d float64
		return instance{
			plain:   func() { d = line.Length().Radians() },
			honed:   func() { d = polylineLength.Call(line).Radians() },
			least:   func() { d = leastPolyline.Call(*line) },
			results: func() []any { return []any{d} },
		}
	}},
}

func ringContains(dst []bool, r orb.Ring, at []orb.Point) {
	for i, p := range at {
		dst[i] = planar.RingContains(r, p)
	}
}

func haversines(dst []float64, from orb.Point, to []orb.Point) {
	for i, p := range to {
		dst[i] = geo.DistanceHaversine(from, p)
	}
}

func tiles(dst []maptile.Tile, at []orb.Point) {
	for i, p := range at {
		dst[i] = maptile.At(p, 15)
	}
}

func ringArea(r orb.Ring) float64 { return planar.Area(r) }
func simplified(ls orb.LineString) orb.LineString {
	return simplify.DouglasPeucker(0.001).LineString(ls)
}
func lineDistance(ls orb.LineString, p orb.Point) float64 { return planar.DistanceFrom(ls, p) }

var (
	honedRingContains = hone.Func(ringContains)
	honedHaversines   = hone.Func(haversines)
	honedTiles        = hone.Func(tiles)
	honedRingArea     = hone.Func(ringArea)
	honedSimplified   = hone.Func(simplified)
	honedLineDistance = hone.Func(lineDistance)
	geoSignedArea     = hone.Func(geo.SignedArea)
)

func points(seed uint64, n int, w, h float64) []orb.Point {
	p, x := make([]orb.Point, n), uniform(seed, 2*n, -1, 1)
	for i := range p {
		p[i] = orb.Point{w * x[2*i], h * x[2*i+1]}
	}
	return p
}

// coast is a ring that wriggles.
func coast(seed uint64, n int) orb.Ring {
	r, dents := make(orb.Ring, n+1), uniform(seed, n, 0.9, 1.1)
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		d := dents[i] * (1 + 0.3*math.Sin(7*a))
		r[i] = orb.Point{d * math.Cos(a), d * math.Sin(a)}
	}
	r[n] = r[0]
	return r
}

var ofOrb = []*entry{
	{name: "orb/planar RingContains", module: orbModule, honed: honedRingContains, least: []status{leastRingContains}, open: func() instance {
		r, at := coast(1, 200), points(2, 1000, 1.5, 1.5)
		dst := make([]bool, len(at))
		return instance{
			plain:   func() { ringContains(dst, r, at) },
			honed:   func() { honedRingContains.Call(dst, r, at) },
			least:   func() { leastRingContains.Call(dst, r, at) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "orb/geo DistanceHaversine", module: orbModule, honed: honedHaversines, tolerance: 1e-12, open: func() instance {
		to := points(3, 10000, 180, 80)
		dst := make([]float64, len(to))
		return instance{
			plain:   func() { haversines(dst, orb.Point{11.5, 48.1}, to) },
			honed:   func() { honedHaversines.Call(dst, orb.Point{11.5, 48.1}, to) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "orb/maptile At", module: orbModule, honed: honedTiles, open: func() instance {
		at := points(4, 10000, 180, 80)
		dst := make([]maptile.Tile, len(at))
		return instance{
			plain:   func() { tiles(dst, at) },
			honed:   func() { honedTiles.Call(dst, at) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "orb/planar Area", module: orbModule, honed: honedRingArea, least: []status{leastArea}, leastTolerance: 1e-12, open: func() instance {
		r := coast(5, 10000)
		var d float64
		return instance{
			plain:   func() { d = ringArea(r) },
			honed:   func() { d = honedRingArea.Call(r) },
			least:   func() { d = leastArea.Call(r) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "orb/geo SignedArea", module: orbModule, honed: geoSignedArea, tolerance: 1e-12, open: func() instance {
		r := coast(6, 10000)
		var d float64
		return instance{
			plain:   func() { d = geo.SignedArea(r) },
			honed:   func() { d = geoSignedArea.Call(r) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "orb/planar DistanceFrom", module: orbModule, honed: honedLineDistance, least: []status{leastDistanceFrom}, open: func() instance {
		line := orb.LineString(coast(7, 10000))
		var d float64
		return instance{
			plain:   func() { d = lineDistance(line, orb.Point{0.1, 0.2}) },
			honed:   func() { d = honedLineDistance.Call(line, orb.Point{0.1, 0.2}) },
			least:   func() { d = leastDistanceFrom.Call(line, orb.Point{0.1, 0.2}) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "orb/simplify DouglasPeucker", module: orbModule, honed: honedSimplified, least: []status{leastSimplified}, open: func() instance {
		line0 := orb.LineString(coast(8, 5000))
		line := cloned(line0)
		var out orb.LineString
		return instance{
			plain:   func() { out = simplified(line) },
			honed:   func() { out = honedSimplified.Call(line) },
			least:   func() { out = lessSimplified(line) },
			reset:   func() { copy(line, line0) },
			once:    true,
			results: func() []any { return []any{out, line} },
		}
	}},
}

func geohashes(dst []uint64, lat, lng []float64) {
	for i := range dst {
		dst[i] = geohash.EncodeInt(lat[i], lng[i])
	}
}

func geohashPoints(lat, lng []float64, at []uint64) {
	for i, h := range at {
		lat[i], lng[i] = geohash.DecodeInt(h)
	}
}

var (
	honedGeohashes     = hone.Func(geohashes)
	honedGeohashPoints = hone.Func(geohashPoints)
)

var ofGeohash = []*entry{
	{name: "geohash EncodeInt", module: geohashModule, honed: honedGeohashes, least: []status{leastGeohashes}, open: func() instance {
		lat, lng := uniform(1, 10000, -90, 90), uniform(2, 10000, -180, 180)
		dst := make([]uint64, len(lat))
		return instance{
			plain:   func() { geohashes(dst, lat, lng) },
			honed:   func() { honedGeohashes.Call(dst, lat, lng) },
			least:   func() { leastGeohashes.Call(dst, lat, lng) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "geohash DecodeInt", module: geohashModule, honed: honedGeohashPoints, least: []status{leastGeohashed}, open: func() instance {
		at := wordsOf(3, 10000)
		lat, lng := make([]float64, len(at)), make([]float64, len(at))
		return instance{
			plain:   func() { geohashPoints(lat, lng, at) },
			honed:   func() { honedGeohashPoints.Call(lat, lng, at) },
			least:   func() { leastGeohashed.Call(lat, lng, at) },
			results: func() []any { return []any{lat, lng} },
		}
	}},
}

func labs(dst [][3]float64, c []colorful.Color) {
	for i, c := range c {
		l, a, b := c.Lab()
		dst[i] = [3]float64{l, a, b}
	}
}

func hsvs(dst []colorful.Color, hsv [][3]float64) {
	for i, v := range hsv {
		dst[i] = colorful.Hsv(v[0], v[1], v[2])
	}
}

func ciede2000(dst []float64, a, b []colorful.Color) {
	for i := range dst {
		dst[i] = a[i].DistanceCIEDE2000(b[i])
	}
}

func blendLuv(dst []colorful.Color, a, b colorful.Color) {
	for i := range dst {
		dst[i] = a.BlendLuv(b, float64(i)/float64(len(dst)-1)).Clamped()
	}
}

var (
	honedLabs      = hone.Func(labs)
	honedHsvs      = hone.Func(hsvs)
	honedCIEDE2000 = hone.Func(ciede2000)
	honedBlendLuv  = hone.Func(blendLuv)
)

func colors(seed uint64, n int) []colorful.Color {
	c, x := make([]colorful.Color, n), uniform(seed, 3*n, 0, 1)
	for i := range c {
		c[i] = colorful.Color{R: x[3*i], G: x[3*i+1], B: x[3*i+2]}
	}
	return c
}

var ofColorful = []*entry{
	{name: "go-colorful Color.Lab", module: colorfulModule, honed: honedLabs, tolerance: 1e-13, least: []status{leastLab}, open: func() instance {
		c := colors(1, 10000)
		dst := make([][3]float64, len(c))
		return instance{
			plain:   func() { labs(dst, c) },
			honed:   func() { honedLabs.Call(dst, c) },
			least:   func() { leastLab.Call(dst, c, colorful.D65) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "go-colorful Hsv", module: colorfulModule, honed: honedHsvs, open: func() instance {
		x := uniform(2, 30000, 0, 1)
		hsv := make([][3]float64, 10000)
		for i := range hsv {
			hsv[i] = [3]float64{360 * x[3*i], x[3*i+1], x[3*i+2]}
		}
		dst := make([]colorful.Color, len(hsv))
		return instance{
			plain:   func() { hsvs(dst, hsv) },
			honed:   func() { honedHsvs.Call(dst, hsv) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "go-colorful DistanceCIEDE2000", module: colorfulModule, honed: honedCIEDE2000, tolerance: 1e-9, least: []status{leastDeltaE}, open: func() instance {
		a, b := colors(3, 5000), colors(4, 5000)
		dst := make([]float64, len(a))
		return instance{
			plain:   func() { ciede2000(dst, a, b) },
			honed:   func() { honedCIEDE2000.Call(dst, a, b) },
			least:   func() { leastDeltaE.Call(dst, a, b, colorful.D65) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "go-colorful BlendLuv", module: colorfulModule, honed: honedBlendLuv, tolerance: 1e-12, least: []status{leastBlendLuv}, open: func() instance {
		dst := make([]colorful.Color, 1024)
		a, b := colorful.Color{R: 0.1, G: 0.2, B: 0.8}, colorful.Color{R: 0.9, G: 0.8, B: 0.1}
		return instance{
			plain:   func() { blendLuv(dst, a, b) },
			honed:   func() { honedBlendLuv.Call(dst, a, b) },
			least:   func() { leastBlendLuv.Call(dst, a, b, colorful.D65) },
			results: func() []any { return []any{dst} },
		}
	}},
}

func transformed2D(p []gg.Point, m gg.Matrix) {
	for i := range p {
		p[i].X, p[i].Y = m.TransformPoint(p[i].X, p[i].Y)
	}
}

var (
	honedTransformed2D = hone.Func(transformed2D)
	cubicBezier        = hone.Func(gg.CubicBezier)
)

var ofGG = []*entry{
	{name: "gg Matrix.TransformPoint", module: ggModule, honed: honedTransformed2D, open: func() instance {
		x := uniform(1, 40000, -1, 1)
		p0 := make([]gg.Point, 20000)
		for i := range p0 {
			p0[i] = gg.Point{X: x[2*i], Y: x[2*i+1]}
		}
		p := cloned(p0)
		m := gg.Rotate(0.3).Translate(0.1, 0.2)
		return instance{
			plain:   func() { transformed2D(p, m) },
			honed:   func() { honedTransformed2D.Call(p, m) },
			reset:   func() { copy(p, p0) },
			results: func() []any { return []any{p} },
		}
	}},
	{name: "gg CubicBezier", module: ggModule, honed: cubicBezier, open: func() instance {
		var out []gg.Point
		return instance{
			plain:   func() { out = gg.CubicBezier(0, 0, 100, 900, 800, -700, 1000, 1000) },
			honed:   func() { out = cubicBezier.Call(0, 0, 100, 900, 800, -700, 1000, 1000) },
			results: func() []any { return []any{out} },
		}
	}},
}
