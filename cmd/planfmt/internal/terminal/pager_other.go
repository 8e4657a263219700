//go:build !unix

package terminal

import (
	"os"
	"os/exec"
	"strings"
)

// pagerProcess returns the process of a Pager: a program and its arguments, with spaces between them. There is no shell.
func pagerProcess(command string) (*exec.Cmd, error) {
	words := strings.Fields(command)
	return namedProcess(words[0], words[1:]...)
}

// terminate ends a program.
func terminate(p *os.Process) { _ = p.Kill() }
