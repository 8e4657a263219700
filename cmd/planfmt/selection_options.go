package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/rules"
)

// selectionOptions say which changes are shown.
type selectionOptions struct {
	Drift         rules.Drift
	ShowUnchanged bool
	Rules         rules.Set
	Ignore        []string // the rules of --ignore
	Where         *planfmt.Where
	RulesFile     string // empty for none
	ExitCodeMuted bool   // muted changes do not count for --detailed-exitcode

	drift     choice
	where     string
	rulesFile fileName // that --rules names
	noRules   bool
}

// addDrift adds the flag for drift. The help text says what the formats do by default; there are none if that is all.
func (o *selectionOptions) addDrift(cmd *cobra.Command, all formats) {
	o.drift = choice{value: rules.AutoDrift.String(), names: rules.DriftChoices()}
	auto := "auto is all"
	relevant := all.that(func(f *planfmt.Format) bool { return !f.Needs.Drift })
	if len(relevant) > 0 {
		auto = "auto: relevant for " + enumerate(relevant) + ", all for the other formats"
	}
	cmd.Flags().Var(&o.drift, "drift", "which changes made outside of Terraform to show: "+o.drift.list()+"; relevant: those on which the plan depends; "+auto)
	completeChoice(cmd, "drift", &o.drift)
}

// addUnchanged adds the flag for resources that do not change. The help text says which formats list them.
func (o *selectionOptions) addUnchanged(flags *pflag.FlagSet, all formats) {
	names := all.that(func(f *planfmt.Format) bool { return f.Needs.NoOps })
	text := "also list resources that do not change"
	if len(names) > 0 {
		text = "for " + enumerate(names) + ": " + text
	}
	flags.BoolVar(&o.ShowUnchanged, "show-unchanged", false, text)
}

// addRules adds the flags about rules.
func (o *selectionOptions) addRules(cmd *cobra.Command) {
	flags := cmd.Flags()
	keys := strings.Join(rules.Keys(), ", ")
	flags.Var(&ruleFlag{add: o.Rules.AddOnly, what: "KEY=GLOB"}, "only", "mute all resources but those that match, such as 'module.net.**' or type=aws_iam_*; keys: "+keys+"; repeatable")
	flags.Var(&ruleFlag{add: o.Rules.AddHide, what: "KEY=GLOB"}, "hide", "mute the resources that match, such as action=read; repeatable")
	flags.Var(&ruleFlag{add: o.addIgnore, what: "TYPE-GLOB:PATH"}, "ignore", `mute changes of an attribute, such as 'aws_*:tags["LastRun"]'; repeatable`)
	flags.Var(&expressionFlag{&o.where}, "where", `mute all resources but those for which EXPR is true, such as 'type == "aws_instance" && before.ami != after.ami'; the names in EXPR are the attributes that a resource has in 'planfmt query --help'`)
	flags.Var(&o.rulesFile, "rules", "read rules from FILE instead of the project's "+rulesName)
	flags.BoolVar(&o.noRules, "no-rules", false, "do not use the project's "+rulesName)
	for _, name := range []string{"only", "hide"} {
		completeFlag(cmd, name, completeRule)
	}
	completeFlag(cmd, "ignore", cobra.NoFileCompletions)
	completeFlag(cmd, "rules", cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt))
}

// addIgnore adds a rule of --ignore.
func (o *selectionOptions) addIgnore(rule string) error {
	o.Ignore = append(o.Ignore, rule)
	return o.Rules.AddIgnore(rule)
}

// addExitCode adds the flag for what counts.
func (o *selectionOptions) addExitCode(flags *pflag.FlagSet) {
	flags.BoolVar(&o.ExitCodeMuted, "exitcode-muted", false, "with --detailed-exitcode, do not count changes that --only, --hide and --ignore mute")
}

// resolve sets the drift, and finds flags that contradict each other.
func (o *selectionOptions) resolve(detailedExitCode bool) error {
	if err := o.Drift.UnmarshalText([]byte(o.drift.value)); err != nil {
		return err
	}
	switch {
	case o.noRules && o.rulesFile != "":
		return errors.New("--rules and --no-rules cannot be used together")
	case o.ExitCodeMuted && !detailedExitCode:
		return errors.New("--exitcode-muted needs --detailed-exitcode")
	}
	return nil
}

// whereName is the name of the file that the condition from the command line is in.
const whereName = "--where"

// resolveWhere parses the condition of --where, if there is one, and reports what is wrong with it.
func (o *selectionOptions) resolveWhere(s *streams, color colorChoice, quiet bool) error {
	if o.where == "" {
		return nil
	}
	where, diags := planfmt.NewWhere(whereName, o.where)
	o.Where = where
	return reportExpression(s, diags, o.where, color, quiet)
}

// findRules sets the name of the file of rules: that of the flag or, if a format wants them, that of the project.
func (o *selectionOptions) findRules(s *streams, targets []target) {
	switch {
	case o.rulesFile != "":
		o.RulesFile = string(o.rulesFile)
	case !o.noRules && slices.ContainsFunc(targets, target.takesRules):
		o.RulesFile = discover(s, rulesName, "--rules")
	}
}

// apply tells the library what to select, after it has read the file of rules.
func (o *selectionOptions) apply(library *planfmt.Options) (err error) {
	library.Selection.Drift, library.Selection.ShowUnchanged, library.Selection.Rules, library.Selection.Where = o.Drift, o.ShowUnchanged, o.Rules, o.Where
	library.FileRules, err = readRules(o.RulesFile)
	return err
}

// inputs returns the names of the files, which must not be overwritten.
func (o *selectionOptions) inputs() []string {
	if o.RulesFile == "" {
		return nil
	}
	return []string{o.RulesFile}
}
