package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/showing"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/approval"
	"github.com/planfmt/planfmt/internal/work/attest"
	"github.com/planfmt/planfmt/plans"
)

// approveOptions are the parsed arguments of `planfmt approve`.
type approveOptions struct {
	viewOptions

	By        string
	Key       flagvalue.FileName // that signs; empty for none
	Statement bool
	Unsigned  bool
	Yes       bool
	Output    flagvalue.FileName
	Approve   []files.Plan

	now func() time.Time
}

const approveHelp = `Approve plans: show each in the full-screen view, ask whether it is to be applied,
and write down who has approved what, signed with a key.

PLAN is a binary plan file, or the output of 'terraform show -json PLAN'. Several
PLANs, a directory or a pattern such as 'stacks/**/tfplan' make one approval. Pass
the plan files themselves: the approval is for these files. If PLAN is -, planfmt
reads standard input.

The question, and when a yes counts, are those of 'planfmt view --ask'. With --yes,
nobody is asked, and no terminal is needed; everything that --ask refuses is an
error all the same.

The approval is a Statement of in-toto in an envelope (DSSE). It has the SHA-256 of
each file, the hash that 'planfmt hash' prints, who has approved and when, the
numbers of changes, the hazards, what policies say, the rules that mute changes,
the workspace and the state that the plan is for, and what the hash does not cover.
It has no values of the plan. docs/approval.md in planfmt's repository describes it.

--key signs it with an ed25519 or ECDSA key in a PEM file that is not encrypted.
With --statement, planfmt writes the bare Statement, for another program to sign, such
as 'cosign attest-blob --statement'. With --unsigned, nobody is to sign it: 'planfmt
verify' accepts such an approval only with --unsigned. One of the three is needed.

If hidden values could be guessed from the hash, the approval has no hash, only the
SHA-256 of the file. With --key-file, it has one, which nobody can guess from without
the key.

Exit status: 0 if all plans are approved, and the approval is written, 1 otherwise.
The other statuses and the environment are those of 'planfmt view'.`

const approveExample = `  # make a pair of keys
  openssl genpkey -algorithm ed25519 -out key.pem
  openssl pkey -in key.pem -pubout -out pub.pem

  # approve a plan, and sign the approval
  planfmt approve tfplan --by alice --key key.pem -o approval.json

  # apply only what has been approved
  planfmt verify tfplan --approval approval.json --key pub.pem && terraform apply tfplan

  # in a pipeline that has asked already; another program signs
  planfmt approve tfplan --by alice --yes --statement -o statement.json`

