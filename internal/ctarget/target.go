// Package ctarget is the c target: it has the system's C compiler make a shared object of the text that internal/cfamily prints, loads it
// and calls its kernels, without cgo. It serves machines for which hone has no code generator of its own, and checks the one it has.
//
// Calls and dlopen are package purego's. A program that links it depends on the system's dynamic linker and starts its threads with the C
// library, also without cgo; and a program that runs a compiler it finds is not what everybody wants. So package hone does not import this
// package; programs that want the target import github.com/hone-go/hone/target/c.
package ctarget

import (
	"os"
	"runtime"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/cfamily"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/target"
)

// Name is what HONE calls the target.
const Name = "c"

// Target compiles with a C compiler. It is a target.Target.
type Target struct {
	compiler *compiler
	cache    *cache
}

// Options change what New gives; the zero value is for users.
type Options struct {
	CacheDir string   // empty: hone's in the user's cache directory
	Flags    []string // additional ones for the compiler
}

var recent struct {
	sync.Mutex
	key    string // of what the target was made for
	target *Target
	err    error
}

// Default is the target for the compiler that the environment names or has. It is looked for once.
func Default() (*Target, error) {
	key := os.Getenv("CC") + "\x00" + os.Getenv("PATH")
	recent.Lock()
	defer recent.Unlock()
	if recent.key != key || recent.target == nil && recent.err == nil {
		recent.key = key
		recent.target, recent.err = New(Options{})
	}
	return recent.target, recent.err
}

// New finds the C compiler. The error says in one line why the target can't be used.
func New(o Options) (*Target, error) {
	if err := loadable(); err != nil {
		return nil, err
	}
	c, err := findCompiler()
	if err != nil {
		return nil, err
	}
	c.flags = append(c.flags, o.Flags...)
	return &Target{c, &cache{dir: o.CacheDir}}, nil
}

// Compile makes one shared object of the kernels.
func (t *Target) Compile(kernels []*ir.Func, o *target.Options) (*target.Code, error) {
	code := &target.Code{Kernels: map[string]*plan.Kernel{}, Machine: Name + " (" + t.compiler.name + ")"}
	if len(kernels) == 0 {
		return code, nil
	}
	signatures := make([]*plan.Kernel, len(kernels))
	for i, f := range kernels {
		signatures[i] = plan.KernelOf(f)
	}
	unit, err := cfamily.Print(kernels, cfamily.C11)
	if err != nil {
		return nil, err
	}
	if o.Dump != nil {
		for i, k := range unit.Kernels {
			text := func() string { return "" }
			if i == 0 { // they share one text
				text = func() string { return unit.Text }
			}
			o.Dump("c", k.Name, text)
		}
	}
	if o.DontLoad {
		return code, nil
	}
	lib, err := t.library(unit.Text)
	if err != nil {
		return nil, err
	}
	for i, k := range unit.Kernels {
		pk := signatures[i]
		entry, err := lib.symbol(k.Symbol)
		if err != nil {
			return nil, err
		}
		pk.Call = func(params unsafe.Pointer, lo, hi int64) int64 {
			status := call(entry, params, lo, hi)
			runtime.KeepAlive(lib) // it is unloaded when nobody can call it any more
			return status
		}
		for _, s := range k.Sites {
			pk.Sites = append(pk.Sites, plan.Site{Kind: s.Kind, Code: s.Code, Unsigned: s.Unsigned, Panic: s.Panic, Pos: s.Pos})
		}
		code.Kernels[k.Name] = pk
	}
	return code, nil
}

// library compiles a text, or finds what it was compiled to before, and loads it.
func (t *Target) library(text string) (*library, error) {
	key := t.compiler.key(text)
	for {
		object, fresh, err := t.cache.object(key, func(dir string) error { return t.compiler.compile(dir, text) })
		if err != nil {
			return nil, err
		}
		lib, err := load(object.path)
		object.release()
		if err == nil || fresh {
			return lib, err
		}
		// Intact, but of no use: made for another system that shares the directory, say.
		t.cache.drop(key)
	}
}
