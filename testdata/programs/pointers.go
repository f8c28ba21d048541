package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pointers to elements of slices and to fields.

type particle struct {
	pos, vel [3]float32
	mass     float32
	spin     spin
	hits     uint8
}

type spin struct{ axis, rate float32 }

func (s *spin) turn(by float32) { s.axis += s.rate * by }
func (s *spin) speed() float32  { return s.axis*s.axis + s.rate }

// advance assigns to some of the fields.
func (p *particle) advance(dt float32) {
	for k := range p.pos {
		p.pos[k] += p.vel[k] * dt
	}
	p.spin.turn(dt)
	if p.pos[0] > 5 {
		p.vel[0] = -p.vel[0]
		p.hits++
	}
}

// energy assigns to nothing.
func (p *particle) energy() float32 {
	e := float32(0)
	for _, v := range p.vel {
		e += v * v
	}
	return e*p.mass + p.spin.speed()
}

func advanceAll(ps []particle, dt float32, steps int) []float32 {
	e := make([]float32, len(ps))
	for i := range hone.Parallel(len(ps)) {
		for range steps & 3 {
			ps[i].advance(dt)
		}
		p := &ps[i]
		p.spin.rate *= 2
		p.spin.turn(1)
		v := &p.vel
		v[2] = v[0] + v[1]
		e[i] = p.energy()
	}
	return e
}

var AdvanceAll = hone.Func(advanceAll)

// attract reads all other elements through pointers.
func attract(ps []particle) []float32 {
	return hone.Build(len(ps), func(i int) float32 {
		p := &ps[i]
		f := float32(0)
		for j := range ps {
			f += pull(p, &ps[j])
		}
		return f
	})
}

func pull(p, q *particle) float32 {
	d := float32(1)
	for k := range 3 {
		x := p.pos[k] - q.pos[k]
		d += x * x
	}
	return p.mass * q.mass / d
}

var Attract = hone.Func(attract)

// lastOf changes single variables inside others by pointers, in order.
func lastOf(ps []particle, k int) (particle, float32) {
	var best particle
	for i := range ps {
		p := &ps[i]
		if p.mass >= best.mass {
			best = *p
			best.spin.turn(2)
			clearFirst(&best.pos)
		}
		*p = best
		swapRates(&ps[i].spin, float32(k))
	}
	q := &ps[k]
	q.mass++
	return best, ps[k].mass
}

func clearFirst(a *[3]float32)         { a[0] = 0 }
func swapRates(s *spin, other float32) { *s = spin{s.rate, other} }

var LastOf = hone.Func(lastOf)

func aParticle(r *rand.Rand) (p particle) {
	for k := range 3 {
		p.pos[k], p.vel[k] = tame[float32](r), tame[float32](r)
	}
	p.mass, p.spin, p.hits = tame[float32](r), spin{tame[float32](r), 0.5}, uint8(r.Intn(256))
	return p
}

func init() {
	add("AdvanceAll", advanceAll, AdvanceAll, args(vec(aParticle), f32, one(between(0, 5))), chaotic)
	add("Attract", attract, Attract, args(vec(aParticle)), upTo(300))
	add("LastOf", lastOf, LastOf, args(vec(aParticle), sized(func(n int) int { return n - 1 + n%2 }, size)))
}
