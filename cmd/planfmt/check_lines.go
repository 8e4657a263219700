package main

import (
	"io"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/verdict"
)

// verdictLines is an output to which each verdict is written as soon as it is known.
type verdictLines struct {
	*machine.CheckLines
	finish func(error) error
	abort  func()
}

// beginLines opens the output of the format jsonl, and has each verdict written to it. It returns nil for other formats.
func (o *checkOptions) beginLines() (*verdictLines, error) {
	if o.Targets[0].Format != "jsonl" {
		return nil, nil
	}
	out, err := output.Open(o.streams, o.destination())
	if err != nil {
		return nil, command.PolicyFailure(err)
	}
	l := &verdictLines{machine.NewCheckLines(io.Writer(out)), out.Finish, out.Abort}
	o.Judging.Each = l.Result
	return l, nil
}

// end writes the last line. result is nil if there are static errors.
func (l *verdictLines) end(result *verdict.Report, diags diag.List) error {
	if result == nil {
		result = &verdict.Report{}
	}
	if err := l.finish(l.End(result, diags)); err != nil {
		return command.PolicyFailure(err)
	}
	return nil
}

// Abort removes what has been written, unless it is complete.
func (l *verdictLines) Abort() {
	if l != nil {
		l.abort()
	}
}
