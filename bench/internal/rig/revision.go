package rig

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// BuildBoth builds a package of the bench (a directory there) with the present hone and with that of a revision, both in dir.
func BuildBoth(dir, revision, pkg string) (mine, theirs string, err error) {
	root, err := output("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", err
	}
	root = strings.TrimSpace(root)
	if _, err := output(root, "git", "rev-parse", "--verify", "--quiet", revision+"^{commit}"); err != nil {
		return "", "", Misuse(fmt.Errorf("-against: git knows no revision %q", revision))
	}
	other := filepath.Join(dir, "other")
	if err := checkout(root, revision, other); err != nil {
		return "", "", err
	}
	// The workloads are those of today. Generated files are not: they hold what the other front end makes of these.
	if err := os.RemoveAll(filepath.Join(other, "bench")); err != nil {
		return "", "", err
	}
	if err := os.CopyFS(filepath.Join(other, "bench"), os.DirFS(filepath.Join(root, "bench"))); err != nil {
		return "", "", err
	}
	generated, err := filepath.Glob(filepath.Join(other, "bench", "*hone_gen*.go"))
	for _, f := range generated {
		err = errors.Join(err, os.Remove(f))
	}
	if err != nil {
		return "", "", err
	}
	if mine, err = buildBench(root, pkg, filepath.Join(dir, "mine")); err != nil {
		return "", "", err
	}
	theirs, err = buildBench(other, pkg, filepath.Join(dir, "theirs"))
	return mine, theirs, err
}

// buildBench builds a package of the bench of the tree at root with the tool of that tree.
func buildBench(root, pkg, exe string) (string, error) {
	bench := filepath.Join(root, "bench")
	if _, err := output(bench, "go", "build", "-o", exe+".tool", "../cmd/hone"); err != nil {
		return "", err
	}
	_, err := output(bench, exe+".tool", "build", "-o", exe, pkg)
	return exe, err
}

// checkout writes the files of a revision to dir.
func checkout(root, revision, dir string) error {
	cmd := exec.Command("git", "archive", "--format=tar", revision)
	cmd.Dir = root
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = untar(pipe, dir)
	io.Copy(io.Discard, pipe)
	return errors.Join(err, cmd.Wait())
}

func untar(r io.Reader, dir string) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("git archive: file %q", h.Name)
		}
		name := filepath.Join(dir, h.Name)
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o755)
		case tar.TypeReg:
			err = extract(t, name, h.FileInfo().Mode().Perm())
		}
		if err != nil {
			return err
		}
	}
}

func extract(r io.Reader, name string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// output runs a command and returns what it prints; the error has what it complains of.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", filepath.Base(name)+" "+strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return string(out), err
}
