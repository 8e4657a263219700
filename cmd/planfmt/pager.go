package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// pagerCommand returns the program that shows long text on a terminal, as the environment names it, and the variable that
// does so. Without a variable, it is the default. Empty means none. The rules are those of git.
func (f *factory) pagerCommand() (command, variable string) {
	for _, name := range []string{"PLANFMT_PAGER", "PAGER"} {
		if command, ok := f.lookupEnv(name); ok {
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

// defaultPager is used if the environment names no pager, and the program is installed.
const defaultPager = "less"

// pagerFor returns the pager for a command whose output goes to standard output, or nil for none.
func (f *factory) pagerFor(disabled bool) *pager {
	if disabled || !f.streams.OutTTY || f.onRunner() || f.lookupEnv == nil {
		return nil
	}
	command, variable := f.pagerCommand()
	// A terminal that cannot move the cursor, such as the shell of an editor, scrolls by itself.
	if command == "" || variable == "" && (f.getenv("TERM") == "dumb" || f.getenv("TERM") == "") {
		return nil
	}
	return &pager{command: command, variable: variable, streams: f.streams}
}

// pager is a program that shows on a terminal what is written to it. It starts when the first bytes come, so that
// errors which come before are shown without it. While it runs, messages for standard error wait.
type pager struct {
	command  string
	variable string // of the environment, which names the command; empty for the default
	streams  *streams

	mu     sync.Mutex
	cmd    *exec.Cmd
	out    io.Writer // nil before the first bytes come
	in     *os.File  // what the program reads; nil if it was not started
	exited chan struct{}
	result error // of the program, when it has ended
}

// Write passes text to the pager. If that cannot be started, the text goes to standard output.
func (p *pager) Write(b []byte) (int, error) {
	p.mu.Lock()
	if p.out == nil {
		p.out = p.streams.Out
		if err := p.start(); err != nil {
			p.streams.warn(fmt.Sprintf("the pager %s: %v; the output is shown without a pager", p.name(), err))
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

func (p *pager) start() error {
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

// close says that nothing else comes. It reports whether the pager was started.
func (p *pager) close() bool {
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

// end says that nothing else comes, and waits until the user has read enough. That the user leaves the pager early is
// no error, but that the pager fails is one, since nobody may have seen the output.
func (p *pager) end() error {
	if !p.close() {
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
func (p *pager) name() string {
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

// stop ends the pager, whatever the user is doing.
func (p *pager) stop() {
	if p.close() {
		terminate(p.cmd.Process)
		select {
		case <-p.exited:
		case <-time.After(grace):
		}
		p.streams.release()
	}
}

// shellCharacters are the characters that mean something to a shell, as git has them.
const shellCharacters = "|&;<>()$`\\\"' \t\n*?[#~=%"
