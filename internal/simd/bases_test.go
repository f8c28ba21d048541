package simd_test

import (
	"testing"

	"github.com/hone-go/hone/internal/simd"
)

func TestBases(t *testing.T) {
	loop := func(ahead, body string) string {
		return `func @f(%lo: i64, %hi: i64, %p: i64, %q: i64, %row: i64, %r: f32) -> () kernel=range {
		%one = const 1 : i64
		` + ahead + `
		loop ^l %lo (%i: i64) {
			` + body + `
			%next = add %i, %one : i64
			%more = lt %next, %hi : bool
			if %more {
				continue ^l %next
			} {
				break ^l
			}
			unreachable
		}
		return
	}`
	}
	const sum = "%j = add %row, %i : i64\n"
	for _, c := range []struct{ name, before, after string }{
		{"a load and a store", loop("", sum+`
			%v = mload %p, %j <ints=[4, 8]> : f32
			mstore %p, %j, %v <ints=[4, 0]>`), loop(`
			%two = const 2 : u64
			%far = shl %row, %two : i64
			%base = add %p, %far : i64`, `
			%v = mload %base, %i <ints=[4, 8]> : f32
			mstore %base, %i, %v <ints=[4, 0]>`)},
		{"bytes, the index first", loop("", `
			%j = add %i, %row : i64
			%v = mload %p, %j <ints=[1, 0]> : u8
			mstore %q, %i, %v <ints=[1, 0]>`), loop("%base = add %p, %row : i64", `
			%v = mload %base, %i <ints=[1, 0]> : u8
			mstore %q, %i, %v <ints=[1, 0]>`)},
		{"two bases", loop("", sum+`
			%v = mload %p, %j <ints=[4, 0]> : f32
			mstore %q, %j, %v <ints=[4, 0]>`), ""},
		{"two scales", loop("", sum+`
			%v = mload %p, %j <ints=[4, 0]> : f32
			%w = mload %p, %j <ints=[8, 0]> : f32
			%x = add %v, %w : f32
			mstore %q, %i, %x <ints=[4, 0]>`), ""},
		{"a scale of structures", loop("", sum+`
			%v = mload %p, %j <ints=[12, 0]> : f32
			mstore %q, %i, %v <ints=[4, 0]>`), ""},
		{"the sum is stored", loop("", sum+"mstore %p, %j, %j <ints=[8, 0]>"), ""},
		{"the sum is a base", loop("", sum+`
			%v = mload %j, %i <ints=[4, 0]> : f32
			mstore %q, %i, %v <ints=[4, 0]>`), ""},
		{"it is asked for more", loop("", sum+`
			%v = mload %p, %j <ints=[8, 0]> : i64
			%w = add %v, %j : i64
			mstore %p, %i, %w <ints=[8, 0]>`), ""},
		{"so is the row", loop("", sum+`
			%v = mload %p, %j <ints=[8, 0]> : i64
			%w = add %v, %row : i64
			mstore %p, %i, %w <ints=[8, 0]>`), ""},
		{"the base changes", loop("", `
			%b = mload %p, %i <ints=[8, 0]> : i64
			`+sum+`
			mstore %b, %j, %r <ints=[4, 0]>`), ""},
		{"both change", loop("", `
			%k = mload %q, %i <ints=[8, 0]> : i64
			%j = add %k, %i : i64
			mstore %p, %j, %r <ints=[4, 0]>`), ""},
		{"neither changes", loop("", `
			%j = add %row, %lo : i64
			mstore %p, %j, %r <ints=[4, 0]>`), ""},
		{"a constant", loop("%c = const 3 : i64", `
			%j = add %i, %c : i64
			mstore %p, %j, %r <ints=[4, 0]>`), ""},
		{"it is asked for behind the loop", `func @f(%lo: i64, %hi: i64, %p: i64, %row: i64, %r: f32) -> () kernel=range {
		%last = loop ^l %lo : i64 (%i: i64) {
			%j = add %row, %i : i64
			mstore %p, %j, %r <ints=[4, 0]>
			%more = lt %j, %hi : bool
			if %more {
				continue ^l %j
			} {
				break ^l %j
			}
			unreachable
		}
		mstore %p, %last, %r <ints=[4, 0]>
		return
	}`, ""},
	} {
		rewrites(t, c.name, simd.Bases, c.before, c.after)
	}
}
