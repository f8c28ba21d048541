package asm

// Integer vector arithmetic, logic, shifts and comparison.

const (
	// Addition and subtraction.
	VPADDB Op = endFp + iota
	VPADDW
	VPADDD
	VPADDQ
	VPSUBB
	VPSUBW
	VPSUBD
	VPSUBQ
	VPADDSB
	VPADDSW
	VPADDUSB
	VPADDUSW
	VPSUBSB
	VPSUBSW
	VPSUBUSB
	VPSUBUSW
	VPAVGB
	VPAVGW
	VPSADBW

	// Multiplication.
	VPMULLW
	VPMULLD
	VPMULLQ
	VPMULHW
	VPMULHUW
	VPMULHRSW
	VPMULUDQ
	VPMULDQ
	VPMADDWD
	VPMADDUBSW
	VPMADD52LUQ
	VPMADD52HUQ

	// Minimum, maximum, absolute value.
	VPMINSB
	VPMINSW
	VPMINSD
	VPMINSQ
	VPMINUB
	VPMINUW
	VPMINUD
	VPMINUQ
	VPMAXSB
	VPMAXSW
	VPMAXSD
	VPMAXSQ
	VPMAXUB
	VPMAXUW
	VPMAXUD
	VPMAXUQ
	VPABSB
	VPABSW
	VPABSD
	VPABSQ

	// Logic. VPANDQ and its kin are for all registers and sizes; VPAND only for VEX.
	VPAND
	VPANDD
	VPANDQ
	VPANDN
	VPANDND
	VPANDNQ
	VPOR
	VPORD
	VPORQ
	VPXOR
	VPXORD
	VPXORQ
	VPTERNLOGD
	VPTERNLOGQ

	// Shifts by an immediate or by the count in an xmm register; of whole 16-byte lanes by bytes.
	VPSLLW
	VPSLLD
	VPSLLQ
	VPSRLW
	VPSRLD
	VPSRLQ
	VPSRAW
	VPSRAD
	VPSRAQ
	VPSLLDQ
	VPSRLDQ

	// Shifts and rotates by a count per element; rotates by an immediate.
	VPSLLVD
	VPSLLVQ
	VPSRLVD
	VPSRLVQ
	VPSRAVD
	VPSRAVQ
	VPSLLVW
	VPSRLVW
	VPSRAVW
	VPROLVD
	VPROLVQ
	VPROLD
	VPROLQ
	VPRORVD
	VPRORVQ
	VPRORD
	VPRORQ

	// Comparison, to a vector (VEX) or a mask register (EVEX).
	VPCMPEQB
	VPCMPEQW
	VPCMPEQD
	VPCMPEQQ
	VPCMPGTB
	VPCMPGTW
	VPCMPGTD
	VPCMPGTQ
	VPCMPB
	VPCMPW
	VPCMPD
	VPCMPQ
	VPCMPUB
	VPCMPUW
	VPCMPUD
	VPCMPUQ
	VPTEST
	VPTESTMB
	VPTESTMW
	VPTESTMD
	VPTESTMQ
	VPTESTNMB
	VPTESTNMW
	VPTESTNMD
	VPTESTNMQ

	// Counting.
	VPLZCNTD
	VPLZCNTQ
	VPCONFLICTD
	VPCONFLICTQ
	VPOPCNTB
	VPOPCNTW
	VPOPCNTD
	VPOPCNTQ

	// Matrices of bits.
	VGF2P8AFFINEQB

	endInteger = iota + endFp // one past the last of this file
)

