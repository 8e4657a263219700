package options

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/output"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/verdict"
)

// Facts say where to write what the next steps of a job ask for, as NAME=VALUE lines, which GitHub Actions, GitLab CI and shells read. Values are numbers,
// words and addresses of pages, so that a shell can read the file without danger.
type Facts struct {
	FactsFile flagvalue.FileName // empty for none

	plans, unread int
	isKnown       bool // all that the plans do is counted
	changes       bool
	totals        plans.Totals
	verdict       verdict.Outcome
	counts        *verdict.Counts // nil if nothing has been judged
	commentURL    string
}

// AddFacts adds the flag.
func (o *Facts) AddFacts(flags *pflag.FlagSet) {
	flagvalue.Messages.In(flags).Var(&o.FactsFile, "facts", "write counts, verdicts and more to FILE, as NAME=VALUE lines for the next steps of a job")
	o.isKnown = true
}

// CheckFacts says what is wrong with the flag.
func (o *Facts) CheckFacts() error {
	if o.FactsFile != "" && output.IsStandardOutput(string(o.FactsFile)) {
		return errors.New("--facts needs the name of a file")
	}
	return nil
}

// AddPlan counts a plan. res is nil if it could not be read.
func (o *Facts) AddPlan(res *planfmt.Result) {
	if o.plans++; res == nil {
		o.unread++
		o.isKnown = false
		return
	}
	s := &res.Summary
	o.isKnown = o.isKnown && s.State == computed.NotState && len(res.Problems) == 0 && !s.Errored
	o.changes = o.changes || res.Changes
	t := s.Totals()
	o.totals.Import += t.Import
	o.totals.Add += t.Add
	o.totals.Change += t.Change
	o.totals.Destroy += t.Destroy
	o.totals.Forget += t.Forget
	o.totals.Invoke += t.Invoke
	for i := range res.Summaries {
		if v := res.Summaries[i].Verdicts; v != nil {
			o.AddVerdict(v)
			break // the others have the same
		}
	}
}

// AddVerdict counts what policies say.
func (o *Facts) AddVerdict(r *verdict.Report) {
	if o.counts == nil {
		o.counts, o.verdict = &verdict.Counts{}, verdict.Pass
	}
	o.verdict = max(o.verdict, r.Conclusion())
	c := r.Count()
	o.counts.Pass += c.Pass
	o.counts.Fail += c.Fail
	o.counts.Excepted += c.Excepted
	o.counts.Undecided += c.Undecided
	o.counts.Skipped += c.Skipped
	o.counts.Error += c.Error
}

// AddWrongPolicies says that the policies cannot be used.
func (o *Facts) AddWrongPolicies() {
	o.counts, o.verdict = &verdict.Counts{}, verdict.Error
}

// AddComment says where the comment is.
func (o *Facts) AddComment(url string) { o.commentURL = url }

// WriteFacts writes the file if there is to be one. inputs are files that must not be overwritten.
func (o *Facts) WriteFacts(s *terminal.Streams, inputs []string) error {
	if o.FactsFile == "" {
		return nil
	}
	out, err := output.Open(s, output.Plan{Name: string(o.FactsFile), Inputs: inputs})
	if err != nil {
		return fmt.Errorf("--facts: %w", err)
	}
	defer out.Abort()
	_, err = out.Write([]byte(o.text()))
	return out.Finish(err)
}

func (o *Facts) text() string {
	var b strings.Builder
	line := func(name, value string) { b.WriteString(name + "=" + value + "\n") }
	number := func(name string, n int) { line(name, strconv.Itoa(n)) }
	if o.plans > 0 {
		number("plans", o.plans)
		number("unread", o.unread)
		if o.isKnown {
			line("changes", strconv.FormatBool(o.changes))
			number("import", o.totals.Import)
			number("add", o.totals.Add)
			number("change", o.totals.Change)
			number("destroy", o.totals.Destroy)
			number("forget", o.totals.Forget)
			number("invoke", o.totals.Invoke)
		}
	}
	if o.counts != nil {
		line("verdict", o.verdict.String())
		number("passed", o.counts.Pass)
		number("failed", o.counts.Fail)
		number("excepted", o.counts.Excepted)
		number("undecided", o.counts.Undecided)
		number("skipped", o.counts.Skipped)
		number("policy_errors", o.counts.Error)
	}
	if isPlainURL(o.commentURL) {
		line("comment_url", o.commentURL)
	}
	return b.String()
}

// isPlainURL reports whether an address has only characters that mean nothing to a shell.
func isPlainURL(address string) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:/?#@+,=%"
	return (strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")) && strings.Trim(address, plain) == ""
}
