package ir

import (
	"fmt"
	"math"
	"sync"
)

// Pos is a place in the Go source, in one word: each op has one. The zero Pos is unknown.
type Pos struct {
	Line int32
	Col  uint16 // 65535 stands for all behind; 0: see Around
	file uint16 // place in files
}

// files are the names of all files that a Pos was made of; the first is none.
var files = struct {
	sync.RWMutex
	names []string
	at    map[string]uint16
}{names: []string{""}, at: map[string]uint16{"": 0}}

// PosAt is a place in a file. Where there are more than 65535 files in a program, those behind have no name.
func PosAt(file string, line, col int) Pos {
	return Pos{Line: int32(line), Col: uint16(min(col, math.MaxUint16)), file: fileNumber(file)}
}

func fileNumber(name string) uint16 {
	files.RLock()
	n, ok := files.at[name]
	files.RUnlock()
	if ok {
		return n
	}
	files.Lock()
	defer files.Unlock()
	if n, ok := files.at[name]; ok || len(files.names) > math.MaxUint16 {
		return n
	}
	n = uint16(len(files.names))
	files.names, files.at[name] = append(files.names, name), n
	return n
}

// File is the name of the file.
func (p Pos) File() string {
	files.RLock()
	defer files.RUnlock()
	return files.names[p.file]
}

// Around stands for places in the statement or op at p, of which it is not known which: it is the line in which that begins.
func (p Pos) Around() Pos {
	p.Col = 0
	return p
}

// SameLine reports that two places are in the same line of a file.
func (p Pos) SameLine(q Pos) bool { return p.Line == q.Line && p.file == q.file }

// String is file:line:col.
func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File(), p.Line, p.Col)
}