var integerOps = []op{
	// Addition and subtraction.
	{VPADDB, "vpaddb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xFC}}},
	{VPADDW, "vpaddw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xFD}}},
	{VPADDD, "vpaddd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | bc4 | mkz | 0xFE}}},
	{VPADDQ, "vpaddq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0xD4}}},
	{VPSUBB, "vpsubb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xF8}}},
	{VPSUBW, "vpsubw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xF9}}},
	{VPSUBD, "vpsubd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | bc4 | mkz | 0xFA}}},
	{VPSUBQ, "vpsubq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0xFB}}},
	{VPADDSB, "vpaddsb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xEC}}},
	{VPADDSW, "vpaddsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xED}}},
	{VPADDUSB, "vpaddusb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xDC}}},
	{VPADDUSW, "vpaddusw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xDD}}},
	{VPSUBSB, "vpsubsb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE8}}},
	{VPSUBSW, "vpsubsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE9}}},
	{VPSUBUSB, "vpsubusb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xD8}}},
	{VPSUBUSW, "vpsubusw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xD9}}},
	{VPAVGB, "vpavgb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE0}}},
	{VPAVGW, "vpavgw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE3}}},
	{VPSADBW, "vpsadbw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | 0xF6}}},
	// Multiplication.
	{VPMULLW, "vpmullw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xD5}}},
	{VPMULLD, "vpmulld", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x40}}},
	{VPMULLQ, "vpmullq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x40}}},
	{VPMULHW, "vpmulhw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE5}}},
	{VPMULHUW, "vpmulhuw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xE4}}},
	{VPMULHRSW, "vpmulhrsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x0B}}},
	{VPMULUDQ, "vpmuludq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0xF4}}},
	{VPMULDQ, "vpmuldq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | ew1 | bc8 | mkz | 0x28}}},
	{VPMADDWD, "vpmaddwd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xF5}}},
	{VPMADDUBSW, "vpmaddubsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x04}}},
	{VPMADD52LUQ, "vpmadd52luq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0xB4}}},
	{VPMADD52HUQ, "vpmadd52huq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0xB5}}},
	// Minimum, maximum, absolute value.
	{VPMINSB, "vpminsb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x38}}},
	{VPMINSW, "vpminsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xEA}}},
	{VPMINSD, "vpminsd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x39}}},
	{VPMINSQ, "vpminsq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x39}}},
	{VPMINUB, "vpminub", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xDA}}},
	{VPMINUW, "vpminuw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x3A}}},
	{VPMINUD, "vpminud", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x3B}}},
	{VPMINUQ, "vpminuq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x3B}}},
	{VPMAXSB, "vpmaxsb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x3C}}},
	{VPMAXSW, "vpmaxsw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xEE}}},
	{VPMAXSD, "vpmaxsd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x3D}}},
	{VPMAXSQ, "vpmaxsq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x3D}}},
	{VPMAXUB, "vpmaxub", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0xDE}}},
	{VPMAXUW, "vpmaxuw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x3E}}},
	{VPMAXUD, "vpmaxud", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x3F}}},
	{VPMAXUQ, "vpmaxuq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x3F}}},
	{VPABSB, "vpabsb", ff{{lRM, a4{oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x1C}}},
	{VPABSW, "vpabsw", ff{{lRM, a4{oX, oXM}, vxy | exyz | p66 | m38 | mkz | 0x1D}}},
	{VPABSD, "vpabsd", ff{{lRM, a4{oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x1E}}},
	{VPABSQ, "vpabsq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x1F}}},
	// Logic. VPANDQ and its kin are for all registers and sizes; VPAND only for VEX.
	{VPAND, "vpand", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0xDB}}},
	{VPANDD, "vpandd", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xDB},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | bc4 | mkz | 0xDB},
	}},
	{VPANDQ, "vpandq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xDB},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | mkz | 0xDB},
	}},
	{VPANDN, "vpandn", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0xDF}}},
	{VPANDND, "vpandnd", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xDF},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | bc4 | mkz | 0xDF},
	}},
	{VPANDNQ, "vpandnq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xDF},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | mkz | 0xDF},
	}},
	{VPOR, "vpor", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0xEB}}},
	{VPORD, "vpord", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xEB},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | bc4 | mkz | 0xEB},
	}},
	{VPORQ, "vporq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xEB},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | mkz | 0xEB},
	}},
	{VPXOR, "vpxor", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0xEF}}},
	{VPXORD, "vpxord", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xEF},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | bc4 | mkz | 0xEF},
	}},
	{VPXORQ, "vpxorq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | trim | 0xEF},
		{lRVM, a4{oX, oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | mkz | 0xEF},
	}},
	{VPTERNLOGD, "vpternlogd", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | 0x25}}},
	{VPTERNLOGQ, "vpternlogq", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | 0x25}}},
	// Shifts by an immediate or by the count in an xmm register; of whole 16-byte lanes by bytes.
	{VPSLLW, "vpsllw", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d6 | 0x71},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d6 | mkz | 0x71},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xF1},
	}},
	{VPSLLD, "vpslld", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d6 | 0x72},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d6 | bc4 | mkz | 0x72},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xF2},
	}},
	{VPSLLQ, "vpsllq", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d6 | 0x73},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d6 | ew1 | bc8 | mkz | 0x73},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | ew1 | mkz | 0xF3},
	}},
	{VPSRLW, "vpsrlw", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d2 | 0x71},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d2 | mkz | 0x71},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xD1},
	}},
	{VPSRLD, "vpsrld", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d2 | 0x72},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d2 | bc4 | mkz | 0x72},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xD2},
	}},
	{VPSRLQ, "vpsrlq", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d2 | 0x73},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d2 | ew1 | bc8 | mkz | 0x73},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | ew1 | mkz | 0xD3},
	}},
	{VPSRAW, "vpsraw", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d4 | 0x71},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d4 | mkz | 0x71},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xE1},
	}},
	{VPSRAD, "vpsrad", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d4 | 0x72},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d4 | bc4 | mkz | 0x72},
		{lRVM, a4{oX, oX, oX16M}, vxy | exyz | p66 | m0F | mkz | 0xE2},
	}},
	{VPSRAQ, "vpsraq", ff{
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d4 | ew1 | bc8 | mkz | 0x72},
		{lRVM, a4{oX, oX, oX16M}, exyz | p66 | m0F | ew1 | mkz | 0xE2},
	}},
	{VPSLLDQ, "vpslldq", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d7 | 0x73},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d7 | 0x73},
	}},
	{VPSRLDQ, "vpsrldq", ff{
		{lVM, a4{oX, oX, oI8}, vxy | p66 | m0F | d3 | 0x73},
		{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d3 | 0x73},
	}},
	// Shifts and rotates by a count per element; rotates by an immediate.
	{VPSLLVD, "vpsllvd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x47}}},
	{VPSLLVQ, "vpsllvq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | 0x47}}},
	{VPSRLVD, "vpsrlvd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x45}}},
	{VPSRLVQ, "vpsrlvq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | 0x45}}},
	{VPSRAVD, "vpsravd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x46}}},
	{VPSRAVQ, "vpsravq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x46}}},
	{VPSLLVW, "vpsllvw", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x12}}},
	{VPSRLVW, "vpsrlvw", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x10}}},
	{VPSRAVW, "vpsravw", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x11}}},
	{VPROLVD, "vprolvd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x15}}},
	{VPROLVQ, "vprolvq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x15}}},
	{VPROLD, "vprold", ff{{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d1 | bc4 | mkz | 0x72}}},
	{VPROLQ, "vprolq", ff{{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d1 | ew1 | bc8 | mkz | 0x72}}},
	{VPRORVD, "vprorvd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x14}}},
	{VPRORVQ, "vprorvq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x14}}},
	{VPRORD, "vprord", ff{{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d0 | bc4 | mkz | 0x72}}},
	{VPRORQ, "vprorq", ff{{lVM, a4{oX, oXM, oI8}, exyz | p66 | m0F | d0 | ew1 | bc8 | mkz | 0x72}}},
	// Comparison, to a vector (VEX) or a mask register (EVEX).
	{VPCMPEQB, "vpcmpeqb", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x74},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | mk | 0x74},
	}},
	{VPCMPEQW, "vpcmpeqw", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x75},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | mk | 0x75},
	}},
	{VPCMPEQD, "vpcmpeqd", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x76},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | bc4 | mk | 0x76},
	}},
	{VPCMPEQQ, "vpcmpeqq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m38 | 0x29},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mk | 0x29},
	}},
	{VPCMPGTB, "vpcmpgtb", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x64},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | mk | 0x64},
	}},
	{VPCMPGTW, "vpcmpgtw", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x65},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | mk | 0x65},
	}},
	{VPCMPGTD, "vpcmpgtd", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x66},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m0F | bc4 | mk | 0x66},
	}},
	{VPCMPGTQ, "vpcmpgtq", ff{
		{lRVM, a4{oX, oX, oXM}, vxy | p66 | m38 | 0x37},
		{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mk | 0x37},
	}},
	{VPCMPB, "vpcmpb", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | mk | 0x3F}}},
	{VPCMPW, "vpcmpw", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | mk | 0x3F}}},
	{VPCMPD, "vpcmpd", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mk | 0x1F}}},
	{VPCMPQ, "vpcmpq", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mk | 0x1F}}},
	{VPCMPUB, "vpcmpub", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | mk | 0x3E}}},
	{VPCMPUW, "vpcmpuw", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | mk | 0x3E}}},
	{VPCMPUD, "vpcmpud", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mk | 0x1E}}},
	{VPCMPUQ, "vpcmpuq", ff{{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mk | 0x1E}}},
	{VPTEST, "vptest", ff{{lRM, a4{oX, oXM}, vxy | p66 | m38 | 0x17}}},
	{VPTESTMB, "vptestmb", ff{{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | mk | 0x26}}},
	{VPTESTMW, "vptestmw", ff{{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | ew1 | mk | 0x26}}},
	{VPTESTMD, "vptestmd", ff{{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | bc4 | mk | 0x27}}},
	{VPTESTMQ, "vptestmq", ff{{lRVM, a4{oK, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mk | 0x27}}},
	{VPTESTNMB, "vptestnmb", ff{{lRVM, a4{oK, oX, oXM}, exyz | pF3 | m38 | mk | 0x26}}},
	{VPTESTNMW, "vptestnmw", ff{{lRVM, a4{oK, oX, oXM}, exyz | pF3 | m38 | ew1 | mk | 0x26}}},
	{VPTESTNMD, "vptestnmd", ff{{lRVM, a4{oK, oX, oXM}, exyz | pF3 | m38 | bc4 | mk | 0x27}}},
	{VPTESTNMQ, "vptestnmq", ff{{lRVM, a4{oK, oX, oXM}, exyz | pF3 | m38 | ew1 | bc8 | mk | 0x27}}},
	// Counting.
	{VPLZCNTD, "vplzcntd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x44}}},
	{VPLZCNTQ, "vplzcntq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x44}}},
	{VPCONFLICTD, "vpconflictd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0xC4}}},
	{VPCONFLICTQ, "vpconflictq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0xC4}}},
	{VPOPCNTB, "vpopcntb", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | mkz | 0x54}}},
	{VPOPCNTW, "vpopcntw", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x54}}},
	{VPOPCNTD, "vpopcntd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x55}}},
	{VPOPCNTQ, "vpopcntq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x55}}},
	// Matrices of bits.
	{VGF2P8AFFINEQB, "vgf2p8affineqb", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | exyz | p66 | m3A | w1s | bc8 | mkz | 0xCE}}},
}
