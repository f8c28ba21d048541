package main

import (
	"embed"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hone-go/hone/bench/internal/rig"
)

// The peers travel inside the program, so that it can be run from anywhere.
//
//go:embed peers
var peerFiles embed.FS

// A peerSource is a program under peers/.
type peerSource struct {
	file string

	// by is whom the program competes for; C if not given.
	by rival

	// real is the type of the numbers it works on where one file serves several, "float32" or "float64": the
	// macro REAL (float or double) in C, peer.real in Python.
	real string

	// blas: the work is done by OpenBLAS, whose kernels may be chosen; see withCores.
	blas bool

	// exact: compile so that every product is rounded, as Go does on amd64.
	exact bool
}

func (s peerSource) rival() rival {
	if s.by == "" {
		return byC
	}
	return s.by
}

// python lists the peers that a Python file holds: the functions numpy and numba.
func python(file, real string) []peerSource {
	return []peerSource{{file: file, by: byNumPy, real: real}, {file: file, by: byNumba, real: real}}
}

// An isa is an instruction set that contenders are held to.
type isa string

const (
	native isa = "native" // all that the CPU has
	avx2   isa = "avx2"
)

// A build is a peer made ready in one of the ways that may turn out the fastest.
type build struct {
	what string   // compiler, source and flags, for the report
	argv []string // what to start
	env  []string // what to set besides
}

// absent says why a rival cannot take part on this machine, or "".
func absent(by rival) string {
	switch by {
	case byC, byOpenBLAS:
		if len(rig.Compilers()) == 0 {
			return "no C compiler found"
		}
		if by == byOpenBLAS && !haveOpenBLAS() {
			return "no program can be linked to it"
		}
	case byNumPy, byNumba:
		if interpreter(by) == "" {
			return "no python3 found that can import " + string(by)
		}
	}
	return ""
}

var haveOpenBLAS = sync.OnceValue(func() bool {
	dir, err := rig.Scratch()
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	cc := exec.Command(rig.Compilers()[0], "-x", "c", "-", "-o", filepath.Join(dir, "try"), "-lopenblas")
	cc.Stdin = strings.NewReader("#include <cblas.h>\nint main(void) { openblas_set_num_threads(1); }\n")
	return cc.Run() == nil
})

// buildAll makes the sources ready for an instruction set in every way that is known. What fails is left
// out and told to note.
func buildAll(sources []peerSource, i isa, note func(string)) []build {
	var out []build
	keep := func(b build, err error) {
		if err != nil {
			note(err.Error())
			return
		}
		out = append(out, b)
	}
	keepAll := func(bs []build, err error) {
		for _, b := range bs {
			keep(b, err)
		}
	}
	for _, src := range sources {
		switch src.rival() {
		case byNumPy, byNumba:
			b, err := pythonPeer(src)
			keepAll(withCores(b, src), err)
		case byOpenBLAS:
			b, err := compile(rig.Compilers()[0], src, nil)
			b.what = ""
			keepAll(withCores(b, src), err)
		default:
			for _, cc := range rig.Compilers() {
				for _, extra := range flagSets(i) {
					keep(compile(cc, src, extra))
				}
			}
		}
	}
	return out
}

// withCores is the build with each of the settings of OpenBLAS that may be the fastest: its own choice and,
// as it takes CPUs that are newer than itself for much older ones, the kernels for what this one can do.
func withCores(b build, src peerSource) []build {
	if !src.blas {
		return []build{b}
	}
	core := "Haswell"
	if rig.CPUHas("avx512f") {
		core = "SkylakeX"
	}
	told := b
	told.what = strings.TrimSpace(b.what + " " + core)
	told.env = append(slices.Clone(b.env), "OPENBLAS_CORETYPE="+core)
	return []build{b, told}
}

// flagSets are the ways in which a C peer is compiled for an instruction set.
func flagSets(i isa) [][]string {
	if i == avx2 {
		return [][]string{{"-mno-avx512f"}}
	}
	if !rig.CPUHas("avx512f") {
		return [][]string{nil}
	}
	// gcc prefers 256 bits on many CPUs that have 512.
	return [][]string{nil, {"-mprefer-vector-width=512"}}
}

// compile builds one C peer, or finds it in the cache.
func compile(cc string, src peerSource, extra []string) (build, error) {
	flags := []string{"-std=gnu11", "-O3", "-march=native", "-fopenmp"}
	libs := []string{"-lm"}
	if src.exact {
		flags = append(flags, "-ffp-contract=off", "-DEXACT")
	} else {
		flags = append(flags, "-ffast-math")
	}
	if src.real != "" {
		flags = append(flags, "-DREAL="+map[string]string{"float32": "float", "float64": "double"}[src.real], "-D"+strings.ToUpper(src.real))
	}
	if src.by == byOpenBLAS {
		libs = append(libs, "-lopenblas")
	}
	flags = append(flags, extra...)
	what := strings.Join(append([]string{filepath.Base(cc), src.file}, extra...), " ")

	exe, err := rig.Compile(peerFiles, cc, src.file, flags, libs)
	return build{what: what, argv: []string{exe}}, err
}
