package rt

import (
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"unsafe"
)

// Compiled code has no values of interface types. Where the program makes an error, or something to panic with, compiled code notes which
// expression of the program that is and the numbers in it; Go code makes the value when it leaves compiled code.

// Words is what compiled code has of such a value: which recipe makes it, 0 for nil, and the numbers that go into it.
type Words = [8]uint64

var recipes sync.Map // of func(Words) any, by uint64

// Register gives the recipe of this number. Equal numbers stand for equal recipes.
func Register(recipe uint64, make func(Words) any) { recipes.LoadOrStore(recipe, make) }

// Make makes a value.
func Make(w Words) any {
	if w[0] == 0 {
		return nil
	}
	make, ok := recipes.Load(w[0])
	if !ok {
		panic(fmt.Sprintf("hone: internal error: no recipe %#x", w[0]))
	}
	return make.(func(Words) any)(w)
}

// Strings in such values are constants, found when a function is specialised; compiled code has their numbers.
var texts sync.Map // of string, by uint64

// RegisterText gives a text's number.
func RegisterText(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	n := h.Sum64()
	if old, known := texts.LoadOrStore(n, text); known && old != text {
		panic("hone: internal error: two texts have one number")
	}
	return n
}

// Text is the text of a number.
func Text(number uint64) string {
	text, ok := texts.Load(number)
	if !ok {
		panic(fmt.Sprintf("hone: internal error: no text %#x", number))
	}
	return text.(string)
}

// String is a string in two words: the number of a text and 0, or where in memory it is, which the caller of compiled code keeps, and its length plus 1.
func String(word, length uint64) string {
	if length == 0 {
		return Text(word)
	}
	return strings.Clone(unsafe.String(*(**byte)(unsafe.Pointer(&word)), length-1))
}
