package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// EndSecrets ends the search for sensitive strings. If there are none, no view differs from
// others by hiding copies of them.
func (d *Document) EndSecrets() {
	d.Compare.Differ.Secrets, d.Compare.CopiesKnown = nil, true
	if c := d.Compare.Copies; c == nil || c.IsEmpty() && !c.Remembers() {
		for _, v := range d.Views {
			v.Manner.MaskCopies = false
		}
	}
}

// HideMessages returns the results of checks. It leaves out messages that are equal to a sensitive
// string or contain one, and returns where these were.
func (d *Document) HideMessages() (checks []plans.Check, hidden []computed.Copy) {
	checks = slices.Clone(d.Summary.Checks)
	for i := range checks {
		checks[i].Instances = slices.Clone(checks[i].Instances)
		for j := range checks[i].Instances {
			in := &checks[i].Instances[j]
			if !slices.ContainsFunc(in.Messages, d.Compare.Copies.HasIn) {
				continue
			}
			in.Messages = slices.Clone(in.Messages)
			for k, message := range in.Messages {
				if d.Compare.Copies.HasIn(message) {
					in.Messages[k] = computed.CopyText
				}
			}
			hidden = append(hidden, computed.Copy{Address: in.Address})
		}
	}
	return checks, hidden
}

// copiesOf returns the copies in a resource and in the actions that it triggers.
func copiesOf(r *computed.Resource) []computed.Copy {
	var all []computed.Copy
	for _, a := range r.BeforeActions {
		all = append(all, a.Copies...)
	}
	all = append(all, r.Copies...)
	for _, a := range r.AfterActions {
		all = append(all, a.Copies...)
	}
	return all
}

// copiesInSummary returns the copies in outputs, and in actions that no resource triggers.
func copiesInSummary(s computed.Summary) []computed.Copy {
	var all []computed.Copy
	for _, o := range s.Outputs {
		all = append(all, o.Copies...)
	}
	for _, a := range s.Invoked {
		all = append(all, a.Copies...)
	}
	return all
}

// UniqueCopies drops duplicate places: drift and a change may be about the same resource.
func UniqueCopies(all []computed.Copy) []computed.Copy {
	type place struct{ address, deposed, path string }
	seen := map[place]bool{}
	var out []computed.Copy
	for _, c := range all {
		if p := (place{c.Address, c.Deposed, c.Path.String()}); !seen[p] {
			seen[p] = true
			out = append(out, c)
		}
	}
	return out
}

// copiesText says which copies were hidden.
func copiesText(all []computed.Copy) string {
	const most = 3
	what := "1 string is hidden because it is a copy of a sensitive value"
	if len(all) > 1 {
		what = fmt.Sprintf("%d strings are hidden because they are copies of sensitive values", len(all))
	}
	for i, c := range all[:min(len(all), most)] {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		what += separator + strings.TrimSuffix(plans.SpellName(c.Address)+" "+plans.SpellName(c.Path.String()), " ")
	}
	if len(all) > most {
		what += ", ..."
	}
	return what
}
