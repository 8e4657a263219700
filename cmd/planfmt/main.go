// Command planfmt shows a Terraform or OpenTofu plan, given as JSON, as the
// product itself does.
//
// This package is the command line and nothing else: flags, streams, exit
// codes. It is the only one that reads the environment or asks a terminal
// anything; what it finds out goes to [planfmt.Show] as options.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/planfmt/planfmt"
)

//go:generate sh -c "go run . show --color always --schemas ../../testdata/example/schemas.json ../../testdata/example/small.json | go run ../../internal/picture -command 'planfmt show plan.json --schemas schemas.json' -o ../../docs/example.svg"

func main() { os.Exit(realMain()) }

func realMain() int {
	abortOnFatal()
	// A closed pipe is then an error of the write, which the command takes
	// for what it is, and no death by signal.
	signal.Ignore(syscall.SIGPIPE)
	f := &factory{streams: systemStreams(), getenv: os.Getenv, userCacheDir: os.UserCacheDir, show: planfmt.Show}
	return runUntil(listen(), f, os.Args[1:])
}

// listen is told of the signals that end the program. Those that were ignored
// when it was started stay so, as nohup and shells want it.
func listen() <-chan os.Signal {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	return signals
}

// grace is how long the command may take to end after a signal. It takes
// longer only if it waits for something that does not heed the context, such as
// a pipe that nobody opens at its other end.
const grace = 300 * time.Millisecond

// runUntil runs the command until it ends or a signal comes. Either way no
// temporary file is left.
func runUntil(signals <-chan os.Signal, f *factory, args []string) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int, 1)
	go func() { done <- run(ctx, f, args) }()
	select {
	case s := <-done:
		return s
	case sig := <-signals:
		cancel()
		ended := int(statusInterrupted)
		if n, ok := sig.(syscall.Signal); ok {
			ended = 128 + int(n)
		}
		select {
		case s := <-done:
			if s != int(statusInterrupted) {
				return s // it had come to its end already
			}
		case <-time.After(grace):
		case <-signals:
		}
		f.streams.temps.end()
		return ended
	}
}
