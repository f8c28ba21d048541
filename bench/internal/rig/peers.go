package rig

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// peerFrame is what C peers include as peer.h.
//
//go:embed peer.h
var peerFrame []byte

// Compilers are those that are tried, each found on the PATH or not.
var Compilers = sync.OnceValue(func() []string {
	var found []string
	for _, c := range []string{"gcc", "clang"} {
		if p, err := exec.LookPath(c); err == nil {
			found = append(found, p)
		}
	}
	return found
})

// Compile builds a C peer, a file of those under peers/, or finds it in the cache.
func Compile(files fs.FS, cc, file string, flags, libs []string) (exe string, err error) {
	version, err := exec.Command(cc, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", cc, err)
	}
	headers, err := fs.Glob(files, "peers/*.h")
	if err != nil {
		return "", err
	}
	// What the code depends on, the CPU and the compiler included (-march=native).
	also := fmt.Sprintf("%s\n%s\n%q\n%s\n%s", cc, version, flags, cpuFlags(), peerFrame)
	dir, hash, err := PeerCache(files, also, append(headers, "peers/"+file)...)
	if err != nil {
		return "", err
	}
	exe = filepath.Join(dir, strings.TrimSuffix(file, ".c")+"-"+hash)
	if _, err := os.Stat(exe); err == nil {
		return exe, nil
	}
	tmp, err := os.MkdirTemp(dir, "build-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, files); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(tmp, "peer.h"), peerFrame, 0o600); err != nil {
		return "", err
	}
	made := filepath.Join(tmp, "peer")
	args := append([]string{"-I" + tmp, "-o", made, filepath.Join(tmp, "peers", file)}, append(flags, libs...)...)
	if msg, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(string(msg)), "\n")
		return "", fmt.Errorf("%s %s: %v: %s", filepath.Base(cc), file, err, first)
	}
	return exe, os.Rename(made, exe)
}

// PeerCache is the directory for peers that are ready, and a hash of what one is made from: files and what
// else it depends on.
func PeerCache(files fs.FS, also string, names ...string) (dir, hash string, err error) {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	dir = filepath.Join(base, "hone-bench")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, also)
	for _, f := range names {
		text, err := fs.ReadFile(files, f)
		if err != nil {
			return "", "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", f, len(text), text)
	}
	return dir, hex.EncodeToString(h.Sum(nil)[:8]), nil
}
