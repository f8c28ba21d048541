package programs

import "github.com/hone-go/hone"

// Matrices of rows as long as the caller says, that a loop takes one after the other: by where they begin, by what is left, by how many there are. Sizes of 0 or less, and
// rows that are cut off at the end, fail as they do in plain Go.

// scaledRow divides a row by the sum of what it has.
func scaledRow(out, row []float64) {
	sum := row[0]
	for i, v := range row {
		out[i] = v * 0.5
		sum += v * v
	}
	for i := range out {
		out[i] /= sum + 1
	}
}

func rowsByPlace(out, in []float64, w int) {
	for o := 0; o < len(in); o += w {
		scaledRow(out[o:o+w], in[o:o+w])
	}
}

func rowsByPlaceWhole(out, in []float64, w int) {
	for o := 0; o+w <= len(in); o += w {
		scaledRow(out[o:o+w], in[o:o+w])
	}
}

func rowsLeft(out, in []float64, w int) {
	for len(in) > 0 {
		scaledRow(out[:w], in[:w])
		in, out = in[w:], out[w:]
	}
}

func rowsLeftWhole(x []float64, w int) {
	for w > 0 && len(x) >= w {
		scaledRow(x[:w], x[:w])
		x = x[w:]
	}
}

func rowsDivided(out, in []float64, w int) {
	for y := 0; y < len(in)/w; y++ {
		scaledRow(out[y*w:(y+1)*w], in[y*w:(y+1)*w])
	}
}

// rowsUntil stops at the first row that begins with less than least, and gives what is left.
func rowsUntil(x []float64, w int, least float64) (rest []float64) {
	for len(x) >= w && x[0] >= least {
		s := 0.0
		for _, v := range x[:w] {
			s += v
		}
		x[0] = s
		x = x[w:]
		if w == 0 {
			break
		}
	}
	return x
}

// everyStep sums up every step-th number from the first, and gives the place that comes behind the last one.
func everyStep(x []float64, first uint8, step int) (sum float64, behind int) {
	if step <= 0 {
		return 0, -1
	}
	i := int(first)
	for ; i < len(x); i += step {
		sum += x[i]
	}
	return sum, i
}

// multiplesLeft crosses out the multiples of each number that is left.
func multiplesLeft(crossed []bool) (left int) {
	for i := 2; i < len(crossed); i++ {
		if crossed[i] {
			continue
		}
		left++
		for j := 2 * i; j < len(crossed); j += i {
			crossed[j] = true
		}
	}
	return left
}

var (
	RowsByPlace      = hone.Func(rowsByPlace)
	RowsByPlaceWhole = hone.Func(rowsByPlaceWhole)
	RowsLeft         = hone.Func(rowsLeft)
	RowsLeftWhole    = hone.Func(rowsLeftWhole)
	RowsDivided      = hone.Func(rowsDivided)
	RowsUntil        = hone.Func(rowsUntil)
	EveryStep        = hone.Func(everyStep)
	MultiplesLeft    = hone.Func(multiplesLeft)
)

func init() {
	small, size := vec(between(-3.0, 3)), one(between(-2, 20))
	add("RowsByPlace", rowsByPlace, RowsByPlace, args(small, small, size))
	add("RowsByPlaceWhole", rowsByPlaceWhole, RowsByPlaceWhole, args(small, small, size))
	add("RowsLeft", rowsLeft, RowsLeft, args(small, small, size))
	add("RowsLeftWhole", rowsLeftWhole, RowsLeftWhole, args(small, size))
	add("RowsDivided", rowsDivided, RowsDivided, args(small, small, size))
	add("RowsUntil", rowsUntil, RowsUntil, args(small, size, one(between(-3.0, 1))))
	add("EveryStep", everyStep, EveryStep, args(small, one(whole[uint8]), size))
	add("MultiplesLeft", multiplesLeft, MultiplesLeft, args(bools))
}
