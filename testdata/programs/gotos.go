package programs

import "github.com/hone-go/hone"

// Jumps by goto: out of loops to what follows, over some of it, and back.

// remainder leaves loops in loops for the same place, as compressors do.
func remainder(src []uint8, limit int) (copies []int32, rest int) {
	s, next := 0, 0
	if len(src) < 4 {
		goto emit
	}
	for {
		skip := 1
		for {
			s += skip
			skip += skip >> 2
			if s >= len(src)-2 || s > limit<<4 {
				goto emit
			}
			if src[s] == src[s-1] {
				break
			}
			skip++
		}
		for {
			base := s
			for s < len(src) && src[s] == src[base] {
				s++
			}
			copies = append(copies, int32(s-base))
			next = s
			if s >= len(src) {
				goto emit
			}
			if src[s]&1 == 0 {
				break
			}
		}
	}
emit:
	if next < len(src) {
		rest = len(src) - next
	}
	return copies, rest
}

var Remainder = hone.Func(remainder)

// machine goes back and forth among labels.
func machine(code []uint8, acc int64) (int64, int) {
	pc, steps := 0, 0
next:
	steps++
	if pc >= len(code) || steps > 3*len(code) {
		goto halt
	}
	switch op := code[pc] & 7; op {
	case 0:
		goto back
	case 1, 2:
		acc += int64(op)
	case 3:
		goto skip
	default:
		for i := range int(op) {
			if acc&(1<<i) != 0 {
				goto odd
			}
		}
		acc = ^acc
	}
	pc++
	goto next
odd:
	acc++
skip:
	pc += 2
	goto next
back:
	acc ^= int64(pc)
	pc += int(code[pc]>>4) + 1
	goto next
halt:
	return acc, steps
}

var Machine = hone.Func(machine)

// pairsBy leaves the body of an iterator, and has two forward jumps that overlap.
func pairsBy(x []int32, k int32) (at, sum int32) {
	for i := range hone.Range(0, len(x)) {
		if x[i] == k {
			at = int32(i)
			goto found
		}
		if x[i] > k {
			sum += x[i]
		} else if x[i] == -k {
			goto opposite
		}
	}
	at = -1
	goto opposite
found:
	sum++
opposite:
	return at, sum * 2
}

var PairsBy = hone.Func(pairsBy)

func init() {
	add("Remainder", remainder, Remainder, args(u8s, one(between(0, 9))))
	add("Machine", machine, Machine, args(u8s, one(between(int64(-9), int64(9)))))
	add("PairsBy", pairsBy, PairsBy, args(i32s, one(between(int32(-20), int32(20)))))
}
