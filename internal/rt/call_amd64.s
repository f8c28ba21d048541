#include "textflag.h"
#include "funcdata.h"

// func call(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)
//
// Most code needs little scratch or none, and the stack of a goroutine that
// never needs more stays small: the collector halves large stacks of which
// little is in use, and to grow one again takes microseconds.
TEXT ·call(SB), NOSPLIT|NOFRAME, $0-48
	MOVQ scratch+8(FP), AX
	TESTQ AX, AX
	JNE  some
	JMP  ·call0(SB)
some:
	CMPQ AX, $256
	JGT  more
	JMP  ·call256(SB)
more:
	CMPQ AX, $2048
	JGT  much
	JMP  ·call2048(SB)
much:
	CMPQ AX, $16384
	JGT  most
	JMP  ·call16384(SB)
most:
	JMP  ·call65536(SB)

// The frame of these functions is the code's scratch area, on the goroutine's
// stack. The code leaves SP alone, so that the word at SP is at all times its
// return address here: when it faults, Go's signal handler takes that for the
// call of a bad function pointer, and the panic unwinds from here on as from
// any function. For that the unwinder has to know the size of the frame at the
// call. The scratch area must be aligned to 64 bytes, but SP is to 8: so there
// is a call for each remainder, below a frame that is larger by as much, which
// ADJSP tells the assembler, and this the unwinder. These up to 56 bytes come
// out of the room below its limit that each stack has for functions that don't
// check.
//
// R14 (g) and X15 (zero) are restored by the wrapper that the compiler puts
// around every ABI0 function, or after a fault by the signal handler; RBP by
// the assembler's epilogue.

#define ARGUMENTS \
	NO_LOCAL_POINTERS;         \
	MOVQ entry+0(FP), AX;      \
	MOVQ params+16(FP), DI;    \
	MOVQ lo+24(FP), SI;        \
	MOVQ hi+32(FP), DX

// CALL pushes 8 bytes: [SP+8] is aligned on entry.
#define CALL_BELOW(n) \
	ADJSP $n;  \
	CALL  AX;  \
	ADJSP $-n; \
	JMP   done

// CALL_ALIGNED is CALL AX with the scratch area aligned. It ends at done.
#define CALL_ALIGNED \
	MOVL SP, CX;     \
	ANDL $63, CX;    \
	JEQ  by0;        \
	CMPL CX, $8;     \
	JEQ  by8;        \
	CMPL CX, $16;    \
	JEQ  by16;       \
	CMPL CX, $24;    \
	JEQ  by24;       \
	CMPL CX, $32;    \
	JEQ  by32;       \
	CMPL CX, $40;    \
	JEQ  by40;       \
	CMPL CX, $48;    \
	JEQ  by48;       \
	CALL_BELOW(56);  \
by0:                     \
	CALL AX;         \
	JMP  done;       \
by8:                     \
	CALL_BELOW(8);   \
by16:                    \
	CALL_BELOW(16);  \
by24:                    \
	CALL_BELOW(24);  \
by32:                    \
	CALL_BELOW(32);  \
by40:                    \
	CALL_BELOW(40);  \
by48:                    \
	CALL_BELOW(48);  \
done:                    \
	NOP  SP

#define CALL_WITH(name, bytes) \
TEXT name(SB), 0, $bytes-48; \
	ARGUMENTS;       \
	CALL_ALIGNED;    \
	MOVQ AX, status+40(FP); \
	RET

TEXT ·call0(SB), 0, $0-48
	ARGUMENTS
	CALL AX
	MOVQ AX, status+40(FP)
	RET

CALL_WITH(·call256, 256)
CALL_WITH(·call2048, 2048)
CALL_WITH(·call16384, 16384)
CALL_WITH(·call65536, 65536)

// func chain(scratch int, room, in, out unsafe.Pointer) (status int64)
TEXT ·chain(SB), NOSPLIT|NOFRAME, $0-40
	MOVQ scratch+0(FP), AX
	TESTQ AX, AX
	JNE  some
	JMP  ·chain0(SB)
some:
	CMPQ AX, $256
	JGT  more
	JMP  ·chain256(SB)
more:
	CMPQ AX, $2048
	JGT  much
	JMP  ·chain2048(SB)
much:
	CMPQ AX, $16384
	JGT  most
	JMP  ·chain16384(SB)
most:
	JMP  ·chain65536(SB)

// Pieces may clobber all registers, so that each gets its arguments anew. The stack has not moved in between.
#define CHAIN_ARGUMENTS \
	MOVQ room+8(FP), DI;  \
	MOVQ in+16(FP), SI;   \
	MOVQ out+24(FP), DX;  \
	MOVQ (DI), AX;        \
	ADDQ $8, DI

#define CHAIN_WITH(name, bytes) \
TEXT name(SB), 0, $bytes-40; \
	NO_LOCAL_POINTERS; \
again:                     \
	CHAIN_ARGUMENTS;   \
	CALL_ALIGNED;      \
	TESTQ AX, AX;      \
	JEQ  again;        \
	MOVQ AX, status+32(FP); \
	RET

TEXT ·chain0(SB), 0, $0-40
	NO_LOCAL_POINTERS
again:
	CHAIN_ARGUMENTS
	CALL AX
	TESTQ AX, AX
	JEQ  again
	MOVQ AX, status+32(FP)
	RET

CHAIN_WITH(·chain256, 256)
CHAIN_WITH(·chain2048, 2048)
CHAIN_WITH(·chain16384, 16384)
CHAIN_WITH(·chain65536, 65536)

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
	MOVQ SP, 65536(R8)
	MOVQ R8, SP
	CALL AX              // pushes 8 bytes: [SP+8] is aligned on entry
	MOVQ 65536(SP), SP
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
