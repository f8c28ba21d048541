package x86

import (
	"strings"
	"testing"
)

// innermost is the text of the instructions in the deepest loops, without labels and alignment.
func innermost(c *Code) string {
	deepest := 0
	for _, l := range c.Lines {
		deepest = max(deepest, l.Depth)
	}
	var out []string
	for _, l := range c.Lines {
		if l.Depth == deepest && !strings.HasSuffix(l.Text, ":") && !strings.HasPrefix(l.Text, "align") {
			out = append(out, l.Text)
		}
	}
	return strings.Join(out, "\n")
}

const dot = `
func @dot(%lo: i64, %hi: i64, %x: i64, %y: i64) -> (f64) kernel=range {
  %z = const 0.0 : <8 x f64>
  %s = loop ^l %lo, %z : <8 x f64> (%i: i64, %acc: <8 x f64>) {
    %xv = mload %x, %i <ints=[8, 0]> : <8 x f64>
    %yv = mload %y, %i <ints=[8, 0]> : <8 x f64>
    %k = const 8 : i64
    %j = add %i, %k : i64
    %r = fma %xv, %yv, %acc : <8 x f64>
    %c = lt %j, %hi : bool
    if %c {
      continue ^l %j, %r
    } {
      break ^l %r
    }
    return %f
  }
  %t = lanereduce %s : f64 (%a: <8 x f64>, %b: <8 x f64>) {
    %u = add %a, %b : <8 x f64>
    yield %u
  }
  return %t
}`

// outside counts vectors up to one with a lane beyond either limit.
const outside = `
func @outside(%lo: i64, %hi: i64, %x: i64, %least: f64, %most: f64) -> (i64) kernel=range {
  %lv = splat %least : <8 x f64>
  %mv = splat %most : <8 x f64>
  %n = loop ^l %lo : i64 (%i: i64) {
    %xv = mload %x, %i <ints=[8, 0]> : <8 x f64>
    %a = lt %xv, %lv : <8 x bool>
    %b = gt %xv, %mv : <8 x bool>
    %ab = or %a, %b : <8 x bool>
    %stop = any %ab : bool
    %k = const 8 : i64
    %j = add %i, %k : i64
    %c = lt %j, %hi : bool
    %go = andnot %c, %stop : bool
    if %go {
      continue ^l %j
    } {
      break ^l %j
    }
    %zero = const 0 : i64
    return %zero
  }
  return %n
}`

const count = `
func @count(%lo: i64, %hi: i64, %x: i64, %limit: f64) -> (i64) kernel=range {
  %z = const 0 : <8 x i64>
  %lv = splat %limit : <8 x f64>
  %n = loop ^l %lo, %z : <8 x i64> (%i: i64, %acc: <8 x i64>) {
    %xv = mload %x, %i <ints=[8, 0]> : <8 x f64>
    %m = lt %xv, %lv : <8 x bool>
    %one = const 1 : <8 x i64>
    %more = add %acc, %one : <8 x i64>
    %next = select %m, %more, %acc : <8 x i64>
    %k = const 8 : i64
    %j = add %i, %k : i64
    %stop = all %m : bool
    %c = lt %j, %hi : bool
    %go = andnot %c, %stop : bool
    if %go {
      continue ^l %j, %next
    } {
      break ^l %next
    }
    %zero = const 0 : i64
    return %zero
  }
  %t = lanereduce %n : i64 (%a: <8 x i64>, %b: <8 x i64>) {
    %u = add %a, %b : <8 x i64>
    yield %u
  }
  return %t
}`

const either = `
func @either(%lo: i64, %hi: i64, %x: i64, %y: i64) -> () kernel=range {
  %two = const 2 : u8
  loop ^l %lo (%i: i64) {
    %a = mload %x, %i <ints=[1, 0]> : u8
    %p = eq %a, %two : bool
    %q = if %p : bool {
      %t = const true : bool
      yield %t
    } {
      %b = mload %y, %i <ints=[1, 0]> : u8
      %r = eq %b, %two : bool
      yield %r
    }
    if %q {
      %three = const 3 : u8
      mstore %x, %i, %three <ints=[1, 0]>
      yield
    } {
      yield
    }
    %one = const 1 : i64
    %j = add %i, %one : i64
    %c = lt %j, %hi : bool
    if %c {
      continue ^l %j
    } {
      break ^l
    }
    return
  }
  return
}`

