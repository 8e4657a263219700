package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
)

// resolveOutcome sets the options of --outcome. args are the plan that was applied.
func (o *commentOptions) resolveOutcome(f *command.Factory, cmd *cobra.Command, args []string) error {
	known := newCmdOutcome(f, nil).Flags()
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if o.planFlags[f.Name] && known.Lookup(f.Name) == nil && err == nil {
			err = fmt.Errorf("--%s has no effect with --outcome", f.Name)
		}
	})
	switch {
	case err != nil:
	case o.Failed, o.DeleteWhenEmpty, o.LabelPrefix != "":
		err = errors.New("--outcome cannot be used together with --failed, --delete-when-empty and --label-prefix, which are for plans that have not been applied")
	case len(args) > 1:
		err = errors.New("--outcome takes one plan")
	default:
		err = checkOutcomeInputs(args, string(o.Log), string(o.State))
	}
	if err != nil {
		return command.Usage(cmd, err)
	}
	if err := options.ResolveInput(f, cmd, args, &o.Document, &o.Layout, &o.Secrets, &o.SchemaSources); err != nil {
		return err
	}
	if err := errors.Join(o.CheckFacts(), o.MarkdownText.Resolve(cmd.Flags())); err != nil {
		return command.Usage(cmd, err)
	}
	return nil
}

// renderOutcome makes the comment about what became of a plan.
func (o *commentOptions) renderOutcome(ctx context.Context) (rendered, error) {
	library := planfmt.Options{Input: o.Input(), Warn: o.WarnUnlessQuiet(o.Streams)}
	o.Secrets.Apply(&library)
	if err := o.SchemaSources.Apply(o.Streams, &library); err != nil {
		return rendered{}, err
	}
	in, docs, err := openOutcome(o.Streams, o.File, string(o.Log), string(o.State))
	if err != nil {
		return rendered{}, err
	}
	defer docs.close()
	in.Secrets = o.secrets()
	var b bytes.Buffer
	layout := planfmt.Layout{Title: o.Title, Markdown: o.Markdown}
	_, err = planfmt.Outcome(ctx, in, library, planfmt.Target{W: &b, Format: "markdown", Layout: layout})
	if where, err := docs.where(err); err != nil {
		return rendered{}, fmt.Errorf("%s%w", where, err)
	}
	return rendered{body: b.String()}, nil
}
