package nearest

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"must", "must", 0}, {"msut", "must", 1}, {"fliter", "filter", 1}, {"filtr", "filter", 1}, {"explian", "explain", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		for _, d := range []int{Distance(c.a, c.b), Distance(c.b, c.a)} {
			if d != c.want {
				t.Errorf("%q, %q: %d, not %d", c.a, c.b, d, c.want)
			}
		}
	}
}

func TestOf(t *testing.T) {
	names := []string{"run", "build", "test", "explain", "emit", "check", "gen", "tags", "stage"}
	for word, want := range map[string]string{"explian": "explain", "tset": "test", "biuld": "build", "Check": "check", "checks": "check", "tag": "tags", "frobnicate": "", "x": "", "": ""} {
		if got := Of(word, names); got != want {
			t.Errorf("%q: %q, not %q", word, got, want)
		}
	}
}
