#include "textflag.h"

// func tscAux() uint32
TEXT ·tscAux(SB), NOSPLIT, $0-4
	RDTSCP
	MOVL CX, ret+0(FP)
	RET
