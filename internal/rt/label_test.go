package rt

import (
	"context"
	"runtime/pprof"
	"testing"
)

func TestLabel(t *testing.T) {
	a, b := NewLabel("a"), NewLabel("b")
	if getLabels() != nil {
		t.Skip("SKIPPED: the test has labels")
	}
	attached := a.Attach()
	if !attached || getLabels() != a.labels {
		t.Error("no label")
	}
	if again := b.Attach(); again || getLabels() != a.labels {
		t.Error("a label in a label")
	}
	a.Detach()
	if getLabels() != nil {
		t.Error("the label stays")
	}
	pprof.Do(context.Background(), pprof.Labels("mine", "x"), func(context.Context) {
		mine := getLabels()
		if a.Attach() || getLabels() != mine {
			t.Error("the caller's labels are replaced")
		}
	})
	var none *Label
	if none.Attach() {
		t.Error("no label is attached")
	}
}
