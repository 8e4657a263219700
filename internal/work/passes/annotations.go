package passes

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// annotationsPass finds the resources that reports of other programs are about. What they say has to be masked like any other text: a
// scanner may quote a secret.
type annotationsPass struct {
	engine.NoPass
	reports  []*annotations.Report
	many     bool
	document *engine.Document
	of       map[source.Handle][]annotations.Annotation
	summary  *annotations.Summary
	// For expressions: why the cost of a resource is not known, which resource of the plan one is that has changed outside of the product, and
	// whether there are rules about owners of files.
	noCost  map[source.Handle]string
	drifted map[source.Handle]source.Handle
	byFile  bool
}

// flagged returns the addresses of what changes in a document and has a finding of a level or a worse one.
func flagged(d *engine.Document, least annotations.Level) []string {
	if pass := engine.PassOf[*annotationsPass](d); pass != nil {
		return pass.flagged(least)
	}
	return nil
}

func startAnnotations(r *engine.Request) (engine.Pass, error) {
	if len(r.Opts.Annotations) == 0 {
		return nil, nil
	}
	return &annotationsPass{reports: r.Opts.Annotations, many: r.Opts.Several}, nil
}

func (s *annotationsPass) Keep(o *source.Options) { o.KeepNoOps = true }

func (s *annotationsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

func (s *annotationsPass) Finish(context.Context) error {
	d := s.document
	all := slices.Concat(d.Facts.Changes.Slice(), d.Facts.Deferred, d.Facts.Resources)
	if d.Summary.Mode == plans.RefreshOnlyMode { // it only takes over what has changed outside of the product
		drifts := map[string]bool{}
		for _, r := range d.Facts.Drift {
			drifts[r.Address] = true
		}
		all = append(slices.DeleteFunc(all, func(r *source.Resource) bool { return drifts[r.Address] }), d.Facts.Drift...)
	}
	m := annotations.Matcher{Subjects: make([]annotations.Subject, len(all)), Many: s.many}
	for i, r := range all {
		m.Subjects[i] = annotations.Subject{
			Address: r.Address, Module: r.ModuleAddress, Action: actionWord(r.Action),
			Changes: !d.Facts.State && r.Shown(), Ends: destroys(r.Action),
		}
		m.Addresses.Add(i, r.Address)
		m.Files.Add(i, d.Declared.BlockOf(&r.Header))
	}
	found, sum := m.Match(s.reports, hideCopies(d.Compare.Copies))
	s.summary, s.of, s.noCost = sum, map[source.Handle][]annotations.Annotation{}, map[source.Handle]string{}
	for i, list := range found {
		if len(list) > 0 {
			s.of[all[i].Handle] = list
		}
		if why := m.Subjects[i].NoCost; why != "" {
			s.noCost[all[i].Handle] = why
		}
	}
	s.drifted = inPlan(d.Facts.Drift, all)
	s.byFile = slices.ContainsFunc(s.reports, func(r *annotations.Report) bool { return r.Owners != nil })
	return nil
}

// inPlan returns the entries of the plan for what has changed outside of the product.
func inPlan(drift, all []*source.Resource) map[source.Handle]source.Handle {
	found := map[source.Handle]source.Handle{}
	byAddress := map[string]source.Handle{}
	for _, r := range drift {
		byAddress[r.Address] = r.Handle
	}
	for _, r := range slices.Backward(all) { // the first one counts
		if h, ok := byAddress[r.Address]; ok {
			found[h] = r.Handle
		}
	}
	return found
}

// about returns what is said about a resource, for expressions. What has changed outside of the product has the annotations of the resource in
// the plan. s may be nil.
func (s *annotationsPass) about(r *source.Resource) query.Annotated {
	if s == nil {
		return query.Annotated{}
	}
	handle := r.Handle
	if in, ok := s.drifted[handle]; ok {
		handle = in
	}
	a := query.Annotated{Of: s.of[handle], Said: s.summary, NoCost: s.noCost[handle]}
	if s.byFile && s.document.Declared.BlockOf(&r.Header).Repo == "" {
		a.NoOwners = "it is not known where in the repository the resource is declared"
	}
	return a
}

// said returns what is said about the document as a whole; nil if there are no reports. s may be nil.
func (s *annotationsPass) said() *annotations.Summary {
	if s == nil {
		return nil
	}
	return s.summary
}

func (s *annotationsPass) Summarise(_ context.Context, view int) error {
	s.document.Views[view].Summary.Annotations = s.summary
	return nil
}

func (s *annotationsPass) Annotate(e compare.Entry, out *computed.Resource) {
	out.Annotations = s.of[e.Resource.Handle]
}

// flagged returns the addresses of what changes and has a finding of a level or a worse one.
func (s *annotationsPass) flagged(least annotations.Level) []string {
	var all []string
	f := s.document.Facts
	found := slices.Concat(f.Changes.Slice(), f.Deferred)
	if s.document.Summary.Mode == plans.RefreshOnlyMode {
		found = append(found, f.Drift...)
	}
	for _, r := range found {
		if r.Shown() && r.Action != plans.NoOp && slices.ContainsFunc(s.of[r.Handle], func(a annotations.Annotation) bool { return a.IsFinding() && a.Level >= least }) {
			all = append(all, r.Address)
		}
	}
	return all
}

// actionWord is the name of an action; a replacement in either order is one.
func actionWord(a plans.Action) string {
	if replaces(a) {
		return "replace"
	}
	return a.String()
}

// hideCopies returns a function that replaces texts with copies of sensitive strings; nil if there are none.
func hideCopies(c *copies.Set) func(string) string {
	if c == nil || c.IsEmpty() {
		return nil
	}
	return func(text string) string {
		if c.HasInProse(text) {
			return computed.CopyText
		}
		return text
	}
}
