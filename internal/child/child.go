// Package child is how tests start programs in processes of their own.
package child

import (
	"context"
	"os"
	"os/exec"
	"strings"
)

// Env holds the command, if any, by which programs made for another CPU are run, as go test -exec takes it.
const Env = "HONE_EXEC"

// Command runs a program that may be for another CPU.
func Command(ctx context.Context, exe string, args ...string) *exec.Cmd {
	command := append(strings.Fields(os.Getenv(Env)), exe)
	command = append(command, args...)
	return exec.CommandContext(ctx, command[0], command[1:]...)
}
