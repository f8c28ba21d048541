package source

import (
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestVersions: which versions there are of functions that take and give interface values, and what they give.
func TestVersions(t *testing.T) {
	p := language(t)
	titles, gives := map[string][]string{}, map[string][]string{}
	for _, h := range p.Funcs() {
		titles[h.Name] = append(titles[h.Name], h.Title())
		if h.Types == nil || h.Unit == nil {
			continue
		}
		if err := ir.Verify(h.Unit, ir.Source); err != nil {
			t.Errorf("%s: %v", h.Title(), err)
		}
		for i := range h.Signature.Results().Len() {
			gives[h.Title()] = append(gives[h.Title()], name(h.Signature.Results().At(i).Type()))
		}
	}
	for name, want := range map[string][]string{
		"BorderAsked":        {"BorderAsked<language.square>", "BorderAsked<*language.circle>"},
		"BorderAskedBehind":  {"BorderAskedBehind<*image.Gray>", "BorderAskedBehind<*image.Alpha>"},
		"BorderCalled":       {"BorderCalled<nil, language.square>", "BorderCalled<language.square, *language.circle>", "BorderCalled<*language.circle, language.square>"},
		"BorderGives":        {"BorderGives<*language.pole>"},
		"BorderMethod":       {"BorderMethod<language.square>"},
		"BorderMethodItself": {"BorderMethodItself<language.square>"},
		"BorderUnasked":      {"BorderUnasked"},
	} {
		if got := titles[name]; !slices.Equal(got, want) {
			t.Errorf("%s: versions %q, want %q", name, got, want)
		}
	}
	if got := gives["BorderGives<*language.pole>"]; !slices.Equal(got, []string{"*language.pole", "float64"}) {
		t.Errorf("BorderGives gives %q", got)
	}
}
