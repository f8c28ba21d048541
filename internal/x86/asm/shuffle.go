package asm

// Broadcasts, shuffles, permutations, blends, insertion and extraction.

const (
	// Broadcasts.
	VBROADCASTSS Op = endConvert + iota
	VBROADCASTSD
	VBROADCASTF128
	VBROADCASTI128
	VBROADCASTF32X2
	VBROADCASTF32X4
	VBROADCASTF64X2
	VBROADCASTF32X8
	VBROADCASTF64X4
	VBROADCASTI32X2
	VBROADCASTI32X4
	VBROADCASTI64X2
	VBROADCASTI32X8
	VBROADCASTI64X4
	VPBROADCASTB
	VPBROADCASTW
	VPBROADCASTD
	VPBROADCASTQ

	// Permutations over the whole vector.
	VPERMQ
	VPERMPD
	VPERMPS
	VPERMD
	VPERMB
	VPERMW
	VPERMI2B
	VPERMI2W
	VPERMI2D
	VPERMI2Q
	VPERMI2PS
	VPERMI2PD
	VPERMT2B
	VPERMT2W
	VPERMT2D
	VPERMT2Q
	VPERMT2PS
	VPERMT2PD
	VPERM2F128
	VPERM2I128
	VSHUFF32X4
	VSHUFF64X2
	VSHUFI32X4
	VSHUFI64X2
	VALIGND
	VALIGNQ

	// Shuffles within 16-byte lanes.
	VPERMILPS
	VPERMILPD
	VSHUFPS
	VSHUFPD
	VPSHUFB
	VPSHUFD
	VPSHUFHW
	VPSHUFLW
	VUNPCKLPS
	VUNPCKLPD
	VUNPCKHPS
	VUNPCKHPD
	VPUNPCKLBW
	VPUNPCKLWD
	VPUNPCKLDQ
	VPUNPCKLQDQ
	VPUNPCKHBW
	VPUNPCKHWD
	VPUNPCKHDQ
	VPUNPCKHQDQ
	VPALIGNR
	VMOVDDUP
	VMOVSHDUP
	VMOVSLDUP
	VMOVHLPS
	VMOVLHPS

	// Blends.
	VBLENDPS
	VBLENDPD
	VPBLENDW
	VPBLENDD
	VBLENDVPS
	VBLENDVPD
	VPBLENDVB
	VBLENDMPS
	VBLENDMPD
	VPBLENDMB
	VPBLENDMW
	VPBLENDMD
	VPBLENDMQ

	// Insertion and extraction of parts.
	VINSERTF128
	VINSERTF32X4
	VINSERTF64X2
	VINSERTF32X8
	VINSERTF64X4
	VEXTRACTF128
	VEXTRACTF32X4
	VEXTRACTF64X2
	VEXTRACTF32X8
	VEXTRACTF64X4
	VINSERTI128
	VINSERTI32X4
	VINSERTI64X2
	VINSERTI32X8
	VINSERTI64X4
	VEXTRACTI128
	VEXTRACTI32X4
	VEXTRACTI64X2
	VEXTRACTI32X8
	VEXTRACTI64X4
	VINSERTPS
	VEXTRACTPS
	VPINSRB
	VPINSRW
	VPINSRD
	VPINSRQ
	VPEXTRB
	VPEXTRW
	VPEXTRD
	VPEXTRQ

	endShuffle = iota + endConvert // one past the last of this file
)

