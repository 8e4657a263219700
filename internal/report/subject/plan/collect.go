package plan

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Collect makes the entry for a resource, and returns a function that adds it to the overview and
// reports whether no entry like it was added before. Several goroutines may call prepare at a time, in any
// order. The function that it returns is for one goroutine, and does not refer to the resource.
func (v *Overview) Collect(r *computed.Resource) (add func() (isFirst bool)) {
	if r.Section == computed.StateSection {
		head := r.Header
		return func() bool {
			v.Stored = append(v.Stored, head)
			return true
		}
	}
	place := review.PlaceOf(r)
	if v.IsCountedOnly(r, place.Class) {
		planned := r.Planned
		return func() bool {
			v.number(&place)
			if planned {
				v.touched++
			} else {
				v.irrelevant++
			}
			return false
		}
	}
	if r.Muted && r.Err == nil {
		return v.prepareMuted(r, place)
	}
	likeness, apart, e := review.LikenessOf(r), v.apart(r, place.Class), v.NewEntry(r, place.Class)
	v.TellOwn(&likeness, r, place.Class)
	for i := range likeness.Own {
		own := &likeness.Own[i]
		own.Path, own.Diff = own.Path.Clone(), nil
	}
	apart += e.changes.refinements()
	if v.AllDrift && place.Class == review.Drift && !r.Relevant && v.Sum.Mode != plans.RefreshOnlyMode {
		e.remarks = append(e.remarks, wording.DriftWords(r.Planned))
	}
	invoked := invocations(r)
	e.declared, e.annotated, e.impact = r.Declared, AnnotatedOf(r.Annotations), r.Impact
	e.past = wording.HasLeft(&r.Header)
	if r.UndoesDrift {
		e.remarks = append(e.remarks, wording.UndoesWords(&r.Header, v.Dialect.Product))
	}
	return v.adder(place, likeness, apart, e, invoked)
}

// adder returns a function that adds the entry of a resource.
func (v *Overview) adder(place review.Place, likeness review.Likeness, apart string, e Entry, invoked []invocation) func() bool {
	return func() bool {
		v.number(&place)
		if !e.declared.IsZero() {
			if v.declared == nil {
				v.declared = map[int]plans.Position{}
			}
			v.declared[place.Number] = e.declared
		}
		if e.annotated != nil {
			if v.annotated == nil {
				v.annotated = map[int]*annotated{}
			}
			v.annotated[place.Number] = e.annotated
		}
		if e.impact != nil {
			if v.impacts == nil {
				v.impacts = map[int]computed.Impact{}
			}
			v.impacts[place.Number] = *e.impact
			if e.past {
				if v.past == nil {
					v.past = map[int]bool{}
				}
				v.past[place.Number] = true
			}
		}
		v.invoked = append(v.invoked, invoked...)
		return v.Groups.Add(place, likeness, apart, func() Entry { return e })
	}
}

// number counts a resource, and numbers it.
func (v *Overview) number(p *review.Place) {
	v.Counts[p.Class]++
	p.Number = v.Added
	v.Added++
}

// IsCountedOnly reports whether a resource is not listed, because the plan does not depend on
// it.
func (v *Overview) IsCountedOnly(r *computed.Resource, class review.Class) bool {
	return class == review.Drift && !r.Relevant && !v.AllDrift && r.Err == nil && v.Sum.Mode != plans.RefreshOnlyMode
}

// prepareMuted is prepare for a resource that rules mute. It is counted where it would be
// listed.
func (v *Overview) prepareMuted(r *computed.Resource, place review.Place) (add func() bool) {
	apart := "muted " + place.Class.String()
	switch v.groupBy {
	case layout.GroupByModule:
		module, _ := plans.SplitModule(r.Address)
		apart += " " + module
	case layout.GroupByType:
		apart += " " + r.Type
	}
	return v.adder(place, review.Likeness{}, apart, Entry{typ: r.Type, Muted: true}, invocations(r))
}

// invocations returns the actions that a change triggers.
func invocations(r *computed.Resource) []invocation {
	var all []invocation
	for _, a := range r.BeforeActions {
		all = append(all, invocation{a.Address, "before", r.Address, a.OnFailure})
	}
	for _, a := range r.AfterActions {
		all = append(all, invocation{a.Address, "after", r.Address, a.OnFailure})
	}
	return all
}

// apart returns what resources that change alike must also have in common to be on one line.
func (v *Overview) apart(r *computed.Resource, class review.Class) string {
	switch class {
	case review.Delete, review.Forget, review.Deferred, review.Unknown:
		all, _ := plans.SplitKey(r.Address)
		return all
	case review.Import, review.Move: // each has its own origin
		return r.Address
	}
	if r.Moved() || r.Importing != nil {
		return r.Address
	}
	if v.groupBy == layout.GroupByModule {
		module, _ := plans.SplitModule(r.Address)
		return module
	}
	return ""
}

func (v *Overview) NewEntry(r *computed.Resource, class review.Class) Entry {
	e := Entry{
		sign: doc.ActionSign(r.Action), typ: r.Type, remarks: wording.Remarks(r, class),
		important: class <= review.Delete || class == review.Deferred && endsObject(r.Action),
	}
	if r.Err != nil {
		e.alert = v.told(wording.FailureText(r.Address, r.Err))
		e.important = true
		return e
	}
	e.changes = v.describe(r, class)
	return e
}

// endsObject reports whether an action destroys or replaces an object, or may do so.
func endsObject(a plans.Action) bool {
	return a == plans.Delete || a == plans.Unknown || a.Replaces()
}

// describe returns what is said about the body of a resource.
func (v *Overview) describe(r *computed.Resource, class review.Class) changeList {
	var l changeList
	if r.Body.Renderer == nil {
		return l
	}
	switch {
	case isNew(r, class):
		l.describeNew(&r.Body, Describer{Refinements: v.Refinements, documents: v.Documents})
	case isUpdate(r, class):
		l.describeUpdate(r, Describer{Refinements: v.Refinements, documents: v.Documents, replaced: class == review.Replace})
	}
	return l
}

// TellOwn sets what is said about the values that may differ between resources that change alike. Nothing is shown
// of what is only counted, such as what is known only after apply of an object that is replaced.
func (v *Overview) TellOwn(l *review.Likeness, r *computed.Resource, class review.Class) {
	fresh := isNew(r, class)
	if r.Err != nil || !fresh && !isUpdate(r, class) {
		return
	}
	for i := range l.Own {
		o := &l.Own[i]
		if content := o.Diff.Renderer.Content(); fresh && content.Kind == computed.KindScalar && isShort(content.After.Literal) {
			o.Told = wording.Label(o.Path.String())
			wording.AddGap(&o.Told)
			wording.AddLiteral(&o.Told, content.After.Literal)
			continue
		}
		c := Describer{Refinements: v.Refinements, documents: v.Documents, replaced: class == review.Replace}
		for _, ch := range c.Describe(o.Diff) {
			o.Told = ch.Text
		}
	}
}
