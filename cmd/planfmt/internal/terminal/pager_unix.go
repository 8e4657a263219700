//go:build unix

package terminal

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// pagerProcess returns the process of a pager. A command with characters that mean something to a shell is for sh.
func pagerProcess(command string) (*exec.Cmd, error) {
	if !strings.ContainsAny(command, shellCharacters) {
		return namedProcess(command)
	}
	// If sh does not find the program, what is written to it is lost. So this is found out before.
	if name := strings.Fields(command)[0]; !strings.ContainsAny(name, shellCharacters) {
		if exec.Command("sh", "-c", `command -v "$0" >/dev/null`, name).Run() != nil {
			return nil, errNoProgram
		}
	}
	return exec.Command("sh", "-c", command), nil
}

// terminate asks a program to end.
func terminate(p *os.Process) { _ = p.Signal(syscall.SIGTERM) }
