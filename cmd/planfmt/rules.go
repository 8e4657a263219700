package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// rulesName is where a project keeps its rules.
const rulesName = ".planfmt/rules.yaml"

// ruleOptions are the flags about rules.
type ruleOptions struct {
	Set rules.Set
	// Where is a condition over resources, or empty.
	Where string
	File  fileName // that --rules names
	None  bool     // do without a file
	// ExitCodeMuted says that muted changes do not count for --detailed-exitcode.
	ExitCodeMuted bool
}

// ruleFlag is a flag whose values are rules.
type ruleFlag struct {
	add  func(string) error
	what string
	all  []string
}

func (r *ruleFlag) String() string { return "" }

func (r *ruleFlag) Type() string { return r.what }

func (r *ruleFlag) Set(s string) error {
	r.all = append(r.all, s)
	return r.add(s)
}

// GetSlice tells completion that the flag may be repeated.
func (r *ruleFlag) GetSlice() []string { return r.all }

// addRuleFlags adds the flags about rules to a command.
func addRuleFlags(cmd *cobra.Command, flags *pflag.FlagSet, opts *ruleOptions) {
	keys := strings.Join(rules.Keys(), ", ")
	flags.Var(&ruleFlag{add: opts.Set.AddOnly, what: "KEY=GLOB"}, "only", "mute all resources but those that match, such as 'module.net.**' or type=aws_iam_*; keys: "+keys+"; repeatable")
	flags.Var(&ruleFlag{add: opts.Set.AddHide, what: "KEY=GLOB"}, "hide", "mute the resources that match, such as action=read; repeatable")
	flags.Var(&ruleFlag{add: opts.Set.AddIgnore, what: "TYPE-GLOB:PATH"}, "ignore", `mute changes of an attribute, such as 'aws_*:tags["LastRun"]'; repeatable`)
	flags.Var(&expressionFlag{&opts.Where}, "where", `mute all resources but those for which EXPR is true, such as 'type == "aws_instance" && before.ami != after.ami'; the names in EXPR are the attributes that a resource has in 'planfmt query --help'`)
	flags.Var(&opts.File, "rules", "read rules from FILE instead of the project's "+rulesName)
	flags.BoolVar(&opts.None, "no-rules", false, "do not use the project's "+rulesName)
	for _, name := range []string{"only", "hide"} {
		completeFlag(cmd, name, completeRule)
	}
	completeFlag(cmd, "ignore", cobra.NoFileCompletions)
	completeFlag(cmd, "rules", cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt))
}

// completeRule completes the keys of a rule, and the names of actions.
func completeRule(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var all []string
	for _, key := range rules.Keys() {
		all = append(all, key+"=")
	}
	for _, action := range rules.Actions() {
		all = append(all, "action="+action)
	}
	return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// check returns an error if the flags contradict each other.
func (o *ruleOptions) check(detailedExitCode bool) error {
	switch {
	case o.None && o.File != "":
		return errors.New("--rules and --no-rules cannot be used together")
	case o.ExitCodeMuted && !detailedExitCode:
		return errors.New("--exitcode-muted needs --detailed-exitcode")
	}
	return nil
}

// findRules returns the name of the file of rules: that of the flag or, if a format wants
// them, that of the project. It is empty if there is none.
func (s *streams) findRules(o *ruleOptions, targets []target) string {
	switch {
	case o.File != "":
		return string(o.File)
	case o.None || !slices.ContainsFunc(targets, target.takesRules):
		return ""
	}
	return s.discover(rulesName, "--rules")
}

// takesRules reports whether the rules of a file apply to the format.
func (t target) takesRules() bool {
	return slices.ContainsFunc(planfmt.Formats(), func(f planfmt.Format) bool { return f.Name == t.Format && f.Needs.RulesFile })
}

// readRules reads a file of rules. An empty name stands for no file.
func readRules(name string) (*rules.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return rules.Read(name, f)
}

// rulesUse is what the rules of a file do.
type rulesUse struct {
	used  bool
	muted int // changes
}

// add adds what they do to a document, given the summaries of the outputs.
func (u *rulesUse) add(outputs []computed.Summary) {
	i := slices.IndexFunc(outputs, func(sum computed.Summary) bool { return sum.RulesFile != "" })
	if i >= 0 {
		u.used = true
		u.muted += len(outputs[i].Muted)
	}
}

// reportRules says that the rules of a file were used, or why not.
func reportRules(s *streams, name string, use rulesUse) {
	if name == "" {
		return
	}
	if !use.used {
		s.warn(fmt.Sprintf("the rules in %s are not used: rules from a file do not apply to these formats", plans.SpellName(name)))
		return
	}
	what := ""
	switch n := use.muted; {
	case n == 1:
		what = ": 1 change is muted"
	case n > 1:
		what = fmt.Sprintf(": %d changes are muted", n)
	}
	s.warn(fmt.Sprintf("using the rules in %s%s (to do without them, use --no-rules)", plans.SpellName(name), what))
}

// whereName is the name of the file that the condition from the command line is in.
const whereName = "--where"

// resolveWhere parses the condition of --where, if there is one, and reports what is wrong with it.
func (o *showOptions) resolveWhere() error {
	if o.Rules.Where == "" {
		return nil
	}
	where, diags := planfmt.NewWhere(whereName, o.Rules.Where)
	o.Where = where
	return o.reportExpression(diags, o.Rules.Where)
}
