package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/approval"
	"github.com/planfmt/planfmt/internal/work/attest"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// verifyOptions are the parsed arguments of `planfmt verify`.
type verifyOptions struct {
	streams *terminal.Streams

	options.Several
	options.Document
	options.SchemaSources
	Approvals []string
	Keys      []string
	Unsigned  bool
	Match     approval.Match
	MaxAge    time.Duration
	Require   int
	KeyFile   flagvalue.FileName
	OldPlan   flagvalue.FileName // that was approved; empty if nobody names it
	Verify    []files.Plan

	match flagvalue.Choice
	old   *diffOptions // how it is compared
	now   func() time.Time
}

const verifyHelp = `Verify that plans are those that somebody has approved with 'planfmt approve'.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'. Several
PLANs, a directory or a pattern stand for several plans, and each of them must be
approved. If PLAN is -, planfmt reads standard input.

An approval counts for a plan if one of the keys (--key) has signed it, and the
plan is one of those that it is for: the same file or, with --match hash, a plan
that would do the same, perhaps made later. Approvals of another workspace or of
another state never count, as far as both the approval and the plan say which.
With --require 2, two different keys must have signed, in one approval or in
several; further signatures by the same key do not count.

--approval names an envelope (DSSE) that 'planfmt approve' or another program has
signed, a bundle of Sigstore with such an envelope, or, with --unsigned, a bare
Statement. Keys are public ones, ed25519 or ECDSA, in PEM. planfmt does not
find out whether a key has been revoked: pass only keys that still count.

Standard output says for each plan who has approved it, or why it is not approved.
With --approved-plan OLD, it also says what 'planfmt diff OLD PLAN' prints if PLAN
is not approved.

The hash does not cover everything: docs/hash.md in planfmt's repository says what.
An approval with a hash that was made with a key needs --key-file.

Exit status: 0 if all plans are approved, 2 if one is not, 1 on error: if a plan, an
approval or a key cannot be read, for example.`

const verifyExample = `  # apply only what has been approved, in the last four hours
  planfmt verify tfplan --approval approval.json --key pub.pem --max-age 4h && terraform apply tfplan

  # two of three people must have approved
  planfmt verify tfplan --approval a.json --approval b.json --key alice.pem --key bob.pem --key eve.pem --require 2

  # say how another plan differs from the one that was approved
  planfmt verify tfplan --approval approval.json --key pub.pem --approved-plan approved.tfplan`

// matches are the values of --match.
var matches = []string{approval.ByFile: "file", approval.ByHash: "hash"}

