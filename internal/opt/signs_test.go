package opt

import "testing"

// TestSigns: absolute values by masks of the sign, and what only looks like them.
func TestSigns(t *testing.T) {
	const shifted = "%n = const 31 : u64\n%s = shr %x, %n : i32\n"
	abs := "%0 = neg %x : i32\n%1 = max %x, %0 : i32\nreturn %1"
	stays := func(text string) pair { return pair{"stays: " + text, text, text} }
	testPass(t, "func @f(%x: i32, %y: i32, %u: u32) -> (i32)", algebraDCE, []pair{
		{"xor, less", shifted + "%p = xor %x, %s : i32\n%q = sub %p, %s : i32\nreturn %q", abs},
		{"xor, less, the other way round", shifted + "%p = xor %s, %x : i32\n%q = sub %p, %s : i32\nreturn %q", abs},
		{"more, xor", shifted + "%p = add %x, %s : i32\n%q = xor %p, %s : i32\nreturn %q", abs},
		{"more, xor, the other way round", shifted + "%p = add %s, %x : i32\n%q = xor %s, %p : i32\nreturn %q", abs},
		stays(shifted + "%p = xor %x, %s : i32\n%q = sub %s, %p : i32\nreturn %q"),
		stays(shifted + "%p = xor %y, %s : i32\n%q = sub %p, %s : i32\nreturn %q"),
		stays(shifted + "%p = add %x, %s : i32\n%q = add %p, %s : i32\nreturn %q"),
		stays(shifted + "%p = or %x, %s : i32\n%q = sub %p, %s : i32\nreturn %q"),
		stays("%n = const 30 : u64\n%s = shr %x, %n : i32\n%p = xor %x, %s : i32\n%q = sub %p, %s : i32\nreturn %q"),
		stays("%n = const 31 : u64\n%s = shr %u, %n : u32\n%p = xor %u, %s : u32\n%q = sub %p, %s : u32\n%r = conv %q : i32\nreturn %r"),
		stays("%s = rotl %x, %y : i32\n%p = xor %x, %s : i32\n%q = sub %p, %s : i32\nreturn %q"),
	})
}
