package asm

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

//go:generate go test -run TestGolden -update .

var update = flag.Bool("update", false, "write testdata/golden.txt anew with the GNU assembler")

const goldenFile = "testdata/golden.txt"

// TestGolden compares the encoder with the GNU assembler's bytes, one line "bytes<tab>instruction" for each
// of cases.
func TestGolden(t *testing.T) {
	ins := cases()
	if *update {
		writeGolden(t, ins)
	}
	file, err := os.Open(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[string]string{}
	for sc := bufio.NewScanner(file); sc.Scan(); {
		if code, text, ok := strings.Cut(sc.Text(), "\t"); ok {
			want[text] = code
		}
	}
	ops, forms, bad := map[Op]bool{}, map[*form]bool{}, 0
	for _, in := range ins {
		text := in.String()
		code, ok := want[text]
		if !ok {
			t.Fatalf("%q is not in %s: run go generate on a machine with the GNU assembler", text, goldenFile)
		}
		ops[in.Op] = true
		f, _ := match(&in)
		forms[f] = true
		got, err := assemble(in)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if hex.EncodeToString(got) != code {
			bad++
			if bad < 50 {
				t.Errorf("%s\n got %x\nwant %s", text, got, code)
			}
		}
	}
	for _, row := range table {
		if row == nil || len(row.forms) == 0 { // no row is badOp, no forms have jumps to labels only
			continue
		}
		if !ops[row.op] {
			t.Errorf("%s has no golden line", row.name)
		}
		for i := range row.forms {
			if !forms[&row.forms[i]] && row.forms[i].args[0] != oL {
				t.Errorf("form %d of %s has no golden line", i, row.name)
			}
		}
	}
	if len(want) != len(ins) {
		t.Errorf("%s has %d lines, want %d: run go generate", goldenFile, len(want), len(ins))
	}
}

// assemble encodes one instruction.
func assemble(in Inst) ([]byte, error) {
	var a Assembler
	a.Emit(in)
	return a.Finish()
}

func writeGolden(t *testing.T, ins []Inst) {
	lines := make([]string, len(ins))
	for i, in := range ins {
		lines[i] = in.String()
	}
	codes := gas(t, lines)
	var b bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&b, "%s\t%s\n", codes[i], lines[i])
	}
	if err := os.MkdirAll(filepath.Dir(goldenFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gas assembles lines, one instruction each, with the GNU assembler, and returns their bytes in hexadecimal.
func gas(t *testing.T, lines []string) []string {
	t.Helper()
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "x.s"), filepath.Join(dir, "x.o")
	text := ".intel_syntax noprefix\n" + strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("as", "--64", "-o", obj, src).CombinedOutput(); err != nil {
		msgs := strings.Split(string(out), "\n")
		for i := range msgs[:min(400, len(msgs))] {
			var n int
			if _, err := fmt.Sscanf(msgs[i], src+":%d:", &n); err == nil && n >= 2 {
				msgs[i] += ": " + lines[n-2]
			}
		}
		t.Fatalf("as: %v\n%s", err, strings.Join(msgs[:min(400, len(msgs))], "\n"))
	}
	out, err := exec.Command("objdump", "-d", "-z", "-w", "--insn-width=16", obj).Output()
	if err != nil {
		t.Fatal("objdump: ", err)
	}
	var codes []string
	for _, line := range strings.Split(string(out), "\n") {
		if parts := strings.Split(line, "\t"); len(parts) >= 2 && strings.HasSuffix(parts[0], ":") {
			codes = append(codes, strings.ReplaceAll(strings.TrimSpace(parts[1]), " ", ""))
		}
	}
	if len(codes) != len(lines) {
		t.Fatalf("objdump shows %d instructions for %d lines", len(codes), len(lines))
	}
	return codes
}
