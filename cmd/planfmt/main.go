// Command planfmt prints a Terraform or OpenTofu plan from its JSON, as the
// product itself does.
//
// This package and those below it are only the command line: flags, streams, exit
// statuses. No other package reads the environment or queries a terminal. The
// library gets all of that as options, see [planfmt.Options].
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

//go:generate sh -c "go run . show --color always --schemas ../../testdata/example/schemas.json ../../testdata/example/small.json | go run ../../internal/testkit/picture/draw -command 'planfmt show testdata/example/small.json --schemas testdata/example/schemas.json' -o ../../docs/example.svg"
//go:generate sh -c "go run . show --color always --schemas ../../testdata/example/schemas.json ../../testdata/example/plan.json | go run ../../internal/testkit/picture/draw -command 'planfmt show plan.json --schemas schemas.json' -o ../../docs/human.svg"

func main() { os.Exit(realMain()) }

func realMain() int {
	system.AbortOnFatal()
	if os.Getenv("GOGC") == "" { // otherwise the user has decided
		system.PaceCollector()
	}
	// A closed pipe is then an error of the write, which the command handles, and does not kill the process with a
	// signal. Programs that it starts, such as a pager, would inherit a signal that is ignored.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	f := &command.Factory{Streams: terminal.System(), Getenv: os.Getenv, LookupEnv: os.LookupEnv, UserCacheDir: os.UserCacheDir, Show: planfmt.ShowAll}
	return runUntil(listen(), f, os.Args[1:])
}

// listen returns a channel with the signals that end the program. Signals that
// were ignored at the start stay ignored, as nohup and shells expect.
func listen() <-chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range append(system.MoreSignals(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT) {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// ending is how long the command may take to end after a signal. It takes longer
// only if it waits for something that ignores the context, such as a pipe that
// nobody opens at the other end.
const ending = 300 * time.Millisecond

// runUntil runs the command until it ends or a signal comes. In either case it
// leaves no temporary file behind, and nothing of a line that shows progress.
func runUntil(signals <-chan os.Signal, f *command.Factory, args []string) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int, 1)
	go func() { done <- run(ctx, f, args) }()
	select {
	case s := <-done:
		return s
	case sig := <-signals:
		if sig == syscall.SIGINT && f.Patience.IsFollowing() {
			f.Streams.Warn("interrupted: following the log to its end. To stop at once, interrupt again")
			if f.Patience.Wait(done, signals) {
				f.Streams.EndScreen()
				return int(command.StatusInterrupted)
			}
		}
		cancel()
		ended := int(command.StatusInterrupted)
		if n, ok := sig.(syscall.Signal); ok {
			ended = 128 + int(n)
		}
		if sig == syscall.SIGINT && f.Streams.Pager.Load().Close() {
			// The pager got the interrupt, too. It goes on, and the user ends it.
			if s, ok := awaitReader(done, signals); ok {
				return s
			}
		}
		select {
		case s := <-done:
			if s != int(command.StatusInterrupted) {
				return s // it had already ended
			}
		case <-time.After(ending):
		case <-signals:
		}
		f.Streams.EndScreen()
		f.Streams.EndView()
		f.Streams.RemoveLine()
		f.Streams.Pager.Load().Stop()
		f.Streams.Temps.End()
		return ended
	}
}

// awaitReader waits until the command is done, which is when the user ends the pager. It gives up after a signal other
// than an interrupt.
func awaitReader(done <-chan int, signals <-chan os.Signal) (status int, ok bool) {
	for {
		select {
		case s := <-done:
			return s, true
		case sig := <-signals:
			if sig != syscall.SIGINT {
				return 0, false
			}
		}
	}
}
