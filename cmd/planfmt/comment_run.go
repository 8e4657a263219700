package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// runComment writes the comment.
func runComment(ctx context.Context, opts *commentOptions) error {
	return opts.WriteFacts(writeComment(ctx, opts))
}

func writeComment(ctx context.Context, opts *commentOptions) error {
	if opts.DryRun {
		text, err := opts.render(ctx)
		if text.body == "" {
			return err
		}
		opts.announceLabel(text)
		return cmp.Or(opts.print(text.body), err)
	}
	thread, err := opts.readThread(ctx)
	if err != nil {
		if !opts.fallsBack(err) {
			return err
		}
		opts.Markdown.Flavour, _ = sinks.FlavourNamed("step-summary")
		text, renderErr := opts.render(ctx)
		if text.body == "" {
			return renderErr
		}
		return cmp.Or(opts.writeSummary(text.body, err), renderErr)
	}
	before, isThere := thread.Newest()
	isOld := isThere && opts.compareWith(before) && opts.Mode != forge.Append
	opts.Markdown.Sealed = opts.marks != nil
	text, renderErr := opts.render(ctx)
	if text.body == "" {
		return renderErr
	}
	if opts.marks != nil {
		text.body = marker.SealComment(text.body, opts.marks)
	}
	if isOld {
		opts.AddComment(before.URL)
		return cmp.Or(opts.tell("a newer run has written comment "+before.ID+": nothing is changed"), renderErr)
	}
	if text.isEmpty && opts.DeleteWhenEmpty {
		return cmp.Or(opts.deleteComments(ctx, thread, text.body), opts.setLabel(ctx, thread.Forge(), text))
	}
	c, outcome, err := thread.Publish(ctx, text.body, opts.Mode)
	if leftover, ok := errors.AsType[*forge.LeftoverError](err); ok {
		opts.Streams.Warn(sinks.Escape(leftover.Error()))
		err = nil
	}
	if err != nil {
		if opts.fallsBack(err) {
			return cmp.Or(opts.writeSummary(text.body, err), renderErr)
		}
		return opts.explain(err)
	}
	what := map[forge.Outcome]string{forge.Created: "created", forge.Updated: "updated", forge.Unchanged: "unchanged"}[outcome]
	line := what + " comment " + c.ID
	opts.AddComment(c.URL)
	if c.URL != "" {
		line = what + " " + c.URL
	}
	return cmp.Or(opts.tell(line), opts.setLabel(ctx, thread.Forge(), text), renderErr)
}

// readThread reads the comments of the pull request that are ours.
func (o *commentOptions) readThread(ctx context.Context) (*forge.Thread, error) {
	if o.noPull != nil {
		return nil, o.noPull
	}
	token, err := commentCI{o.getenv}.token(o)
	if err != nil {
		return nil, err
	}
	cfg := o.pull.config
	cfg.Token = token
	f, err := forge.New(o.pull.forge, cfg)
	if err != nil {
		return nil, err
	}
	thread, err := forge.Read(ctx, f, cfg.Retry, func(body string) bool {
		_, ok := marker.ParseMarker(body, o.ID)
		return ok
	})
	if err != nil && !o.fallsBack(err) {
		err = o.explain(err)
	}
	return thread, err
}

// deleteComments deletes the comments, because there is nothing to say. If the token is not allowed to, the summary of the
// step says so, since the comment stays as it is.
func (o *commentOptions) deleteComments(ctx context.Context, thread *forge.Thread, body string) error {
	n, err := thread.Remove(ctx)
	switch {
	case err != nil && o.fallsBack(err):
		return o.writeSummary(body, err)
	case err != nil:
		return o.explain(err)
	case n == 0:
		return o.tell("nothing changes, and there is no comment")
	case n == 1:
		return o.tell("nothing changes: deleted the comment")
	}
	return o.tell(fmt.Sprintf("nothing changes: deleted %d comments", n))
}

// rendered is the text of a comment.
type rendered struct {
	body    string // empty if there is none
	isEmpty bool   // nothing happens
	label   string // the end of the name of the label; empty if not all that the plans do is known
}

