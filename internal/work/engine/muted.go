package engine

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
)

// TypePaths are the attributes of a type whose changes are muted by the user's rules and by those of a file.
type TypePaths struct{ Rules, File rules.Paths }

// Muted is what rules mute in a job's resource. The pass for muting works it out before the first
// resource is shown.
type Muted struct {
	// Paths are the attributes that the rules match. Hides says that the file hides the
	// resource, unless a protected attribute changes.
	Paths TypePaths
	Hides bool
	// Views says what is muted for each view, by the index of the view.
	Views []MutedInView
	// Own says that the user's rules or condition mute the resource as a whole.
	Own bool
	// Drift says that rules, those of a file included, mute all that has changed outside of the product, whatever views show of it.
	Drift bool
}

// MutedInView is what is muted for a view: the resource, or changes in it.
type MutedInView struct {
	Whole bool
	Paths []plans.Path
}

// MutedIn returns what is muted for a view.
func (j Job) MutedIn(view int) MutedInView {
	if j.Muted == nil {
		return MutedInView{}
	}
	return j.Muted.Views[view]
}

// IsMutedByUser reports whether the rules and the condition of the user mute the whole of a job.
func (j Job) IsMutedByUser() bool { return j.Muted != nil && j.Muted.Own }

// Mute returns the body of a job's resource with marks on the changes that rules mute. The rules
// of the file count only if file is set. forcing are the paths that force the replacement. Values
// that get a mark are copied.
func (j Job) Mute(body computed.Diff, forcing []plans.Path, file bool) computed.Diff {
	if j.Muted == nil {
		return body
	}
	p := mutePlace{rules: j.Muted.Paths.Rules, forcing: plans.PrefixPaths(forcing)}
	if file {
		p.file = j.Muted.Paths.File
	}
	out, _ := p.mute(body)
	// In these cases, something happens to the resource that is not in its body.
	if h := &j.Resource.Header; h.Action != plans.Update || h.Importing != nil || h.Moved() {
		out.Muted = false
	}
	return out
}

// mutePlace is the place of a value in a resource, and what rules say about it.
type mutePlace struct {
	rules, file rules.Paths
	// byRules and byFile say that rules mute this value, or one around it.
	byRules, byFile bool
	protected       bool          // rules of a file cannot mute the value
	forcing         plans.PathSet // the paths that force the replacement
}

// isIdle reports whether no rule mutes the value or any part of it.
func (p mutePlace) isIdle() bool {
	return !p.byRules && !p.byFile && p.rules.IsEmpty() && p.file.IsEmpty()
}

// child returns the place of a part of a value. A step to an element of a set is only matched
// by *, since its index means nothing.
func (p mutePlace) child(d computed.Diff, kind computed.Kind, part computed.Part) mutePlace {
	steps := part.Diff.Path.Steps()[len(d.Path.Steps()):]
	inSet := part.Role == computed.PartElement && kind == computed.KindSet || part.Nesting == computed.NestedSet
	for i, step := range steps {
		if inSet && i == len(steps)-1 {
			p.rules, p.file = p.rules.UnderSet(), p.file.UnderSet()
		} else {
			p.rules, p.file = p.rules.Under(step), p.file.Under(step)
		}
		p.forcing = p.forcing.Under(step)
		p.protected = p.protected || protectsStep(step)
		p.byRules, p.byFile = p.byRules || p.rules.Here(), p.byFile || p.file.Here()
	}
	if p.protected {
		p.file, p.byFile = rules.Paths{}, false
	}
	return p
}

// mute returns the value with marks on the changes that are muted. A value is muted if rules
// match it or a value around it, or if all its changes are muted. It is never muted if it, or a
// part of it, forces the replacement or is protected from the rules.
//
// marked reports whether the value or a part of it has a mark.
func (p mutePlace) mute(d computed.Diff) (out computed.Diff, marked bool) {
	if d.Renderer == nil || d.Action == plans.NoOp || d.Replace || p.isIdle() || p.forcing.All() {
		return d, false
	}
	c := d.Renderer.Content()
	switch c.Kind {
	case computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock, computed.KindJSON, computed.KindYAML:
	default:
		d.Muted = !p.forcing.Matches() && (p.byRules || p.byFile && !Protects(d))
		return d, d.Muted
	}
	var parts []computed.Diff
	changes, muted, byRule := 0, 0, p.byRules || p.byFile && !p.protected
	if slices.Contains(c.Notes, computed.NoteReordered) {
		changes++ // only a rule for the whole value mutes this change
		if byRule {
			muted++
		}
	}
	for part := range c.MadeParts() {
		if part.Diff.Renderer == nil {
			continue
		}
		var inPart bool
		switch {
		case part.Forces || part.Diff.Replace:
			changes++ // even if the value does not change
		case part.Diff.Action != plans.NoOp:
			changes++
			part.Diff, inPart = p.child(d, c.Kind, part).mute(part.Diff)
			if part.Diff.Muted {
				muted++
			}
		}
		marked = marked || inPart
		parts = append(parts, part.Diff)
	}
	if marked {
		next := 0
		d.Renderer = computed.Rebuild(d.Renderer, computed.Replacement{MadeOnly: true, Part: func(computed.Diff) computed.Diff {
			next++
			return parts[next-1]
		}})
	}
	d.Muted = !p.forcing.Matches() && muted == changes && (byRule || changes > 0 && d.Action == plans.Update)
	return d, marked || d.Muted
}

// Protects reports whether any part of a value that changes or becomes unknown has a name
// that protects it from the rules of a file.
func Protects(d computed.Diff) bool {
	return !d.Walk(func(d computed.Diff) computed.Visit {
		for _, step := range d.Path.Steps() {
			if protectsStep(step) {
				return computed.Stop
			}
		}
		if d.Action == plans.NoOp {
			return computed.Continue
		}
		return computed.SkipUnchanged
	})
}

func protectsStep(s plans.Step) bool {
	name, ok := s.Key()
	return ok && rules.ProtectsName(name)
}
