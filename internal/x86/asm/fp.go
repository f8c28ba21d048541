package asm

// Floating-point arithmetic, logic and comparison.

const (
	// Arithmetic.
	VADDPS Op = endGpr + iota
	VADDPD
	VADDSS
	VADDSD
	VSUBPS
	VSUBPD
	VSUBSS
	VSUBSD
	VMULPS
	VMULPD
	VMULSS
	VMULSD
	VDIVPS
	VDIVPD
	VDIVSS
	VDIVSD
	VMINPS
	VMINPD
	VMINSS
	VMINSD
	VMAXPS
	VMAXPD
	VMAXSS
	VMAXSD
	VSQRTPS
	VSQRTPD
	VSQRTSS
	VSQRTSD
	VHADDPS
	VHADDPD
	VHSUBPS
	VHSUBPD
	VADDSUBPS
	VADDSUBPD

	// Fused multiply-add. 132: a = a*c + b; 213: a = b*a + c; 231: a = b*c + a.
	VFMADD132PS
	VFMADD132PD
	VFMADD132SS
	VFMADD132SD
	VFMADD213PS
	VFMADD213PD
	VFMADD213SS
	VFMADD213SD
	VFMADD231PS
	VFMADD231PD
	VFMADD231SS
	VFMADD231SD
	VFMSUB132PS
	VFMSUB132PD
	VFMSUB132SS
	VFMSUB132SD
	VFMSUB213PS
	VFMSUB213PD
	VFMSUB213SS
	VFMSUB213SD
	VFMSUB231PS
	VFMSUB231PD
	VFMSUB231SS
	VFMSUB231SD
	VFNMADD132PS
	VFNMADD132PD
	VFNMADD132SS
	VFNMADD132SD
	VFNMADD213PS
	VFNMADD213PD
	VFNMADD213SS
	VFNMADD213SD
	VFNMADD231PS
	VFNMADD231PD
	VFNMADD231SS
	VFNMADD231SD
	VFNMSUB132PS
	VFNMSUB132PD
	VFNMSUB132SS
	VFNMSUB132SD
	VFNMSUB213PS
	VFNMSUB213PD
	VFNMSUB213SS
	VFNMSUB213SD
	VFNMSUB231PS
	VFNMSUB231PD
	VFNMSUB231SS
	VFNMSUB231SD
	VFMADDSUB132PS
	VFMADDSUB132PD
	VFMADDSUB213PS
	VFMADDSUB213PD
	VFMADDSUB231PS
	VFMADDSUB231PD
	VFMSUBADD132PS
	VFMSUBADD132PD
	VFMSUBADD213PS
	VFMSUBADD213PD
	VFMSUBADD231PS
	VFMSUBADD231PD

	// Logic.
	VANDPS
	VANDPD
	VANDNPS
	VANDNPD
	VORPS
	VORPD
	VXORPS
	VXORPD

	// Comparison; the packed and scalar compares write a vector (VEX) or a mask register (EVEX).
	VCMPPS
	VCMPPD
	VCMPSS
	VCMPSD
	VUCOMISS
	VUCOMISD
	VCOMISS
	VCOMISD
	VFPCLASSPS
	VFPCLASSPD
	VFPCLASSSS
	VFPCLASSSD
	VTESTPS
	VTESTPD

	// Rounding, range reduction, exponents, estimates.
	VROUNDPS
	VROUNDPD
	VROUNDSS
	VROUNDSD
	VRNDSCALEPS
	VRNDSCALEPD
	VRNDSCALESS
	VRNDSCALESD
	VREDUCEPS
	VREDUCEPD
	VREDUCESS
	VREDUCESD
	VRANGEPS
	VRANGEPD
	VRANGESS
	VRANGESD
	VGETEXPPS
	VGETEXPPD
	VGETEXPSS
	VGETEXPSD
	VGETMANTPS
	VGETMANTPD
	VGETMANTSS
	VGETMANTSD
	VSCALEFPS
	VSCALEFPD
	VSCALEFSS
	VSCALEFSD
	VFIXUPIMMPS
	VFIXUPIMMPD
	VFIXUPIMMSS
	VFIXUPIMMSD
	VRCP14PS
	VRCP14PD
	VRCP14SS
	VRCP14SD
	VRSQRT14PS
	VRSQRT14PD
	VRSQRT14SS
	VRSQRT14SD
	VRCPPS
	VRSQRTPS

	endFp = iota + endGpr // one past the last of this file
)