// render makes the comment. If parts of the plans could not be read, there is a comment, and an error, too.
func (o *commentOptions) render(ctx context.Context) (rendered, error) {
	switch {
	case o.Outcome:
		return o.renderOutcome(ctx)
	case o.Failed:
		return o.renderLog(ctx)
	}
	o.Into = &bytes.Buffer{}
	text := rendered{isEmpty: true}
	isKnown := true
	o.Seen = func(name string, res *planfmt.Result) {
		s := &res.Summary
		text.isEmpty = text.isEmpty && !res.Changes && len(res.Problems) == 0 && saysNothing(s) && passes(res.Summaries)
		text.label = worseLabel(text.label, labelOf(res))
		isKnown = isKnown && len(res.Problems) == 0 && !s.Errored
	}
	err := o.Run(ctx)
	isShown := err == nil || errors.Is(err, command.ErrProblems) || errors.Is(err, command.ErrAlarm) || errors.Is(err, command.ErrUndecided) || errors.Is(err, command.ErrErroredPlan)
	if text.body = o.Into.String(); !isShown || text.body == "" {
		return o.renderUnread(ctx, err)
	}
	text.isEmpty = text.isEmpty && err == nil
	if !isKnown || errors.Is(err, command.ErrProblems) || errors.Is(err, command.ErrErroredPlan) {
		text.label = ""
	}
	return text, err
}

// saysNothing reports whether there is nothing to say about the whole plan: it is complete, and its checks pass.
func saysNothing(s *computed.Summary) bool {
	if s.Errored || s.IsIncomplete() || s.RenamesSkipped || len(s.Hazards) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.Checks, func(c plans.Check) bool { return c.Status != "pass" })
}

// passes reports whether no policy says anything but that the plan passes.
func passes(all []computed.Summary) bool {
	for i := range all {
		if v := all[i].Verdicts; v != nil && v.Conclusion() > verdict.Pass {
			return false
		}
	}
	return true
}

// print writes the comment to standard output.
func (o *commentOptions) print(body string) error {
	out, err := output.Open(o.Streams, output.Plan{})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, body)
	return out.Finish(err)
}

// fallsBack reports whether the comment cannot be written because of an error, whatever the forge's reason is, and the user wants it elsewhere then.
func (o *commentOptions) fallsBack(err error) bool {
	_, failed := errors.AsType[*forge.Error](err)
	return o.Fallback && (failed || errors.Is(err, errNoToken) || o.noPull != nil)
}

// writeSummary appends the comment to the summary of the step, because of an error.
func (o *commentOptions) writeSummary(body string, because error) error {
	name := o.getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return fmt.Errorf("%w; --fallback step-summary cannot be used: the environment does not name the file (GITHUB_STEP_SUMMARY)", o.explain(because))
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err == nil {
		_, err = io.WriteString(f, body+"\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	o.Streams.Warn(sinks.Escape(because.Error()) + "; the summary of the step has the comment instead")
	return nil
}

// explain adds to an error of the forge what can be done about it.
func (o *commentOptions) explain(err error) error {
	failed, ok := errors.AsType[*forge.Error](err)
	if !ok {
		return err
	}
	text := sinks.Escape(failed.Error()) // in one line
	place := commentCI{o.getenv}.place(o.Target)
	needs := place.tokenNeeds
	if failed.IsLabelling() {
		return errors.New(explainLabels(failed, cmp.Or(place.labelsNeed, needs)))
	}
	if failed.IsRefused() {
		text = strings.TrimRight(text, ".")
		switch {
		case failed.Status == 401:
			text += ". Is the token right, or has it expired?"
		case failed.IsWriting():
			text += ". The token may not write comments, as in jobs for pull requests from forks. It needs " + needs
			if o.Target == "github" {
				text += ". --fallback step-summary writes to the summary of the step instead"
			}
		case failed.IsAsking():
			text += ". The token needs " + needs
		default:
			text += fmt.Sprintf(". Are --repo and --pr right (%s, %d), and is the token allowed to read the pull request? It needs %s", plans.SpellName(o.pull.config.Repository), o.pull.config.Pull, needs)
		}
	}
	return errors.New(text)
}
