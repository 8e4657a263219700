package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// addQueryTools adds the tools that do not need a document that is kept.
func (s *Server) addQueryTools() {
	add(s, "plan_query", "Evaluate an expression",
		"Evaluate an expression of Terraform's language over a plan: counts, lists, conditions over values. Names: resources, drift, deferred, outputs, variables, plan. "+
			"Each resource has address, module, type, name, action, actions, reason, before, after, annotations. Sensitive values are unknown. "+
			"Do not use it to read all of a plan: that is plan_summary. "+
			`Example: {"path": "tfplan", "expression": "[for r in resources : r.address if contains(r.actions, \"delete\")]"}`,
		func(in queryIn) (int, error) { return in.limit() }, s.query)
	add(s, "plan_check", "Judge a plan by policies",
		"Judge a plan by Terraform policy files (*.policy.hcl) below a root, or by the hazards that are built in. "+
			"Use it for what the team has decided, and cite what fails. A policy that is undecided waits for values that are known only after apply. "+
			`Example: {"path": "tfplan", "policies": ["policies"]}`,
		func(in checkIn) (int, error) { return in.limit() }, s.check)
	add(s, "plan_diff", "Compare two plans",
		"What a new plan would do differently from an old one, such as the one that was approved. Times, versions and order do not matter. "+
			"Do not use it for a plan and a state. "+
			`Example: {"old": "approved.json", "new": "tfplan"}`,
		func(in diffIn) (int, error) { return in.limit() }, s.diff)
	add(s, "plan_hash", "Identify a plan",
		"The hash of what a plan would do. Two plans with the same hash would do the same. Use it to name the plan that a review is about. "+
			`Example: {"path": "tfplan"}`,
		func(in hashIn) (int, error) { return in.limit() }, s.hash)
	add(s, "run_log", "Read the log of a run",
		"How a run ended, from the output of terraform plan, apply or test with -json: errors first. Use it for what has happened, not for what a plan would do. "+
			`Example: {"path": "apply.jsonl"}`,
		func(in logIn) (int, error) { return in.limit() }, s.log)
	add(s, "plan_functions", "List functions of expressions",
		"The functions that expressions of plan_query and plan_changes can call, or all about one of them. "+
			`Example: {"name": "startswith"}`,
		func(in functionsIn) (int, error) { return in.limit() }, s.functions)
}

// read says which file an answer is about.
type read struct {
	Path     string `json:"path" jsonschema:"as it was asked for"`
	Reopened bool   `json:"reopened,omitempty" jsonschema:"the file has changed since an earlier call: what was said about it then may not be true any more"`
}

// capped keeps the beginning of what is written.
type capped struct {
	bytes.Buffer
	most, n int
}