var shuffleOps = []op{
	// Broadcasts.
	{VBROADCASTSS, "vbroadcastss", ff{{lRM, a4{oX, oX16M4}, vxy | exyz | p66 | m38 | mkz | 0x18}}},
	{VBROADCASTSD, "vbroadcastsd", ff{{lRM, a4{oX, oX16M8}, v32 | eyz | p66 | m38 | ew1 | mkz | 0x19}}},
	{VBROADCASTF128, "vbroadcastf128", ff{{lRM, a4{oX, oM16}, v32 | p66 | m38 | 0x1A}}},
	{VBROADCASTI128, "vbroadcasti128", ff{{lRM, a4{oX, oM16}, v32 | p66 | m38 | 0x5A}}},
	{VBROADCASTF32X2, "vbroadcastf32x2", ff{{lRM, a4{oX, oX16M8}, eyz | p66 | m38 | mkz | 0x19}}},
	{VBROADCASTF32X4, "vbroadcastf32x4", ff{{lRM, a4{oX, oM16}, eyz | p66 | m38 | mkz | 0x1A}}},
	{VBROADCASTF64X2, "vbroadcastf64x2", ff{{lRM, a4{oX, oM16}, eyz | p66 | m38 | ew1 | mkz | 0x1A}}},
	{VBROADCASTF32X8, "vbroadcastf32x8", ff{{lRM, a4{oX, oM32}, e64 | p66 | m38 | mkz | 0x1B}}},
	{VBROADCASTF64X4, "vbroadcastf64x4", ff{{lRM, a4{oX, oM32}, e64 | p66 | m38 | ew1 | mkz | 0x1B}}},
	{VBROADCASTI32X2, "vbroadcasti32x2", ff{{lRM, a4{oX, oX16M8}, exyz | p66 | m38 | mkz | 0x59}}},
	{VBROADCASTI32X4, "vbroadcasti32x4", ff{{lRM, a4{oX, oM16}, eyz | p66 | m38 | mkz | 0x5A}}},
	{VBROADCASTI64X2, "vbroadcasti64x2", ff{{lRM, a4{oX, oM16}, eyz | p66 | m38 | ew1 | mkz | 0x5A}}},
	{VBROADCASTI32X8, "vbroadcasti32x8", ff{{lRM, a4{oX, oM32}, e64 | p66 | m38 | mkz | 0x5B}}},
	{VBROADCASTI64X4, "vbroadcasti64x4", ff{{lRM, a4{oX, oM32}, e64 | p66 | m38 | ew1 | mkz | 0x5B}}},
	{VPBROADCASTB, "vpbroadcastb", ff{
		{lRM, a4{oX, oX16M1}, vxy | exyz | p66 | m38 | mkz | 0x78},
		{lRM, a4{oX, oR4}, exyz | p66 | m38 | mkz | 0x7A},
	}},
	{VPBROADCASTW, "vpbroadcastw", ff{
		{lRM, a4{oX, oX16M2}, vxy | exyz | p66 | m38 | mkz | 0x79},
		{lRM, a4{oX, oR4}, exyz | p66 | m38 | mkz | 0x7B},
	}},
	{VPBROADCASTD, "vpbroadcastd", ff{
		{lRM, a4{oX, oX16M4}, vxy | exyz | p66 | m38 | mkz | 0x58},
		{lRM, a4{oX, oR4}, exyz | p66 | m38 | mkz | 0x7C},
	}},
	{VPBROADCASTQ, "vpbroadcastq", ff{
		{lRM, a4{oX, oX16M8}, vxy | exyz | p66 | m38 | ew1 | mkz | 0x59},
		{lRM, a4{oX, oR8}, exyz | p66 | m38 | ew1 | mkz | 0x7C},
	}},
	// Permutations over the whole vector.
	{VPERMQ, "vpermq", ff{
		{lRM, a4{oX, oXM, oI8}, v32 | eyz | p66 | m3A | w1s | bc8 | mkz},
		{lRVM, a4{oX, oX, oXM}, eyz | p66 | m38 | ew1 | bc8 | mkz | 0x36},
	}},
	{VPERMPD, "vpermpd", ff{
		{lRM, a4{oX, oXM, oI8}, v32 | eyz | p66 | m3A | w1s | bc8 | mkz | 0x01},
		{lRVM, a4{oX, oX, oXM}, eyz | p66 | m38 | ew1 | bc8 | mkz | 0x16},
	}},
	{VPERMPS, "vpermps", ff{{lRVM, a4{oX, oX, oXM}, v32 | eyz | p66 | m38 | bc4 | mkz | 0x16}}},
	{VPERMD, "vpermd", ff{{lRVM, a4{oX, oX, oXM}, v32 | eyz | p66 | m38 | bc4 | mkz | 0x36}}},
	{VPERMB, "vpermb", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | mkz | 0x8D}}},
	{VPERMW, "vpermw", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x8D}}},
	{VPERMI2B, "vpermi2b", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | mkz | 0x75}}},
	{VPERMI2W, "vpermi2w", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x75}}},
	{VPERMI2D, "vpermi2d", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x76}}},
	{VPERMI2Q, "vpermi2q", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x76}}},
	{VPERMI2PS, "vpermi2ps", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x77}}},
	{VPERMI2PD, "vpermi2pd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x77}}},
	{VPERMT2B, "vpermt2b", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | mkz | 0x7D}}},
	{VPERMT2W, "vpermt2w", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x7D}}},
	{VPERMT2D, "vpermt2d", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x7E}}},
	{VPERMT2Q, "vpermt2q", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x7E}}},
	{VPERMT2PS, "vpermt2ps", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x7F}}},
	{VPERMT2PD, "vpermt2pd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x7F}}},
	{VPERM2F128, "vperm2f128", ff{{lRVM, a4{oX, oX, oXM, oI8}, v32 | p66 | m3A | 0x06}}},
	{VPERM2I128, "vperm2i128", ff{{lRVM, a4{oX, oX, oXM, oI8}, v32 | p66 | m3A | 0x46}}},
	{VSHUFF32X4, "vshuff32x4", ff{{lRVM, a4{oX, oX, oXM, oI8}, eyz | p66 | m3A | bc4 | mkz | 0x23}}},
	{VSHUFF64X2, "vshuff64x2", ff{{lRVM, a4{oX, oX, oXM, oI8}, eyz | p66 | m3A | ew1 | bc8 | mkz | 0x23}}},
	{VSHUFI32X4, "vshufi32x4", ff{{lRVM, a4{oX, oX, oXM, oI8}, eyz | p66 | m3A | bc4 | mkz | 0x43}}},
	{VSHUFI64X2, "vshufi64x2", ff{{lRVM, a4{oX, oX, oXM, oI8}, eyz | p66 | m3A | ew1 | bc8 | mkz | 0x43}}},
	{VALIGND, "valignd", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | 0x03}}},
	{VALIGNQ, "valignq", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | 0x03}}},
	// Shuffles within 16-byte lanes.
	{VPERMILPS, "vpermilps", ff{
		{lRM, a4{oX, oXM, oI8}, vxy | exyz | p66 | m3A | bc4 | mkz | 0x04},
		{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | 0x0C},
	}},
	{VPERMILPD, "vpermilpd", ff{
		{lRM, a4{oX, oXM, oI8}, vxy | exyz | p66 | m3A | ew1 | bc8 | mkz | 0x05},
		{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | ew1 | bc8 | mkz | 0x0D},
	}},
	{VSHUFPS, "vshufps", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | exyz | m0F | bc4 | mkz | 0xC6}}},
	{VSHUFPD, "vshufpd", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0xC6}}},
	{VPSHUFB, "vpshufb", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | mkz}}},
	{VPSHUFD, "vpshufd", ff{{lRM, a4{oX, oXM, oI8}, vxy | exyz | p66 | m0F | bc4 | mkz | 0x70}}},
	{VPSHUFHW, "vpshufhw", ff{{lRM, a4{oX, oXM, oI8}, vxy | exyz | pF3 | m0F | mkz | 0x70}}},
	{VPSHUFLW, "vpshuflw", ff{{lRM, a4{oX, oXM, oI8}, vxy | exyz | pF2 | m0F | mkz | 0x70}}},
	{VUNPCKLPS, "vunpcklps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x14}}},
	{VUNPCKLPD, "vunpcklpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x14}}},
	{VUNPCKHPS, "vunpckhps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x15}}},
	{VUNPCKHPD, "vunpckhpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x15}}},
	{VPUNPCKLBW, "vpunpcklbw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x60}}},
	{VPUNPCKLWD, "vpunpcklwd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x61}}},
	{VPUNPCKLDQ, "vpunpckldq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | bc4 | mkz | 0x62}}},
	{VPUNPCKLQDQ, "vpunpcklqdq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x6C}}},
	{VPUNPCKHBW, "vpunpckhbw", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x68}}},
	{VPUNPCKHWD, "vpunpckhwd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | mkz | 0x69}}},
	{VPUNPCKHDQ, "vpunpckhdq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | bc4 | mkz | 0x6A}}},
	{VPUNPCKHQDQ, "vpunpckhqdq", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x6D}}},
	{VPALIGNR, "vpalignr", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | exyz | p66 | m3A | mkz | 0x0F}}},
	{VMOVDDUP, "vmovddup", ff{{lRM, a4{oX, oXMDup}, vxy | exyz | pF2 | m0F | ew1 | mkz | 0x12}}},
	{VMOVSHDUP, "vmovshdup", ff{{lRM, a4{oX, oXM}, vxy | exyz | pF3 | m0F | mkz | 0x16}}},
	{VMOVSLDUP, "vmovsldup", ff{{lRM, a4{oX, oXM}, vxy | exyz | pF3 | m0F | mkz | 0x12}}},
	{VMOVHLPS, "vmovhlps", ff{{lRVM, a4{oX16, oX16, oX16}, vFix | eFix | m0F | 0x12}}},
	{VMOVLHPS, "vmovlhps", ff{{lRVM, a4{oX16, oX16, oX16}, vFix | eFix | m0F | 0x16}}},
	// Blends.
	{VBLENDPS, "vblendps", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | p66 | m3A | 0x0C}}},
	{VBLENDPD, "vblendpd", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | p66 | m3A | 0x0D}}},
	{VPBLENDW, "vpblendw", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | p66 | m3A | 0x0E}}},
	{VPBLENDD, "vpblendd", ff{{lRVM, a4{oX, oX, oXM, oI8}, vxy | p66 | m3A | 0x02}}},
	{VBLENDVPS, "vblendvps", ff{{lRVMR, a4{oX, oX, oXM, oX}, vxy | p66 | m3A | 0x4A}}},
	{VBLENDVPD, "vblendvpd", ff{{lRVMR, a4{oX, oX, oXM, oX}, vxy | p66 | m3A | 0x4B}}},
	{VPBLENDVB, "vpblendvb", ff{{lRVMR, a4{oX, oX, oXM, oX}, vxy | p66 | m3A | 0x4C}}},
	{VBLENDMPS, "vblendmps", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x65}}},
	{VBLENDMPD, "vblendmpd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x65}}},
	{VPBLENDMB, "vpblendmb", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | mkz | 0x66}}},
	{VPBLENDMW, "vpblendmw", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | mkz | 0x66}}},
	{VPBLENDMD, "vpblendmd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x64}}},
	{VPBLENDMQ, "vpblendmq", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x64}}},
	// Insertion and extraction of parts.
	{VINSERTF128, "vinsertf128", ff{{lRVM, a4{oX, oX, oX16M, oI8}, v32 | p66 | m3A | 0x18}}},
	{VINSERTF32X4, "vinsertf32x4", ff{{lRVM, a4{oX, oX, oX16M, oI8}, eyz | p66 | m3A | mkz | 0x18}}},
	{VINSERTF64X2, "vinsertf64x2", ff{{lRVM, a4{oX, oX, oX16M, oI8}, eyz | p66 | m3A | ew1 | mkz | 0x18}}},
	{VINSERTF32X8, "vinsertf32x8", ff{{lRVM, a4{oX, oX, oX32M, oI8}, e64 | p66 | m3A | mkz | 0x1A}}},
	{VINSERTF64X4, "vinsertf64x4", ff{{lRVM, a4{oX, oX, oX32M, oI8}, e64 | p66 | m3A | ew1 | mkz | 0x1A}}},
	{VEXTRACTF128, "vextractf128", ff{{lMR, a4{oX16M, oX, oI8}, v32 | p66 | m3A | 0x19}}},
	{VEXTRACTF32X4, "vextractf32x4", ff{{lMR, a4{oX16M, oX, oI8}, eyz | p66 | m3A | mkz | 0x19}}},
	{VEXTRACTF64X2, "vextractf64x2", ff{{lMR, a4{oX16M, oX, oI8}, eyz | p66 | m3A | ew1 | mkz | 0x19}}},
	{VEXTRACTF32X8, "vextractf32x8", ff{{lMR, a4{oX32M, oX, oI8}, e64 | p66 | m3A | mkz | 0x1B}}},
	{VEXTRACTF64X4, "vextractf64x4", ff{{lMR, a4{oX32M, oX, oI8}, e64 | p66 | m3A | ew1 | mkz | 0x1B}}},
	{VINSERTI128, "vinserti128", ff{{lRVM, a4{oX, oX, oX16M, oI8}, v32 | p66 | m3A | 0x38}}},
	{VINSERTI32X4, "vinserti32x4", ff{{lRVM, a4{oX, oX, oX16M, oI8}, eyz | p66 | m3A | mkz | 0x38}}},
	{VINSERTI64X2, "vinserti64x2", ff{{lRVM, a4{oX, oX, oX16M, oI8}, eyz | p66 | m3A | ew1 | mkz | 0x38}}},
	{VINSERTI32X8, "vinserti32x8", ff{{lRVM, a4{oX, oX, oX32M, oI8}, e64 | p66 | m3A | mkz | 0x3A}}},
	{VINSERTI64X4, "vinserti64x4", ff{{lRVM, a4{oX, oX, oX32M, oI8}, e64 | p66 | m3A | ew1 | mkz | 0x3A}}},
	{VEXTRACTI128, "vextracti128", ff{{lMR, a4{oX16M, oX, oI8}, v32 | p66 | m3A | 0x39}}},
	{VEXTRACTI32X4, "vextracti32x4", ff{{lMR, a4{oX16M, oX, oI8}, eyz | p66 | m3A | mkz | 0x39}}},
	{VEXTRACTI64X2, "vextracti64x2", ff{{lMR, a4{oX16M, oX, oI8}, eyz | p66 | m3A | ew1 | mkz | 0x39}}},
	{VEXTRACTI32X8, "vextracti32x8", ff{{lMR, a4{oX32M, oX, oI8}, e64 | p66 | m3A | mkz | 0x3B}}},
	{VEXTRACTI64X4, "vextracti64x4", ff{{lMR, a4{oX32M, oX, oI8}, e64 | p66 | m3A | ew1 | mkz | 0x3B}}},
	{VINSERTPS, "vinsertps", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, vFix | eFix | p66 | m3A | 0x21}}},
	{VEXTRACTPS, "vextractps", ff{{lMR, a4{oRM4, oX16, oI8}, vFix | eFix | p66 | m3A | 0x17}}},
	{VPINSRB, "vpinsrb", ff{{lRVM, a4{oX16, oX16, oR4M1, oI8}, vFix | eFix | p66 | m3A | 0x20}}},
	{VPINSRW, "vpinsrw", ff{{lRVM, a4{oX16, oX16, oR4M2, oI8}, vFix | eFix | p66 | m0F | 0xC4}}},
	{VPINSRD, "vpinsrd", ff{{lRVM, a4{oX16, oX16, oRM4, oI8}, vFix | eFix | p66 | m3A | 0x22}}},
	{VPINSRQ, "vpinsrq", ff{{lRVM, a4{oX16, oX16, oRM8, oI8}, vFix | eFix | p66 | m3A | w1s | 0x22}}},
	{VPEXTRB, "vpextrb", ff{{lMR, a4{oR4M1, oX16, oI8}, vFix | eFix | p66 | m3A | 0x14}}},
	{VPEXTRW, "vpextrw", ff{
		{lRM, a4{oR4, oX16, oI8}, vFix | eFix | p66 | m0F | 0xC5},
		{lMR, a4{oM2, oX16, oI8}, vFix | eFix | p66 | m3A | 0x15},
	}},
	{VPEXTRD, "vpextrd", ff{{lMR, a4{oRM4, oX16, oI8}, vFix | eFix | p66 | m3A | 0x16}}},
	{VPEXTRQ, "vpextrq", ff{{lMR, a4{oRM8, oX16, oI8}, vFix | eFix | p66 | m3A | w1s | 0x16}}},
}
