// Package nearest finds what somebody may have meant who misspelt a name.
package nearest

import (
	"fmt"
	"strings"
)

// Of gives the one of the names that word is the least different from, or "" if it is none that one would come to by a slip or two.
func Of(word string, names []string) string {
	best, least := "", 1+len(word)/4
	for _, n := range names {
		if d := Distance(strings.ToLower(word), strings.ToLower(n)); d <= least && (best == "" || d < least) {
			best, least = n, d
		}
	}
	return best
}

// Hint is what a message says of it: `; did you mean "x"?`, or nothing.
func Hint(word string, names []string) string {
	if n := Of(word, names); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ""
}

// Distance is how many letters must be left out, put in, put for others or changed with their neighbours to make b of a: the optimal string alignment distance, Damerau's and
// Levenshtein's but for letters that are moved twice.
func Distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	var before []int
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		next := make([]int, len(t)+1)
		next[0] = i + 1
		for j := range t {
			change := row[j]
			if s[i] != t[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(t)]
}
