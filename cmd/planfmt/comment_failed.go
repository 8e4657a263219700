package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/runlog"
)

// resolveFailed sets the options of --failed. args are the log, if there is one.
func (o *commentOptions) resolveFailed(_ *command.Factory, cmd *cobra.Command, args []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if o.planFlags[f.Name] && err == nil {
			err = fmt.Errorf("--%s has no effect with --failed, since there is no plan", f.Name)
		}
	})
	switch {
	case err != nil:
	case len(args) > 1:
		err = errors.New("--failed takes one log at most; put several into one file")
	case len(args) == 1 && args[0] == "":
		err = errors.New("the file name is empty")
	default:
		o.File = strings.Join(args, "")
		err = cmp.Or(o.CheckFacts(), o.MarkdownText.Resolve(cmd.Flags()))
	}
	if err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

const planningFailed = "Planning failed."

// renderLog makes the comment about a log of what failed. If the log cannot be read, there is a comment, and an error, too.
func (o *commentOptions) renderLog(ctx context.Context) (rendered, error) {
	var logs []runlog.Input
	if o.File != "" {
		in, name, err := o.openLog()
		if err == nil {
			defer in.Close()
		}
		if err != nil {
			err = fmt.Errorf("the log cannot be read: %s: %w", plans.SpellName(name), err)
		}
		logs = []runlog.Input{{Name: name, Open: func() (io.ReadCloser, error) { return in, err }}}
		if err != nil {
			text, _, failure := o.renderFailure(ctx, planningFailed, logs)
			return text, cmp.Or(failure, err)
		}
	}
	text, errs, err := o.renderFailure(ctx, planningFailed, logs)
	for _, e := range errs {
		if wrong, ok := errors.AsType[*plans.WrongLogError](e); ok && wrong.IsText {
			continue // it is in the comment
		}
		err = cmp.Or(err, fmt.Errorf("%s: %w", plans.SpellName(logs[0].Name), files.TrimName(e)))
	}
	return text, err
}

// openLog opens the log.
func (o *commentOptions) openLog() (in io.ReadCloser, name string, err error) {
	if o.File == "-" {
		return terminal.OpenInput(o.Streams, o.File)
	}
	f, err := files.OpenRegular(o.File)
	if err != nil {
		return nil, o.File, files.TrimName(err)
	}
	return f, o.File, nil
}

// renderUnread makes the comment about plans that cannot be shown: without it, the comment of an older plan would seem to be about them. It
// returns the error, too. There is none if the error says nothing about the plans.
func (o *commentOptions) renderUnread(ctx context.Context, err error) (rendered, error) {
	if err == nil || errors.Is(err, context.Canceled) || command.IsUsage(err) {
		return rendered{}, err
	}
	var unread []runlog.Input
	add := func(name string, err error) {
		unread = append(unread, runlog.Input{Name: name, Open: func() (io.ReadCloser, error) { return nil, err }})
	}
	for i := range o.Plans {
		if p := &o.Plans[i]; p.Err != nil {
			add(p.Name, fmt.Errorf("%s: %w", p.Label(), p.Err))
		}
	}
	if _, ok := errors.AsType[*planfmt.PanicError](err); ok {
		add("", errors.New("this is a bug in planfmt; the log of the job says what to report")) // a value may be in the rest
	} else if len(unread) == 0 {
		add("", err)
	}
	text, _, failure := o.renderFailure(ctx, "The plan cannot be shown.", unread)
	return text, cmp.Or(failure, err)
}

// renderFailure makes a comment that says what happened instead of a plan. errs are the errors of the logs.
func (o *commentOptions) renderFailure(ctx context.Context, what string, logs []runlog.Input) (text rendered, errs []error, err error) {
	var b bytes.Buffer
	layout := runlog.Layout{}
	layout.Title, layout.Markdown = o.Title, o.Markdown
	layout.Markdown.Failure = what
	library := runlog.Options{MaxUnpacked: o.MaxUnpacked, Secrets: o.secrets(), Warn: func(w planfmt.Warning) { o.Streams.Warn(w.Text) }}
	res, err := runlog.ShowAll(ctx, logs, library, runlog.Target{W: &b, Format: "markdown", Layout: layout})
	if err != nil {
		return rendered{}, nil, err
	}
	text.body = b.String()
	return text, res.Errors, nil
}

// secrets returns what a log must not show: the token, if there is one, since commands write what they were given.
func (o *commentOptions) secrets() []string {
	token, err := commentCI{o.getenv}.token(o)
	if err != nil {
		return nil
	}
	return []string{token}
}
