package main

import (
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
)

// convert opens the document and an output for what work makes of it, and shows the progress of library. The output is complete, or nothing of
// it is kept. It is not an error if the reader of the output has gone away.
func convert(s *terminal.Streams, document *options.Document, to output.Plan, library *planfmt.Options, work func(out io.Writer, in io.Reader) error) error {
	in, inName, err := terminal.OpenInput(s, document.File)
	if err != nil {
		return err
	}
	defer in.Close()
	to.In = in
	out, err := output.Open(s, to)
	if err != nil {
		return err
	}
	defer out.Abort()
	var line *terminal.ProgressLine
	if document.Progress {
		line = s.StartProgress(in)
		defer line.End()
		library.Progress = line.Set
	}
	err = work(out, in)
	line.End()
	if err == nil {
		err = out.Commit()
	}
	return out.Failure(err, inName)
}

// warnAndHelp returns what writes warnings of the library, with the flag that shows what has been hidden.
func warnAndHelp(s *terminal.Streams) func(planfmt.Warning) {
	return func(w planfmt.Warning) { s.Warn(w.Text + showing.HowToShow(w)) }
}
