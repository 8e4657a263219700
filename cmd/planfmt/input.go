package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// inputArgument returns the document that a command with the argument FILE reads: the name of
// a file, or "-" for standard input.
func (f *factory) inputArgument(cmd *cobra.Command, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	if f.streams.InTTY {
		return "", usage(cmd, errors.New(
			"no input: pass a FILE, or pipe a plan in: terraform show -json PLAN | "+cmd.CommandPath()))
	}
	return "-", nil
}

// showsProgress reports whether standard error may show how far the work has come.
func (f *factory) showsProgress(quiet bool) bool {
	return f.streams.ErrTTY && !quiet && !f.onRunner() && f.getenv("TERM") != "dumb"
}

// openInput opens a document, which is standard input if the file is "-". name is for messages.
// It returns a file as a file, so that the reader can seek.
func openInput(s *streams, file string) (in io.ReadCloser, name string, err error) {
	if file == "-" {
		if f, ok := s.In.(*os.File); ok {
			return keptOpen{f}, "standard input", nil
		}
		return io.NopCloser(s.In), "standard input", nil
	}
	f, err := openFile(file)
	return f, file, err
}

// keptOpen is a file that others still use. It can be read again if the file
// can, as standard input can if it is redirected from a file.
type keptOpen struct{ *os.File }

// Close leaves the file open.
func (keptOpen) Close() error { return nil }
