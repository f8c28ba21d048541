package main

import (
	"bytes"
	"strings"
	"testing"
)

func sum(t *testing.T, lines string) (*summary, string) {
	var out bytes.Buffer
	s := newSummary(&out)
	if err := s.read(strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	s.close()
	return s, out.String()
}

func TestSummary(t *testing.T) {
	s, out := sum(t, `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:3: SKIPPED: avx512: this CPU has avx2\n"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0.1}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:9: SKIPPED: no C compiler\n"}
{"Action":"skip","Package":"p","Test":"TestB","Elapsed":0}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:1: 3, want 4\n"}
{"Action":"fail","Package":"p","Test":"TestC","Elapsed":0}
{"Action":"output","Package":"p","Output":"exit status 1\n"}
{"Action":"fail","Package":"p","Elapsed":0.2}
{"Action":"output","Package":"q","Output":"?   \tq\t[no test files]\n"}
{"Action":"skip","Package":"q","Elapsed":0}
{"Action":"pass","Package":"r","Elapsed":1.5}
`)
	want := `    c_test.go:1: 3, want 4
exit status 1
FAIL	p	0.2s
ok  	r	1.5s
NOT RUN: p.TestA: avx512: this CPU has avx2
NOT RUN: p.TestB: no C compiler
1 passed, 2 failed, 1 skipped
`
	if out != want {
		t.Errorf("printed\n%s\nwant\n%s", out, want)
	}
	if s.ok() {
		t.Error("a failure is no failure")
	}
}

func TestBuildFails(t *testing.T) {
	s, out := sum(t, `{"ImportPath":"p [p.test]","Action":"build-output","Output":"p/a.go:1:1: syntax error\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p [p.test]"}
go: something else
`)
	if !strings.Contains(out, "a.go:1:1: syntax error\nFAIL\tp") || !strings.Contains(out, "go: something else") || s.ok() {
		t.Errorf("ok %v, printed\n%s", s.ok(), out)
	}
}

func TestNothing(t *testing.T) {
	if s, out := sum(t, ""); s.ok() {
		t.Errorf("nothing ran, and that is well:\n%s", out)
	}
	if s, out := sum(t, `{"Action":"pass","Package":"r","Test":"TestA"}
{"Action":"pass","Package":"r","Elapsed":1.5}
`); !s.ok() || !strings.Contains(out, "NOT RUN: nothing") {
		t.Errorf("ok %v, printed\n%s", s.ok(), out)
	}
}
