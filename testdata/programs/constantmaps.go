package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Maps that never change: lookups of keys of all kinds, in package variables and local ones.

type codon struct {
	weight [2]float64
	stop   bool
	rank   int8
}

var codons = map[string]codon{
	"ATG": {weight: [2]float64{1, 0.5}, rank: 3}, "TAA": {stop: true}, "TAG": {stop: true, rank: -1}, "TGA": {stop: true},
	"GCT": {weight: [2]float64{2, 8}}, "GCC": {weight: [2]float64{3}}, "CGT": {rank: 7}, "AAA": {weight: [2]float64{0, 4}},
	"A": {rank: 9}, "": {rank: 1}, "GGGG": {rank: 2},
}

var smallPrimes = map[int32]uint16{2: 1, 3: 2, 5: 3, 7: 4, 11: 5, 13: 6, 17: 7, 19: 8, 23: 9, -29: 10, 1 << 30: 11}

var halves = map[float64]string{0.5: "half", 1.5: "three", -2.5: "minus", 0: "zero"}

// translated looks up three letters at a time.
func translated(dna []uint8, text string) (sum float64, stops, ranks int) {
	letters := [4]uint8{'A', 'C', 'G', 'T'}
	var three [3]uint8
	for i := 0; i+3 <= len(dna); i += 3 {
		for k := range three {
			three[k] = letters[dna[i+k]&3]
		}
		c, ok := codons[string(three[:])]
		if !ok {
			continue
		}
		if c.stop {
			stops++
		}
		sum += c.weight[0] - c.weight[1]
		ranks += int(c.rank)
	}
	return sum, stops, ranks + int(codons[text].rank) + len(codons)
}

var Translated = hone.Func(translated)

// lookedUpInMaps has keys that are numbers, in declared loops too.
func lookedUpInMaps(x []int32, y []float64) ([]uint16, int, int) {
	signs := map[bool]int{true: 1, false: -1}
	out := make([]uint16, len(x))
	for i := range hone.Parallel(len(x)) {
		out[i] = smallPrimes[x[i]]
	}
	names, total := 0, 0
	for _, v := range y {
		if s, ok := halves[v]; ok {
			names += len(s)
		}
		total += signs[v > 1]
	}
	return out, names, total
}

var LookedUpInMaps = hone.Func(lookedUpInMaps)

func init() {
	add("Translated", translated, Translated, args(u8s, one(func(r *rand.Rand) string { return []string{"", "A", "TAG", "x"}[r.Intn(4)] })))
	add("LookedUpInMaps", lookedUpInMaps, LookedUpInMaps, args(
		vec(func(r *rand.Rand) int32 { return []int32{2, 4, 23, -29, 1 << 30, 29, -30, 3, 0}[r.Intn(9)] }),
		vec(func(r *rand.Rand) float64 { return float64(r.Intn(9)-4) / 2 })))
}
