package main

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The peers travel inside the program, so that it can be run from anywhere.
//
//go:embed peers
var peerFiles embed.FS

// A peerSource is a C program under peers/.
type peerSource struct {
	file  string
	exact bool // compile so that every product is rounded, as Go does on amd64
}

// An isa is an instruction set that contenders are held to.
type isa string

const (
	native isa = "native" // all that the CPU has
	avx2   isa = "avx2"
)

// A build is a peer compiled in one of the ways that may turn out the fastest.
type build struct {
	what string // compiler, source and flags, for the report
	exe  string
}

// compilers are those that are tried, each found on the PATH or not.
func compilers() []string {
	var found []string
	for _, c := range []string{"gcc", "clang"} {
		if p, err := exec.LookPath(c); err == nil {
			found = append(found, p)
		}
	}
	return found
}

// flagSets are the ways in which a peer is compiled for an instruction set.
func flagSets(i isa) [][]string {
	if i == avx2 {
		return [][]string{{"-mno-avx512f"}}
	}
	if !cpuHas("avx512f") {
		return [][]string{nil}
	}
	// gcc prefers 256 bits on many CPUs that have 512.
	return [][]string{nil, {"-mprefer-vector-width=512"}}
}

// buildAll compiles the sources for an instruction set with every compiler and set of flags. What a
// compiler cannot build is left out and told to note.
func buildAll(sources []peerSource, i isa, note func(string)) []build {
	var out []build
	for _, cc := range compilers() {
		for _, src := range sources {
			for _, extra := range flagSets(i) {
				b, err := compile(cc, src, extra)
				if err != nil {
					note(err.Error())
					continue
				}
				out = append(out, b)
			}
		}
	}
	return out
}

// compile builds one peer, or finds it in the cache.
func compile(cc string, src peerSource, extra []string) (build, error) {
	flags := []string{"-std=gnu11", "-O3", "-march=native", "-fopenmp"}
	if src.exact {
		flags = append(flags, "-ffp-contract=off", "-DEXACT")
	} else {
		flags = append(flags, "-ffast-math")
	}
	flags = append(flags, extra...)
	what := strings.Join(append([]string{filepath.Base(cc), src.file}, extra...), " ")

	dir, key, err := peerCache(cc, src, flags)
	if err != nil {
		return build{}, err
	}
	exe := filepath.Join(dir, strings.TrimSuffix(src.file, ".c")+"-"+key)
	if _, err := os.Stat(exe); err == nil {
		return build{what, exe}, nil
	}
	tmp, err := os.MkdirTemp(dir, "build-*")
	if err != nil {
		return build{}, err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, peerFiles); err != nil {
		return build{}, err
	}
	made := filepath.Join(tmp, "peer")
	args := append(flags, "-o", made, filepath.Join(tmp, "peers", src.file), "-lm")
	if msg, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(msg)), "\n")
		return build{}, fmt.Errorf("%s: %v: %s", what, err, first)
	}
	return build{what, exe}, os.Rename(made, exe)
}

// peerCache is the directory for built peers and the key of one: a hash of all that the code depends
// on, the CPU and the compiler included (-march=native).
func peerCache(cc string, src peerSource, flags []string) (dir, key string, err error) {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	dir = filepath.Join(base, "hone-bench")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", err
	}
	version, err := exec.Command(cc, "--version").Output()
	if err != nil {
		return "", "", fmt.Errorf("%s --version: %w", cc, err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%q\n%s\n", cc, version, flags, cpuFlags())
	for _, f := range []string{"peer.h", "vec.h", src.file} {
		text, err := peerFiles.ReadFile("peers/" + f)
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", f, len(text), text)
	}
	return dir, hex.EncodeToString(h.Sum(nil)[:8]), nil
}
