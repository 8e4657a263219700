package options

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// rulesName is where a project keeps its rules.
const rulesName = ".planfmt/rules.yaml"

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

// takesRules reports whether the rules of a file apply to the format.
func takesRules(t output.Target) bool {
	return slices.ContainsFunc(planfmt.Formats(), func(f planfmt.Format) bool { return f.Name == t.Format && f.Needs.RulesFile })
}

// readRules reads a file of rules. An empty name stands for no file.
func readRules(name string) (*rules.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return rules.Read(name, f)
}

// RulesUse is what the rules of a file do.
type RulesUse struct {
	used  bool
	muted int // changes
}

// Add adds what they do to a document, given the summaries of the outputs.
func (u *RulesUse) Add(outputs []computed.Summary) {
	i := slices.IndexFunc(outputs, func(sum computed.Summary) bool { return sum.RulesFile != "" })
	if i >= 0 {
		u.used = true
		u.muted += len(outputs[i].Muted)
	}
}

// ReportRules says that the rules of a file were used, or why not.
func ReportRules(s *terminal.Streams, name string, use RulesUse) {
	if name == "" {
		return
	}
	if !use.used {
		s.Warn(fmt.Sprintf("the rules in %s are not used: rules from a file do not apply to these formats", plans.SpellName(name)))
		return
	}
	what := ""
	switch n := use.muted; {
	case n == 1:
		what = ": 1 change is muted"
	case n > 1:
		what = fmt.Sprintf(": %d changes are muted", n)
	}
	s.Warn(fmt.Sprintf("using the rules in %s%s (to do without them, use --no-rules)", plans.SpellName(name), what))
}

// Unmatched collects the rules of the user that match nothing in any of the documents.
type Unmatched struct {
	documents int
	all       []*unmatchedRule // in the order in which they were found
}

// unmatchedRule is a rule of the user, with what the first document lacks of it. If a later one knows a likely name, it is that one's.
type unmatchedRule struct {
	rules.Unmatched
	documents int
}

// Add adds those of a document, given the summaries of the outputs, which all have the same.
func (u *Unmatched) Add(outputs []computed.Summary) {
	if len(outputs) == 0 {
		return
	}
	u.documents++
	for _, found := range outputs[0].Unmatched {
		i := slices.IndexFunc(u.all, func(r *unmatchedRule) bool { return r.Kind == found.Kind && r.Rule == found.Rule })
		if i < 0 {
			i = len(u.all)
			u.all = append(u.all, &unmatchedRule{Unmatched: found})
		}
		r := u.all[i]
		if r.Likely == "" && found.Likely != "" {
			r.Unmatched = found
		}
		r.documents++
	}
}

// ReportUnmatched warns of the rules, unless the command is quiet. It returns an error if they must match.
func (o *Selection) ReportUnmatched(s *terminal.Streams, u *Unmatched, quiet bool) error {
	var failed error
	for _, r := range u.all {
		if r.documents < u.documents {
			continue
		}
		text := plans.SpellName(r.String())
		if o.MustMatch {
			failed = errors.Join(failed, errors.New(text))
		} else if !quiet {
			s.Warn(text)
		}
	}
	return failed
}
