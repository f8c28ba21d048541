// Package difftest runs the same function in several ways - as plain Go, interpreted, and compiled for each instruction set - and finds
// where they differ. Its test does so for the corpus in testdata/programs; internal/progen does so for programs drawn at random.
package difftest
