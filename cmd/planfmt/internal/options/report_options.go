package options

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/internal/report/layout"
)

// Report say what a report says, and how values are compared for it.
type Report struct {
	MarkdownText

	NoHazards   bool
	Limit       *int // nil for the default; 0 for no limit
	Summary     bool
	GroupBy     layout.GroupBy
	ShowHash    bool
	Refinements bool
	Readable    planfmt.Choice
	MatchBy     []string // nil for the default

	limit    flagvalue.Lines
	groupBy  flagvalue.Choice
	readable bool
}

// terminalLimit is how many lines a format has on a terminal if it has a limit.
const terminalLimit = 50

// AddLimit adds the flag for the number of lines. what is what a format only counts if there is no room.
func (o *Report) AddLimit(flags *pflag.FlagSet, all Formats, what string) {
	flagvalue.Contents.In(flags).Var(&o.limit, "limit", all.help("limit", "write about N lines, and only count the least important "+what+"; 0 for no limit (default: 50 on a terminal, otherwise no limit)"))
}

// AddSummary adds the flag that only counts. what is what is counted.
func (o *Report) AddSummary(flags *pflag.FlagSet, all Formats, what string) {
	flagvalue.Contents.In(flags).BoolVar(&o.Summary, "summary", false, all.help("summary", "only count "+what))
}

// AddGroupBy adds the flag for groups.
func (o *Report) AddGroupBy(cmd *cobra.Command, all Formats) {
	o.groupBy = flagvalue.Choice{Value: layout.GroupByAction.String(), Names: layout.Groupings()}
	flagvalue.Contents.In(cmd.Flags()).Var(&o.groupBy, "group-by", all.help("group-by", "what changes are grouped by: "+o.groupBy.List()))
	flagvalue.CompleteChoice(cmd, "group-by", &o.groupBy)
}

// AddHash adds the flag for the hash.
func (o *Report) AddHash(flags *pflag.FlagSet, help string) {
	flagvalue.Contents.In(flags).BoolVar(&o.ShowHash, "hash", false, help)
}

// AddHazards adds the flag that leaves out hazards.
func (o *Report) AddHazards(flags *pflag.FlagSet, all Formats) {
	flagvalue.Contents.In(flags).BoolVar(&o.NoHazards, "no-hazards", false, all.help("no-hazards", "do not point out hazards, such as databases that are destroyed"))
}

// AddGraph adds the flag for a picture of what depends on what.
func (o *Report) AddGraph(flags *pflag.FlagSet, all Formats) {
	flagvalue.Contents.In(flags).BoolVar(&o.Markdown.Graph, "graph", false, all.help("graph", "add a picture of what depends on what, if there is room for it and the place draws it"))
}

// AddReadable adds the flags for how values are compared.
func (o *Report) AddReadable(flags *pflag.FlagSet, all Formats, byDefault bool) {
	text := "compare values as people do: match the elements of lists by their names, and compare policies and YAML in strings by their structure"
	which := ""
	if !byDefault {
		text += all.ByDefault(func(n planfmt.Needs) bool { return n.Readable })
		which = "with --readable: "
	}
	flagvalue.Contents.In(flags).BoolVar(&o.readable, "readable", byDefault, all.help("readable", text))
	flagvalue.Contents.In(flags).Var((*flagvalue.NameList)(&o.MatchBy), "match-by", which+"match the elements of lists by the first of these attributes that identifies all of them (default name,id,key)")
}

// AddRefinements adds the flag for what is known of unknown values.
func (o *Report) AddRefinements(flags *pflag.FlagSet, all Formats) {
	flagvalue.Contents.In(flags).BoolVar(&o.Refinements, "refinements", false, all.help("refinements", "for binary plans: say what is already known about values that are known only after apply, such as \"not null\""))
}

// Resolve sets what is not a comparison.
func (o *Report) Resolve(flags *pflag.FlagSet) error {
	if o.groupBy.Value != "" {
		if err := o.GroupBy.UnmarshalText([]byte(o.groupBy.Value)); err != nil {
			return err
		}
	}
	if err := o.MarkdownText.Resolve(flags); err != nil {
		return err
	}
	if flags.Changed("limit") {
		if o.Summary {
			return errors.New("--limit has no effect with --summary")
		}
		o.Limit = (*int)(&o.limit)
	}
	return nil
}

// ResolveComparison sets how values are compared for the targets.
func (o *Report) ResolveComparison(flags *pflag.FlagSet, targets []output.Target) error {
	if flags.Changed("readable") {
		o.Readable = planfmt.ChoiceNever
		if o.readable {
			o.Readable = planfmt.ChoiceAlways
		}
	}
	if o.MatchBy == nil {
		return nil
	}
	for _, f := range planfmt.Formats() {
		isReadable := f.Needs.Readable && o.Readable != planfmt.ChoiceNever || f.Uses.Readable && o.Readable == planfmt.ChoiceAlways
		if isReadable && slices.ContainsFunc(targets, func(t output.Target) bool { return t.Format == f.Name }) {
			return nil
		}
	}
	return errors.New("--match-by has no effect without --readable")
}

// Apply tells the library how to compare values.
func (o *Report) Apply(library *planfmt.Options) {
	library.Readable, library.MatchBy = o.Readable, o.MatchBy
}

// Layout adds to a layout what the report says.
func (o *Report) Layout(l *planfmt.Layout) {
	l.NoHazards, l.Summary, l.GroupBy, l.ShowHash, l.Refinements = o.NoHazards, o.Summary, o.GroupBy, o.ShowHash, o.Refinements
	l.Title, l.Markdown = o.Title, o.Markdown
	switch {
	case o.Limit != nil:
		l.Limit = *o.Limit
	case l.Terminal:
		l.Limit = terminalLimit
	}
}
