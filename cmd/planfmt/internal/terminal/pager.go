package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// pagerCommand returns the program that shows long text on a terminal, as the environment names it, and the variable that
// does so. Without a variable, it is the default. Empty means none. The rules are those of git.
func pagerCommand(lookup func(string) (string, bool)) (command, variable string) {
	for _, name := range []string{"PLANFMT_PAGER", "PAGER"} {
		if command, ok := lookup(name); ok {
			if command = strings.TrimSpace(command); command == "cat" {
				command = ""
			}
			return command, name
		}
	}
	if _, err := exec.LookPath(defaultPager); err != nil {
		return "", ""
	}
	return defaultPager, ""
}

// Grace is how long a pager may take to end.
const Grace = 300 * time.Millisecond

// defaultPager is used if the environment names no pager, and the program is installed.
const defaultPager = "less"

// NewPager returns the pager for a command whose output goes to standard output, or nil for none. lookup is os.LookupEnv;
// if it is nil, there are no pagers.
func NewPager(s *Streams, get Environment, lookup func(string) (string, bool)) *Pager {
	if !s.OutTTY || get.OnRunner() || lookup == nil {
		return nil
	}
	command, variable := pagerCommand(lookup)
	// A terminal that cannot move the cursor, such as the shell of an editor, scrolls by itself.
	if command == "" || variable == "" && (get("TERM") == "dumb" || get("TERM") == "") {
		return nil
	}
	return &Pager{command: command, variable: variable, streams: s}
}

// Pager is a program that shows on a terminal what is written to it. It starts when the first bytes come, so that
// errors which come before are shown without it. While it runs, messages for standard error wait.
type Pager struct {
	command  string
	variable string // of the environment, which names the command; empty for the default
	streams  *Streams

	mu     sync.Mutex
	cmd    *exec.Cmd
	out    io.Writer // nil before the first bytes come
	in     *os.File  // what the program reads; nil if it was not started
	exited chan struct{}
	result error // of the program, when it has ended
}

// Write passes text to the pager. If that cannot be started, the text goes to standard output.
func (p *Pager) Write(b []byte) (int, error) {
	p.mu.Lock()
	if p.out == nil {
		p.out = p.streams.Out
		if err := p.start(); err != nil {
			p.streams.Warn(fmt.Sprintf("the pager %s: %v; the output is shown without a pager", p.name(), err))
		} else {
			p.out = p.in
		}
	}
	out := p.out
	p.mu.Unlock()
	// This may take as long as the user reads.
	n, err := out.Write(b)
	if errors.Is(err, os.ErrClosed) { // after an interrupt
		err = context.Canceled
	}
	return n, err
}

func (p *Pager) start() error {
	cmd, err := pagerProcess(p.command)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = p.streams.Out, p.streams.Err
	cmd.Env = os.Environ()
	for _, setting := range []string{"LESS=FRX", "LV=-c"} {
		name, _, _ := strings.Cut(setting, "=")
		if _, ok := os.LookupEnv(name); !ok {
			cmd.Env = append(cmd.Env, setting)
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	cmd.Stdin = read
	if err := cmd.Start(); err != nil {
		write.Close()
		return err
	}
	p.cmd, p.in, p.exited = cmd, write, make(chan struct{})
	p.streams.hold()
	go func() {
		p.result = cmd.Wait()
		close(p.exited)
	}()
	return nil
}

// Close says that nothing else comes. It reports whether the pager was started.
func (p *Pager) Close() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in == nil {
		return false
	}
	p.in.Close()
	return true
}

// End says that nothing else comes, and waits until the user has read enough. That the user leaves the pager early is
// no error, but that the pager fails is one, since nobody may have seen the output.
func (p *Pager) End() error {
	if !p.Close() {
		return nil
	}
	<-p.exited
	p.streams.release()
	exit, ok := errors.AsType[*exec.ExitError](p.result)
	if !ok {
		return nil
	}
	what := "failed"
	if code := exit.ExitCode(); code == notFound || code == notExecutable {
		what = "cannot be run"
	}
	return fmt.Errorf("the pager %s %s (%s); to do without one, use --no-pager", p.name(), what, exit)
}

// name returns the command for messages, with the variable that it is from.
func (p *Pager) name() string {
	name := strconv.Quote(p.command)
	if p.variable != "" {
		name += " of " + p.variable
	}
	return name
}

var errNoProgram = errors.New("there is no such program")

// namedProcess returns the process of a program with arguments.
func namedProcess(name string, args ...string) (*exec.Cmd, error) {
	cmd := exec.Command(name, args...)
	if cmd.Err != nil {
		return nil, errNoProgram
	}
	return cmd, nil
}

// A shell has these exit statuses if it cannot run a program.
const (
	notExecutable = 126
	notFound      = 127
)

// Stop ends the pager, whatever the user is doing.
func (p *Pager) Stop() {
	if p.Close() {
		terminate(p.cmd.Process)
		select {
		case <-p.exited:
		case <-time.After(Grace):
		}
		p.streams.release()
	}
}

// shellCharacters are the characters that mean something to a shell, as git has them.
const shellCharacters = "|&;<>()$`\\\"' \t\n*?[#~=%"

// ShowsLinks reports whether there is no pager, or it is less, which shows links from version 566 on.
func (p *Pager) ShowsLinks() bool {
	if p == nil {
		return true
	}
	name, rest, _ := strings.Cut(p.command, " ")
	if filepath.Base(name) != defaultPager || strings.ContainsAny(rest, shellCharacters) {
		return false
	}
	version, err := exec.Command(name, "--version").Output()
	var number int
	_, scanErr := fmt.Sscanf(string(version), "less %d", &number)
	return err == nil && scanErr == nil && number >= 566
}
