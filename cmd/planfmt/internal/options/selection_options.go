package options

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/rules"
)

// Selection say which changes are shown.
type Selection struct {
	Drift         rules.Drift
	ShowUnchanged bool
	Rules         rules.Set
	Ignore        []string // the rules of --ignore
	Where         *planfmt.Where
	RulesFile     string // empty for none
	MustMatch     bool   // rules that match nothing are an error
	ExitCodeMuted bool   // muted changes do not count for --detailed-exitcode

	drift     flagvalue.Choice
	where     string
	texts     []string
	rulesFile flagvalue.FileName // that --rules names
	noRules   bool
}

// AddDrift adds the flag for drift. The help text says what the formats do by default.
func (o *Selection) AddDrift(cmd *cobra.Command, all Formats) {
	o.drift = flagvalue.Choice{Value: rules.AutoDrift.String(), Names: rules.DriftChoices()}
	auto := "auto is all"
	relevant := all.That(func(f *planfmt.Format) bool { return !f.Needs.Drift })
	if len(relevant) > 0 {
		auto = "auto: relevant for " + Enumerate(relevant) + ", all for the other formats"
	}
	flagvalue.Contents.In(cmd.Flags()).Var(&o.drift, "drift", "which changes made outside of Terraform to show: "+o.drift.List()+"; relevant: those that affect the plan; "+auto)
	flagvalue.CompleteChoice(cmd, "drift", &o.drift)
}

// AddUnchanged adds the flag for resources that do not change. The help text says which formats list them.
func (o *Selection) AddUnchanged(flags *pflag.FlagSet, all Formats) {
	names := all.That(func(f *planfmt.Format) bool { return f.Needs.NoOps })
	text := "also list resources that do not change"
	if len(names) > 0 {
		text = "for " + Enumerate(names) + ": " + text
	}
	flagvalue.Contents.In(flags).BoolVar(&o.ShowUnchanged, "show-unchanged", false, text)
}

// AddRules adds the flags about rules.
func (o *Selection) AddRules(cmd *cobra.Command) {
	flags := cmd.Flags()
	keys := strings.Join(rules.Keys(), ", ")
	flagvalue.Contents.In(flags).Var(&ruleFlag{add: o.Rules.AddOnly, what: "KEY=GLOB"}, "only", "show only matching resources, such as 'module.net.**' or type=aws_iam_*; keys: "+keys+"; repeatable")
	flagvalue.Contents.In(flags).Var(&ruleFlag{add: o.Rules.AddHide, what: "KEY=GLOB"}, "hide", "do not show matching resources, such as action=read; repeatable")
	flagvalue.Contents.In(flags).Var(&ruleFlag{add: o.addIgnore, what: "TYPE-GLOB:PATH"}, "ignore", `do not show changes of an attribute, such as 'aws_*:tags["LastRun"]'; repeatable`)
	flagvalue.Contents.In(flags).Var(&flagvalue.ExpressionFlag{Value: &o.where}, "where", `show only resources for which EXPR is true, such as 'type == "aws_instance" && before.ami != after.ami'; the names in EXPR are the attributes that a resource has in 'planfmt query --help=all'`)
	flagvalue.Contents.In(flags).Var(&flagvalue.WordList{Values: &o.texts, What: "TEXT"}, "grep", "show only resources in which TEXT occurs: in the address, or in the name or the value of an attribute, whether it changes or not; repeatable: all texts must occur")
	flagvalue.Contents.In(flags).Var(&o.rulesFile, "rules", "read rules from FILE instead of the project's "+rulesName)
	flagvalue.Contents.In(flags).BoolVar(&o.noRules, "no-rules", false, "do not use the project's "+rulesName)
	flagvalue.Messages.In(flags).BoolVar(&o.MustMatch, "require-match", false, "fail, instead of warning, if --only, --hide or --ignore matches nothing in the plan")
	for _, name := range []string{"only", "hide"} {
		flagvalue.CompleteFlag(cmd, name, completeRule)
	}
	flagvalue.CompleteFlag(cmd, "where", flagvalue.CompleteExpression(planfmt.CompleteWhere))
	flagvalue.CompleteFlag(cmd, "grep", cobra.NoFileCompletions)
	flagvalue.CompleteFlag(cmd, "ignore", cobra.NoFileCompletions)
	flagvalue.CompleteFlag(cmd, "rules", cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt))
}

// addIgnore adds a rule of --ignore.
func (o *Selection) addIgnore(rule string) error {
	o.Ignore = append(o.Ignore, rule)
	return o.Rules.AddIgnore(rule)
}

// AddExitCode adds the flag that says whether muted changes count for --detailed-exitcode.
func (o *Selection) AddExitCode(flags *pflag.FlagSet) {
	flagvalue.Messages.In(flags).BoolVar(&o.ExitCodeMuted, "exitcode-muted", false, "with --detailed-exitcode, do not count changes that --only, --hide and --ignore mute")
}

// Resolve sets the drift, and finds flags that contradict each other.
func (o *Selection) Resolve(detailedExitCode bool) error {
	if err := o.Drift.UnmarshalText([]byte(o.drift.Value)); err != nil {
		return err
	}
	switch {
	case o.noRules && o.rulesFile != "":
		return errors.New("--rules and --no-rules cannot be used together")
	case o.ExitCodeMuted && !detailedExitCode:
		return errors.New("--exitcode-muted needs --detailed-exitcode")
	}
	if slices.Contains(o.texts, "") {
		return errors.New("--grep needs a text")
	}
	if o.MustMatch && o.Rules.IsEmpty() {
		return errors.New("--require-match needs --only, --hide or --ignore")
	}
	return nil
}

// whereName is the file name of the condition in diagnostics.
const whereName = "--where"

// ResolveWhere parses the condition of --where, if there is one, shows diagnostics about it, and adds the texts of --grep.
func (o *Selection) ResolveWhere(s *terminal.Streams, color terminal.ColorChoice, quiet bool) error {
	if o.where != "" {
		where, diags := planfmt.NewWhere(whereName, o.where)
		if err := ReportExpression(s, diags, o.where, color, quiet); err != nil {
			return err
		}
		o.Where = where
	}
	if len(o.texts) > 0 {
		o.Where = o.Where.Containing(o.texts...)
	}
	return nil
}

// FindRules sets the name of the file of rules: that of the flag or, if a format wants them, that of the project.
func (o *Selection) FindRules(s *terminal.Streams, targets []output.Target) {
	switch {
	case o.rulesFile != "":
		o.RulesFile = string(o.rulesFile)
	case !o.noRules && slices.ContainsFunc(targets, takesRules):
		o.RulesFile = files.Discover(s.Warn, rulesName, "--rules")
	}
}

// Apply tells the library what to select, after it has read the file of rules.
func (o *Selection) Apply(library *planfmt.Options) (err error) {
	library.Selection.Drift, library.Selection.ShowUnchanged, library.Selection.Rules, library.Selection.Where = o.Drift, o.ShowUnchanged, o.Rules, o.Where
	library.Selection.RequireMatch, library.Selection.Checker = o.MustMatch, rules.NewChecker
	library.FileRules, err = readRules(o.RulesFile)
	return err
}

// Files returns the names of the files, which must not be overwritten.
func (o *Selection) Files() []string {
	if o.RulesFile == "" {
		return nil
	}
	return []string{o.RulesFile}
}
