package programs

import (
	"errors"
	"fmt"
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices of structs with fields that compiled code does not know: strings, pointers, slices of such, between those that it uses.

type star struct {
	on     bool
	name   string
	mag    float32
	tags   []string
	flux   []float64
	near   *star
	class  [2]string
	planet []star
	ra     float64
	seen   uint16
}

func (s *star) dim(by float32) { s.mag -= by; s.seen++ }

func (s star) light() float64 { return float64(s.mag) * s.ra }

// calibrated changes fields beside those that are hidden, in place, and fails where it meets a certain one.
func calibrated(ss []star, gain float64) error {
	for i := range hone.Parallel(len(ss)) {
		s := &ss[i]
		s.mag *= 2
		s.ra += gain
		s.on = s.seen&1 == 0
	}
	for i := range ss {
		if ss[i].seen == 0 {
			return fmt.Errorf("star %d: %w", i, errUnseen)
		}
	}
	return nil
}

var errUnseen = errors.New("never seen")

var Calibrated = hone.Func(calibrated)

type starChart struct {
	stars  []star
	names  []string
	fields [][]star
	total  float64
}

// brightest calls methods by pointer and by value, has copies of elements, and cuts slices in them.
func (c *starChart) brightest(by float32) (best int, rest []star) {
	best = -1
	for i := range c.stars {
		c.stars[i].dim(by)
		if best < 0 || c.stars[i].light() > c.stars[best].light() {
			best = i
		}
		copied := c.stars[i]
		copied.mag, copied.ra = 1, 2
		c.total += copied.light()
	}
	for _, row := range c.fields {
		for k := range row {
			row[k].flux = row[k].flux[:len(row[k].flux)/2]
			for j := range row[k].flux {
				row[k].flux[j] += c.total
			}
		}
	}
	return best, c.stars[max(best, 0):]
}

var Brightest = hone.Func((*starChart).brightest)

func aStar(r *rand.Rand) star {
	words := []string{"", "Deneb", "Wega", "Altair"}
	s := star{on: r.Intn(2) == 0, name: words[r.Intn(4)], mag: tame[float32](r), ra: tame[float64](r), seen: uint16(r.Intn(40))}
	s.tags = words[:r.Intn(4)]
	s.flux = f64s(r, r.Intn(9)).([]float64)
	s.class[r.Intn(2)] = words[r.Intn(4)]
	return s
}

func init() {
	add("Calibrated", calibrated, Calibrated, args(vec(aStar), one(between(-4.0, 4.0))))
	add("Brightest", (*starChart).brightest, Brightest, func(r *rand.Rand, n int) []any {
		c := &starChart{names: []string{"a", "b"}}
		c.stars = vec(aStar)(r, n).([]star)
		for range r.Intn(4) {
			c.fields = append(c.fields, vec(aStar)(r, r.Intn(9)).([]star))
		}
		return []any{c, tame[float32](r)}
	}, chaotic)
}
