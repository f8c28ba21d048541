package x86

import "testing"

// TestPack has four floats side by side, of either size, where registers beyond the first sixteen are needed, too.
func TestPack(t *testing.T) {
	const text = `
func @k(%p: i64, %a: f64, %b: f32) -> (f64) kernel=single {
  %z = const 0 : i64
  %x0 = mload %p, %z <ints=[8, 0]> : f64
  %x1 = mload %p, %z <ints=[8, 8]> : f64
  %x2 = mload %p, %z <ints=[8, 16]> : f64
  %s = add %x0, %a : f64
  %v = pack %x2, %s, %a, %x1 : <4 x f64>
  %d = splat %x1 : <4 x f64>
  %w = sub %d, %v : <4 x f64>
  mstore %p, %z, %w <ints=[8, 64]>
  %y0 = mload %p, %z <ints=[8, 24]> : f32
  %y1 = mload %p, %z <ints=[8, 28]> : f32
  %u = pack %b, %y1, %y0, %b : <4 x f32>
  %e = splat %y0 : <4 x f32>
  %q = mul %u, %e : <4 x f32>
  mstore %p, %z, %q <ints=[8, 128]>
  return %s
}`
	for _, isa := range isas(t) {
		agree(t, isa, text, 0, 0, bytesUpTo(256), 0, 0x3ff8000000000000, 0x40200000)
	}
}
