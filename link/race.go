package link

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// modeRace is the value of HONE for which functions are interpreted and the iterations of their parallel loops watched.
const modeRace = "race"

const raceRemark = "interpreted, and the iterations of its parallel loops compared"

// races collects what all functions of the program report.
var races struct {
	sync.Mutex
	seen map[[2]ir.Pos]bool // pairs of places
}

// Values of HONE_RACE.
const (
	raceReport = "report"
	racePanic  = "panic"
)

// raceAction says what follows when iterations were found to depend on each other. The go command hides what passing tests print, so in
// tests the call panics by default.
func raceAction() string {
	if v := os.Getenv("HONE_RACE"); v == raceReport || v == racePanic {
		return v
	}
	if slices.ContainsFunc(os.Args[min(1, len(os.Args)):], func(a string) bool { return strings.HasPrefix(a, "-test.") }) {
		return racePanic
	}
	return raceReport
}

// watched is an interpreter that watches iterations.
type watched struct {
	*eval.Interp
	found map[[2]ir.Pos]string // in the call that is running
}

// watch makes an interpreter of a function report dependences between iterations.
func watch(x *eval.Interp, name string) *watched {
	w := &watched{Interp: x, found: map[[2]ir.Pos]string{}}
	x.Watch(func(r *eval.Race) { w.report(r, name) }, false)
	return w
}

// report takes note of a race, and prints it if it is the first of the program at these places.
func (w *watched) report(r *eval.Race, name string) {
	places := [2]ir.Pos{r.First.Pos, r.Second.Pos}
	if cmp.Or(cmp.Compare(places[0].File(), places[1].File()), cmp.Compare(places[0].Line, places[1].Line), cmp.Compare(places[0].Col, places[1].Col)) > 0 {
		places[0], places[1] = places[1], places[0]
	}
	if w.found[places] != "" {
		return
	}
	text := fmt.Sprintf("hone: race: in %s, %v", name, r)
	w.found[places] = text
	races.Lock()
	defer races.Unlock()
	if races.seen[places] {
		return
	}
	if races.seen == nil {
		races.seen = map[[2]ir.Pos]bool{}
	}
	races.seen[places] = true
	fmt.Fprintln(os.Stderr, text)
	tellTool()
}

// tellTool leaves a sign for hone run, whose exit status depends on it.
func tellTool() {
	if file := os.Getenv("HONE_RACE_FOUND"); file != "" {
		_ = os.WriteFile(file, nil, 0o666) // if that fails, the exit status is the program's
	}
}

// raceError is what a call panics with.
type raceError struct{ text string }

func (e raceError) Error() string { return e.text }

// finish ends a call. What it has found was reported before.
func (w *watched) finish() {
	found := slices.Sorted(maps.Values(w.found))
	clear(w.found)
	if raceAction() == racePanic && len(found) > 0 {
		panic(raceError{strings.Join(found, "\n")})
	}
}

// unwatched is the plain function of fn as it is called for HONE=race: at the first call it says that it is not watched, and why.
func unwatched[F any](fn *Fn[F]) F {
	v := reflect.ValueOf(fn.plain)
	var said atomic.Bool
	call := func(args []reflect.Value) []reflect.Value {
		if !said.Swap(true) {
			notWatched(*fn.status.Load())
		}
		if v.Type().IsVariadic() {
			return v.CallSlice(args)
		}
		return v.Call(args)
	}
	return reflect.MakeFunc(v.Type(), call).Interface().(F)
}

func notWatched(s Status) {
	fmt.Fprintf(os.Stderr, "hone: race: %s can't be checked, it is plain Go: %s\n", s.Func, s.Reason)
}
