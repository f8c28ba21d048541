package asm

// Mask registers, and moves between masks, vectors and general-purpose registers.

const (
	// Moves.
	KMOVB Op = endMove + iota
	KMOVW
	KMOVD
	KMOVQ

	// Logic, shifts, tests.
	KANDB
	KANDW
	KANDD
	KANDQ
	KANDNB
	KANDNW
	KANDND
	KANDNQ
	KORB
	KORW
	KORD
	KORQ
	KXNORB
	KXNORW
	KXNORD
	KXNORQ
	KXORB
	KXORW
	KXORD
	KXORQ
	KADDB
	KADDW
	KADDD
	KADDQ
	KNOTB
	KNOTW
	KNOTD
	KNOTQ
	KORTESTB
	KORTESTW
	KORTESTD
	KORTESTQ
	KTESTB
	KTESTW
	KTESTD
	KTESTQ
	KSHIFTLB
	KSHIFTLW
	KSHIFTLD
	KSHIFTLQ
	KSHIFTRB
	KSHIFTRW
	KSHIFTRD
	KSHIFTRQ
	KUNPCKBW
	KUNPCKWD
	KUNPCKDQ

	// Between masks and vectors.
	VPMOVM2B
	VPMOVM2W
	VPMOVM2D
	VPMOVM2Q
	VPMOVB2M
	VPMOVW2M
	VPMOVD2M
	VPMOVQ2M
	VPBROADCASTMB2Q
	VPBROADCASTMW2D

	// Sign bits to a general-purpose register.
	VMOVMSKPS
	VMOVMSKPD
	VPMOVMSKB

	endMask = iota + endMove // one past the last of this file
)

