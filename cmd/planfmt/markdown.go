package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/sinks"
)

// markdownFlags are the flags of the format markdown.
type markdownFlags struct {
	target   choice
	collapse choice
	maxSize  amount
	id       string
}

// add adds the flags to those of a command.
func (m *markdownFlags) add(cmd *cobra.Command, flags *pflag.FlagSet) {
	m.target = choice{value: sinks.Flavours()[0].Name, names: sinks.FlavourNames()}
	m.collapse = choice{value: report.CollapseAuto.String(), names: report.CollapseChoices()}
	flags.Var(&m.target, "target", "for markdown: the place where the comment is to be posted, which determines its syntax and its maximum size: "+m.target.list())
	flags.Var(&m.maxSize, "max-size", "for markdown: write at most N bytes, and leave out what is least important (default: what the target allows)")
	flags.Var(&m.collapse, "collapse", "for markdown: which parts are collapsed at first: "+m.collapse.list()+"; auto: all if there are more than three")
	flags.Var(&word{&m.id, "ID"}, "comment-id", "for markdown: begin with the invisible text planfmt:ID, by which a bot can find its comment again")
	completeChoices(cmd, map[string]choice{"target": m.target, "collapse": m.collapse})
}

// checkMarkdownUse returns an error if a flag of the format markdown has no effect on the format of a command
// that writes just one.
func checkMarkdownUse(flags *pflag.FlagSet, format string) error {
	if format == "markdown" {
		return nil
	}
	for _, name := range []string{"title", "target", "max-size", "collapse", "comment-id"} {
		if flags.Changed(name) {
			return fmt.Errorf("--%s has no effect on the format %s; valid formats: markdown", name, format)
		}
	}
	return nil
}

// layout returns what the flags say.
func (m *markdownFlags) layout(flags *pflag.FlagSet) (report.MarkdownLayout, error) {
	l := report.MarkdownLayout{MaxSize: int(m.maxSize), CommentID: m.id}
	if flags.Changed("target") {
		var err error
		if l.Flavour, err = sinks.FlavourNamed(m.target.value); err != nil {
			return l, err
		}
	}
	if flags.Changed("comment-id") {
		if err := report.CheckCommentID(m.id); err != nil {
			return l, fmt.Errorf("--comment-id: %w", err)
		}
	}
	return l, l.Collapse.UnmarshalText([]byte(m.collapse.value))
}
