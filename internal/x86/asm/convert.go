package asm

// Conversions.

const (
	// Packed, int32 and float.
	VCVTDQ2PS Op = endInteger + iota
	VCVTPS2DQ
	VCVTTPS2DQ
	VCVTDQ2PD
	VCVTPD2DQ
	VCVTTPD2DQ
	VCVTPS2PD
	VCVTPD2PS
	VCVTPH2PS
	VCVTPS2PH

	// Packed, int64 and unsigned.
	VCVTQQ2PS
	VCVTQQ2PD
	VCVTUQQ2PS
	VCVTUQQ2PD
	VCVTUDQ2PS
	VCVTUDQ2PD
	VCVTPD2QQ
	VCVTTPD2QQ
	VCVTPD2UQQ
	VCVTTPD2UQQ
	VCVTPD2UDQ
	VCVTTPD2UDQ
	VCVTPS2QQ
	VCVTTPS2QQ
	VCVTPS2UQQ
	VCVTTPS2UQQ
	VCVTPS2UDQ
	VCVTTPS2UDQ

	// Scalar. With a general-purpose register, Size is that register's.
	VCVTSS2SD
	VCVTSD2SS
	VCVTSI2SS
	VCVTUSI2SS
	VCVTSS2SI
	VCVTTSS2SI
	VCVTSS2USI
	VCVTTSS2USI
	VCVTSI2SD
	VCVTUSI2SD
	VCVTSD2SI
	VCVTTSD2SI
	VCVTSD2USI
	VCVTTSD2USI

	// Widening integers.
	VPMOVSXBW
	VPMOVSXBD
	VPMOVSXBQ
	VPMOVSXWD
	VPMOVSXWQ
	VPMOVSXDQ
	VPMOVZXBW
	VPMOVZXBD
	VPMOVZXBQ
	VPMOVZXWD
	VPMOVZXWQ
	VPMOVZXDQ

	// Narrowing integers: truncating, with signed and with unsigned saturation.
	VPMOVWB
	VPMOVDB
	VPMOVQB
	VPMOVDW
	VPMOVQW
	VPMOVQD
	VPMOVSWB
	VPMOVSDB
	VPMOVSQB
	VPMOVSDW
	VPMOVSQW
	VPMOVSQD
	VPMOVUSWB
	VPMOVUSDB
	VPMOVUSQB
	VPMOVUSDW
	VPMOVUSQW
	VPMOVUSQD
	VPACKSSWB
	VPACKUSWB
	VPACKSSDW
	VPACKUSDW

	endConvert = iota + endInteger // one past the last of this file
)