var maskOps = []op{
	// Moves.
	{KMOVB, "kmovb", ff{
		{lRM, a4{oK, oKM1}, vFix | p66 | m0F | 0x90},
		{lMR, a4{oM1, oK}, vFix | p66 | m0F | 0x91},
		{lRM, a4{oK, oR4}, vFix | p66 | m0F | 0x92},
		{lRM, a4{oR4, oK}, vFix | p66 | m0F | 0x93},
	}},
	{KMOVW, "kmovw", ff{
		{lRM, a4{oK, oKM2}, vFix | m0F | 0x90},
		{lMR, a4{oM2, oK}, vFix | m0F | 0x91},
		{lRM, a4{oK, oR4}, vFix | m0F | 0x92},
		{lRM, a4{oR4, oK}, vFix | m0F | 0x93},
	}},
	{KMOVD, "kmovd", ff{
		{lRM, a4{oK, oKM4}, vFix | p66 | m0F | vw1 | 0x90},
		{lMR, a4{oM4, oK}, vFix | p66 | m0F | vw1 | 0x91},
		{lRM, a4{oK, oR4}, vFix | pF2 | m0F | 0x92},
		{lRM, a4{oR4, oK}, vFix | pF2 | m0F | 0x93},
	}},
	{KMOVQ, "kmovq", ff{
		{lRM, a4{oK, oKM8}, vFix | m0F | vw1 | 0x90},
		{lMR, a4{oM8, oK}, vFix | m0F | vw1 | 0x91},
		{lRM, a4{oK, oR8}, vFix | pF2 | m0F | vw1 | 0x92},
		{lRM, a4{oR8, oK}, vFix | pF2 | m0F | vw1 | 0x93},
	}},
	// Logic, shifts, tests.
	{KANDB, "kandb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x41}}},
	{KANDW, "kandw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x41}}},
	{KANDD, "kandd", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x41}}},
	{KANDQ, "kandq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x41}}},
	{KANDNB, "kandnb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x42}}},
	{KANDNW, "kandnw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x42}}},
	{KANDND, "kandnd", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x42}}},
	{KANDNQ, "kandnq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x42}}},
	{KORB, "korb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x45}}},
	{KORW, "korw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x45}}},
	{KORD, "kord", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x45}}},
	{KORQ, "korq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x45}}},
	{KXNORB, "kxnorb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x46}}},
	{KXNORW, "kxnorw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x46}}},
	{KXNORD, "kxnord", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x46}}},
	{KXNORQ, "kxnorq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x46}}},
	{KXORB, "kxorb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x47}}},
	{KXORW, "kxorw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x47}}},
	{KXORD, "kxord", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x47}}},
	{KXORQ, "kxorq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x47}}},
	{KADDB, "kaddb", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x4A}}},
	{KADDW, "kaddw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x4A}}},
	{KADDD, "kaddd", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | vw1 | 0x4A}}},
	{KADDQ, "kaddq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x4A}}},
	{KNOTB, "knotb", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | 0x44}}},
	{KNOTW, "knotw", ff{{lRM, a4{oK, oK}, vFix | m0F | 0x44}}},
	{KNOTD, "knotd", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | vw1 | 0x44}}},
	{KNOTQ, "knotq", ff{{lRM, a4{oK, oK}, vFix | m0F | vw1 | 0x44}}},
	{KORTESTB, "kortestb", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | 0x98}}},
	{KORTESTW, "kortestw", ff{{lRM, a4{oK, oK}, vFix | m0F | 0x98}}},
	{KORTESTD, "kortestd", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | vw1 | 0x98}}},
	{KORTESTQ, "kortestq", ff{{lRM, a4{oK, oK}, vFix | m0F | vw1 | 0x98}}},
	{KTESTB, "ktestb", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | 0x99}}},
	{KTESTW, "ktestw", ff{{lRM, a4{oK, oK}, vFix | m0F | 0x99}}},
	{KTESTD, "ktestd", ff{{lRM, a4{oK, oK}, vFix | p66 | m0F | vw1 | 0x99}}},
	{KTESTQ, "ktestq", ff{{lRM, a4{oK, oK}, vFix | m0F | vw1 | 0x99}}},
	{KSHIFTLB, "kshiftlb", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | 0x32}}},
	{KSHIFTLW, "kshiftlw", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | vw1 | 0x32}}},
	{KSHIFTLD, "kshiftld", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | 0x33}}},
	{KSHIFTLQ, "kshiftlq", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | vw1 | 0x33}}},
	{KSHIFTRB, "kshiftrb", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | 0x30}}},
	{KSHIFTRW, "kshiftrw", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | vw1 | 0x30}}},
	{KSHIFTRD, "kshiftrd", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | 0x31}}},
	{KSHIFTRQ, "kshiftrq", ff{{lRM, a4{oK, oK, oI8}, vFix | p66 | m3A | vw1 | 0x31}}},
	{KUNPCKBW, "kunpckbw", ff{{lRVM, a4{oK, oK, oK}, vFix1 | p66 | m0F | 0x4B}}},
	{KUNPCKWD, "kunpckwd", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | 0x4B}}},
	{KUNPCKDQ, "kunpckdq", ff{{lRVM, a4{oK, oK, oK}, vFix1 | m0F | vw1 | 0x4B}}},
	// Between masks and vectors.
	{VPMOVM2B, "vpmovm2b", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | 0x28}}},
	{VPMOVM2W, "vpmovm2w", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | ew1 | 0x28}}},
	{VPMOVM2D, "vpmovm2d", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | 0x38}}},
	{VPMOVM2Q, "vpmovm2q", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | ew1 | 0x38}}},
	{VPMOVB2M, "vpmovb2m", ff{{lRM, a4{oK, oX}, exyz | pF3 | m38 | 0x29}}},
	{VPMOVW2M, "vpmovw2m", ff{{lRM, a4{oK, oX}, exyz | pF3 | m38 | ew1 | 0x29}}},
	{VPMOVD2M, "vpmovd2m", ff{{lRM, a4{oK, oX}, exyz | pF3 | m38 | 0x39}}},
	{VPMOVQ2M, "vpmovq2m", ff{{lRM, a4{oK, oX}, exyz | pF3 | m38 | ew1 | 0x39}}},
	{VPBROADCASTMB2Q, "vpbroadcastmb2q", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | ew1 | 0x2A}}},
	{VPBROADCASTMW2D, "vpbroadcastmw2d", ff{{lRM, a4{oX, oK}, exyz | pF3 | m38 | 0x3A}}},
	// Sign bits to a general-purpose register.
	{VMOVMSKPS, "vmovmskps", ff{{lRM, a4{oR4, oX}, vxy | m0F | 0x50}}},
	{VMOVMSKPD, "vmovmskpd", ff{{lRM, a4{oR4, oX}, vxy | p66 | m0F | 0x50}}},
	{VPMOVMSKB, "vpmovmskb", ff{{lRM, a4{oR4, oX}, vxy | p66 | m0F | 0xD7}}},
}
