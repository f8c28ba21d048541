package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/hone-go/hone/internal/jit"
	"github.com/hone-go/hone/internal/x86"
)

// asmMode is the value of -asm: "" for no machine code, "loop" for the innermost loop, "all".
type asmMode string

func (m *asmMode) set(value string) error {
	switch value {
	case "true", "loop":
		*m = "loop"
	case "false":
		*m = ""
	case "all":
		*m = "all"
	default:
		return fmt.Errorf("want loop or all")
	}
	return nil
}

// listing prints a kernel's machine code, or its hottest loop, beside the lines of Go that it comes from.
func (e *explainer) listing(k jit.Kernel, mode asmMode) {
	lines := k.Code.Lines
	fmt.Printf("%s: %d bytes", k.Name, len(k.Code.Bytes))
	if mode == "loop" {
		loop, others := hottestLoop(lines)
		switch {
		case loop == nil:
			fmt.Print("; no loop")
		case others == 0:
			fmt.Print("; the innermost loop")
		default:
			fmt.Printf("; the innermost loop that does most; there are %d more", others)
		}
		if loop != nil {
			lines = loop
		}
	}
	fmt.Println()
	last := ""
	for _, l := range lines {
		text := ""
		if l.Pos.Line > 0 && !isLabel(l) {
			pos := e.Locate(e.honed.Pkg, l.Pos)
			at := fmt.Sprintf("%s:%d", pos.Filename, l.Pos.Line)
			if at != last {
				text = "  ; " + at + "  " + e.sourceLine(pos.Filename, int(l.Pos.Line))
			}
			last = at
		}
		if text != "" {
			text = fmt.Sprintf("%*s", max(56-len(l.Text)-2*max(l.Depth, 0), 0), "") + text
		}
		fmt.Printf("%6x  %s%s%s\n", l.Offset, strings.Repeat("  ", max(l.Depth, 0)), l.Text, text)
	}
	fmt.Println()
}

// hottestLoop gives the lines of the loop that is likely to take most of the time: one of the most deeply nested ones, with the widest
// vectors, the first of these: tails and scalar loops come later. Others is how many loops are as deep.
func hottestLoop(lines []x86.Line) (hottest []x86.Line, others int) {
	deepest := 1
	for _, l := range lines {
		deepest = max(deepest, l.Depth)
	}
	best := -1
	for i := 0; i < len(lines); {
		if lines[i].Depth != deepest {
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].Depth == deepest {
			end++
		}
		for i > 0 && isLabel(lines[i-1]) { // which counts as a part of what is before
			i--
		}
		next := end
		for isLabel(lines[end-1]) { // of what comes behind
			end--
		}
		if loop := lines[i:end]; jumpsBack(loop) {
			if w := widest(loop); w > best {
				hottest, best = loop, w
			}
			others++
		}
		i = next
	}
	return hottest, others - 1
}

func isLabel(l x86.Line) bool { return strings.HasSuffix(l.Text, ":") }

// jumpsBack reports lines of which one jumps to a label among them.
func jumpsBack(loop []x86.Line) bool {
	labels := map[string]bool{}
	for _, l := range loop {
		if name, ok := strings.CutSuffix(l.Text, ":"); ok {
			labels[name] = true
		}
		if op, target, ok := strings.Cut(l.Text, " "); ok && op[0] == 'j' && labels[target] {
			return true
		}
	}
	return false
}

// widest orders loops by the width of their vectors. Scalar code uses xmm registers only.
func widest(loop []x86.Line) int {
	widest := 0
	for _, l := range loop {
		for i, register := range []string{"xmm", "ymm", "zmm"} {
			if strings.Contains(l.Text, register) {
				widest = max(widest, i)
			}
		}
	}
	return widest
}

// sourceLine is a line of a file of Go, or nothing if there is no such file.
func (e *explainer) sourceLine(file string, line int) string {
	if e.files == nil {
		e.files = map[string][]string{}
	}
	text, read := e.files[file]
	if !read {
		if data, err := os.ReadFile(file); err == nil {
			text = strings.Split(string(data), "\n")
		}
		e.files[file] = text
	}
	if line > len(text) {
		return ""
	}
	return strings.TrimSpace(text[line-1])
}