func newCmdApprove(f *command.Factory, runF func(context.Context, *approveOptions) error) *cobra.Command {
	opts := &approveOptions{viewOptions: viewOptions{Showing: showing.Showing{Streams: f.Streams, Command: "planfmt show"}}, now: time.Now}
	cmd := &cobra.Command{
		Use:               "approve [flags] PLAN...",
		Short:             "Ask whether plans are approved, and sign the answer",
		Long:              approveHelp,
		Example:           approveExample,
		ValidArgsFunction: flagvalue.CompleteInputs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.open(f, cmd, args); err != nil {
				return err
			}
			defer opts.close()
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flagvalue.Approval.In(flags).Var(&flagvalue.Word{Value: &opts.By, What: "NAME"}, "by", "the name of whoever approves")
	flagvalue.CompleteFlag(cmd, "by", cobra.NoFileCompletions)
	flagvalue.Approval.In(flags).Var(&opts.Key, "key", "sign with the private key in FILE, ed25519 or ECDSA, in PEM")
	flagvalue.Approval.In(flags).BoolVar(&opts.Statement, "statement", false, "write the bare Statement, for another program to sign")
	flagvalue.Approval.In(flags).BoolVar(&opts.Unsigned, "unsigned", false, "write the bare Statement, which nobody is to sign")
	flagvalue.Approval.In(flags).VarP(&opts.Output, "output", "o", "write to FILE instead of standard output")
	flagvalue.Approval.In(flags).BoolVar(&opts.Yes, "yes", false, "do not ask; a plan for which yes would not be accepted is an error")
	opts.Several.AddFlags(cmd)
	opts.addShared(cmd)
	return cmd
}

// open opens the terminal if somebody is to be asked, and sets the options that follow from the flags and the environment. Unless there
// is an error, the caller must call close.
func (o *approveOptions) open(f *command.Factory, cmd *cobra.Command, args []string) (err error) {
	ways := 0
	for _, is := range []bool{o.Key != "", o.Statement, o.Unsigned} {
		if is {
			ways++
		}
	}
	switch {
	case len(args) == 0:
		return command.Usage(cmd, errors.New("no plan: pass the plan files that are to be approved"))
	case strings.TrimSpace(o.By) == "":
		return command.Usage(cmd, errors.New("--by is needed: the name of whoever approves"))
	case ways != 1:
		return command.Usage(cmd, errors.New("one of these is needed: --key to sign, --statement to let another program sign, --unsigned for an approval without a signature"))
	}
	o.close = func() {}
	if !o.Yes {
		if o.Terminal, o.viewOptions.close, err = openViewTerminal(f); err != nil {
			return fmt.Errorf("%w (to approve without a question, use --yes)", err)
		}
	}
	if o.Approve, err = o.Several.Each(f.Streams, args); err == nil {
		err = o.resolve(f, cmd, args[:1])
	}
	if several := len(o.Approve) > 1; err == nil && several {
		if err = o.Annotations.Check(o.File, several); err != nil {
			err = command.Usage(cmd, err)
		}
	}
	if err != nil {
		o.close()
	}
	return err
}

func runApprove(ctx context.Context, opts *approveOptions) error {
	key, err := readPrivateKey(opts.Key)
	if err != nil {
		return err
	}
	library, err := opts.prepare()
	if err != nil {
		return err
	}
	library.Needs.Hash, library.Needs.HashAnyway = true, true
	inputs := append(opts.InputFiles(), string(opts.Key))
	for _, p := range opts.Approve {
		inputs = append(inputs, p.Path)
	}
	out, err := output.Open(opts.Streams, output.Plan{Name: string(opts.Output), Inputs: inputs})
	if err != nil {
		return err
	}
	defer out.Abort()
	var subjects []approval.Subject
	for _, p := range opts.Approve {
		s, err := opts.approve(ctx, &library, p)
		if err != nil {
			return err
		}
		subjects = append(subjects, *s)
	}
	document, err := approval.Statement(opts.By, opts.now(), buildVersion().module, subjects)
	switch {
	case err != nil:
		return err
	case key != nil:
		document, err = attest.Sign(document, key)
	default:
		document = append(document, '\n')
	}
	if err != nil {
		return err
	}
	if _, err := out.Write(document); err != nil { // an approval that nobody has read is none
		return fmt.Errorf("%s: %w", plans.SpellName(out.Name), files.TrimName(err))
	}
	return out.Finish(nil)
}

// approve asks whether a plan is approved, unless it is said to be.
func (o *approveOptions) approve(ctx context.Context, library *planfmt.Options, p files.Plan) (*approval.Subject, error) {
	d, err := o.read(ctx, library, p.Path)
	if err != nil {
		return nil, err
	}
	defer d.close()
	a, err := d.judge()
	if err != nil {
		return nil, err
	}
	name := plans.SpellName(d.name)
	if o.Yes {
		if err := a.refuse(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	} else if err := o.ask(ctx, d, library, a); err != nil {
		return nil, err
	}
	sum := d.plan.Summary()
	if !o.Quiet {
		o.sayWhat(name, a, sum.Hash)
	}
	return &approval.Subject{Name: p.Name, Digest: a.sum[:], Summary: &sum, Rules: &o.Rules, File: library.FileRules}, nil
}

// sayWhat says what somebody should know about an approval.
func (o *approveOptions) sayWhat(name string, a *judge, hash *computed.Hash) {
	if !a.isBinary {
		o.Streams.Warn(name + ": planfmt has read JSON, so the approval is not for the plan file that the JSON was made from")
	}
	if approval.LeavesOutHash(hash) {
		o.Streams.Warn(name + ": so the approval has no hash, and is for this file only. To give it a hash, use --key-file")
		return
	}
	for _, text := range options.NotCovered("the hash in the approval", hash) {
		o.Streams.Warn(name + ": " + text)
	}
}

// readPrivateKey reads a key that signs, if there is one.
func readPrivateKey(file flagvalue.FileName) (*attest.PrivateKey, error) {
	if file == "" {
		return nil, nil
	}
	text, err := options.ReadSmall(string(file), maxPEM)
	if err != nil {
		return nil, err
	}
	key, err := attest.ReadPrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(string(file)), err)
	}
	return key, nil
}

// maxPEM is how many bytes of the file of a key are read. None has as many.
const maxPEM = 64 << 10