const scalarSum = `
func @sum(%lo: i64, %hi: i64, %x: i64) -> (i64) kernel=range {
  %z = const 0 : i64
  %n = loop ^l %lo, %z : i64 (%i: i64, %acc: i64) {
    %c = lt %i, %hi : bool
    if %c {
      %v = mload %x, %i <ints=[8, 16]> : i64
      %next = add %acc, %v : i64
      %one = const 1 : i64
      %j = add %i, %one : i64
      continue ^l %j, %next
    } {
      break ^l %acc
    }
    return %z
  }
  return %n
}`

// histogram counts bytes.
const histogram = `
func @histogram(%lo: i64, %hi: i64, %x: i64, %bins: i64) -> () kernel=range {
  loop ^l %lo (%i: i64) {
    %v = mload %x, %i <ints=[1, 0]> : u8
    %j = conv %v : i64
    %n = mload %bins, %j <ints=[4, 0]> : u32
    %one = const 1 : u32
    %more = add %n, %one : u32
    mstore %bins, %j, %more <ints=[4, 0]>
    %k = const 1 : i64
    %next = add %i, %k : i64
    %d = lt %next, %hi : bool
    if %d {
      continue ^l %next
    } {
      break ^l
    }
    return
  }
  return
}`

// choose is x&y | z&^x: one instruction with AVX-512.
const choose = `
func @choose(%lo: i64, %hi: i64, %x: i64, %y: i64, %z: i64) -> () kernel=range {
  loop ^l %lo (%i: i64) {
    %a = mload %x, %i <ints=[4, 0]> : <16 x u32>
    %b = mload %y, %i <ints=[4, 0]> : <16 x u32>
    %c = mload %z, %i <ints=[4, 0]> : <16 x u32>
    %ab = and %a, %b : <16 x u32>
    %ac = andnot %c, %a : <16 x u32>
    %r = or %ab, %ac : <16 x u32>
    mstore %x, %i, %r <ints=[4, 0]>
    %k = const 16 : i64
    %j = add %i, %k : i64
    %d = lt %j, %hi : bool
    if %d {
      continue ^l %j
    } {
      break ^l
    }
    return
  }
  return
}`

// longSum adds two words of each of two numbers in an iteration; the higher ones of the second number are those of a product.
const longSum = `
func @longsum(%lo: i64, %hi: i64, %x: i64, %y: i64, %in: u64) -> (u64) kernel=range {
  %one = const 1 : u64
  %out = loop ^l %lo, %in : u64 (%i: i64, %c: u64) {
    %a0 = mload %x, %i <ints=[8, 0]> : u64
    %b0 = mload %y, %i <ints=[8, 0]> : u64
    %c1 = min %c, %one : u64
    %t0 = add %a0, %b0 : u64
    %s0 = add %t0, %c1 : u64
    %d0 = carry %a0, %b0, %c : u64
    mstore %x, %i, %s0 <ints=[8, 0]>
    %a1 = mload %x, %i <ints=[8, 8]> : u64
    %b1 = mload %y, %i <ints=[8, 8]> : u64
    %t1 = add %b1, %d0 : u64
    %s1 = add %a1, %t1 : u64
    %d1 = carry %a1, %b1, %d0 : u64
    mstore %x, %i, %s1 <ints=[8, 8]>
    %k = const 2 : i64
    %j = add %i, %k : i64
    %d = lt %j, %hi : bool
    if %d {
      continue ^l %j, %d1
    } {
      break ^l %d1
    }
    return %in
  }
  return %out
}`

// longProduct multiplies a number by a word and takes another number off.
const longProduct = `
func @longproduct(%lo: i64, %hi: i64, %x: i64, %y: u64, %in: u64) -> (u64) kernel=range {
  %zero = const 0 : u64
  %out = loop ^l %lo, %in : u64 (%i: i64, %c: u64) {
    %a = mload %x, %i <ints=[8, 0]> : u64
    %h = mulhi %a, %y : u64
    %l = mul %a, %y : u64
    %d = sub %l, %c : u64
    %b = borrow %l, %c, %zero : u64
    %n = sub %h, %b : u64
    mstore %x, %i, %d <ints=[8, 0]>
    %k = const 1 : i64
    %j = add %i, %k : i64
    %more = lt %j, %hi : bool
    if %more {
      continue ^l %j, %n
    } {
      break ^l %n
    }
    return %in
  }
  return %out
}`

