package main

import (
	"fmt"
	"strings"

	"github.com/hone-go/hone"
)

// A kernel is a computation in several forms.
type kernel struct {
	name  string // also of its C version, peers/NAME.c
	about string

	// Sizes, as open and the C version take them: all data within 1 MB of cache, and tens of MB (less where the work grows faster than the
	// data); tiny ones, at which all of the time of a first call goes into compiling; and odd ones to compare results at.
	cache, memory, tiny []int
	odd                 [][]int

	// exact: no function of package math and no declared sum is in it, so that compiled code has the bits of plain Go if nothing is fused.
	exact bool

	// open makes the inputs, always the same ones, and the forms that work on them.
	open func(size []int) *instance
}

// An instance is a kernel with its inputs.
type instance struct {
	input  [][]byte // what the C version reads, one part after the other
	reset  func()   // wipes the result, so that none can pass for another's
	output func() []byte
	check  func(want, got []byte) (string, error) // compares a result with that of the first form in plain Go
	forms  []form
}

// A form is a kernel as somebody would write it.
type form struct {
	name string

	// bits: forms of a kernel that compute the same bits in plain Go have the same name here.
	bits string

	// bare: nothing of package hone is in it.
	bare bool

	honed, plain func()
	status       func() hone.Status
}

// marked is a form that declares what may run in parallel.
func marked[F any](name string, h *hone.Fn[F], plain F, call func(F)) form {
	return form{
		name: name, status: h.Status,
		honed: func() { call(h.Call) },
		plain: func() { call(plain) },
	}
}

// bare is a form without any annotation.
func bare[F any](name string, h *hone.Fn[F], plain F, call func(F)) form {
	f := marked(name, h, plain, call)
	f.bare = true
	return f
}

// otherBits says that the form computes other bits than most: it sums in another order, say.
func (f form) otherBits(what string) form {
	f.bits = what
	return f
}

func (f form) marks() string {
	var m []string
	if f.bare {
		m = append(m, "bare")
	}
	if f.bits != "" {
		m = append(m, "bits of "+f.bits)
	}
	return strings.Join(m, ", ")
}

func findKernel(name string) (*kernel, error) {
	for _, k := range kernels {
		if k.name == name {
			return k, nil
		}
	}
	return nil, fmt.Errorf("no kernel %q (-list shows them)", name)
}

func (k *kernel) size(which string) []int {
	switch which {
	case "cache":
		return k.cache
	case "memory":
		return k.memory
	}
	return k.tiny
}

// wiped clears all slices: reset of kernels that write whole outputs.
func wiped[T any](s ...[]T) func() {
	return func() {
		for _, s := range s {
			clear(s)
		}
	}
}

// kernels is the table. Add a row and a file of its name.
var kernels = []*kernel{
	&stencil5,
	&wrap5,
	&sobel,
	&conv5,
	&conv5w,
	&gauss,
	&boxblur,
	&harris,
	&rgba,
	&lu,
	&sparse,
	&softmax,
	&nearest,
	&hist,
	&filter,
	&argmax,
	&heat7,
	&fir,
	&runmean,
	&mandel,
	&matmul,
	&matvec,
	&prefix,
}
