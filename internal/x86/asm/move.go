package asm

// Vector moves, gathers, scatters, compression.

const (
	// Whole vectors. VMOVDQU64 and its kin are for all registers and sizes; VMOVDQU only for VEX.
	VMOVAPS Op = endShuffle + iota
	VMOVAPD
	VMOVUPS
	VMOVUPD
	VMOVDQA
	VMOVDQA32
	VMOVDQA64
	VMOVDQU
	VMOVDQU32
	VMOVDQU64
	VMOVDQU8
	VMOVDQU16
	VMOVNTPS
	VMOVNTPD
	VMOVNTDQ
	VMOVNTDQA

	// Scalars.
	VMOVSS
	VMOVSD
	VMOVD
	VMOVQ
	VMOVLPS
	VMOVHPS
	VMOVLPD
	VMOVHPD

	// Masked loads and stores of AVX and AVX2: the sign bits of a vector are the mask.
	VMASKMOVPS
	VMASKMOVPD
	VPMASKMOVD
	VPMASKMOVQ

	// Gathers: with a vector as mask (VEX: destination, memory, mask) or with Inst.Mask (EVEX); the mask is used up.
	VGATHERDPS
	VGATHERDPD
	VGATHERQPS
	VGATHERQPD
	VPGATHERDD
	VPGATHERDQ
	VPGATHERQD
	VPGATHERQQ

	// Scatters: with Inst.Mask, which is used up.
	VSCATTERDPS
	VSCATTERDPD
	VSCATTERQPS
	VSCATTERQPD
	VPSCATTERDD
	VPSCATTERDQ
	VPSCATTERQD
	VPSCATTERQQ

	// Compression and expansion.
	VCOMPRESSPS
	VCOMPRESSPD
	VPCOMPRESSB
	VPCOMPRESSW
	VPCOMPRESSD
	VPCOMPRESSQ
	VEXPANDPS
	VEXPANDPD
	VPEXPANDB
	VPEXPANDW
	VPEXPANDD
	VPEXPANDQ

	// State.
	VZEROUPPER
	VZEROALL
	VLDMXCSR
	VSTMXCSR

	endMove = iota + endShuffle // one past the last of this file
)

