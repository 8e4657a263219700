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

	"github.com/planfmt/planfmt"
)

//go:generate sh -c "go run . show --color always --schemas ../../testdata/example/schemas.json ../../testdata/example/plan.json | go run ../../internal/picture -from '# aws_iam_policy.deploy' -to '# aws_route53' -o ../../docs/example.svg"

func main() { os.Exit(realMain()) }

func realMain() int {
	// A closed pipe is then an error of the write, which the command takes
	// for what it is, and no death by signal.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	f := &factory{streams: systemStreams(), getenv: os.Getenv, userCacheDir: os.UserCacheDir, show: planfmt.Show}
	return run(ctx, f, os.Args[1:])
}
