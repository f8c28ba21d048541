package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/nearest"
)

// goArgs are arguments for go run, build or test, taken apart.
type goArgs struct {
	verb     string
	dir      string   // -C
	overlay  string   // -overlay
	toolexec string   // -toolexec
	exec     string   // -exec; of run only
	flags    []string // all other flags in front of the packages
	load     []string // those of them that say which files belong to packages
	pkgs     []string
	rest     []string // what follows: arguments of the program, flags of tests
}

// Flags of the go command without a value (or with one behind "=" only).
var boolFlags = words(`a n v x race msan asan cover work linkshared modcacherw trimpath json i buildvcs
	c short failfast benchmem fullpath artifacts`)

// Flags with a value.
var valueFlags = words(`C p covermode coverpkg asmflags buildmode compiler gccgoflags gcflags installsuffix ldflags mod modfile overlay
	pgo pkgdir tags toolexec o exec
	bench benchtime blockprofile blockprofilerate count coverprofile cpu cpuprofile fuzz fuzzcachedir fuzztime fuzzminimizetime list
	memprofile memprofilerate mutexprofile mutexprofilefraction outputdir parallel run shuffle skip timeout trace vet`)

// loadFlags are those that matter for go list, too.
var loadFlags = words("race msan asan compiler mod modfile tags")

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// splitArgs takes the arguments of go verb apart.
func splitArgs(verb string, args []string) (*goArgs, error) {
	a := &goArgs{verb: verb}
	i := 0
	for i < len(args) && len(args[i]) > 1 && args[i][0] == '-' {
		n, err := a.flag(verb, args[i:])
		if err != nil {
			return nil, err
		}
		if n == 0 { // -args, --
			break
		}
		i += n
	}
	first := i
	for i < len(args) && !strings.HasPrefix(args[i], "-") {
		i++
		if verb == "run" && !strings.HasSuffix(args[i-1], ".go") {
			break
		}
	}
	if verb == "run" && i > first+1 && !strings.HasSuffix(args[i-1], ".go") {
		i-- // an argument behind files
	}
	a.pkgs, a.rest = args[first:i], args[i:]
	switch {
	case verb == "build" && len(a.rest) > 0:
		return nil, fmt.Errorf("flag %s behind the packages", a.rest[0])
	case verb == "test":
		return a, a.testFlags()
	}
	return a, nil
}

// testFlags looks for flags of the go command behind the packages, where go test takes them as well.
func (a *goArgs) testFlags() error {
	args := a.rest
	a.rest = nil
	for len(args) > 0 && args[0] != "-args" && args[0] != "--args" {
		n := 1
		if strings.HasPrefix(args[0], "-") && len(args[0]) > 1 {
			var b goArgs
			var err error
			if n, err = b.flag("test", args); err != nil {
				return err
			}
			if n == 0 { // --
				break
			}
			a.load = append(a.load, b.load...)
			if b.overlay != "" || b.toolexec != "" {
				a.overlay, a.toolexec = cmp.Or(b.overlay, a.overlay), cmp.Or(b.toolexec, a.toolexec)
				args = args[n:]
				continue
			}
		}
		a.rest = append(a.rest, args[:n]...)
		args = args[n:]
	}
	a.rest = append(a.rest, args...)
	return nil
}

// flag takes the flag at the head of args, and gives the number of arguments it takes.
func (a *goArgs) flag(verb string, args []string) (int, error) {
	name, value, has := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	if name == "" || name == "args" {
		return 0, nil
	}
	n := 1
	known := strings.TrimPrefix(name, "test.")
	if !has && valueFlags[known] {
		if len(args) < 2 {
			return 0, fmt.Errorf("flag -%s needs a value", name)
		}
		n, value = 2, args[1]
	} else if !boolFlags[known] && !valueFlags[known] && verb != "test" {
		return 0, fmt.Errorf("unknown flag -%s%s", name, nearest.Hint(name, slices.Concat(slices.Sorted(maps.Keys(boolFlags)), slices.Sorted(maps.Keys(valueFlags)))))
	}
	switch {
	case name == "C":
		a.dir = value
	case name == "overlay":
		a.overlay = value
	case name == "toolexec":
		a.toolexec = value
	case name == "exec" && verb == "run":
		a.exec = value
	default:
		a.flags = append(a.flags, args[:n]...)
		if loadFlags[name] {
			a.load = append(a.load, args[:n]...)
		}
	}
	return n, nil
}

// isSet reports whether flag -name is among those given.
func (a *goArgs) isSet(name string) bool {
	return slices.ContainsFunc(a.flags, func(f string) bool {
		f, _, _ = strings.Cut(strings.TrimLeft(f, "-"), "=")
		return f == name
	})
}

// files reports whether the packages are given as a list of files.
func (a *goArgs) files() bool { return len(a.pkgs) > 0 && strings.HasSuffix(a.pkgs[0], ".go") }
