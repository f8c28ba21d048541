package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A reason is a line of `hone check`.
type reason struct {
	file      string
	line, col int
	variable  string // that holds the honed function
	text      string
}

const (
	errorValues     = "errors: results and values"
	interfaceValues = "interface values: other than errors"
)

// kindsOfReason sum reasons up: the first whose expression matches names it. The text is the reason and the line of Go that it is about.
var kindsOfReason = []struct {
	kind  string
	is    *regexp.Regexp
	where bool // the line of Go may matter
}{
	{"goroutines, channels, package sync", regexp.MustCompile(`channel|go statements|package (sync|runtime)|close is not|select`), false},
	{"pointers at the border", regexp.MustCompile(`pointers can't be passed`), false},
	{"strings", regexp.MustCompile(`string`), false},
	{"comparisons with nil", regexp.MustCompile(`with nil`), false},
	{"bodies in assembly", regexp.MustCompile(`no body in Go`), false},
	{"panics with other values", regexp.MustCompile(`a panic with`), false},
	{"package variables: errors", regexp.MustCompile(`package variable (\w*Err\w*|Empty\w*) `), false},
	{"package variables: binary.LittleEndian, BigEndian", regexp.MustCompile(`package variable \w+Endian `), false},
	{"package variables: what the CPU can do", regexp.MustCompile(`package variable (use\w+|X86|has\w+) `), false},
	{"package variables: others", regexp.MustCompile(`package variable`), false},
	{"maps", regexp.MustCompile(`maps|map\[`), false},
	{"slices of slices at the border", regexp.MustCompile(`slices inside slices`), false},
	{"type switches and assertions", regexp.MustCompile(`type switch|assertion|comma ok`), false},
	{errorValues, regexp.MustCompile(`interface values .*\b(error|\w*Err\w*)\b|interface values .*\breturn\b.*\bnil$`), true},
	{interfaceValues, regexp.MustCompile(`interface`), false},
	{"recursion that stays", regexp.MustCompile(`recursive function`), false},
}

var (
	checkLine = regexp.MustCompile(`^([^ ]+):([0-9]+):([0-9]+): main\.([^ :]+): plain: (.*)$`)
	ofPackage = regexp.MustCompile(`functions of package ([^ ]+) can't`)
	names     = regexp.MustCompile(`[^ ]*[./*\[\]0-9][^ ]*`)
)

func (r *reason) kind() string {
	if m := ofPackage.FindStringSubmatch(r.text); m != nil && m[1] != "sync" && m[1] != "runtime" {
		return "functions of package " + m[1]
	}
	text := more.ReplaceAllString(r.text, "")
	for _, k := range kindsOfReason {
		if k.is.MatchString(text) || k.where && k.is.MatchString(text+" "+r.source()) {
			return k.kind
		}
	}
	return names.ReplaceAllString(text, "…")
}

// source is the line of Go at the place of a reason.
func (r *reason) source() string {
	text, err := os.ReadFile(r.file)
	lines := strings.Split(string(text), "\n")
	if err != nil || r.line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[r.line-1])
}

// checked are all reasons for which functions of this program stay plain, by `hone check`.
func checked() ([]*reason, error) {
	text, err := exec.Command("go", "tool", "hone", "check", "github.com/hone-go/hone/bench/wild").Output()
	var all []*reason
	for line := range strings.Lines(string(text)) {
		m := checkLine.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil || strings.Contains(m[5], "nothing to gain"):
		case strings.HasPrefix(m[5], "hone.Func takes a function by name"): // follows from the first
		default:
			r := &reason{file: m[1], variable: m[4], text: m[5]}
			r.line, _ = strconv.Atoi(m[2])
			r.col, _ = strconv.Atoi(m[3])
			all = append(all, r)
		}
	}
	if len(all) > 0 {
		err = nil // its exit status says that something stays plain
	}
	return all, err
}

// reasons prints how many functions each kind of reason affects, and of how many it is the only one: of all functions, as they stand.
func (t *table) reasons(out io.Writer) error {
	all, err := checked()
	if err != nil {
		return err
	}
	byFunc, interfaces := map[string]map[string]bool{}, map[string]string{}
	for _, r := range all {
		if strings.HasPrefix(r.variable, "least") {
			continue
		}
		if byFunc[r.variable] == nil {
			byFunc[r.variable] = map[string]bool{}
		}
		kind := r.kind()
		if kind == errorValues || kind == interfaceValues {
			// A line that uses an error needn't have a word that tells. The first one is a result, as a rule.
			interfaces[r.variable] = cmp.Or(interfaces[r.variable], kind)
			kind = interfaces[r.variable]
		}
		byFunc[r.variable][kind] = true
	}
	t.Refuses = map[string][]string{}
	for f, kinds := range byFunc {
		t.Refuses[f] = slices.Sorted(maps.Keys(kinds))
	}
	affects, alone := map[string]int{}, map[string]int{}
	for _, kinds := range byFunc {
		for k := range kinds {
			affects[k]++
			if len(kinds) == 1 {
				alone[k]++
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(affects), func(a, b string) int {
		return cmp.Or(affects[b]-affects[a], alone[b]-alone[a], strings.Compare(a, b))
	})
	fmt.Fprintf(out, "\nwhat refuses the %d functions that are refused as they stand, with -k as without\n%9s %9s\n%9s %9s\n",
		len(byFunc), "functions", "no other", "affected", "kind")
	for _, k := range order {
		fmt.Fprintf(out, "%9d %9d  %s\n", affects[k], alone[k], k)
	}
	fmt.Fprintln(out, "\nwhat to remove first: the kinds that let most functions in, by kind, then the kinds that do so with these removed, ...")
	gone, sum := map[string]bool{}, 0
	for len(byFunc) > 0 {
		kinds, freed := mostFor(byFunc, gone)
		for _, k := range kinds {
			gone[k] = true
		}
		for _, f := range freed {
			delete(byFunc, f)
		}
		sum += len(freed)
		fmt.Fprintf(out, "%+9d %9d  %s\n", len(freed), sum, strings.Join(kinds, "; "))
	}
	return nil
}

// mostFor finds the kinds that stand in the way of some function, besides those that are gone, and by whose removal most functions are freed for each kind.
func mostFor(byFunc map[string]map[string]bool, gone map[string]bool) (kinds, freed []string) {
	for _, f := range slices.Sorted(maps.Keys(byFunc)) {
		var left []string
		for _, k := range slices.Sorted(maps.Keys(byFunc[f])) {
			if !gone[k] {
				left = append(left, k)
			}
		}
		var frees []string
		for _, g := range slices.Sorted(maps.Keys(byFunc)) {
			free := true
			for k := range byFunc[g] {
				free = free && (gone[k] || slices.Contains(left, k))
			}
			if free {
				frees = append(frees, g)
			}
		}
		if kinds == nil || len(frees)*len(kinds) > len(freed)*len(left) {
			kinds, freed = left, frees
		}
	}
	return kinds, freed
}
