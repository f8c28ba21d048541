package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hone-go/hone/bench/internal/rig"
)

// checkAll compares, at small odd sizes, plain Go with plain Go (forms of the same bits must have these) and each form with itself honed.
func (o *options) checkAll(chosen []*kernel, out io.Writer) error {
	failed, n := 0, 0
	for _, k := range chosen {
		for _, size := range k.odd {
			inst := k.open(size)
			first := map[string][]byte{} // by bits
			for _, f := range inst.forms {
				if !o.keep.MatchString(k.name + "/" + f.name) {
					continue
				}
				n++
				if err := checkForm(k, inst, f, first); err != nil {
					failed++
					fmt.Fprintf(out, "%s/%s %v: %v\n", k.name, f.name, size, err)
				}
			}
		}
	}
	fmt.Fprintf(out, "%d comparisons\n", n)
	if failed > 0 {
		return fmt.Errorf("%d results are wrong", failed)
	}
	return nil
}

func checkForm(k *kernel, inst *instance, f form, first map[string][]byte) error {
	inst.reset()
	f.plain()
	want := inst.output()
	if w, ok := first[f.bits]; !ok {
		first[f.bits] = want
	} else if !bytes.Equal(w, want) {
		_, err := inst.check(w, want)
		return errors.Join(errors.New("plain Go has other bits than the other forms in plain Go"), err)
	}
	if w, ok := first[""]; ok && f.bits != "" {
		if _, err := inst.check(w, want); err != nil {
			return fmt.Errorf("plain Go computes something else than the other forms: %w", err)
		}
	}
	inst.reset()
	f.honed()
	got := inst.output()
	if k.exact && f.bits == "" && os.Getenv("HONE_FMA") == "off" && !bytes.Equal(want, got) {
		_, err := inst.check(want, got)
		return errors.Join(errors.New("honed has other bits than plain Go"), err)
	}
	_, err := inst.check(want, got)
	return err
}

// near compares numbers, whose error may be tol times the larger of 1 and the number.
func near[T float32 | float64](tol float64) func(want, got []byte) (string, error) {
	return func(want, got []byte) (string, error) { return rig.NearTo[T](want, got, tol) }
}

// same compares elements, of which so many may differ.
func same[T comparable](allowed int) func(want, got []byte) (string, error) {
	return func(want, got []byte) (string, error) { return rig.SameAs[T](want, got, allowed) }
}
