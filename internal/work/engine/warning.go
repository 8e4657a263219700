package engine

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
)

// Warn passes on the warnings about a document that has been written.
// copies says whether this includes copies of sensitive values, which most formats list.
func (d *Document) Warn(receive func(computed.Warning), out computed.Outcome, copies bool) {
	if receive == nil {
		return
	}
	for _, text := range d.Warnings {
		receive(computed.Warning{Text: text})
	}
	for _, text := range infer.Misfits(out.Types) {
		receive(computed.Warning{Text: text})
	}
	WarnMasked(receive, out.Masked, d.Facts.State || d.Facts.Compared, d.Compare.Masks.Names)
	if copies && len(out.Copies) > 0 {
		receive(computed.Warning{Text: copiesText(out.Copies), Copies: out.Copies})
	}
}

// WarnMasked warns which values were hidden that the document does not mark, and why.
func WarnMasked(receive func(computed.Warning), all []computed.Masked, isState, byNames bool) {
	if named := computed.ByName(all); len(named) > 0 {
		receive(computed.Warning{Text: maskedText(named, isState, byNames), Masked: named})
	}
	for _, b := range computed.ByBundle(all) {
		receive(computed.Warning{Text: fmt.Sprintf("%s (%s)", b, maskedNames(b.Masked)), Masked: b.Masked})
	}
}

// maskedText says which values were hidden, and why. byNames says that names hide what a document with marks does not mark, too.
func maskedText(all []computed.Masked, isState, byNames bool) string {
	document := "plan"
	if isState {
		document = "state"
	}
	total := 0
	for _, m := range all {
		total += m.Count
	}
	what := "1 value was hidden because of its name"
	if total > 1 {
		what = fmt.Sprintf("%d values were hidden because of their names", total)
	}
	if byNames {
		return fmt.Sprintf("%s (%s): neither the %s nor a schema marks what is hidden there", what, maskedNames(all), document)
	}
	return fmt.Sprintf("%s (%s): the %s does not say which values are sensitive", what, maskedNames(all), document)
}

// maskedNames lists the hidden attributes, at most three of them.
func maskedNames(all []computed.Masked) string {
	const most = 3
	var names []string
	for _, m := range all {
		names = append(names, plans.SpellName(m.Type+"."+m.Path))
	}
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return strings.Join(names, ", ")
}