var fpOps = []op{
	// Arithmetic.
	{VADDPS, "vaddps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | er | 0x58}}},
	{VADDPD, "vaddpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | er | 0x58}}},
	{VADDSS, "vaddss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | er | 0x58}}},
	{VADDSD, "vaddsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x58}}},
	{VSUBPS, "vsubps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | er | 0x5C}}},
	{VSUBPD, "vsubpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | er | 0x5C}}},
	{VSUBSS, "vsubss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | er | 0x5C}}},
	{VSUBSD, "vsubsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x5C}}},
	{VMULPS, "vmulps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | er | 0x59}}},
	{VMULPD, "vmulpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | er | 0x59}}},
	{VMULSS, "vmulss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | er | 0x59}}},
	{VMULSD, "vmulsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x59}}},
	{VDIVPS, "vdivps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | er | 0x5E}}},
	{VDIVPD, "vdivpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | er | 0x5E}}},
	{VDIVSS, "vdivss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | er | 0x5E}}},
	{VDIVSD, "vdivsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x5E}}},
	{VMINPS, "vminps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | sae | 0x5D}}},
	{VMINPD, "vminpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | sae | 0x5D}}},
	{VMINSS, "vminss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | sae | 0x5D}}},
	{VMINSD, "vminsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | sae | 0x5D}}},
	{VMAXPS, "vmaxps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | sae | 0x5F}}},
	{VMAXPD, "vmaxpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | sae | 0x5F}}},
	{VMAXSS, "vmaxss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | sae | 0x5F}}},
	{VMAXSD, "vmaxsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | sae | 0x5F}}},
	{VSQRTPS, "vsqrtps", ff{{lRM, a4{oX, oXM}, vxy | exyz | m0F | bc4 | mkz | er | 0x51}}},
	{VSQRTPD, "vsqrtpd", ff{{lRM, a4{oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | er | 0x51}}},
	{VSQRTSS, "vsqrtss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | pF3 | m0F | mkz | er | 0x51}}},
	{VSQRTSD, "vsqrtsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | pF2 | m0F | ew1 | mkz | er | 0x51}}},
	{VHADDPS, "vhaddps", ff{{lRVM, a4{oX, oX, oXM}, vxy | pF2 | m0F | 0x7C}}},
	{VHADDPD, "vhaddpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x7C}}},
	{VHSUBPS, "vhsubps", ff{{lRVM, a4{oX, oX, oXM}, vxy | pF2 | m0F | 0x7D}}},
	{VHSUBPD, "vhsubpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0x7D}}},
	{VADDSUBPS, "vaddsubps", ff{{lRVM, a4{oX, oX, oXM}, vxy | pF2 | m0F | 0xD0}}},
	{VADDSUBPD, "vaddsubpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | p66 | m0F | 0xD0}}},
	// Fused multiply-add. 132: a = a*c + b; 213: a = b*a + c; 231: a = b*c + a.
	{VFMADD132PS, "vfmadd132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x98}}},
	{VFMADD132PD, "vfmadd132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x98}}},
	{VFMADD132SS, "vfmadd132ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0x99}}},
	{VFMADD132SD, "vfmadd132sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0x99}}},
	{VFMADD213PS, "vfmadd213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xA8}}},
	{VFMADD213PD, "vfmadd213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xA8}}},
	{VFMADD213SS, "vfmadd213ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xA9}}},
	{VFMADD213SD, "vfmadd213sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xA9}}},
	{VFMADD231PS, "vfmadd231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xB8}}},
	{VFMADD231PD, "vfmadd231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xB8}}},
	{VFMADD231SS, "vfmadd231ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xB9}}},
	{VFMADD231SD, "vfmadd231sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xB9}}},
	{VFMSUB132PS, "vfmsub132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x9A}}},
	{VFMSUB132PD, "vfmsub132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x9A}}},
	{VFMSUB132SS, "vfmsub132ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0x9B}}},
	{VFMSUB132SD, "vfmsub132sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0x9B}}},
	{VFMSUB213PS, "vfmsub213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xAA}}},
	{VFMSUB213PD, "vfmsub213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xAA}}},
	{VFMSUB213SS, "vfmsub213ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xAB}}},
	{VFMSUB213SD, "vfmsub213sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xAB}}},
	{VFMSUB231PS, "vfmsub231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xBA}}},
	{VFMSUB231PD, "vfmsub231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xBA}}},
	{VFMSUB231SS, "vfmsub231ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xBB}}},
	{VFMSUB231SD, "vfmsub231sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xBB}}},
	{VFNMADD132PS, "vfnmadd132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x9C}}},
	{VFNMADD132PD, "vfnmadd132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x9C}}},
	{VFNMADD132SS, "vfnmadd132ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0x9D}}},
	{VFNMADD132SD, "vfnmadd132sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0x9D}}},
	{VFNMADD213PS, "vfnmadd213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xAC}}},
	{VFNMADD213PD, "vfnmadd213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xAC}}},
	{VFNMADD213SS, "vfnmadd213ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xAD}}},
	{VFNMADD213SD, "vfnmadd213sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xAD}}},
	{VFNMADD231PS, "vfnmadd231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xBC}}},
	{VFNMADD231PD, "vfnmadd231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xBC}}},
	{VFNMADD231SS, "vfnmadd231ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xBD}}},
	{VFNMADD231SD, "vfnmadd231sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xBD}}},
	{VFNMSUB132PS, "vfnmsub132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x9E}}},
	{VFNMSUB132PD, "vfnmsub132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x9E}}},
	{VFNMSUB132SS, "vfnmsub132ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0x9F}}},
	{VFNMSUB132SD, "vfnmsub132sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0x9F}}},
	{VFNMSUB213PS, "vfnmsub213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xAE}}},
	{VFNMSUB213PD, "vfnmsub213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xAE}}},
	{VFNMSUB213SS, "vfnmsub213ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xAF}}},
	{VFNMSUB213SD, "vfnmsub213sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xAF}}},
	{VFNMSUB231PS, "vfnmsub231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xBE}}},
	{VFNMSUB231PD, "vfnmsub231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xBE}}},
	{VFNMSUB231SS, "vfnmsub231ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, vFix | eFix | p66 | m38 | mkz | er | 0xBF}}},
	{VFNMSUB231SD, "vfnmsub231sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, vFix | eFix | p66 | m38 | w1s | mkz | er | 0xBF}}},
	{VFMADDSUB132PS, "vfmaddsub132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x96}}},
	{VFMADDSUB132PD, "vfmaddsub132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x96}}},
	{VFMADDSUB213PS, "vfmaddsub213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xA6}}},
	{VFMADDSUB213PD, "vfmaddsub213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xA6}}},
	{VFMADDSUB231PS, "vfmaddsub231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xB6}}},
	{VFMADDSUB231PD, "vfmaddsub231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xB6}}},
	{VFMSUBADD132PS, "vfmsubadd132ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0x97}}},
	{VFMSUBADD132PD, "vfmsubadd132pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0x97}}},
	{VFMSUBADD213PS, "vfmsubadd213ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xA7}}},
	{VFMSUBADD213PD, "vfmsubadd213pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xA7}}},
	{VFMSUBADD231PS, "vfmsubadd231ps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | bc4 | mkz | er | 0xB7}}},
	{VFMSUBADD231PD, "vfmsubadd231pd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m38 | w1s | bc8 | mkz | er | 0xB7}}},
	// Logic.
	{VANDPS, "vandps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x54}}},
	{VANDPD, "vandpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x54}}},
	{VANDNPS, "vandnps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x55}}},
	{VANDNPD, "vandnpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x55}}},
	{VORPS, "vorps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x56}}},
	{VORPD, "vorpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x56}}},
	{VXORPS, "vxorps", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | m0F | bc4 | mkz | 0x57}}},
	{VXORPD, "vxorpd", ff{{lRVM, a4{oX, oX, oXM}, vxy | exyz | p66 | m0F | ew1 | bc8 | mkz | 0x57}}},
	// Comparison; the packed and scalar compares write a vector (VEX) or a mask register (EVEX).
	{VCMPPS, "vcmpps", ff{
		{lRVM, a4{oX, oX, oXM, oI8}, vxy | m0F | 0xC2},
		{lRVM, a4{oK, oX, oXM, oI8}, exyz | m0F | bc4 | mk | sae | 0xC2},
	}},
	{VCMPPD, "vcmppd", ff{
		{lRVM, a4{oX, oX, oXM, oI8}, vxy | p66 | m0F | 0xC2},
		{lRVM, a4{oK, oX, oXM, oI8}, exyz | p66 | m0F | ew1 | bc8 | mk | sae | 0xC2},
	}},
	{VCMPSS, "vcmpss", ff{
		{lRVM, a4{oX16, oX16, oX16M4, oI8}, vFix | pF3 | m0F | 0xC2},
		{lRVM, a4{oK, oX16, oX16M4, oI8}, eFix | pF3 | m0F | mk | sae | 0xC2},
	}},
	{VCMPSD, "vcmpsd", ff{
		{lRVM, a4{oX16, oX16, oX16M8, oI8}, vFix | pF2 | m0F | 0xC2},
		{lRVM, a4{oK, oX16, oX16M8, oI8}, eFix | pF2 | m0F | ew1 | mk | sae | 0xC2},
	}},
	{VUCOMISS, "vucomiss", ff{{lRM, a4{oX16, oX16M4}, vFix | eFix | m0F | sae | 0x2E}}},
	{VUCOMISD, "vucomisd", ff{{lRM, a4{oX16, oX16M8}, vFix | eFix | p66 | m0F | ew1 | sae | 0x2E}}},
	{VCOMISS, "vcomiss", ff{{lRM, a4{oX16, oX16M4}, vFix | eFix | m0F | sae | 0x2F}}},
	{VCOMISD, "vcomisd", ff{{lRM, a4{oX16, oX16M8}, vFix | eFix | p66 | m0F | ew1 | sae | 0x2F}}},
	{VFPCLASSPS, "vfpclassps", ff{{lRM, a4{oK, oXM, oI8}, exyz | p66 | m3A | bc4 | mk | 0x66}}},
	{VFPCLASSPD, "vfpclasspd", ff{{lRM, a4{oK, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mk | 0x66}}},
	{VFPCLASSSS, "vfpclassss", ff{{lRM, a4{oK, oX16M4, oI8}, eFix | p66 | m3A | mk | 0x67}}},
	{VFPCLASSSD, "vfpclasssd", ff{{lRM, a4{oK, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mk | 0x67}}},
	{VTESTPS, "vtestps", ff{{lRM, a4{oX, oXM}, vxy | p66 | m38 | 0x0E}}},
	{VTESTPD, "vtestpd", ff{{lRM, a4{oX, oXM}, vxy | p66 | m38 | 0x0F}}},
	// Rounding, range reduction, exponents, estimates.
	{VROUNDPS, "vroundps", ff{{lRM, a4{oX, oXM, oI8}, vxy | p66 | m3A | 0x08}}},
	{VROUNDPD, "vroundpd", ff{{lRM, a4{oX, oXM, oI8}, vxy | p66 | m3A | 0x09}}},
	{VROUNDSS, "vroundss", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, vFix | p66 | m3A | 0x0A}}},
	{VROUNDSD, "vroundsd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, vFix | p66 | m3A | 0x0B}}},
	{VRNDSCALEPS, "vrndscaleps", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | sae | 0x08}}},
	{VRNDSCALEPD, "vrndscalepd", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | sae | 0x09}}},
	{VRNDSCALESS, "vrndscaless", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, eFix | p66 | m3A | mkz | sae | 0x0A}}},
	{VRNDSCALESD, "vrndscalesd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mkz | sae | 0x0B}}},
	{VREDUCEPS, "vreduceps", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | sae | 0x56}}},
	{VREDUCEPD, "vreducepd", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | sae | 0x56}}},
	{VREDUCESS, "vreducess", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, eFix | p66 | m3A | mkz | sae | 0x57}}},
	{VREDUCESD, "vreducesd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mkz | sae | 0x57}}},
	{VRANGEPS, "vrangeps", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | sae | 0x50}}},
	{VRANGEPD, "vrangepd", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | sae | 0x50}}},
	{VRANGESS, "vrangess", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, eFix | p66 | m3A | mkz | sae | 0x51}}},
	{VRANGESD, "vrangesd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mkz | sae | 0x51}}},
	{VGETEXPPS, "vgetexpps", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | sae | 0x42}}},
	{VGETEXPPD, "vgetexppd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | sae | 0x42}}},
	{VGETEXPSS, "vgetexpss", ff{{lRVM, a4{oX16, oX16, oX16M4}, eFix | p66 | m38 | mkz | sae | 0x43}}},
	{VGETEXPSD, "vgetexpsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, eFix | p66 | m38 | ew1 | mkz | sae | 0x43}}},
	{VGETMANTPS, "vgetmantps", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | sae | 0x26}}},
	{VGETMANTPD, "vgetmantpd", ff{{lRM, a4{oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | sae | 0x26}}},
	{VGETMANTSS, "vgetmantss", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, eFix | p66 | m3A | mkz | sae | 0x27}}},
	{VGETMANTSD, "vgetmantsd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mkz | sae | 0x27}}},
	{VSCALEFPS, "vscalefps", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | bc4 | mkz | er | 0x2C}}},
	{VSCALEFPD, "vscalefpd", ff{{lRVM, a4{oX, oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | er | 0x2C}}},
	{VSCALEFSS, "vscalefss", ff{{lRVM, a4{oX16, oX16, oX16M4}, eFix | p66 | m38 | mkz | er | 0x2D}}},
	{VSCALEFSD, "vscalefsd", ff{{lRVM, a4{oX16, oX16, oX16M8}, eFix | p66 | m38 | ew1 | mkz | er | 0x2D}}},
	{VFIXUPIMMPS, "vfixupimmps", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | bc4 | mkz | sae | 0x54}}},
	{VFIXUPIMMPD, "vfixupimmpd", ff{{lRVM, a4{oX, oX, oXM, oI8}, exyz | p66 | m3A | ew1 | bc8 | mkz | sae | 0x54}}},
	{VFIXUPIMMSS, "vfixupimmss", ff{{lRVM, a4{oX16, oX16, oX16M4, oI8}, eFix | p66 | m3A | mkz | sae | 0x55}}},
	{VFIXUPIMMSD, "vfixupimmsd", ff{{lRVM, a4{oX16, oX16, oX16M8, oI8}, eFix | p66 | m3A | ew1 | mkz | sae | 0x55}}},
	{VRCP14PS, "vrcp14ps", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x4C}}},
	{VRCP14PD, "vrcp14pd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x4C}}},
	{VRCP14SS, "vrcp14ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, eFix | p66 | m38 | mkz | 0x4D}}},
	{VRCP14SD, "vrcp14sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, eFix | p66 | m38 | ew1 | mkz | 0x4D}}},
	{VRSQRT14PS, "vrsqrt14ps", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | bc4 | mkz | 0x4E}}},
	{VRSQRT14PD, "vrsqrt14pd", ff{{lRM, a4{oX, oXM}, exyz | p66 | m38 | ew1 | bc8 | mkz | 0x4E}}},
	{VRSQRT14SS, "vrsqrt14ss", ff{{lRVM, a4{oX16, oX16, oX16M4}, eFix | p66 | m38 | mkz | 0x4F}}},
	{VRSQRT14SD, "vrsqrt14sd", ff{{lRVM, a4{oX16, oX16, oX16M8}, eFix | p66 | m38 | ew1 | mkz | 0x4F}}},
	{VRCPPS, "vrcpps", ff{{lRM, a4{oX, oXM}, vxy | m0F | 0x53}}},
	{VRSQRTPS, "vrsqrtps", ff{{lRM, a4{oX, oXM}, vxy | m0F | 0x52}}},
}