// orbit repeats z = z*z + c for complex numbers, whose parts are the loop's results, too.
const orbit = `
func @orbit(%n: i64, %p: i64) -> () kernel=single {
  %zero = const 0 : i64
  %c = const 0.25 : <8 x f64>
  %re0 = mload %p, %zero <ints=[8, 0]> : <8 x f64>
  %im0 = mload %p, %zero <ints=[8, 64]> : <8 x f64>
  %a, %b = loop ^l %zero, %re0, %im0 : <8 x f64>, <8 x f64> (%i: i64, %re: <8 x f64>, %im: <8 x f64>) {
    %two = add %re, %re : <8 x f64>
    %sq = mul %im, %im : <8 x f64>
    %im1 = fma %two, %im, %c : <8 x f64>
    %neg = neg %sq : <8 x f64>
    %diff = fma %re, %re, %neg : <8 x f64>
    %re1 = add %diff, %c : <8 x f64>
    %one = const 1 : i64
    %j = add %i, %one : i64
    %more = lt %j, %n : bool
    if %more {
      continue ^l %j, %re1, %im1
    } {
      break ^l %re1, %im1
    }
    unreachable
  }
  mstore %p, %zero, %a <ints=[8, 0]>
  mstore %p, %zero, %b <ints=[8, 64]>
  return
}`

// inPrivate moves numbers into private memory.
const inPrivate = `
func @inprivate(%lo: i64, %hi: i64, %x: i64) -> (i64) kernel=range {
  %b = ptr <ints=[128]> : i64
  %a = ptr <ints=[2048]> : i64
  %zero = const 0 : i64
  loop ^l %lo (%i: i64) {
    %v = mload %x, %i <ints=[8, 0]> : i64
    mstore %a, %i, %v <ints=[8, 64]>
    mstore %b, %zero, %v <ints=[8, 8]>
    %one = const 1 : i64
    %j = add %i, %one : i64
    %more = lt %j, %hi : bool
    if %more {
      continue ^l %j
    } {
      break ^l
    }
    unreachable
  }
  %r = mload %b, %zero <ints=[8, 8]> : i64
  return %r
}`

// TestInnerLoops compares the code of innermost loops with what a good assembly programmer would write.
func TestInnerLoops(t *testing.T) {
	for _, c := range []struct {
		name, text string
		isa        ISA
		want       string
	}{
		{"axpy", axpy, AVX2, `
vmovupd ymm1, ymmword ptr [rax+rsi*8]
vfmadd231pd ymm1, ymm0, ymmword ptr [rcx+rsi*8]
vmovupd ymmword ptr [rax+rsi*8], ymm1
add rsi, 4
cmp rsi, rdx
jl L2`},
		{"dot", strings.Replace(dot, "return %f", "%f = const 0.0 : f64\n return %f", 1), AVX512, `
vmovupd zmm1, zmmword ptr [rcx+rsi*8]
vfmadd231pd zmm0, zmm1, zmmword ptr [rax+rsi*8]
add rsi, 8
cmp rsi, rdx
jl L2`},
		{"sum", scalarSum, AVX512, `
add rax, qword ptr [rcx+rsi*8+0x10]
add rsi, 1
cmp rsi, rdx
jl L2`},
		{"histogram", histogram, AVX2, `
movzx ebx, byte ptr [rax+rsi*1]
add dword ptr [rcx+rbx*4], 1
add rsi, 1
cmp rsi, rdx
jl L2`},
		{"choose", choose, AVX512, `
vmovdqu32 zmm0, zmmword ptr [rax+rsi*4]
vmovdqu32 zmm1, zmmword ptr [rcx+rsi*4]
vpternlogd zmm0, zmm1, zmmword ptr [rbx+rsi*4], 0xca
vmovdqu32 zmmword ptr [rax+rsi*4], zmm0
add rsi, 0x10
cmp rsi, rdx
jl L2`},
		{"count", count, AVX512, `
vcmppd k1, zmm1, zmmword ptr [rax+rsi*8], 0x1e
vpaddq zmm0{k1}, zmm0, zmm2
add rsi, 8
cmp rsi, rdx
jge L4
kortestb k1, k1
jae L2`},
		{"outside: the test joins the masks", outside, AVX512, `
vmovupd zmm2, zmmword ptr [rax+rsi*8]
add rsi, 8
cmp rsi, rdx
jge L4
vcmppd k1, zmm2, zmm0, 0x11
vcmppd k2, zmm2, zmm1, 0x1e
kortestb k1, k2
je L2`},
		{"either: what is decided is nowhere but in where control goes", either, AVX2, `
movzx ebx, byte ptr [rax+rsi*1]
cmp bl, 2
je L4
movzx ebx, byte ptr [rcx+rsi*1]
cmp bl, 2
jne L5
mov byte ptr [rax+rsi*1], 3
add rsi, 1
cmp rsi, rdx
jl L2`},
		{"search: what it is left by stands behind it", searchFor, AVX2, `
mov rbx, qword ptr [rax+rsi*8]
cmp rbx, rcx
je L6
add rsi, 1
cmp rsi, rdx
jl L2`},
		{"long sum: the carry stays in the flags", longSum, AVX2, `
mov r9, qword ptr [rcx+rsi*8]
mov r10, qword ptr [rbx+rsi*8]
cmp r8, rax
adc r9, r10
mov qword ptr [rcx+rsi*8], r9
mov r9, qword ptr [rcx+rsi*8+8]
mov r10, qword ptr [rbx+rsi*8+8]
mov eax, 0
adc r9, r10
setb al
mov qword ptr [rcx+rsi*8+8], r9
add rsi, 2
cmp rsi, rdx
jl L2`},
		{"long product: a borrow is taken off", longProduct, AVX2, `
mov rax, qword ptr [r8+rsi*8]
mul r9
sub rax, rbx
mov rbx, rdx
sbb rbx, 0
mov qword ptr [r8+rsi*8], rax
add rsi, 1
cmp rsi, rcx
jl L2`},
		{"orbit: what the loop goes on with, and leaves with, is where it was", orbit, AVX512, `
vaddpd zmm3, zmm0, zmm0
vmulpd zmm4, zmm1, zmm1
vfmadd213pd zmm1, zmm3, zmm2
vfmsub231pd zmm4, zmm0, zmm0
vaddpd zmm0, zmm4, zmm2
add rdx, 1
cmp rdx, rcx
jl L2`},
		{"private memory: its address is in no register", inPrivate, AVX2, `
mov rcx, qword ptr [rax+rsi*8]
mov qword ptr [rsp+rsi*8+0xc8], rcx
mov qword ptr [rsp+0x10], rcx
add rsi, 1
cmp rsi, rdx
jl L2`},
	} {
		_, code := compileText(t, c.text, c.isa)
		if got := innermost(code); got != strings.TrimSpace(c.want) {
			t.Errorf("%s, %v:\n%s\nwant%s\nall:\n%s", c.name, c.isa, got, c.want, listing(code))
		}
	}
}

