package opt

import "testing"

// Checks of what is left behind a place are differences, which follow from what is known of others.
func TestRangesOfSums(t *testing.T) {
	const head = "func @f(%s: []i64, %i: i64, %n: i64, %b: bool) -> ()"
	const consts = `%c = cap %s : i64
		%l = len %s : i64
		%z = const 0 : i64
		%one = const 1 : i64
		%four = const 4 : i64
		%eight = const 8 : i64
		%seven = const 7 : i64
		%twelve = const 12 : i64
		`
	// s = s[lo:]; s = s[:n]; then blocks of eight, each read as s[at:][:4] and s[at:][4:8]
	blocks := func(lo, step, check string) string {
		return consts + `%lo = ` + lo + `
			%left = sub %c, %lo : i64
			check.slice %z, %n, %left <ints=[0]>
			%end = add %lo, %n : i64
			for %n, %seven <ints=[` + step + `]> (%k: i64) {
				%at = sub %end, %k : i64
				%rest = sub %c, %at : i64
				` + check + `
				yield
			}
			return`
	}
	const length = "sub %l, %z : i64"
	const first, second, behind = "check.slice %z, %four, %rest <ints=[0]>", "check.slice %four, %eight, %rest <ints=[0]>", "check.slice %eight, %twelve, %rest <ints=[0]>"
	// one of two places behind the start, which the checks in its arm have shown to be one
	arms := func(other, check string) string {
		return consts + `%lo = if %b : i64 {
				check.slice %z, %i, %l <ints=[0]>
				yield %i
			} {
				yield ` + other + `
			}
			` + check + `
			return`
	}
	const shift = "check.shift %lo"
	testPass(t, head, Ranges, []pair{
		{"blocks behind a place", blocks(length, "-8", first), blocks(length, "-8", "")},
		{"their second half", blocks(length, "-8", second), blocks(length, "-8", "")},
		{"what is in an arm is so behind it", arms("%one", shift), arms("%one", "")},
	})
	var stays []untouched
	for name, text := range map[string]string{
		"more than a block":               blocks("load %s, %z : i64", "-8", first),
		"a place that may wrap around":    blocks("mul %l, %i : i64", "-8", first),
		"further than the block":          blocks("max %l, %one : i64", "-8", behind),
		"one arm that knows less":         arms("%n", shift),
		"the other sign":                  consts + "%x = sub %l, %c : i64\ncheck.slice %z, %four, %x <ints=[0]>\nreturn",
		"without the check ahead":         consts + "check.slice %z, %n, %l <ints=[0]>\n%at = sub %c, %n : i64\ncheck.slice %z, %four, %at <ints=[0]>\nreturn",
		"two of what one is known to fit": consts + "check.slice %z, %n, %l <ints=[0]>\n%two = add %n, %n : i64\n%x = sub %two, %one : i64\ncheck.slice %z, %x, %l <ints=[0]>\nreturn",
	} {
		stays = append(stays, untouched{name, text})
	}
	testStays(t, head, Ranges, stays)
}
