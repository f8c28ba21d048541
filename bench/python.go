package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"github.com/hone-go/hone/bench/internal/rig"
)

// interpreters finds, for a module, a Python that can import it. Where several are installed (pyenv, a
// virtual environment beside the system's) the first need not be the one.
var interpreters = map[rival]func() string{
	byNumPy: sync.OnceValue(func() string { return pythonWith("numpy") }),
	byNumba: sync.OnceValue(func() string { return pythonWith("numba") }),
}

func interpreter(by rival) string { return interpreters[by]() }

func pythonWith(module string) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import numpy, "+module).Run() == nil {
			return path
		}
	}
	return ""
}

// pythonPeer writes a Python peer where it can be started from, and where Numba finds what it has
// compiled the last time.
func pythonPeer(src peerSource) (build, error) {
	base, hash, err := rig.PeerCache(peerFiles, "", "peers/peer.py", "peers/"+src.file)
	if err != nil {
		return build{}, err
	}
	dir := filepath.Join(base, "python-"+hash)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return build{}, err
	}
	for _, f := range []string{"peer.py", src.file} {
		text, err := peerFiles.ReadFile("peers/" + f)
		if err != nil {
			return build{}, err
		}
		// A file that is there stays as it is: Numba's cache goes by its time, too.
		file, err := os.OpenFile(filepath.Join(dir, f), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		} else if err != nil {
			return build{}, err
		}
		_, err = file.Write(text)
		if err = errors.Join(err, file.Close()); err != nil {
			return build{}, err
		}
	}
	threads := strconv.Itoa(runtime.GOMAXPROCS(0))
	return build{
		argv: []string{interpreter(src.by), filepath.Join(dir, src.file), string(src.by), src.real},
		env: []string{"PYTHONDONTWRITEBYTECODE=1", "NUMBA_CACHE_DIR=" + filepath.Join(dir, "cache"),
			"NUMBA_NUM_THREADS=" + threads, "OPENBLAS_NUM_THREADS=" + threads},
	}, nil
}
