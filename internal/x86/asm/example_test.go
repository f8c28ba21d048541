package asm_test

import (
	"fmt"

	"github.com/hone-go/hone/internal/x86/asm"
)

// A loop over RCX elements at RSI: x = 2*x + 1 where x > 0.
func Example() {
	a := asm.Assembler{KeepListing: true}
	two, one := a.Const64(0x4000000000000000), a.Const64(0x3FF0000000000000)
	x := asm.Mem{Base: asm.RSI, Index: asm.RAX, Scale: 8}

	a.RR(asm.XOR, 4, asm.RAX, asm.RAX)
	a.RRR(asm.VPXORQ, 16, asm.X2, asm.X2, asm.X2)
	a.RM(asm.VBROADCASTSD, 64, asm.X3, two)
	loop := a.NewLabel()
	a.Align(16)
	a.Bind(loop)
	a.RM(asm.VMOVUPD, 64, asm.X1, x)
	a.RRRI(asm.VCMPPD, 64, asm.K1, asm.X2, asm.X1, 1)
	a.Emit(asm.I(asm.VFMADD213PD, 64, asm.R(asm.X1), asm.R(asm.X3), asm.M(one)).Broadcast().Masked(asm.K1))
	a.MR(asm.VMOVUPD, 64, x, asm.X1)
	a.RI(asm.ADD, 8, asm.RAX, 8)
	a.RR(asm.CMP, 8, asm.RAX, asm.RCX)
	a.Jcc(asm.CondB, loop)
	a.Op(asm.RET, 0)

	code, err := a.Finish()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(a.ListingText())
	fmt.Println(len(code), "bytes")
	// Output:
	//      0  	xor eax, eax
	//      2  	vpxor xmm2, xmm2, xmm2
	//      6  	vbroadcastsd zmm3, qword ptr [C1]
	//     10  	align 16
	//     10  L1:
	//     10  	vmovupd zmm1, zmmword ptr [rsi+rax*8]
	//     17  	vcmppd k1, zmm2, zmm1, 1
	//     1e  	vfmadd213pd zmm1{k1}, zmm3, qword ptr [C2]{1to8}
	//     28  	vmovupd zmmword ptr [rsi+rax*8], zmm1
	//     2f  	add rax, 8
	//     33  	cmp rax, rcx
	//     36  	jb L1
	//     38  	ret
	// 80 bytes
}