const searchFor = `
func @search(%lo: i64, %hi: i64, %x: i64, %t: i64) -> (i64) kernel=range {
  %z = block ^b : i64 {
    loop ^l %lo (%i: i64) {
      %v = mload %x, %i <ints=[8, 0]> : i64
      %hit = eq %v, %t : bool
      if %hit {
        %at = mul %i, %t : i64
        break ^b %at
      } {
        yield
      }
      %one = const 1 : i64
      %j = add %i, %one : i64
      %c = lt %j, %hi : bool
      if %c {
        continue ^l %j
      } {
        break ^l
      }
      unreachable
    }
    %none = const -1 : i64
    yield %none
  }
  return %z
}`

// TestNoSpills checks that a loop with many constants needs neither spills nor, but for two, moves between registers.
func TestNoSpills(t *testing.T) {
	for _, isa := range []ISA{AVX2, AVX512} {
		_, code := compileText(t, expKernel(isa.VectorBytes()/8), isa)
		moves := 0
		for _, line := range strings.Split(innermost(code), "\n") {
			if strings.HasPrefix(line, "vmovaps") && !strings.Contains(line, "[") {
				moves++
			}
		}
		if code.Stats.Spilled > 0 || moves > 3 {
			t.Errorf("%v: %+v, %d moves\n%s", isa, code.Stats, moves, listing(code))
		}
	}
}

// TestFoldedMaxima: a maximum that folds lanes is one instruction each time, as it is in a loop.
func TestFoldedMaxima(t *testing.T) {
	_, code := compileText(t, `
func @largest(%lo: i64, %hi: i64, %x: i64) -> (f64) kernel=range {
  %xv = mload %x, %lo <ints=[8, 0]> : <8 x f64>
  %t = lanereduce %xv : f64 (%a: <8 x f64>, %b: <8 x f64>) {
    %c = lt %a, %b : <8 x bool>
    %u = select %c, %b, %a : <8 x f64>
    yield %u
  }
  return %t
}`, AVX512)
	maxima := 0
	for _, l := range code.Lines {
		if strings.HasPrefix(l.Text, "vmaxpd") {
			maxima++
		}
		if strings.HasPrefix(l.Text, "vblend") || strings.HasPrefix(l.Text, "vcmp") {
			t.Error(l.Text)
		}
	}
	if maxima != 3 {
		t.Errorf("%d maxima", maxima)
	}
}
