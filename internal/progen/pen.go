package progen

import (
	"fmt"
	"math/rand"
	"strings"
)

// pen writes a program's text by what it draws.
type pen struct {
	r      *rand.Rand
	out    strings.Builder
	indent int
	names  int
}

func newPen(seed uint64) pen { return pen{r: rand.New(rand.NewSource(int64(seed)))} }

func (p *pen) chance(percent int) bool { return p.r.Intn(100) < percent }

func (p *pen) one(texts ...string) string { return texts[p.r.Intn(len(texts))] }

func (p *pen) name(prefix string) string {
	p.names++
	return fmt.Sprintf("%s%d", prefix, p.names)
}

func (p *pen) line(format string, args ...any) {
	p.out.WriteString(strings.Repeat("\t", p.indent))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}