var convertOps = []op{
	// Packed, int32 and float.
	{VCVTDQ2PS, "vcvtdq2ps", ff{{lRM, a4{oX, oXM}, vxy | exyz | m0F | bc4 | er | mkz | 0x5B}}},
	{VCVTPS2DQ, "vcvtps2dq", ff{{lRM, a4{oX, oXM}, vxy | exyz | p66 | m0F | bc4 | er | mkz | 0x5B}}},
	{VCVTTPS2DQ, "vcvttps2dq", ff{{lRM, a4{oX, oXM}, vxy | exyz | pF3 | m0F | bc4 | sae | mkz | 0x5B}}},
	{VCVTDQ2PD, "vcvtdq2pd", ff{{lRM, a4{oX, oXMH}, vxy | exyz | pF3 | m0F | bc4 | mkz | 0xE6}}},
	{VCVTPD2DQ, "vcvtpd2dq", ff{{lRM, a4{oXH, oXM}, vxy | exyz | pF2 | m0F | ew1 | bc8 | er | mkz | 0xE6}}},
	{VCVTTPD2DQ, "vcvttpd2dq", ff{{lRM, a4{oXH, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | sae | mkz | 0xE6}}},
	{VCVTPS2PD, "vcvtps2pd", ff{{lRM, a4{oX, oXMH}, vxy | exyz | m0F | bc4 | sae | mkz | 0x5A}}},
	{VCVTPD2PS, "vcvtpd2ps", ff{{lRM, a4{oXH, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | er | mkz | 0x5A}}},
	{VCVTPH2PS, "vcvtph2ps", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | sae | 0x13}}},
	{VCVTPS2PH, "vcvtps2ph", ff{{lMR, a4{oXMH, oX, oI8}, vxy | exyz | p66 | m3A | mkz | sae | 0x1D}}},
	// Packed, int64 and unsigned.
	{VCVTQQ2PS, "vcvtqq2ps", ff{{lRM, a4{oXH, oXM}, exyz | m0F | ew1 | bc8 | er | mkz | 0x5B}}},
	{VCVTQQ2PD, "vcvtqq2pd", ff{{lRM, a4{oX, oXM}, exyz | pF3 | m0F | ew1 | bc8 | er | mkz | 0xE6}}},
	{VCVTUQQ2PS, "vcvtuqq2ps", ff{{lRM, a4{oXH, oXM}, exyz | pF2 | m0F | ew1 | bc8 | er | mkz | 0x7A}}},
	{VCVTUQQ2PD, "vcvtuqq2pd", ff{{lRM, a4{oX, oXM}, exyz | pF3 | m0F | ew1 | bc8 | er | mkz | 0x7A}}},
	{VCVTUDQ2PS, "vcvtudq2ps", ff{{lRM, a4{oX, oXM}, exyz | pF2 | m0F | bc4 | er | mkz | 0x7A}}},
	{VCVTUDQ2PD, "vcvtudq2pd", ff{{lRM, a4{oX, oXMH}, exyz | pF3 | m0F | bc4 | mkz | 0x7A}}},
	{VCVTPD2QQ, "vcvtpd2qq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | er | mkz | 0x7B}}},
	{VCVTTPD2QQ, "vcvttpd2qq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | sae | mkz | 0x7A}}},
	{VCVTPD2UQQ, "vcvtpd2uqq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | er | mkz | 0x79}}},
	{VCVTTPD2UQQ, "vcvttpd2uqq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m0F | ew1 | bc8 | sae | mkz | 0x78}}},
	{VCVTPD2UDQ, "vcvtpd2udq", ff{{lRM, a4{oXH, oXM}, exyz | m0F | ew1 | bc8 | er | mkz | 0x79}}},
	{VCVTTPD2UDQ, "vcvttpd2udq", ff{{lRM, a4{oXH, oXM}, exyz | m0F | ew1 | bc8 | sae | mkz | 0x78}}},
	{VCVTPS2QQ, "vcvtps2qq", ff{{lRM, a4{oX, oXMH}, exyz | p66 | m0F | bc4 | er | mkz | 0x7B}}},
	{VCVTTPS2QQ, "vcvttps2qq", ff{{lRM, a4{oX, oXMH}, exyz | p66 | m0F | bc4 | sae | mkz | 0x7A}}},
	{VCVTPS2UQQ, "vcvtps2uqq", ff{{lRM, a4{oX, oXMH}, exyz | p66 | m0F | bc4 | er | mkz | 0x79}}},
	{VCVTTPS2UQQ, "vcvttps2uqq", ff{{lRM, a4{oX, oXMH}, exyz | p66 | m0F | bc4 | sae | mkz | 0x78}}},
	{VCVTPS2UDQ, "vcvtps2udq", ff{{lRM, a4{oX, oXM}, exyz | m0F | bc4 | er | mkz | 0x79}}},
	{VCVTTPS2UDQ, "vcvttps2udq", ff{{lRM, a4{oX, oXM}, exyz | m0F | bc4 | sae | mkz | 0x78}}},
	// Scalar. With a general-purpose register, Size is that register's.
	{VCVTSS2SD, "vcvtss2sd", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | sae | 0x5A}}},
	{VCVTSD2SS, "vcvtsd2ss", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x5A}}},
	{VCVTSI2SS, "vcvtsi2ss", ff{{lRVM, a4{oX16, oX16, oRM}, vGPR | eGPR | pF3 | m0F | er | 0x2A}}},
	{VCVTUSI2SS, "vcvtusi2ss", ff{{lRVM, a4{oX16, oX16, oRM}, eGPR | pF3 | m0F | er | 0x7B}}},
	{VCVTSS2SI, "vcvtss2si", ff{{lRM, a4{oR, oX16M4}, vGPR | eGPR | pF3 | m0F | er | 0x2D}}},
	{VCVTTSS2SI, "vcvttss2si", ff{{lRM, a4{oR, oX16M4}, vGPR | eGPR | pF3 | m0F | sae | 0x2C}}},
	{VCVTSS2USI, "vcvtss2usi", ff{{lRM, a4{oR, oX16M4}, eGPR | pF3 | m0F | er | 0x79}}},
	{VCVTTSS2USI, "vcvttss2usi", ff{{lRM, a4{oR, oX16M4}, eGPR | pF3 | m0F | sae | 0x78}}},
	{VCVTSI2SD, "vcvtsi2sd", ff{{lRVM, a4{oX16, oX16, oRM}, vGPR | eGPR | pF2 | m0F | er8 | 0x2A}}},
	{VCVTUSI2SD, "vcvtusi2sd", ff{{lRVM, a4{oX16, oX16, oRM}, eGPR | pF2 | m0F | er8 | 0x7B}}},
	{VCVTSD2SI, "vcvtsd2si", ff{{lRM, a4{oR, oX16M8}, vGPR | eGPR | pF2 | m0F | er | 0x2D}}},
	{VCVTTSD2SI, "vcvttsd2si", ff{{lRM, a4{oR, oX16M8}, vGPR | eGPR | pF2 | m0F | sae | 0x2C}}},
	{VCVTSD2USI, "vcvtsd2usi", ff{{lRM, a4{oR, oX16M8}, eGPR | pF2 | m0F | er | 0x79}}},
	{VCVTTSD2USI, "vcvttsd2usi", ff{{lRM, a4{oR, oX16M8}, eGPR | pF2 | m0F | sae | 0x78}}},
	// Widening integers.
	{VPMOVSXBW, "vpmovsxbw", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x20}}},
	{VPMOVSXBD, "vpmovsxbd", ff{{lRM, a4{oX, oXMQ}, vxy | exyz | p66 | m38 | mkz | 0x21}}},
	{VPMOVSXBQ, "vpmovsxbq", ff{{lRM, a4{oX, oXMO}, vxy | exyz | p66 | m38 | mkz | 0x22}}},
	{VPMOVSXWD, "vpmovsxwd", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x23}}},
	{VPMOVSXWQ, "vpmovsxwq", ff{{lRM, a4{oX, oXMQ}, vxy | exyz | p66 | m38 | mkz | 0x24}}},
	{VPMOVSXDQ, "vpmovsxdq", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x25}}},
	{VPMOVZXBW, "vpmovzxbw", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x30}}},
	{VPMOVZXBD, "vpmovzxbd", ff{{lRM, a4{oX, oXMQ}, vxy | exyz | p66 | m38 | mkz | 0x31}}},
	{VPMOVZXBQ, "vpmovzxbq", ff{{lRM, a4{oX, oXMO}, vxy | exyz | p66 | m38 | mkz | 0x32}}},
	{VPMOVZXWD, "vpmovzxwd", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x33}}},
	{VPMOVZXWQ, "vpmovzxwq", ff{{lRM, a4{oX, oXMQ}, vxy | exyz | p66 | m38 | mkz | 0x34}}},
	{VPMOVZXDQ, "vpmovzxdq", ff{{lRM, a4{oX, oXMH}, vxy | exyz | p66 | m38 | mkz | 0x35}}},
	// Narrowing integers: truncating, with signed and with unsigned saturation.
	{VPMOVWB, "vpmovwb", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x30}}},
	{VPMOVDB, "vpmovdb", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x31}}},
	{VPMOVQB, "vpmovqb", ff{{lMR, a4{oXMO, oX}, exyz | pF3 | m38 | mkz | 0x32}}},
	{VPMOVDW, "vpmovdw", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x33}}},
	{VPMOVQW, "vpmovqw", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x34}}},
	{VPMOVQD, "vpmovqd", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x35}}},
	{VPMOVSWB, "vpmovswb", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x20}}},
	{VPMOVSDB, "vpmovsdb", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x21}}},
	{VPMOVSQB, "vpmovsqb", ff{{lMR, a4{oXMO, oX}, exyz | pF3 | m38 | mkz | 0x22}}},
	{VPMOVSDW, "vpmovsdw", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x23}}},
	{VPMOVSQW, "vpmovsqw", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x24}}},
	{VPMOVSQD, "vpmovsqd", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x25}}},
	{VPMOVUSWB, "vpmovuswb", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x10}}},
	{VPMOVUSDB, "vpmovusdb", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x11}}},
	{VPMOVUSQB, "vpmovusqb", ff{{lMR, a4{oXMO, oX}, exyz | pF3 | m38 | mkz | 0x12}}},
	{VPMOVUSDW, "vpmovusdw", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x13}}},
	{VPMOVUSQW, "vpmovusqw", ff{{lMR, a4{oXMQ, oX}, exyz | pF3 | m38 | mkz | 0x14}}},
	{VPMOVUSQD, "vpmovusqd", ff{{lMR, a4{oXMH, oX}, exyz | pF3 | m38 | mkz | 0x15}}},
	{VPACKSSWB, "vpacksswb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x63}}},
	{VPACKUSWB, "vpackuswb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x67}}},
	{VPACKSSDW, "vpackssdw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | bc4 | mkz | 0x6B}}},
	{VPACKUSDW, "vpackusdw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x2B}}},
}
