package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report"
)

// reportOptions say what a report says, and how values are compared for it.
type reportOptions struct {
	markdownOptions

	NoHazards   bool
	Limit       *int // nil for the default; 0 for no limit
	GroupBy     report.GroupBy
	ShowHash    bool
	Refinements bool
	Readable    planfmt.Choice
	MatchBy     []string // nil for the default

	limit    lines
	groupBy  choice
	readable bool
}

// terminalLimit is how many lines a format has on a terminal if it has a limit.
const terminalLimit = 50

// addLimit adds the flag for the number of lines. what is what a format only counts if there is no room.
func (o *reportOptions) addLimit(flags *pflag.FlagSet, all formats, what string) {
	flags.Var(&o.limit, "limit", all.help("limit", "write about N lines, and only count the least important "+what+"; 0 for no limit (default: 50 on a terminal, otherwise no limit)"))
}

// addGroupBy adds the flag for groups.
func (o *reportOptions) addGroupBy(cmd *cobra.Command, all formats) {
	o.groupBy = choice{value: report.GroupByAction.String(), names: report.Groupings()}
	cmd.Flags().Var(&o.groupBy, "group-by", all.help("group-by", "what changes are grouped by: "+o.groupBy.list()))
	completeChoice(cmd, "group-by", &o.groupBy)
}

// addHash adds the flag for the hash.
func (o *reportOptions) addHash(flags *pflag.FlagSet, help string) {
	flags.BoolVar(&o.ShowHash, "hash", false, help)
}

// addHazards adds the flag that leaves out hazards.
func (o *reportOptions) addHazards(flags *pflag.FlagSet, all formats) {
	flags.BoolVar(&o.NoHazards, "no-hazards", false, all.help("no-hazards", "do not point out hazards, such as databases that are destroyed"))
}

// addReadable adds the flags for how values are compared.
func (o *reportOptions) addReadable(flags *pflag.FlagSet, all formats, byDefault bool) {
	text := "compare values by what they mean to people: match the elements of lists by their names, and look into policies and YAML in strings"
	which := ""
	if !byDefault {
		text += all.byDefault(func(n planfmt.Needs) bool { return n.Readable })
		which = "with --readable: "
	}
	flags.BoolVar(&o.readable, "readable", byDefault, all.help("readable", text))
	flags.Var((*nameList)(&o.MatchBy), "match-by", which+"match the elements of lists by the first of these attributes that identifies all of them (default name,id,key)")
}

// addRefinements adds the flag for what is known of unknown values.
func (o *reportOptions) addRefinements(flags *pflag.FlagSet, all formats) {
	flags.BoolVar(&o.Refinements, "refinements", false, all.help("refinements", "for binary plans: say what is already known about values that are known only after apply, such as \"not null\""))
}

// resolve sets what is no comparison.
func (o *reportOptions) resolve(flags *pflag.FlagSet) error {
	if o.groupBy.value != "" {
		if err := o.GroupBy.UnmarshalText([]byte(o.groupBy.value)); err != nil {
			return err
		}
	}
	if err := o.markdownOptions.resolve(flags); err != nil {
		return err
	}
	if flags.Changed("limit") {
		o.Limit = (*int)(&o.limit)
	}
	return nil
}

// resolveComparison sets how values are compared for the targets.
func (o *reportOptions) resolveComparison(flags *pflag.FlagSet, targets []target) error {
	if flags.Changed("readable") {
		o.Readable = planfmt.Never
		if o.readable {
			o.Readable = planfmt.Always
		}
	}
	if o.MatchBy == nil {
		return nil
	}
	for _, f := range planfmt.Formats() {
		isReadable := f.Needs.Readable && o.Readable != planfmt.Never || f.Uses.Readable && o.Readable == planfmt.Always
		if isReadable && slices.ContainsFunc(targets, func(t target) bool { return t.Format == f.Name }) {
			return nil
		}
	}
	return errors.New("--match-by has no effect without --readable")
}

// apply tells the library how to compare values.
func (o *reportOptions) apply(library *planfmt.Options) {
	library.Readable, library.MatchBy = o.Readable, o.MatchBy
}

// layout adds to a layout what the report says.
func (o *reportOptions) layout(l *planfmt.Layout) {
	l.NoHazards, l.GroupBy, l.ShowHash, l.Refinements = o.NoHazards, o.GroupBy, o.ShowHash, o.Refinements
	l.Title, l.Markdown = o.Title, o.Markdown
	switch {
	case o.Limit != nil:
		l.Limit = *o.Limit
	case l.Terminal:
		l.Limit = terminalLimit
	}
}
