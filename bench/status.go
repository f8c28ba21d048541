package main

import "github.com/hone-go/hone"

// honedStatus says what became of a honed function.
type honedStatus struct {
	compiled bool
	text     string
}

func statusOf[F any](f *hone.Fn[F]) honedStatus {
	s := f.Status()
	return honedStatus{compiled: s.Compiled, text: s.String()}
}