var moveOps = []op{
	// Whole vectors. VMOVDQU64 and its kin are for all registers and sizes; VMOVDQU only for VEX.
	{VMOVAPS, "vmovaps", ff{
		{lRM, a4{oX, oXM}, vxy | exyz | m0F | mkz | swap | 0x28},
		{lMR, a4{oXM, oX}, vxy | exyz | m0F | mkz | 0x29},
	}},
	{VMOVAPD, "vmovapd", ff{
		{lRM, a4{oX, oXM}, vxy | exyz | p66 | m0F | ew1 | mkz | swap | 0x28},
		{lMR, a4{oXM, oX}, vxy | exyz | p66 | m0F | ew1 | mkz | 0x29},
	}},
	{VMOVUPS, "vmovups", ff{
		{lRM, a4{oX, oXM}, vxy | exyz | m0F | mkz | swap | 0x10},
		{lMR, a4{oXM, oX}, vxy | exyz | m0F | mkz | 0x11},
	}},
	{VMOVUPD, "vmovupd", ff{
		{lRM, a4{oX, oXM}, vxy | exyz | p66 | m0F | ew1 | mkz | swap | 0x10},
		{lMR, a4{oXM, oX}, vxy | exyz | p66 | m0F | ew1 | mkz | 0x11},
	}},
	{VMOVDQA, "vmovdqa", ff{
		{lRM, a4{oX, oXM}, vxy | p66 | m0F | swap | 0x6F},
		{lMR, a4{oXM, oX}, vxy | p66 | m0F | 0x7F},
	}},
	{VMOVDQA32, "vmovdqa32", ff{
		{lRM, a4{oX, oXM}, vxy | p66 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | p66 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | p66 | m0F | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | p66 | m0F | mkz | 0x7F},
	}},
	{VMOVDQA64, "vmovdqa64", ff{
		{lRM, a4{oX, oXM}, vxy | p66 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | p66 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | p66 | m0F | ew1 | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | p66 | m0F | ew1 | mkz | 0x7F},
	}},
	{VMOVDQU, "vmovdqu", ff{
		{lRM, a4{oX, oXM}, vxy | pF3 | m0F | swap | 0x6F},
		{lMR, a4{oXM, oX}, vxy | pF3 | m0F | 0x7F},
	}},
	{VMOVDQU32, "vmovdqu32", ff{
		{lRM, a4{oX, oXM}, vxy | pF3 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | pF3 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | pF3 | m0F | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | pF3 | m0F | mkz | 0x7F},
	}},
	{VMOVDQU64, "vmovdqu64", ff{
		{lRM, a4{oX, oXM}, vxy | pF3 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | pF3 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | pF3 | m0F | ew1 | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | pF3 | m0F | ew1 | mkz | 0x7F},
	}},
	{VMOVDQU8, "vmovdqu8", ff{
		{lRM, a4{oX, oXM}, vxy | pF3 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | pF3 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | pF2 | m0F | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | pF2 | m0F | mkz | 0x7F},
	}},
	{VMOVDQU16, "vmovdqu16", ff{
		{lRM, a4{oX, oXM}, vxy | pF3 | m0F | swap | trim | 0x6F},
		{lMR, a4{oXM, oX}, vxy | pF3 | m0F | trim | 0x7F},
		{lRM, a4{oX, oXM}, exyz | pF2 | m0F | ew1 | mkz | 0x6F},
		{lMR, a4{oXM, oX}, exyz | pF2 | m0F | ew1 | mkz | 0x7F},
	}},
	{VMOVNTPS, "vmovntps", ff{{lMR, a4{oM, oX}, vxy | exyz | m0F | 0x2B}}},
	{VMOVNTPD, "vmovntpd", ff{{lMR, a4{oM, oX}, vxy | exyz | p66 | m0F | ew1 | 0x2B}}},
	{VMOVNTDQ, "vmovntdq", ff{{lMR, a4{oM, oX}, vxy | exyz | p66 | m0F | 0xE7}}},
	{VMOVNTDQA, "vmovntdqa", ff{{lRM, a4{oX, oM}, vxy | exyz | p66 | m38 | 0x2A}}},
	// Scalars.
	{VMOVSS, "vmovss", ff{
		{lRM, a4{oX16, oM4}, vFix | eFix | pF3 | m0F | mkz | 0x10},
		{lMR, a4{oM4, oX16}, vFix | eFix | pF3 | m0F | mk | 0x11},
		{lRVM, a4{oX16, oX16, oX16}, vFix | eFix | pF3 | m0F | mkz | swap | 0x10},
		{lMVR, a4{oX16, oX16, oX16}, vFix | pF3 | m0F | 0x11},
	}},
	{VMOVSD, "vmovsd", ff{
		{lRM, a4{oX16, oM8}, vFix | eFix | pF2 | m0F | ew1 | mkz | 0x10},
		{lMR, a4{oM8, oX16}, vFix | eFix | pF2 | m0F | ew1 | mk | 0x11},
		{lRVM, a4{oX16, oX16, oX16}, vFix | eFix | pF2 | m0F | ew1 | mkz | swap | 0x10},
		{lMVR, a4{oX16, oX16, oX16}, vFix | pF2 | m0F | 0x11},
	}},
	{VMOVD, "vmovd", ff{
		{lRM, a4{oX16, oRM4}, vFix | eFix | p66 | m0F | 0x6E},
		{lMR, a4{oRM4, oX16}, vFix | eFix | p66 | m0F | 0x7E},
	}},
	{VMOVQ, "vmovq", ff{
		{lRM, a4{oX16, oX16M8}, vFix | pF3 | m0F | swap | 0x7E},
		{lMR, a4{oX16M8, oX16}, vFix | p66 | m0F | 0xD6},
		{lRM, a4{oX16, oRM8}, vFix | eFix | p66 | m0F | w1s | 0x6E},
		{lMR, a4{oRM8, oX16}, vFix | eFix | p66 | m0F | w1s | 0x7E},
		{lRM, a4{oX16, oX16}, eFix | pF3 | m0F | ew1 | 0x7E},
	}},
	{VMOVLPS, "vmovlps", ff{
		{lRVM, a4{oX16, oX16, oM8}, vFix | eFix | m0F | 0x12},
		{lMR, a4{oM8, oX16}, vFix | eFix | m0F | 0x13},
	}},
	{VMOVHPS, "vmovhps", ff{
		{lRVM, a4{oX16, oX16, oM8}, vFix | eFix | m0F | 0x16},
		{lMR, a4{oM8, oX16}, vFix | eFix | m0F | 0x17},
	}},
	{VMOVLPD, "vmovlpd", ff{
		{lRVM, a4{oX16, oX16, oM8}, vFix | eFix | p66 | m0F | ew1 | 0x12},
		{lMR, a4{oM8, oX16}, vFix | eFix | p66 | m0F | ew1 | 0x13},
	}},
	{VMOVHPD, "vmovhpd", ff{
		{lRVM, a4{oX16, oX16, oM8}, vFix | eFix | p66 | m0F | ew1 | 0x16},
		{lMR, a4{oM8, oX16}, vFix | eFix | p66 | m0F | ew1 | 0x17},
	}},
	// Masked loads and stores of AVX and AVX2: the sign bits of a vector are the mask.
	{VMASKMOVPS, "vmaskmovps", ff{
		{lRVM, a4{oX, oX, oM}, vxy | p66 | m38 | 0x2C},
		{lMVR, a4{oM, oX, oX}, vxy | p66 | m38 | 0x2E},
	}},
	{VMASKMOVPD, "vmaskmovpd", ff{
		{lRVM, a4{oX, oX, oM}, vxy | p66 | m38 | 0x2D},
		{lMVR, a4{oM, oX, oX}, vxy | p66 | m38 | 0x2F},
	}},
	{VPMASKMOVD, "vpmaskmovd", ff{
		{lRVM, a4{oX, oX, oM}, vxy | p66 | m38 | 0x8C},
		{lMVR, a4{oM, oX, oX}, vxy | p66 | m38 | 0x8E},
	}},
	{VPMASKMOVQ, "vpmaskmovq", ff{
		{lRVM, a4{oX, oX, oM}, vxy | p66 | m38 | vw1 | 0x8C},
		{lMVR, a4{oM, oX, oX}, vxy | p66 | m38 | vw1 | 0x8E},
	}},
	// Gathers: with a vector as mask (VEX: destination, memory, mask) or with Inst.Mask (EVEX); the mask is used up.
	{VGATHERDPS, "vgatherdps", ff{
		{lRMV, a4{oX, oVS4, oX}, vxy | p66 | m38 | 0x92},
		{lRM, a4{oX, oVS4}, exyz | p66 | m38 | mk | mkR | 0x92},
	}},
	{VGATHERDPD, "vgatherdpd", ff{
		{lRMV, a4{oX, oVH8, oX}, vxy | p66 | m38 | vw1 | 0x92},
		{lRM, a4{oX, oVH8}, exyz | p66 | m38 | ew1 | mk | mkR | 0x92},
	}},
	{VGATHERQPS, "vgatherqps", ff{
		{lRMV, a4{oXH, oVS4, oXH}, vxy | p66 | m38 | 0x93},
		{lRM, a4{oXH, oVS4}, exyz | p66 | m38 | mk | mkR | 0x93},
	}},
	{VGATHERQPD, "vgatherqpd", ff{
		{lRMV, a4{oX, oVS8, oX}, vxy | p66 | m38 | vw1 | 0x93},
		{lRM, a4{oX, oVS8}, exyz | p66 | m38 | ew1 | mk | mkR | 0x93},
	}},
	{VPGATHERDD, "vpgatherdd", ff{
		{lRMV, a4{oX, oVS4, oX}, vxy | p66 | m38 | 0x90},
		{lRM, a4{oX, oVS4}, exyz | p66 | m38 | mk | mkR | 0x90},
	}},
	{VPGATHERDQ, "vpgatherdq", ff{
		{lRMV, a4{oX, oVH8, oX}, vxy | p66 | m38 | vw1 | 0x90},
		{lRM, a4{oX, oVH8}, exyz | p66 | m38 | ew1 | mk | mkR | 0x90},
	}},
	{VPGATHERQD, "vpgatherqd", ff{
		{lRMV, a4{oXH, oVS4, oXH}, vxy | p66 | m38 | 0x91},
		{lRM, a4{oXH, oVS4}, exyz | p66 | m38 | mk | mkR | 0x91},
	}},
	{VPGATHERQQ, "vpgatherqq", ff{
		{lRMV, a4{oX, oVS8, oX}, vxy | p66 | m38 | vw1 | 0x91},
		{lRM, a4{oX, oVS8}, exyz | p66 | m38 | ew1 | mk | mkR | 0x91},
	}},
	// Scatters: with Inst.Mask, which is used up.
	{VSCATTERDPS, "vscatterdps", ff{{lMR, a4{oVS4, oX}, exyz | p66 | m38 | mk | mkR | 0xA2}}},
	{VSCATTERDPD, "vscatterdpd", ff{{lMR, a4{oVH8, oX}, exyz | p66 | m38 | ew1 | mk | mkR | 0xA2}}},
	{VSCATTERQPS, "vscatterqps", ff{{lMR, a4{oVS4, oXH}, exyz | p66 | m38 | mk | mkR | 0xA3}}},
	{VSCATTERQPD, "vscatterqpd", ff{{lMR, a4{oVS8, oX}, exyz | p66 | m38 | ew1 | mk | mkR | 0xA3}}},
	{VPSCATTERDD, "vpscatterdd", ff{{lMR, a4{oVS4, oX}, exyz | p66 | m38 | mk | mkR | 0xA0}}},
	{VPSCATTERDQ, "vpscatterdq", ff{{lMR, a4{oVH8, oX}, exyz | p66 | m38 | ew1 | mk | mkR | 0xA0}}},
	{VPSCATTERQD, "vpscatterqd", ff{{lMR, a4{oVS4, oXH}, exyz | p66 | m38 | mk | mkR | 0xA1}}},
	{VPSCATTERQQ, "vpscatterqq", ff{{lMR, a4{oVS8, oX}, exyz | p66 | m38 | ew1 | mk | mkR | 0xA1}}},
	// Compression and expansion.
	{VCOMPRESSPS, "vcompressps", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | mkz | n4 | 0x8A}}},
	{VCOMPRESSPD, "vcompresspd", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | ew1 | mkz | n8 | 0x8A}}},
	{VPCOMPRESSB, "vpcompressb", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | mkz | n1 | 0x63}}},
	{VPCOMPRESSW, "vpcompressw", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | ew1 | mkz | n2 | 0x63}}},
	{VPCOMPRESSD, "vpcompressd", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | mkz | n4 | 0x8B}}},
	{VPCOMPRESSQ, "vpcompressq", ff{{lMR, a4{oXM, oX}, exyz | p66 | m38 | ew1 | mkz | n8 | 0x8B}}},
	{VEXPANDPS, "vexpandps", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | mkz | n4 | 0x88}}},
	{VEXPANDPD, "vexpandpd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | mkz | n8 | 0x88}}},
	{VPEXPANDB, "vpexpandb", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | mkz | n1 | 0x62}}},
	{VPEXPANDW, "vpexpandw", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | mkz | n2 | 0x62}}},
	{VPEXPANDD, "vpexpandd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | mkz | n4 | 0x89}}},
	{VPEXPANDQ, "vpexpandq", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | mkz | n8 | 0x89}}},
	// State.
	{VZEROUPPER, "vzeroupper", ff{{lNone, a4{}, vFix | m0F | 0x77}}},
	{VZEROALL, "vzeroall", ff{{lNone, a4{}, vFix1 | m0F | 0x77}}},
	{VLDMXCSR, "vldmxcsr", ff{{lM, a4{oM4}, vFix | m0F | d2 | 0xAE}}},
	{VSTMXCSR, "vstmxcsr", ff{{lM, a4{oM4}, vFix | m0F | d3 | 0xAE}}},
}