func (c *capped) Write(p []byte) (int, error) {
	c.n += len(p)
	if room := c.most - c.Len(); room > 0 {
		_, _ = c.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// rest says how much of what was written is not kept.
func (c *capped) rest() string {
	if c.n <= c.most {
		return ""
	}
	return fmt.Sprintf("The whole answer has %d bytes.", c.n)
}

type queryIn struct {
	file
	Expression string `json:"expression" jsonschema:"such as [for r in resources : r.address if r.action == \"replace\"]"`
	reportFiles
	budget
}

// reportFiles are files with what other programs say.
type reportFiles struct {
	Annotate []string `json:"annotate,omitempty" jsonschema:"files below a root with what other programs say about the resources, for annotations: SARIF, JSON of Checkov, Trivy or Infracost, CODEOWNERS"`
}

// mostReport is how many bytes a report may have.
const mostReport = 32 << 20

// read reads the reports.
func (r *reportFiles) read(roots *Roots) (all []*annotations.Report, err error) {
	const most = 10
	if len(r.Annotate) > most {
		return nil, fmt.Errorf("annotate: there are more than %d files", most)
	}
	for _, path := range r.Annotate {
		text, err := roots.readSmall(path, mostReport)
		if err != nil {
			return nil, fmt.Errorf("annotate: %w", err)
		}
		rep, err := annotations.Read(path, annotations.Auto, bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("annotate: %w", pathError(path, err))
		}
		all = append(all, rep)
	}
	return all, nil
}

type queryOut struct {
	read
	Type string `json:"type" jsonschema:"the static type of the result"`
	answer
}

func (s *Server) query(ctx context.Context, in queryIn, most int) (*queryOut, error) {
	q, diags := planfmt.NewQuery("expression", in.Expression)
	if diags.HasErrors() {
		return nil, fmt.Errorf("expression: %w", diags)
	}
	out := &queryOut{read: read{Path: shortName(in.Path)}, Type: clip(sinks.Escape(q.Type().String()), 500)}
	result := &capped{most: 2 * most}
	var notes []string
	var err error
	opts := s.documents.base
	if opts.Annotations, err = in.reportFiles.read(s.opts.Roots); err != nil {
		return nil, err
	}
	opts.Warn = func(w planfmt.Warning) { notes = append(notes, clip(sinks.Escape(w.Text), 300)) }
	err = s.documents.once(ctx, []string{in.Path}, weightOf(q), func(files []*documentInput) error {
		out.Reopened = files[0].reopened
		opts.Progress = progress(ctx, files[0].info.Size())
		res, err := q.WithoutSecrets().Within(s.documents.memory.parts).Run(ctx, result, files[0], opts, "json")
		if err == nil && len(res.Problems) > 0 {
			notes = append(notes, fmt.Sprintf("%d parts of the document cannot be read; their values are unknown.", len(res.Problems)))
		}
		return pathOrDiags(in.Path, err)
	})
	if err != nil {
		return nil, err
	}
	out.Text = head(out.Reopened)
	for _, n := range notes[:min(len(notes), 5)] {
		out.Text += "Note: " + n + "\n"
	}
	out.Text += result.String()
	out.LeftOut = result.rest()
	return out, nil
}

// weightOf returns the weight of a query.
func weightOf(q planfmt.Query) weight {
	if q.Each() == "" && q.UsesValues() {
		return collecting
	}
	return passing
}

// pathOrDiags names the file in an error, unless it is about an expression.
func pathOrDiags(path string, err error) error {
	_, static := errors.AsType[diag.List](err)
	if err == nil || static || errors.Is(err, context.Canceled) {
		return err
	}
	if _, ok := errors.AsType[*planfmt.PanicError](err); ok {
		return err
	}
	return pathError(path, err)
}

type checkIn struct {
	file
	Policies []string `json:"policies,omitempty" jsonschema:"policy files, or directories with them, below a root; the hazards that are built in if it is left out, as builtin:hazards"`
	reportFiles
	budget
}

type checkOut struct {
	read
	Conclusion string `json:"conclusion" jsonschema:"pass, fail, error, or undecided, of all policies together"`
	Passed     int    `json:"passed"`
	Failed     int    `json:"failed"`
	Undecided  int    `json:"undecided" jsonschema:"how many wait for values that are not known yet"`
	Errors     int    `json:"errors" jsonschema:"how many could not be evaluated"`
	answer
}

func (s *Server) check(ctx context.Context, in checkIn, most int) (*checkOut, error) {
	opts, judged := s.documents.base, planfmt.PolicyOptions{}
	opts.Policies = &judged
	found, err := options.ReadPolicies(policyTree{s.opts.Roots}, in.Policies)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	judged.Policies = found.Policies
	w := collecting // of a policy that calls getresources
	if len(in.Policies) == 0 {
		judged.Policies, w = hazards.Sources(), passing
	}
	out := &checkOut{read: read{Path: shortName(in.Path)}}
	var rep *verdict.Report
	if opts.Annotations, err = in.reportFiles.read(s.opts.Roots); err != nil {
		return nil, err
	}
	err = s.documents.once(ctx, []string{in.Path}, w, func(files []*documentInput) (err error) {
		out.Reopened = files[0].reopened
		opts.Progress = progress(ctx, files[0].info.Size())
		rep, err = planfmt.Check(ctx, files[0], opts)
		return pathOrDiags(in.Path, err)
	})
	if err != nil {
		return nil, err
	}
	n, diags := rep.Count(), append(found.Warnings(), rep.Diagnostics...)
	rep.Diagnostics = nil
	out.Conclusion, out.Passed, out.Failed, out.Undecided, out.Errors = rep.Conclusion().String(), n.Pass, n.Fail, n.Undecided, n.Error
	if diags.HasErrors() { // parts of the plan could not be judged
		out.Conclusion = verdict.Error.String()
	}
	text := &capped{most: 2 * most}
	for _, d := range diags {
		fmt.Fprintf(text, "%s: %s\n", d.Severity, sinks.Escape(d.Error()))
	}
	if err := planfmt.WriteVerdicts(text, rep, nil, "text", planfmt.VerdictLayout{NoBoxes: true, Layout: planfmt.Layout{Width: 200}}); err != nil {
		return nil, err
	}
	out.Text = head(out.Reopened) + barred(text.String())
	out.LeftOut = text.rest()
	return out, nil
}

type diffIn struct {
	Old string `json:"old" jsonschema:"the plan that was approved, or the earlier one; a path as for plan_summary"`
	New string `json:"new" jsonschema:"the plan that is to be applied"`
	budget
}

type diffOut struct {
	Old       read `json:"old"`
	New       read `json:"new"`
	Different bool `json:"different" jsonschema:"the new plan would do something else"`
	Problems  int  `json:"problems,omitempty" jsonschema:"how many parts could not be compared: then nobody knows whether the plans are the same"`
	answer
}

func (s *Server) diff(ctx context.Context, in diffIn, most int) (*diffOut, error) {
	out := &diffOut{Old: read{Path: shortName(in.Old)}, New: read{Path: shortName(in.New)}}
	text := &capped{most: 2 * most}
	err := s.documents.once(ctx, []string{in.Old, in.New}, passing, func(files []*documentInput) error {
		out.Old.Reopened, out.New.Reopened = files[0].reopened, files[1].reopened
		res, err := planfmt.DiffPlans(ctx, files[0], files[1], s.documents.base, planfmt.Target{W: text, Format: "compact", Layout: planfmt.Layout{Width: 1 << 16}})
		if err != nil {
			if e, ok := errors.AsType[*planfmt.PlanError](err); ok {
				return pathOrDiags(map[bool]string{true: in.Old, false: in.New}[e.Which == planfmt.OldPlan], e.Err)
			}
			return err
		}
		out.Different, out.Problems = res.Different, len(res.Problems)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Text = head(out.Old.Reopened || out.New.Reopened) + barred(text.String())
	out.LeftOut = text.rest()
	return out, nil
}

type logIn struct {
	Path string `json:"path" jsonschema:"the file: the output of terraform or tofu with -json, a line for each event"`
	budget
}

type logOut struct {
	read
	Outcomes []string `json:"outcomes" jsonschema:"how each run in the log ended: succeeded, failed or incomplete"`
	Failed   bool     `json:"failed" jsonschema:"a run has failed, or its log breaks off"`
	answer
}

func (s *Server) log(ctx context.Context, in logIn, most int) (*logOut, error) {
	const runs = 50
	out := &logOut{read: read{Path: shortName(in.Path)}, Outcomes: []string{}}
	text := &capped{most: 2 * most}
	err := s.documents.once(ctx, []string{in.Path}, passing, func(files []*documentInput) error {
		f := files[0]
		out.Reopened = f.reopened
		layout := runlog.Layout{NoBoxes: true}
		layout.Markdown.MaxSize = most - leastBytes/2
		open := func() (io.ReadCloser, error) {
			_, err := f.Seek(0, io.SeekStart)
			return noClose{f.File}, err
		}
		res, err := runlog.ShowAll(ctx, []runlog.Input{{Name: shortName(in.Path), Open: open}}, runlog.Options{MaxUnpacked: s.documents.base.MaxUnpacked},
			runlog.Target{W: text, Format: "markdown", Layout: layout})
		if err == nil && len(res.Errors) > 0 {
			err = res.Errors[0]
		}
		if err != nil {
			return pathOrDiags(in.Path, err)
		}
		out.Failed = res.Failed()
		for _, r := range res.Runs[:min(len(res.Runs), runs)] {
			out.Outcomes = append(out.Outcomes, string(r.End()))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Text = head(out.Reopened) + barred(text.String())
	out.LeftOut = text.rest()
	return out, nil
}

// noClose is a file that stays open.
type noClose struct{ *os.File }

func (noClose) Close() error { return nil }

type functionsIn struct {
	Name string `json:"name,omitempty" jsonschema:"of one function; all are listed if it is left out"`
	budget
}

type functionsOut struct {
	Functions int `json:"functions" jsonschema:"how many the answer is about"`
	answer
}

func (s *Server) functions(_ context.Context, in functionsIn, most int) (*functionsOut, error) {
	all := slices.DeleteFunc(policy.Functions(), func(f *policy.Function) bool { return !f.InQueries() && !f.Extension })
	text := &capped{most: 4 * most}
	sink := sinks.Text{Width: 1 << 16, EscapeRunnerCommands: true}
	if in.Name == "" {
		err := report.FunctionList(text, sink, all)
		return &functionsOut{len(all), answer{text.String(), text.rest()}}, err
	}
	bare := strings.TrimPrefix(in.Name, "core::")
	i := slices.IndexFunc(all, func(f *policy.Function) bool { return f.Name == bare })
	if i < 0 {
		err := fmt.Errorf("there is no function %s in queries", wording.QuotedName(clip(bare, 80)))
		names := make([]string, len(all))
		for i, f := range all {
			names[i] = f.Name
		}
		if meant := near.Names(clip(bare, 80), names, 1); len(meant) > 0 {
			err = fmt.Errorf("%w; did you mean %s?", err, meant[0])
		}
		return nil, err
	}
	err := report.FunctionDetails(text, sink, all[i])
	return &functionsOut{1, answer{text.String(), text.rest()}}, err
}
