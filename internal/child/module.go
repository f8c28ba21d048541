package child

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

var sys = regexp.MustCompile(`golang.org/x/sys v\S+`)

// Module makes dir the root of a module example.com/m that uses hone as it is in repo.
func Module(dir, repo string) error {
	gomod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		return err
	}
	gosum, err := os.ReadFile(filepath.Join(repo, "go.sum"))
	if err != nil {
		return err
	}
	text := fmt.Sprintf("module example.com/m\n\ngo 1.26.0\n\nrequire (\n\tgithub.com/hone-go/hone v0.0.0\n\t%s // indirect\n)\n\nreplace github.com/hone-go/hone => %s\n", sys.Find(gomod), repo)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), gosum, 0o666)
}
