package border

import "unsafe"

// IsSlice reports a leaf that is a slice in compiled code: a slice or a string.
func (l *Leaf) IsSlice() bool { return l.Size == 0 || l.Size == stringSize }

// Slice gives it.
func (l *Leaf) Slice(at unsafe.Pointer) Slice {
	if l.Size == stringSize {
		text := *(*string)(at)
		return Slice{unsafe.Pointer(unsafe.StringData(text)), len(text), len(text)}
	}
	return *(*Slice)(at)
}

// SetSlice stores it.
func (l *Leaf) SetSlice(at unsafe.Pointer, s Slice) {
	if l.Size == stringSize {
		*(*string)(at) = unsafe.String((*byte)(s.Data), s.Len)
	} else {
		*(*Slice)(at) = s
	}
}
