package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// openTerminal returns both ends of a pseudo terminal.
func openTerminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this system gives us no pseudo terminal: ", err)
	}
	t.Cleanup(func() { user.Close() })
	if err := unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip("this system gives us no pseudo terminal: ", err)
	}
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip("this system gives us no pseudo terminal: ", err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this system gives us no pseudo terminal: ", err)
	}
	t.Cleanup(func() { program.Close() })
	return user, program
}

// After an interrupt, the pager goes on, and planfmt waits for it. Its exit status is that of its work.
func TestPagerInterrupted(t *testing.T) {
	user, program := openTerminal(t)
	cmd := exec.Command("planfmt", "show", "--detailed-exitcode", "--quiet", filepath.Join("..", "..", "testdata", "example", "small.json"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	cmd.Env = append(os.Environ(), "TERM=xterm", "PAGER=trap '' INT; cat; echo all read; read line; read line </dev/tty; echo and seen", "CI=", "GITHUB_ACTIONS=", "GITLAB_CI=", "TF_BUILD=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var screen bytes.Buffer
	await := func(text string) {
		t.Helper()
		buffer := make([]byte, 4096)
		for !bytes.Contains(screen.Bytes(), []byte(text)) {
			n, err := user.Read(buffer)
			screen.Write(buffer[:n])
			if err != nil {
				t.Fatalf("%v: no %q in %q", err, text, &screen)
			}
		}
	}
	kill := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer kill.Stop()
	await("all read")
	for range 2 {
		user.WriteString("\x03")
		await("^C")
		screen.Reset()
		time.Sleep(terminal.Grace)
	}
	user.WriteString("\n")
	await("and seen")
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != int(command.StatusChanges) {
		t.Errorf("%v: %q", err, &screen)
	}
}
