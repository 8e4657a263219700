package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/sinks"
)

// markdownOptions say what a comment for a pull request looks like.
type markdownOptions struct {
	Title    string
	Markdown report.MarkdownLayout

	target   choice
	collapse choice
	maxSize  amount
	id       string
}

// addTitle adds the flag for the heading.
func (o *markdownOptions) addTitle(flags *pflag.FlagSet, all formats) {
	flags.Var(&word{&o.Title, "TEXT"}, "title", all.help("title", "begin with this heading"))
}

// addSize adds the flags for how much is shown.
func (o *markdownOptions) addSize(cmd *cobra.Command, all formats) {
	o.collapse = choice{value: report.CollapseAuto.String(), names: report.CollapseChoices()}
	flags := cmd.Flags()
	flags.Var(&o.maxSize, "max-size", all.help("max-size", "write at most N bytes, and leave out what is least important (default: what the target allows)"))
	flags.Var(&o.collapse, "collapse", all.help("collapse", "which parts are collapsed at first: "+o.collapse.list()+"; auto: all if there are more than three"))
	completeChoice(cmd, "collapse", &o.collapse)
}

// addFlags adds all flags. The help texts say which of the formats obey them.
func (o *markdownOptions) addFlags(cmd *cobra.Command, all formats) {
	o.target = choice{value: sinks.Flavours()[0].Name, names: sinks.FlavourNames()}
	flags := cmd.Flags()
	o.addTitle(flags, all)
	flags.Var(&o.target, "target", all.help("target", "the place where the comment is to be posted, which determines its syntax and its maximum size: "+o.target.list()))
	completeChoice(cmd, "target", &o.target)
	o.addSize(cmd, all)
	flags.Var(&word{&o.id, "ID"}, "comment-id", all.help("comment-id", "begin with the invisible text planfmt:ID, by which a bot can find its comment again"))
}

// resolve sets the layout.
func (o *markdownOptions) resolve(flags *pflag.FlagSet) (err error) {
	l := &o.Markdown
	l.MaxSize, l.CommentID = int(o.maxSize), o.id
	if o.target.value != "" && flags.Changed("target") {
		if l.Flavour, err = sinks.FlavourNamed(o.target.value); err != nil {
			return err
		}
	}
	if flags.Changed("comment-id") {
		if err := report.CheckCommentID(o.id); err != nil {
			return fmt.Errorf("--comment-id: %w", err)
		}
	}
	return l.Collapse.UnmarshalText([]byte(o.collapse.value))
}