func newCmdVerify(f *command.Factory, runF func(context.Context, *verifyOptions) error) *cobra.Command {
	opts := &verifyOptions{streams: f.Streams, now: time.Now}
	cmd := &cobra.Command{
		Use:               "verify [flags] PLAN... --approval FILE --key FILE",
		Short:             "Verify that plans are those that were approved",
		Long:              verifyHelp,
		Example:           verifyExample,
		ValidArgsFunction: flagvalue.CompleteInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.resolve(f, cmd, args); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Approval.In(flags).Var(&flagvalue.FileList{Values: &opts.Approvals}, "approval", "an approval; repeatable")
	flagvalue.Approval.In(flags).Var(&flagvalue.FileList{Values: &opts.Keys}, "key", "a public key whose approvals count, in PEM; repeatable")
	opts.match = flagvalue.Choice{Value: matches[approval.ByFile], Names: matches}
	flagvalue.Approval.In(flags).Var(&opts.match, "match", "what makes a plan the one that was approved: "+opts.match.List())
	flagvalue.CompleteChoice(cmd, "match", &opts.match)
	flagvalue.Approval.In(flags).Var((*flagvalue.Age)(&opts.MaxAge), "max-age", "do not count approvals that are older, such as 4h or 30m")
	flagvalue.CompleteFlag(cmd, "max-age", cobra.NoFileCompletions)
	opts.Require = 1
	flagvalue.Approval.In(flags).Var((*flagvalue.Number)(&opts.Require), "require", "how many different keys must have signed (default 1)")
	flagvalue.CompleteFlag(cmd, "require", cobra.NoFileCompletions)
	flagvalue.Approval.In(flags).BoolVar(&opts.Unsigned, "unsigned", false, "accept approvals that nobody has signed")
	flagvalue.Approval.In(flags).Var(&opts.OldPlan, "approved-plan", "the plan that was approved, to say how another one differs")
	options.AddKeyFlag(flags, &opts.KeyFile)
	opts.Several.AddFlags(cmd)
	opts.SchemaSources.AddFlags(cmd)
	opts.AddUnpacked(flags)
	opts.AddQuiet(flags, "say nothing on standard output about plans that are approved, show no progress, and report only problems on standard error")
	return cmd
}

// resolve sets the options that follow from the flags and the environment. args are the plans.
func (o *verifyOptions) resolve(f *command.Factory, cmd *cobra.Command, args []string) (err error) {
	if len(args) == 0 {
		return command.Usage(cmd, errors.New("no plan: pass the plan files that are to be applied"))
	}
	if o.Verify, err = o.Several.Each(f.Streams, args); err != nil {
		return err
	}
	if err := o.Document.Resolve(f, cmd, args[:1]); err != nil {
		return err
	}
	o.SchemaSources.Resolve(f)
	if o.match.Value == matches[approval.ByHash] {
		o.Match = approval.ByHash
	}
	distinct := "--require cannot be more than the number of keys that are given"
	switch {
	case len(o.Approvals) == 0:
		err = errors.New("--approval is needed: a file that 'planfmt approve' has written")
	case len(o.Keys) == 0 && !o.Unsigned:
		err = errors.New("--key is needed: the public key of whoever may approve (or --unsigned, to accept what nobody has signed)")
	case o.Require > max(1, len(o.Keys)):
		err = errors.New(distinct)
	case o.Unsigned && o.Require > 1:
		err = errors.New("--unsigned and --require cannot be used together: nobody can tell who has approved without a signature")
	case o.OldPlan != "" && len(o.Verify) > 1:
		err = errors.New("--approved-plan can be used with a single plan only")
	case o.OldPlan == "-", o.OldPlan != "" && o.Verify[0].Path == "-":
		err = errors.New("with --approved-plan, neither of the plans can be standard input")
	}
	if err != nil {
		return command.Usage(cmd, err)
	}
	if o.OldPlan != "" {
		// It is compared with the flags that diff has by default.
		o.old = &diffOptions{}
		diff := newCmdDiff(f, func(_ context.Context, opts *diffOptions) error { o.old = opts; return nil })
		diff.SetArgs([]string{"--quiet", "--", string(o.OldPlan), o.Verify[0].Path})
		diff.SetContext(cmd.Context())
		diff.SilenceErrors, diff.SilenceUsage = true, true
		if err := diff.Execute(); err != nil {
			return err
		}
		o.old.SchemaSources, o.old.Document, o.old.Quiet = o.SchemaSources, o.Document, true
	}
	return nil
}

func runVerify(ctx context.Context, opts *verifyOptions) error {
	terms, all, err := opts.terms()
	if err != nil {
		return err
	}
	var key []byte
	if key, err = options.ReadKey(opts.KeyFile); err != nil {
		return err
	}
	if opts.Match == approval.ByHash && key == nil && approval.NeedsKey(all) {
		return errors.New("an approval has a hash that was made with a key: pass that with --key-file")
	}
	out, err := output.Open(opts.streams, output.Plan{Drain: true})
	if err != nil {
		return err
	}
	defer out.Abort()
	refused := false
	for _, p := range opts.Verify {
		plan, err := opts.identify(ctx, p.Path, key)
		if err != nil {
			return err
		}
		r := terms.Verify(plan, all)
		refused = refused || !r.Approved
		if r.Approved && opts.Quiet {
			continue
		}
		if _, err := io.WriteString(out, resultText(p.Path, r)); err != nil {
			return out.Finish(err)
		}
	}
	if err := out.Finish(nil); err != nil {
		return err
	}
	switch {
	case refused && opts.old != nil:
		return opts.compare(ctx, terms, all, key)
	case refused:
		return command.ErrRefused
	}
	return nil
}

// terms reads the approvals and the keys.
func (o *verifyOptions) terms() (*approval.Terms, []*approval.Approval, error) {
	t := &approval.Terms{Match: o.Match, Unsigned: o.Unsigned, Require: o.Require, Now: o.now(), MaxAge: o.MaxAge}
	for _, name := range o.Keys {
		text, err := options.ReadSmall(name, maxPEM)
		if err != nil {
			return nil, nil, err
		}
		key, err := attest.ReadPublicKey(text)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
		}
		t.Keys = append(t.Keys, key)
	}
	if n := len(attest.Distinct(t.Keys)); n < o.Require && !o.Unsigned {
		return nil, nil, fmt.Errorf("%d keys must have signed, but only %d different ones are given", o.Require, n)
	}
	var all []*approval.Approval
	for _, name := range o.Approvals {
		text, err := options.ReadSmall(name, attest.MaxSize)
		if err != nil {
			return nil, nil, err
		}
		a, err := approval.Read(name, text)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
		}
		all = append(all, a)
	}
	return t, all, nil
}

