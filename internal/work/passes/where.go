package passes

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// UsesCauses reports whether the condition uses the causes of replacements.
func UsesCauses(c *query.Condition) bool { return c != nil && c.UsesCauses() }

// UsesImpact reports whether the condition uses what depends on resources.
func UsesImpact(c *query.Condition) bool { return c != nil && c.UsesImpact() }

// wherePass evaluates a condition for all resources that can be read. The others are never muted.
type wherePass struct {
	engine.NoPass
	opts  engine.Settings
	where *query.Condition
	run   *policy.Run
	*typer
	found map[source.Handle]query.Outcome
}

func startWhere(r *engine.Request) (engine.Pass, error) {
	if r.Opts.Selection.Where == nil {
		return nil, nil
	}
	return &wherePass{opts: r.Opts, where: r.Opts.Selection.Where, found: map[source.Handle]query.Outcome{}}, nil
}

// beforeWhere returns the passes that must finish before the condition is evaluated. The condition treats copies of
// sensitive strings as sensitive, so it needs all of these.
func beforeWhere(r *engine.Request) []string {
	after := []string{"secrets"}
	if UsesCauses(r.Opts.Selection.Where) {
		after = append(after, "causes")
	}
	if UsesImpact(r.Opts.Selection.Where) {
		after = append(after, "graph")
	}
	if r.Opts.Selection.Where.UsesAnnotations() {
		after = append(after, "annotations")
	}
	return after
}

func (s *wherePass) Keep(o *source.Options) {
	o.KeepVariables = o.KeepVariables || s.opts.Declarations.ConfigDir != ""
}

func (s *wherePass) Begin(_ context.Context, d *engine.Document) (err error) {
	s.typer, s.run = newTyper(d, s.where.WithoutSecrets), policy.NewRun(s.opts.MaxSteps, d.Count)
	d.Configured, err = engine.Configured(d.Source, d.Declared.Config)
	return err
}

func (s *wherePass) Wants(j engine.Job) engine.Detail {
	switch {
	case j.Resource.Err() != nil:
		return engine.Nothing
	case !s.where.UsesValues():
		return engine.EntryOnly
	}
	return engine.ValuesOnly
}

func (s *wherePass) Look(j engine.Job, e engine.Examined) func() error {
	if e.Err != nil {
		return nil
	}
	b := s.run.Begin()
	r := s.typed(j, e)
	r.ShowSensitive = s.opts.ShowSensitive
	o := s.where.Holds(r, b)
	s.run.End(b)
	return func() error {
		s.found[j.Resource.Handle] = o
		return nil
	}
}

// Finish adds the errors of the condition to the problems of the document.
func (s *wherePass) Finish(context.Context) error {
	d := s.document
	if err := s.run.Err(); err != nil {
		for r := range s.found {
			s.found[r] = query.Outcome{Err: err}
		}
	}
	d.Summary.Problems = append(d.Summary.Problems[:len(d.Summary.Problems):len(d.Summary.Problems)], s.problems()...)
	return nil
}

// drops reports whether the condition mutes a resource. s may be nil.
func (s *wherePass) drops(r *source.Resource) bool {
	if s == nil {
		return false
	}
	o, ok := s.found[r.Handle]
	return ok && !o.IsTrue()
}

// problems returns the errors of the condition, each with the resources for which it failed.
func (s *wherePass) problems() []error {
	type failure struct {
		first *diag.Diagnostic
		names []string
	}
	var all []*failure
	byText := map[string]*failure{}
	for j := range s.document.Jobs() {
		d := s.found[j.Resource.Handle].Err
		if d == nil {
			continue
		}
		f := byText[d.Error()]
		if f == nil {
			f = &failure{first: d}
			byText[d.Error()] = f
			all = append(all, f)
		}
		f.names = append(f.names, plans.SpellName(j.Resource.Address))
	}
	var errs []error
	for _, f := range all {
		const most = 3
		names := strings.Join(f.names[:min(most, len(f.names))], ", ")
		if n := len(f.names) - most; n > 0 {
			names += fmt.Sprintf(" and %d more", n)
		}
		errs = append(errs, fmt.Errorf("the condition of --where cannot be evaluated for %s: %w", names, f.first))
	}
	return errs
}

// Summarise counts the resources that a view shows, and lists those for which the condition is undecided or has failed.
func (s *wherePass) Summarise(_ context.Context, index int) error {
	out := &computed.Where{Condition: s.where.Text, Texts: s.where.Texts}
	for j := range s.document.Jobs() {
		if !s.document.Views[index].Shows(j) {
			continue
		}
		out.Total++
		o := s.found[j.Resource.Handle]
		switch {
		case !j.MutedIn(index).Whole:
			out.Shown++
		case o.Err != nil:
			out.Failed = append(out.Failed, computed.Undecided{Section: j.Section, Address: j.Resource.Address, Deposed: j.Resource.Deposed})
		case o.IsUndecided():
			u := computed.Undecided{Section: j.Section, Address: j.Resource.Address, Deposed: j.Resource.Deposed}
			for _, c := range o.Causes {
				if text := query.CauseText(c); !slices.Contains(u.Causes, text) {
					u.Causes = append(u.Causes, text)
				}
			}
			out.Undecided = append(out.Undecided, u)
		}
	}
	s.document.Views[index].Summary.Where = out
	return nil
}
