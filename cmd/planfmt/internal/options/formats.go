// Package options has the options of the commands, a struct for each concern: how a document is read, where schemas
// come from, what is hidden, which changes are selected, by which policies they are judged, what a report says, how it
// looks and where it is written. Each struct has methods that add its flags to a command, a method Resolve, which sets
// what follows from the flags and the environment, and methods that turn it into what the library wants. A command
// embeds those that it needs. No struct knows a command.
package options

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
)

// Formats are the formats that a command can write. Of each, its name, Help, Uses and Needs count: they say which
// flags it obeys.
type Formats []planfmt.Format

// PlanFormats are the formats of a plan or a state.
func PlanFormats() Formats { return planfmt.Formats() }

// OtherFormats are the formats of something else than plans.
func OtherFormats(infos []planfmt.FormatInfo) (all Formats) {
	for _, f := range infos {
		all = append(all, planfmt.Format{Name: f.Name, Help: f.Help, Uses: f.Uses})
	}
	return all
}

// Choice returns the choice of a format. The first one is the default.
func (all Formats) Choice() flagvalue.Choice {
	c := flagvalue.Choice{Value: all[0].Name, Helps: map[string]string{}}
	for _, f := range all {
		c.Names = append(c.Names, f.Name)
		c.Helps[f.Name] = f.Help
	}
	return c
}

// formatFlag is a flag that only some formats obey.
type formatFlag struct {
	name string
	uses func(planfmt.Uses) bool
}

// formatFlags are the flags that only some formats obey.
func formatFlags() []formatFlag {
	markdown := func(u planfmt.Uses) bool { return u.Markdown }
	copies := func(u planfmt.Uses) bool { return u.MaskCopies }
	return []formatFlag{
		{"limit", func(u planfmt.Uses) bool { return u.Limit }},
		{"summary", func(u planfmt.Uses) bool { return u.Summary }},
		{"group-by", func(u planfmt.Uses) bool { return u.GroupBy }},
		{"hash", func(u planfmt.Uses) bool { return u.ShowHash }},
		{"no-hazards", func(u planfmt.Uses) bool { return u.Hazards }},
		{"policies", func(u planfmt.Uses) bool { return u.Verdicts }},
		{"readable", func(u planfmt.Uses) bool { return u.Readable }},
		{"mask-copies", copies},
		{"no-mask-copies", copies},
		{"refinements", func(u planfmt.Uses) bool { return u.Refinements }},
		{"source", func(u planfmt.Uses) bool { return u.ShowSource }},
		{"title", func(u planfmt.Uses) bool { return u.Title }},
		{"target", markdown},
		{"max-size", func(u planfmt.Uses) bool { return u.Size }},
		{"collapse", markdown},
		{"graph", func(u planfmt.Uses) bool { return u.Graph }},
		{"comment-id", markdown},
	}
}

// That returns the names of the formats for which is returns true.
func (all Formats) That(is func(*planfmt.Format) bool) (names []string) {
	for i := range all {
		if is(&all[i]) {
			names = append(names, all[i].Name)
		}
	}
	return names
}

// obeying returns the names of the formats that obey a flag.
func (all Formats) obeying(uses func(planfmt.Uses) bool) []string {
	return all.That(func(f *planfmt.Format) bool { return uses(f.Uses) })
}

// help returns the help text of a flag, with the names of the formats that obey it in front, unless all do. It is the
// text alone if there are no formats, as for a command that writes only one.
func (all Formats) help(flag, text string) string {
	known := formatFlags()
	i := slices.IndexFunc(known, func(f formatFlag) bool { return f.name == flag })
	if i < 0 {
		return text
	}
	if names := all.obeying(known[i].uses); len(names) > 0 && len(names) < len(all) {
		return "for " + Enumerate(names) + ": " + text
	}
	return text
}

// ByDefault ends the help text of a flag: it says which formats do something without the flag, given what they need. It
// is short if all of them do that, and empty if none does.
func (all Formats) ByDefault(needs func(planfmt.Needs) bool) string {
	names := all.That(func(f *planfmt.Format) bool { return needs(f.Needs) })
	switch {
	case len(names) == len(all):
		return " (default)"
	case len(names) == 0:
		return ""
	}
	return " (default for " + Enumerate(names) + ")"
}

// check returns an error if a flag is set that none of the targets' formats obeys, although another format does. Flags
// that no format of the command obeys, such as --policies of `planfmt check`, have another purpose.
func (all Formats) check(flags *pflag.FlagSet, targets []output.Target) error {
	for _, f := range formatFlags() {
		if !flags.Changed(f.name) {
			continue
		}
		valid := all.obeying(f.uses)
		if len(valid) > 0 && !slices.ContainsFunc(targets, func(t output.Target) bool { return slices.Contains(valid, t.Format) }) {
			return fmt.Errorf("--%s has no effect on the format %s; valid formats: %s", f.name, targets[0].Format, strings.Join(valid, ", "))
		}
	}
	return nil
}

// Enumerate returns names in a sentence: a, b and c.
func Enumerate(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
