package asm

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestNames: the mnemonic of a row is the name of its constant, so that the golden file, whose texts carry
// the mnemonics, speaks of the constants.
func TestNames(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\t\{([A-Z]\w*), "(\w+)", `)
	sourceWidth := map[string]string{"MOVZXB": "movzx", "MOVZXW": "movzx", "MOVSXB": "movsx", "MOVSXW": "movsx"}
	n := 0
	for _, file := range []string{"gpr.go", "fp.go", "integer.go", "convert.go", "shuffle.go", "move.go", "mask.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range row.FindAllStringSubmatch(string(text), -1) {
			n++
			want := strings.ToLower(m[1])
			if w, ok := sourceWidth[m[1]]; ok {
				want = w
			}
			if m[2] != want {
				t.Errorf("%s: %s has the mnemonic %s", file, m[1], m[2])
			}
		}
	}
	if n != int(endMask)-1 {
		t.Errorf("%d rows found, want %d", n, int(endMask)-1)
	}
	for i := 1; i < int(endMask); i++ {
		if table[i] == nil {
			t.Errorf("operation %d has no row", i)
		}
	}
}

func TestConds(t *testing.T) {
	names := strings.Fields("o no b ae e ne be a s ns p np l ge le g")
	for i, name := range names {
		c := Cond(i)
		if c.String() != name || Jcc(c).String() != "j"+name || SETcc(c).String() != "set"+name || CMOVcc(c).String() != "cmov"+name {
			t.Errorf("condition %d: %s %s %s %s, want %s", i, c, Jcc(c), SETcc(c), CMOVcc(c), name)
		}
		if names[c.Not()] == name || c.Not().Not() != c {
			t.Errorf("not %s is %s", c, c.Not())
		}
	}
}

// required says what must have an encoding, independently of the tables: for each group of operations the
// sizes and the operands. Operands: r GPR, x low vector register, X one of 16 to 31, k mask register,
// m memory, b broadcast memory, v memory with a low vector index, V with one of 16 to 31, i immediate, c CL.
// A suffix /k masks, /z zeroes.
var required = []struct{ ops, sizes, forms string }{
	{"MOV", "1 2 4 8", "r,r r,m m,r r,i m,i"},
	{"ADD SUB ADC SBB AND OR XOR CMP", "1 2 4 8", "r,r r,m m,r r,i m,i"},
	{"TEST", "1 2 4 8", "r,r m,r r,i m,i"},
	{"NOT NEG INC DEC MUL IMUL DIV IDIV", "1 2 4 8", "r m"},
	{"IMUL", "2 4 8", "r,r r,m r,r,i r,m,i"},
	{"SHL SHR SAR ROL ROR", "1 2 4 8", "r,i m,i r,c m,c"},
	{"MOVZXB MOVSXB", "2 4 8", "r,r r,m"},
	{"MOVZXW MOVSXW", "4 8", "r,r r,m"},
	{"MOVSXD LEA", "8", "r,m"},
	{"SHLX SHRX SARX", "4 8", "r,r,r r,m,r"},
	{"MULX ANDN", "4 8", "r,r,r r,r,m"},
	{"RORX", "4 8", "r,r,i r,m,i"},
	{"BSF BSR POPCNT LZCNT TZCNT CMOVE CMOVNP", "2 4 8", "r,r r,m"},
	{"BSWAP", "4 8", "r"},
	{"SETA SETNP", "0 1", "r m"},
	{"JMP CALL PUSH POP", "0 8", "r m"},
	{"CDQ CQO RET UD2 NOP SFENCE VZEROUPPER", "0", "-"},
	{"PREFETCHT0 PREFETCHT1 PREFETCHT2 PREFETCHNTA VLDMXCSR VSTMXCSR", "0", "m"},

	{"VADDPS VADDPD VSUBPS VSUBPD VMULPS VMULPD VDIVPS VDIVPD VMINPS VMINPD VMAXPS VMAXPD " +
		"VFMADD132PS VFMADD132PD VFMADD213PS VFMADD213PD VFMADD231PS VFMADD231PD " +
		"VFMSUB132PS VFMSUB132PD VFMSUB213PS VFMSUB213PD VFMSUB231PS VFMSUB231PD " +
		"VFNMADD132PS VFNMADD132PD VFNMADD213PS VFNMADD213PD VFNMADD231PS VFNMADD231PD " +
		"VFNMSUB132PS VFNMSUB132PD VFNMSUB213PS VFNMSUB213PD VFNMSUB231PS VFNMSUB231PD " +
		"VANDPS VANDPD VANDNPS VANDNPD VORPS VORPD VXORPS VXORPD VPADDD VPADDQ VPSUBD VPSUBQ VPMULLD VPMULUDQ VPMULDQ " +
		"VPMINSD VPMAXSD VPMINUD VPMAXUD VPSLLVD VPSLLVQ VPSRLVD VPSRLVQ VPSRAVD VPANDD VPANDQ VPORD VPORQ VPXORD VPXORQ " +
		"VPANDND VPANDNQ VUNPCKLPS VUNPCKLPD VUNPCKHPS VUNPCKHPD VPUNPCKLDQ VPUNPCKHDQ VPUNPCKLQDQ VPUNPCKHQDQ " +
		"VPERMILPS VPERMILPD VPACKSSDW VPACKUSDW", "16 32 64",
		"x,x,x x,x,m X,X,X X,X,m X,X,b x,x,x/k x,x,x/z x,x,m/k x,x,b/z"},
	{"VPADDB VPADDW VPSUBB VPSUBW VPMULLW VPMULHW VPMULHUW VPMINSB VPMINSW VPMINUB VPMINUW VPMAXSB VPMAXSW VPMAXUB " +
		"VPMAXUW VPAVGB VPAVGW VPMADDWD VPMADDUBSW VPSHUFB VPACKSSWB VPACKUSWB VPUNPCKLBW VPUNPCKHBW VPUNPCKLWD VPUNPCKHWD",
		"16 32 64", "x,x,x x,x,m X,X,X X,X,m x,x,x/k x,x,m/z"},
	{"VPMULLQ VPMINSQ VPMAXSQ VPMINUQ VPMAXUQ VPSRAVQ VPROLVD VPROLVQ VPRORVD VPRORVQ VPERMI2PS VPERMI2PD VPERMI2D VPERMI2Q " +
		"VPERMT2PS VPERMT2PD VPERMT2D VPERMT2Q VBLENDMPS VBLENDMPD VPBLENDMD VPBLENDMQ VSCALEFPS VSCALEFPD", "16 32 64",
		"x,x,x x,x,m X,X,X X,X,b x,x,x/k x,x,b/z"},
	{"VPSLLVW VPSRLVW VPSRAVW VPERMI2B VPERMI2W VPERMT2B VPERMT2W VPERMB VPERMW VPBLENDMB VPBLENDMW", "16 32 64", "x,x,x X,X,m x,x,m/z"},
	{"VPTERNLOGD VPTERNLOGQ VSHUFPS VSHUFPD VALIGND VALIGNQ VRANGEPS VRANGEPD VFIXUPIMMPS VFIXUPIMMPD", "16 32 64", "x,x,x,i X,X,m,i x,x,b,i/z"},
	{"VSQRTPS VSQRTPD VPABSD VCVTDQ2PS VCVTPS2DQ VCVTTPS2DQ VCVTDQ2PD VCVTPD2DQ VCVTTPD2DQ VCVTPS2PD VCVTPD2PS",
		"16 32 64", "x,x x,m X,X X,b x,x/k x,b/z"},
	{"VCVTQQ2PS VCVTQQ2PD VCVTUQQ2PS VCVTUQQ2PD VCVTUDQ2PS VCVTUDQ2PD VCVTPD2QQ VCVTTPD2QQ VCVTPD2UQQ VCVTTPD2UQQ " +
		"VCVTPD2UDQ VCVTTPD2UDQ VCVTPS2QQ VCVTTPS2QQ VCVTPS2UQQ VCVTTPS2UQQ VCVTPS2UDQ VCVTTPS2UDQ VPABSQ " +
		"VGETEXPPS VGETEXPPD VRCP14PS VRCP14PD VRSQRT14PS VRSQRT14PD VPLZCNTD VPLZCNTQ VPCONFLICTD VPCONFLICTQ VPOPCNTD VPOPCNTQ",
		"16 32 64", "x,x X,m x,b/k x,x/z"},
	{"VRNDSCALEPS VRNDSCALEPD VREDUCEPS VREDUCEPD VGETMANTPS VGETMANTPD VPROLD VPROLQ VPRORD VPRORQ VPSRAQ", "16 32 64",
		"x,x,i X,m,i x,b,i/k x,x,i/z"},
	{"VPSLLW VPSLLD VPSLLQ VPSRLW VPSRLD VPSRLQ VPSRAW VPSRAD VPSRAQ", "16 32 64",
		"x,x,i X,X,i X,m,i x,m,i/k x,x,x x,x,m X,X,X X,X,m x,x,x/k x,x,m/z"},
	{"VPSHUFD VPERMILPS VPERMILPD VPSHUFHW VPSHUFLW", "16 32 64", "x,x,i x,m,i X,X,i X,m,i x,x,i/z"},
	{"VROUNDPS VROUNDPD", "16 32", "x,x,i x,m,i"},
	{"VADDSS VADDSD VSUBSS VSUBSD VMULSS VMULSD VDIVSS VDIVSD VSQRTSS VSQRTSD VMINSS VMINSD VMAXSS VMAXSD " +
		"VFMADD132SS VFMADD132SD VFMADD213SS VFMADD213SD VFMADD231SS VFMADD231SD VFMSUB213SD VFNMADD231SS VFNMSUB132SD " +
		"VCVTSS2SD VCVTSD2SS", "0", "x,x,x x,x,m X,X,X X,X,m x,x,x/k x,x,m/z"},
	{"VRNDSCALESS VRNDSCALESD VREDUCESS VREDUCESD VRANGESS VRANGESD VGETMANTSS VGETMANTSD VFIXUPIMMSS VFIXUPIMMSD", "0", "x,x,x,i X,X,m,i x,x,m,i/z"},
	{"VROUNDSS VROUNDSD", "0", "x,x,x,i x,x,m,i"},
	{"VUCOMISS VUCOMISD VCOMISS VCOMISD", "0", "x,x x,m X,X X,m"},
	{"VCVTSI2SS VCVTSI2SD VCVTUSI2SS VCVTUSI2SD", "4 8", "x,x,r x,x,m X,X,r X,X,m"},
	{"VCVTSS2SI VCVTTSS2SI VCVTSD2SI VCVTTSD2SI VCVTSS2USI VCVTTSS2USI VCVTSD2USI VCVTTSD2USI", "4 8", "r,x r,m r,X"},
	{"VCVTPH2PS", "16 32 64", "x,x x,m X,X X,m"},
	{"VCVTPS2PH", "16 32 64", "x,x,i m,x,i X,X,i m,X,i"},
	{"VCMPPS VCMPPD", "16 32", "x,x,x,i x,x,m,i"},
	{"VCMPPS VCMPPD VPCMPD VPCMPQ VPCMPUD VPCMPUQ", "16 32 64", "k,x,x,i k,X,m,i k,x,b,i/k"},
	{"VCMPSS VCMPSD", "0", "x,x,x,i x,x,m,i k,x,x,i k,X,m,i/k"},
	{"VPCMPB VPCMPW VPCMPUB VPCMPUW", "16 32 64", "k,x,x,i k,X,m,i/k"},
	{"VPCMPEQB VPCMPEQW VPCMPEQD VPCMPEQQ VPCMPGTB VPCMPGTW VPCMPGTD VPCMPGTQ", "16 32", "x,x,x x,x,m"},
	{"VPCMPEQB VPCMPEQW VPCMPEQD VPCMPEQQ VPCMPGTB VPCMPGTW VPCMPGTD VPCMPGTQ " +
		"VPTESTMB VPTESTMW VPTESTMD VPTESTMQ VPTESTNMB VPTESTNMW VPTESTNMD VPTESTNMQ", "16 32 64", "k,x,x k,X,m k,x,x/k"},
	{"VPTEST VTESTPS VTESTPD", "16 32", "x,x x,m"},
	{"VPAND VPANDN VPOR VPXOR VHADDPS VHADDPD", "16 32", "x,x,x x,x,m"},
	{"VBLENDPS VBLENDPD VPBLENDD VPBLENDW", "16 32", "x,x,x,i x,x,m,i"},
	{"VBLENDVPS VBLENDVPD VPBLENDVB", "16 32", "x,x,x,x x,x,m,x"},
	{"VPALIGNR", "16 32 64", "x,x,x,i X,X,m,i"},

	{"VMOVAPS VMOVAPD VMOVUPS VMOVUPD VMOVDQA32 VMOVDQA64 VMOVDQU8 VMOVDQU16 VMOVDQU32 VMOVDQU64", "16 32 64",
		"x,x x,m m,x X,X X,m m,X x,x/k x,x/z x,m/z x,m/k m,x/k"},
	{"VMOVDQA VMOVDQU", "16 32", "x,x x,m m,x"},
	{"VMOVSS VMOVSD", "0", "x,m m,x x,x,x X,m m,X X,X,X x,m/z m,x/k x,x,x/k"},
	{"VMOVD", "0", "x,r r,x x,m m,x X,r r,X X,m m,X"},
	{"VMOVQ", "0", "x,x x,r r,x x,m m,x X,X X,r r,X X,m m,X"},
	{"VMOVNTPS VMOVNTPD VMOVNTDQ", "16 32 64", "m,x m,X"},
	{"VBROADCASTSS VPBROADCASTB VPBROADCASTW VPBROADCASTD VPBROADCASTQ", "16 32 64", "x,x x,m X,X X,m x,x/z x,m/k"},
	{"VPBROADCASTB VPBROADCASTW VPBROADCASTD VPBROADCASTQ", "16 32 64", "x,r X,r x,r/z"},
	{"VBROADCASTSD", "32 64", "x,x x,m X,X X,m x,m/k"},
	{"VBROADCASTF128 VBROADCASTI128", "32", "x,m"},
	{"VBROADCASTF32X4 VBROADCASTF64X2 VBROADCASTI32X4 VBROADCASTI64X2", "32 64", "x,m X,m/z"},
	{"VBROADCASTF64X4 VBROADCASTI64X4 VBROADCASTF32X8 VBROADCASTI32X8", "64", "x,m X,m/z"},
	{"VPERMPD VPERMQ", "32 64", "x,x,i x,m,i X,X,i X,b,i x,x,x X,X,m x,x,b/z"},
	{"VPERMPS VPERMD", "32 64", "x,x,x x,x,m X,X,X X,X,b x,x,x/z"},
	{"VPERM2F128 VPERM2I128", "32", "x,x,x,i x,x,m,i"},
	{"VSHUFF32X4 VSHUFF64X2 VSHUFI32X4 VSHUFI64X2", "32 64", "x,x,x,i X,X,b,i/z"},
	{"VMOVDDUP VMOVSHDUP VMOVSLDUP", "16 32 64", "x,x x,m X,X X,m/z"},
	{"VINSERTF128 VINSERTI128", "32", "x,x,x,i x,x,m,i"},
	{"VEXTRACTF128 VEXTRACTI128", "32", "x,x,i m,x,i"},
	{"VINSERTF32X4 VINSERTF64X2 VINSERTI32X4 VINSERTI64X2", "32 64", "x,x,x,i X,X,m,i/z"},
	{"VEXTRACTF32X4 VEXTRACTF64X2 VEXTRACTI32X4 VEXTRACTI64X2", "32 64", "x,x,i m,X,i/k X,X,i/z"},
	{"VINSERTF32X8 VINSERTF64X4 VINSERTI32X8 VINSERTI64X4", "64", "x,x,x,i X,X,m,i/z"},
	{"VEXTRACTF32X8 VEXTRACTF64X4 VEXTRACTI32X8 VEXTRACTI64X4", "64", "x,x,i m,X,i/k X,X,i/z"},
	{"VPINSRB VPINSRW VPINSRD VPINSRQ", "0", "x,x,r,i x,x,m,i X,X,r,i X,X,m,i"},
	{"VPEXTRB VPEXTRW VPEXTRD VPEXTRQ", "0", "r,x,i m,x,i r,X,i m,X,i"},
	{"VPMOVZXBW VPMOVZXBD VPMOVZXBQ VPMOVZXWD VPMOVZXWQ VPMOVZXDQ VPMOVSXBW VPMOVSXBD VPMOVSXBQ VPMOVSXWD VPMOVSXWQ VPMOVSXDQ",
		"16 32 64", "x,x x,m X,X X,m x,m/z"},
	{"VPMOVQB VPMOVQW VPMOVQD VPMOVDB VPMOVDW VPMOVWB", "16 32 64", "x,x X,X m,x m,X/k x,X/z"},
	{"VCOMPRESSPS VCOMPRESSPD VPCOMPRESSD VPCOMPRESSQ", "16 32 64", "x,x/k X,X/z m,x/k m,X"},
	{"VEXPANDPS VEXPANDPD VPEXPANDD VPEXPANDQ", "16 32 64", "x,x/k X,X/z x,m/k X,m/z"},
	{"VPOPCNTB VPOPCNTW", "16 32 64", "x,x X,m/z"},
	{"VGATHERDPS VGATHERDPD VGATHERQPS VGATHERQPD VPGATHERDD VPGATHERDQ VPGATHERQD VPGATHERQQ", "16 32", "x,v,x"},
	{"VGATHERDPS VGATHERDPD VGATHERQPS VGATHERQPD VPGATHERDD VPGATHERDQ VPGATHERQD VPGATHERQQ", "16 32 64", "x,v/k X,v/k x,V/k X,V/k"},
	{"VSCATTERDPS VSCATTERDPD VSCATTERQPS VSCATTERQPD VPSCATTERDD VPSCATTERDQ VPSCATTERQD VPSCATTERQQ", "16 32 64", "v,x/k V,X/k"},
	{"VMASKMOVPS VMASKMOVPD VPMASKMOVD VPMASKMOVQ", "16 32", "x,x,m m,x,x"},
	{"VMOVMSKPS VMOVMSKPD VPMOVMSKB", "16 32", "r,x"},
	{"VPMOVM2B VPMOVM2W VPMOVM2D VPMOVM2Q", "16 32 64", "x,k X,k"},
	{"VPMOVB2M VPMOVW2M VPMOVD2M VPMOVQ2M", "16 32 64", "k,x k,X"},
	{"KMOVB KMOVW KMOVD KMOVQ", "0", "k,k k,m m,k k,r r,k"},
	{"KANDB KANDW KANDD KANDQ KANDNB KANDNW KANDND KANDNQ KORB KORW KORD KORQ KXORB KXORW KXORD KXORQ " +
		"KXNORB KXNORW KXNORD KXNORQ KADDB KADDW KADDD KADDQ KUNPCKBW KUNPCKWD KUNPCKDQ", "0", "k,k,k"},
	{"KNOTB KNOTW KNOTD KNOTQ KORTESTB KORTESTW KORTESTD KORTESTQ KTESTB KTESTW KTESTD KTESTQ", "0", "k,k"},
	{"KSHIFTLB KSHIFTLW KSHIFTLD KSHIFTLQ KSHIFTRB KSHIFTRW KSHIFTRD KSHIFTRQ", "0", "k,k,i"},
}

// TestRequired guards against forms that are missing in the tables, which the golden file cannot show.
func TestRequired(t *testing.T) {
	ops := map[string]Op{}
	for _, row := range table {
		if row != nil {
			ops[strings.ToUpper(row.name)] = row.op
		}
	}
	for name, op := range map[string]Op{"MOVZXB": MOVZXB, "MOVZXW": MOVZXW, "MOVSXB": MOVSXB, "MOVSXW": MOVSXW} {
		ops[name] = op
	}
	sizes := map[string]uint8{"0": 0, "1": 1, "2": 2, "4": 4, "8": 8, "16": 16, "32": 32, "64": 64}
	for _, group := range required {
		for _, name := range strings.Fields(group.ops) {
			op, ok := ops[name]
			if !ok {
				t.Errorf("no operation %s", name)
				continue
			}
			for _, size := range strings.Fields(group.sizes) {
				for _, pattern := range strings.Fields(group.forms) {
					in := instOf(t, pattern)
					in.Op, in.Size = op, sizes[size]
					if _, err := assemble(in); err != nil {
						t.Errorf("%s: %v", pattern, err)
					}
				}
			}
		}
	}
}

// instOf makes an instruction from a pattern of required.
func instOf(t *testing.T, pattern string) Inst {
	var in Inst
	operands, mask, masked := strings.Cut(pattern, "/")
	if masked {
		in.Mask, in.Zero = K3, mask == "z"
	}
	if operands == "-" {
		return in
	}
	for i, o := range strings.Split(operands, ",") {
		n := i + 1
		switch o {
		case "r":
			in.Args[i] = R(GPR(n + 5))
		case "x":
			in.Args[i] = R(Vec(n))
		case "X":
			in.Args[i] = R(Vec(16 + n))
		case "k":
			in.Args[i] = R(KReg(n))
		case "m", "b":
			in.Args[i] = M(AtIndex(RSI, RCX, 2, 128))
			in.Bcast = o == "b"
		case "v":
			in.Args[i] = M(AtIndex(RSI, Vec(8+n), 4, 128))
		case "V":
			in.Args[i] = M(AtIndex(RSI, Vec(24+n), 4, 128))
		case "i":
			in.Args[i] = Imm(3)
		case "c":
			in.Args[i] = R(RCX)
		default:
			t.Fatalf("pattern %q", pattern)
		}
	}
	return in
}
