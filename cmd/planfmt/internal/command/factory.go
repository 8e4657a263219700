package command

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// ShowFunc is planfmt.ShowAll, or a replacement in tests.
type ShowFunc func(context.Context, io.Reader, planfmt.Options, ...planfmt.Target) (*planfmt.Result, error)

// Factory connects commands with the outside world. Tests replace its fields.
type Factory struct {
	Streams *terminal.Streams
	Getenv  terminal.Environment
	// LookupEnv is os.LookupEnv. If it is nil, there are no pagers.
	LookupEnv func(string) (string, bool)
	Show      ShowFunc
	// Patience lets a command go on after an interrupt.
	Patience terminal.Patience

	// UserCacheDir returns the system's directory for the user's caches. It may
	// be nil.
	UserCacheDir func() (string, error)
}

// InputArgument returns the document that a command with the argument FILE reads: the name of
// a file, or "-" for standard input.
func InputArgument(f *Factory, cmd *cobra.Command, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	if f.Streams.InTTY {
		return "", Usage(cmd, errors.New(
			"no input: pass a FILE, or pipe a plan in: terraform show -json PLAN | "+cmd.CommandPath()))
	}
	return "-", nil
}
