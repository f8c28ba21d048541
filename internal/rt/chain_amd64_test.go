//go:build linux || darwin || freebsd

package rt

import (
	"encoding/binary"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"
)

// chainCode is a chain of two pieces. The first has the second follow, and jumps to a kernel that fills scratch bytes of its own with ones, clobbers all that
// it may, and returns 0; the second returns [rdi] + [rsi] + [rdx].
func chainCode(scratch int) []byte {
	first := slices.Concat([]byte{
		0x48, 0x8d, 0x05, 0, 0, 0, 0, // lea rax, [rip+second]
		0x48, 0x89, 0x47, 0xf8, // mov [rdi-8], rax
		0xba}, binary.LittleEndian.AppendUint32(nil, uint32(scratch))) // mov edx, scratch
	kernel := slices.Clone(nastyCode[:len(nastyCode)-4])
	kernel = append(kernel, 0x31, 0xc0, 0xc3) // xor eax, eax; ret
	second := []byte{0x48, 0x8b, 0x07, 0x48, 0x03, 0x06, 0x48, 0x03, 0x02, 0xc3}
	binary.LittleEndian.PutUint32(first[3:], uint32(len(first)-7+len(kernel)))
	return slices.Concat(first, kernel, second)
}

// TestChain runs it at many stack depths and on fresh stacks, which have to grow, with all that it is given on them.
func TestChain(t *testing.T) {
	for _, scratch := range scratchSizes {
		c := newCode(t, chainCode(scratch))
		for range 10 {
			done := make(chan bool)
			go func() {
				defer close(done)
				calls := 0
				atDepths(func(local uintptr) {
					room, in, out, x := [2]uint64{uint64(c.Entry(0)), 1000}, [1]uint64{200}, [1]uint64{30}, 1.5
					got := Chain(scratch, unsafe.Pointer(&room), unsafe.Pointer(&in), unsafe.Pointer(&out))
					var zero [4]float64 // cleared by way of X15
					if got != 1230 || x+zero[local&3] != 1.5 {
						t.Errorf("scratch %d: got %d, want 1230", scratch, got)
					}
					calls++
				})
				if calls != 32 {
					t.Errorf("%d calls", calls)
				}
			}()
			<-done
		}
		runtime.KeepAlive(c)
	}
}

// TestChainFault: a kernel that a piece has jumped to faults as if Chain had called it.
func TestChainFault(t *testing.T) {
	code := append([]byte{0xeb, 0x00}, readCode...) // jmp to the next instruction
	c := newCode(t, code)
	addr := unreadable(t)
	for _, scratch := range scratchSizes {
		done := make(chan bool)
		go func() {
			defer close(done)
			debug.SetPanicOnFault(true)
			atDepths(func(uintptr) {
				got := faultAddress(t, func() {
					room := [2]uint64{uint64(c.Entry(0)), uint64(addr)}
					Chain(scratch, unsafe.Pointer(&room), nil, nil)
				})
				if got != addr {
					t.Errorf("fault at %#x, want %#x", got, addr)
				}
			})
		}()
		<-done
	}
	runtime.KeepAlive(c)
}
