package machine_test

import (
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/rt"
)

// TestKnown: no number of a description is missing.
func TestKnown(t *testing.T) {
	for _, d := range []*machine.Desc{machine.AVX2(), machine.AVX512(), machine.Host(rt.AVX2), machine.Host(rt.AVX512)} {
		var walk func(path string, v reflect.Value)
		walk = func(path string, v reflect.Value) {
			for i := range v.NumField() {
				name, f := path+v.Type().Field(i).Name, v.Field(i)
				switch {
				case f.Kind() == reflect.Struct:
					walk(name+".", f)
				case f.IsZero() && name != "Forced" && name != "Foreign" && name != "Features" && !(name == "MaskRegisters" && d.RegisterBytes == 32):
					t.Errorf("%s: %s is 0", d.Name, name)
				}
			}
		}
		walk("", reflect.ValueOf(*d))
	}
}

// TestHost: what schedules depend on is what the operating system tells of this machine, and code that is the same everywhere depends on none of it.
func TestHost(t *testing.T) {
	for _, isa := range []rt.ISA{rt.AVX2, rt.AVX512} {
		d := machine.Host(isa)
		if d.RegisterBytes != isa.VectorBytes() || d.L2Bytes != rt.SecondLevelCache() || d.L3Bytes != rt.LastLevelCache() {
			t.Errorf("%v: %d bytes in a register, caches of %d and %d", isa, d.RegisterBytes, d.L2Bytes, d.L3Bytes)
		}
		if d.NarrowCompress() != (isa == rt.AVX512 && rt.VBMI2()) {
			t.Errorf("%v: narrow lanes come side by side: %v", isa, d.NarrowCompress())
		}
		if d.NarrowTables() != (isa == rt.AVX512 && rt.VBMI()) {
			t.Errorf("%v: tables of bytes in registers: %v", isa, d.NarrowTables())
		}
		known := map[rt.ISA]*machine.Desc{rt.AVX2: machine.AVX2(), rt.AVX512: machine.AVX512()}[isa]
		if d.TileBytes() != known.TileBytes() || d.KeepBytes() != known.KeepBytes() || d.RowStreams() != known.RowStreams() {
			t.Errorf("%v: tiles of %d, temporaries up to %d, %d rows; on a machine like it %d, %d, %d", isa, d.TileBytes(), d.KeepBytes(), d.RowStreams(), known.TileBytes(), known.KeepBytes(), known.RowStreams())
		}
	}
	if d := machine.Host(rt.NoISA); d.RegisterBytes != 0 || d.SweepBytes() != 0 {
		t.Errorf("without an instruction set registers have %d bytes, and sweeps %d", d.RegisterBytes, d.SweepBytes())
	}
}

// TestForced: what a test wants leaves the machine as it is.
func TestForced(t *testing.T) {
	d := machine.AVX512()
	f := d.With(machine.Forced{Always: true, TileBytes: 1, KeepBytes: 2, StreamBytes: 3, SweepBytes: 4, AheadBytes: 5})
	if !f.Always() || f.TileBytes() != 1 || f.KeepBytes() != 2 || f.StreamBytes() != 3 || f.SweepBytes() != 4 || f.AheadBytes() != 5 {
		t.Errorf("%v %d %d %d %d %d", f.Always(), f.TileBytes(), f.KeepBytes(), f.StreamBytes(), f.SweepBytes(), f.AheadBytes())
	}
	if d.Forced != nil || d.Always() || d.TileBytes() < 64<<10 || d.KeepBytes() <= d.TileBytes() || d.StreamBytes() <= d.L2Bytes || d.AheadBytes() <= d.L2Bytes || d.SweepBytes() >= d.L2Bytes {
		t.Errorf("%v %d %d %d %d %d", d.Always(), d.TileBytes(), d.KeepBytes(), d.StreamBytes(), d.SweepBytes(), d.AheadBytes())
	}
}
