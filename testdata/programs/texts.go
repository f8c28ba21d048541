package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Strings as sequences of bytes, and of runes.

// distance is how many runes have to be changed to make t of s (Levenshtein).
func distance(s, t string) int {
	a, b := []rune(s), []rune(t)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diag := row[0]
		row[0] = i + 1
		for j, y := range b {
			c := diag
			if x != y {
				c = min(diag, row[j], row[j+1]) + 1
			}
			diag, row[j+1] = row[j+1], c
		}
	}
	return row[len(b)]
}

var Distance = hone.Func(distance)

func hashText(s string) (h uint32) {
	h = 2166136261
	for i := range len(s) {
		h ^= uint32(s[i])
		h *= 16777619
	}
	return h
}

var HashText = hone.Func(hashText)

// runesIn sums runes with where they begin.
func runesIn(s string, from int) (sum, n int) {
	for i, r := range s[from:] {
		if r == '\n' {
			break
		}
		sum = 3*sum + i*int(r)
		n++
	}
	return sum, n
}

var RunesIn = hone.Func(runesIn)

// wordKinds looks at the words of a text.
func wordKinds(s string) (kinds [4]int, longest string, least string) {
	least = "~"
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && s[i] != ' ' {
			i++
		}
		w := s[from:i]
		switch w {
		case "":
			continue
		case "a", "b", "ab":
			kinds[0]++
		case "abc":
			kinds[1]++
		default:
			kinds[2]++
		}
		if len(w) > len(longest) {
			longest = w
		}
		if w < least {
			least = w
		}
		if longest >= w && w != "c" {
			kinds[3]++
		}
	}
	return kinds, longest, least
}

var WordKinds = hone.Func(wordKinds)

// upper makes bytes of a string.
func upper(s string, k int) ([]byte, int) {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	t := string(b)
	b = append(b, s[k:]...)
	n := copy(b[1:], "xyz")
	if t == s {
		n += 100
	}
	return b, n + len(t)
}

var Upper = hone.Func(upper)

var namesOfDigits = []string{"zero", "one", "two", "three"}

func digitNames(x []uint8) (n int) {
	for _, d := range x {
		s := namesOfDigits[d]
		n = n*5 + len(s) + int(s[d&1])
	}
	return n
}

var DigitNames = hone.Func(digitNames)

func init() {
	text := func(r *rand.Rand, n int) any {
		var s []byte
		for len(s) < n {
			switch r.Intn(8) {
			case 0:
				s = append(s, byte(r.Intn(256)))
			case 1:
				s = append(s, string(rune(r.Intn(0x11000)))...)
			case 2:
				s = append(s, string([]rune{'ä', '€', '𝄞', 0xfffd, 0x10ffff}[r.Intn(5)])...)
			case 3:
				s = append(s, ' ')
			default:
				s = append(s, byte('a'+r.Intn(4)))
			}
		}
		return string(s[:max(n, 0)])
	}
	add("Distance", distance, Distance, args(text, text), upTo(200))
	add("HashText", hashText, HashText, args(text))
	add("RunesIn", runesIn, RunesIn, args(text, one(between(0, 3))))
	add("WordKinds", wordKinds, WordKinds, args(text))
	add("Upper", upper, Upper, args(text, one(between(-1, 3))))
	add("DigitNames", digitNames, DigitNames, args(rareAbove(3)))
}
