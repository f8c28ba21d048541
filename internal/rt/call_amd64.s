#include "textflag.h"

// func call(entry uintptr, params unsafe.Pointer, lo, hi int64) (status int64)
//
// The frame, from the bottom up: 192 bytes of slack, of which up to 63 go to
// the alignment and the rest to what the code pushes; the scratch area of 16384
// bytes, aligned to 64; the saved SP. Its size is declared, so the assembler's
// prologue grows the stack when there is not enough of it, before anything has
// been moved.
//
// Writing SP makes the assembler mark the function SPWRITE. Go's unwinder then
// stops here for profiles, and trusts the frame only in the prologue's call of
// morestack, where SP has not been written yet.
//
// R14 (g) and X15 (zero) are restored by the wrapper that the compiler puts
// around every ABI0 function, RBP by the assembler's epilogue.
TEXT ·call(SB), 0, $16648-40
	MOVQ entry+0(FP), AX
	MOVQ params+8(FP), DI
	MOVQ lo+16(FP), SI
	MOVQ hi+24(FP), DX
	MOVQ SP, CX
	LEAQ 255(SP), R8
	ANDQ $~63, R8
	MOVQ CX, 16384(R8)
	MOVQ R8, SP
	CALL AX              // pushes 8 bytes: [SP+8] is aligned on entry
	MOVQ 16384(SP), SP
	MOVQ AX, status+32(FP)
	RET

// func callOn(entry uintptr, params unsafe.Pointer, lo, hi int64, base unsafe.Pointer) (status int64)
//
// The goroutine is in a system call as far as the scheduler knows, so that its
// stack is looked at from the caller's frame on only. Signals are handled on
// stacks of their own.
TEXT ·callOn(SB), NOSPLIT, $0-48
	MOVQ entry+0(FP), AX
	MOVQ params+8(FP), DI
	MOVQ lo+16(FP), SI
	MOVQ hi+24(FP), DX
	MOVQ base+32(FP), R8
	MOVQ SP, 16384(R8)
	MOVQ R8, SP
	CALL AX              // pushes 8 bytes: [SP+8] is aligned on entry
	MOVQ 16384(SP), SP
	MOVQ AX, status+40(FP)
	RET

// func pause(n int64)
TEXT ·pause(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), AX
loop:
	PAUSE
	SUBQ $1, AX
	JG   loop
	RET
