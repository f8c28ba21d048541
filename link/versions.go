package link

import (
	"reflect"
	"strings"
	"sync/atomic"
)

// Versions are the compiled forms of a function that takes or gives interface
// values, one for each combination of dynamic types.
type Versions struct {
	name string
	all  []*Entry
	of   []string // the dynamic types of each
}

// ToVersions is [To] for a function with versions.
func ToVersions[F any](fn *Fn[F]) (v *Versions, plain F) {
	if !fn.links() {
		return nil, fn.plain
	}
	fn.versions = &Versions{name: fn.status.Load().Func}
	return fn.versions, fn.plain
}

// Version adds a version for arguments of these dynamic types, with which the
// function has type G.
func Version[G any](v *Versions, u *Unit, symbol, types string) *Entry {
	name := v.name
	if types != "" {
		name += "<" + types + ">"
	}
	status := new(atomic.Pointer[Status])
	status.Store(&Status{Func: name, Target: "go", Reason: "not compiled yet"})
	e := &Entry{status: status, unit: u, symbol: symbol, funcType: reflect.TypeFor[G]()}
	v.all, v.of = append(v.all, e), append(v.of, types)
	return e
}

// status is that of all versions together: the function is compiled if one is.
func (v *Versions) status(s Status) Status {
	s.Compiled, s.Target, s.Reason = false, "go", ""
	var reasons []string
	for i, e := range v.all {
		e.once.Do(e.compile)
		x := e.status.Load()
		if x.Compiled {
			s.Compiled, s.Target = true, x.Target
		}
		s.CompileTime += x.CompileTime
		s.InternalErrors += x.InternalErrors
		if x.Reason == "" {
			continue
		}
		reason := x.Reason
		if v.of[i] != "" {
			reason = "for " + v.of[i] + ": " + reason
		}
		reasons = append(reasons, reason)
	}
	s.Reason = strings.Join(reasons, "; ")
	return s
}