// identify finds out which plan a file has.
func (o *verifyOptions) identify(ctx context.Context, file string, key []byte) (*approval.Plan, error) {
	in, name, err := terminal.OpenInput(o.streams, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	p := &approval.Plan{}
	if o.Match == approval.ByFile {
		sum := sha256.New()
		if _, err := io.Copy(sum, in); err != nil {
			return nil, fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
		}
		p.File = hex.EncodeToString(sum.Sum(nil))
		return p, nil
	}
	library := planfmt.Options{Input: o.Input(), Warn: func(w planfmt.Warning) {
		if !o.Quiet {
			o.streams.Warn(plans.SpellName(name) + ": " + w.Text)
		}
	}}
	library.Needs.Hash, library.Needs.HashAnyway = true, true
	if err := o.SchemaSources.Apply(o.streams, &library); err != nil {
		return nil, err
	}
	var line *terminal.ProgressLine
	if o.Progress {
		line = o.streams.StartProgress(in)
		defer line.End()
		library.Progress = line.Set
	}
	if p.Hash, err = identifyBy(ctx, in, library, p); err == nil && key != nil {
		library.HashKey, library.Warn, library.Progress = key, nil, nil
		if again, ok := in.(io.Seeker); !ok {
			err = errors.New("with --key-file, the plan is read twice: pass a file")
		} else if _, err = again.Seek(0, io.SeekStart); err == nil {
			p.KeyedHash, err = identifyBy(ctx, in, library, p)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), files.TrimName(err))
	}
	return p, nil
}

// identifyBy reads a plan and returns its hash. It sets the rest of what is known about the plan, or finds out that it has changed.
func identifyBy(ctx context.Context, in io.Reader, library planfmt.Options, p *approval.Plan) (string, error) {
	document := newReading(in)
	plan, err := planfmt.Open(ctx, document, library)
	if err != nil {
		return "", err
	}
	defer plan.Close()
	digest, err := document.finish()
	if err != nil {
		return "", err
	}
	file := hex.EncodeToString(digest[:])
	sum := plan.Summary()
	switch {
	case p.File != "" && p.File != file:
		return "", errors.New("it has changed while it was read")
	case sum.State != computed.NotState:
		return "", planfmt.ErrStateHash
	case sum.Hash == nil:
		return "", errors.New("the plan has no hash, since parts of it cannot be read")
	}
	if n := sum.Hash.MissingTexts; n > 0 && library.Warn != nil {
		for _, text := range options.NotCovered("the hash", &computed.Hash{CoversSensitive: true, MissingTexts: n}) {
			library.Warn(planfmt.Warning{Text: text})
		}
	}
	p.File, p.Workspace, p.Lineage = file, sum.Workspace, sum.Lineage
	return sum.Hash.Text, nil
}

// compare says how the plan differs from the one that was approved, and returns that it is refused.
func (o *verifyOptions) compare(ctx context.Context, terms *approval.Terms, all []*approval.Approval, key []byte) error {
	old, err := o.identify(ctx, string(o.OldPlan), key)
	if err != nil {
		return err
	}
	if !terms.Verify(old, all).Approved {
		o.streams.Warn(plans.SpellName(string(o.OldPlan)) + " is not an approved plan either")
	}
	if err := runDiff(ctx, o.old); err != nil && !errors.Is(err, command.ErrChanges) {
		return err
	}
	return command.ErrRefused
}

// resultText says whether a plan is approved, and by whom, or why not.
func resultText(file string, r approval.Result) string {
	var b strings.Builder
	line := func(text string) { b.WriteString(sinks.Escape(text) + "\n") }
	name := plans.SpellName(file)
	if !r.Approved {
		line(name + ": not approved")
		for _, why := range r.Refused {
			line("  " + why)
		}
		if r.Missing != "" {
			line("  " + r.Missing)
		}
		return b.String()
	}
	line(name + ": approved")
	for _, a := range r.Accepted {
		by := fmt.Sprintf("  by %s at %s, in %s", plans.SpellName(a.By), a.At.UTC().Format(time.RFC3339), plans.SpellName(a.File))
		switch len(a.Keys) {
		case 0:
			by += ", not signed"
		default:
			by += ", signed by"
			for i, k := range a.Keys {
				if i > 0 {
					by += ","
				}
				by += " " + k.ID()[:16]
			}
		}
		line(by)
	}
	return b.String()
}
