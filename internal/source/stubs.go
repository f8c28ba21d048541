package source

import (
	"go/types"
	"os"
	"regexp"
	"strings"
)

// Where a machine has no assembly for a function, an assembly file for the others often says which Go function takes its place: all that is in there is a jump.

var jumpStub = regexp.MustCompile(`(?m)^TEXT\s+·(\w+)(?:<\w+>)?\(SB\)[^\n]*\n\s*(?:JMP|B|BR|J)\s+·(\w+)(?:<\w+>)?\(SB\)`)

// jumps finds in the package's assembly files for other machines where functions without bodies are Go functions: by their names.
func (pkg *Package) jumps() map[string]string {
	to := map[string]string{}
	for _, name := range pkg.listed.IgnoredFiles {
		if !strings.HasSuffix(name, ".s") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for _, m := range jumpStub.FindAllStringSubmatch(string(text), -1) {
			to[m[1]] = m[2]
		}
	}
	return to
}

// jumpsTo is the function that takes the place of one without a body elsewhere, by a jump; nil if there is none, or if it carries floats from one iteration to
// the next.
func (p *Program) jumpsTo(fn *types.Func, d *declaration) *types.Func {
	if d.ast.Recv != nil {
		return nil
	}
	if d.pkg.stubs == nil {
		d.pkg.stubs = d.pkg.jumps()
	}
	to, ok := d.pkg.Types.Scope().Lookup(d.pkg.stubs[fn.Name()]).(*types.Func)
	if !ok || p.decls[to] == nil || p.decls[to].ast.Body == nil || !types.Identical(fn.Signature(), to.Signature()) {
		return nil
	}
	if body := p.decls[to].ast; floatsIn(body) && carriesFloats(body) {
		return nil
	}
	return to
}
