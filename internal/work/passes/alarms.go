package passes

import (
	"cmp"
	"context"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// alarmsPass lists what a pipeline stops for. It looks at all changes of the plan, whether they are shown or not.
type alarmsPass struct {
	engine.NoPass
	kinds    []computed.AlarmKind
	level    annotations.Level
	document *engine.Document
	found    []computed.Alarm
}

func startAlarms(r *engine.Request) (engine.Pass, error) {
	if len(r.Opts.Alarms) == 0 {
		return nil, nil
	}
	return &alarmsPass{kinds: r.Opts.Alarms, level: cmp.Or(r.Opts.AlarmLevel, annotations.Note)}, nil
}

func (s *alarmsPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

func (s *alarmsPass) Finish(context.Context) error {
	for i, kind := range s.kinds {
		if slices.Contains(s.kinds[:i], kind) {
			continue
		}
		if a := (computed.Alarm{Kind: kind, Objects: s.objects(kind), Doubts: s.doubts(kind)}); len(a.Objects)+len(a.Doubts) > 0 {
			s.found = append(s.found, a)
		}
	}
	return nil
}

func (s *alarmsPass) Summarise(_ context.Context, view int) error {
	s.document.Views[view].Summary.Alarms = s.found
	return nil
}

// doubts says why the document may have more of a kind than objects finds. What makes `planfmt check` undecided must not pass here.
func (s *alarmsPass) doubts(kind computed.AlarmKind) []string {
	d := s.document
	var all []string
	if why := incomplete(d.Facts); why != "" && !d.Facts.Errored { // that is an error
		all = append(all, why)
	}
	switch kind {
	case computed.HazardAlarm:
		if pass := engine.PassOf[*hazardsPass](d); pass != nil {
			all = append(all, pass.doubts()...)
		}
	case computed.FindingAlarm:
		var said annotations.Summary
		if found := engine.PassOf[*annotationsPass](d).said(); found != nil {
			said = *found
		}
		if why := said.OfFindings.Unknown("findings"); why != "" {
			all = append(all, why)
		}
	}
	return all
}

// objects returns what the document has of a kind.
func (s *alarmsPass) objects(kind computed.AlarmKind) []string {
	d := s.document
	var all []string
	add := func(address, deposed string) {
		if deposed != "" {
			address += " (deposed " + deposed + ")"
		}
		if !slices.Contains(all[max(0, len(all)-1):], address) { // the same follow one another
			all = append(all, address)
		}
	}
	switch kind {
	case computed.UnmutedDriftAlarm:
		for j := range d.Jobs() {
			if j.Section == computed.DriftSection && engine.Acts(j.Resource) && (j.Muted == nil || !j.Muted.Drift) {
				add(j.Resource.Address, j.Resource.Deposed)
			}
		}
	case computed.DriftAlarm:
		for _, r := range d.Facts.Drift {
			if engine.Acts(r) {
				add(r.Address, r.Deposed)
			}
		}
	case computed.HazardAlarm:
		if pass := engine.PassOf[*hazardsPass](d); pass != nil {
			for _, h := range pass.found {
				if h.Undecided {
					continue
				}
				if h.Address == "" {
					h.Address = "the plan"
				}
				add(h.Address, h.Deposed)
			}
		}
	case computed.FindingAlarm:
		for _, address := range flagged(d, s.level) {
			add(address, "")
		}
	case computed.MutedDestroyAlarm:
		for j := range d.Jobs() {
			if j.Section == computed.ChangesSection && destroys(j.Resource.Action) && j.IsMutedByUser() {
				add(j.Resource.Address, j.Resource.Deposed)
			}
		}
	default:
		of := map[computed.AlarmKind]func(plans.Action) bool{
			computed.DestroyAlarm: destroys, computed.ReplaceAlarm: replaces, computed.ForgetAlarm: forgets,
		}[kind]
		for r := range d.Facts.Changes.All() {
			if of(r.Action) && r.Shown() {
				add(r.Address, r.Deposed)
			}
		}
	}
	return all
}

// destroys reports whether an action destroys an object, replacements included.
func destroys(a plans.Action) bool { return a == plans.Delete || replaces(a) }

func replaces(a plans.Action) bool {
	return a == plans.DeleteThenCreate || a == plans.CreateThenDelete
}

func forgets(a plans.Action) bool {
	return a == plans.Forget || a == plans.CreateThenForget || a == plans.ForgetThenCreate
}
