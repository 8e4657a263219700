package pair

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// notedText says about a value why it is shown although it does not count.
func notedText(d *computed.Difference) doc.Text {
	words, ends := "only one of the plans calls it sensitive", true
	switch d.Kind {
	case computed.ResolvedValue:
		switch {
		case d.Sensitive:
			words = "(sensitive value), now known"
		case d.New.Renderer == nil:
			words = "now known, " + wording.NotSet
		default:
			words, ends = "now known: ", false
		}
	case computed.DestroyedDiffers:
		if d.Sensitive {
			words = "(sensitive value), which is destroyed, has changed"
		} else {
			words, ends = "what is destroyed has changed: ", false
		}
	}
	text := doc.NewText(doc.Span{Role: doc.Comment, Text: words})
	if !ends {
		text.Append(pairText(d))
	}
	return text
}

// sideText tells what a plan would do to a value in a few words.
func sideText(d computed.Diff) doc.Text {
	if d.Renderer == nil {
		return doc.NewText(doc.Span{Role: doc.Comment, Text: wording.NotSet})
	}
	d.Path = plans.Path{}
	var c plan.Describer
	var text doc.Text
	all := c.Describe(&d)
	for i, ch := range all {
		if i > 0 {
			text.Add(doc.Plain, " ")
		}
		if i == plan.MaxInPlace {
			text.Add(doc.Comment, fmt.Sprintf("+%d more", len(all)-i))
			break
		}
		text.Append(ch.Text)
	}
	if len(text.Bytes) == 0 {
		text.Add(doc.Comment, "(unchanged)")
	}
	if d.Action == plans.Create && len(all) == 1 && d.Content().Kind == computed.KindScalar {
		return withoutSign(text, plans.Create)
	}
	return text
}

// withoutSign returns a text without the sign before the first value: what is created needs none
// beside what would be created in its place.
func withoutSign(text doc.Text, a plans.Action) (out doc.Text) {
	first := true
	for role, piece := range text.Pieces() {
		if !first || role != wording.SignRole(a) {
			out.Add(role, string(piece))
		}
		first = first && len(piece) == 0
	}
	return out
}

// pairText tells what two plans would do to a value in a few words.
func pairText(d *computed.Difference) doc.Text {
	switch {
	case d.Kind == computed.ResolvedValue:
		return sideText(d.New)
	case d.Result.Renderer != nil:
		text := doc.NewText(doc.Span{Role: doc.Comment, Text: "has another result: "})
		text.Append(sideText(d.Result))
		return text
	case d.Kind == computed.DestroyedDiffers:
		text := withoutSign(sideText(d.Old), plans.Delete)
		text.Add(doc.Comment, wording.NowWord)
		text.Append(withoutSign(sideText(d.New), plans.Delete))
		return text
	}
	text := sideText(d.Old)
	text.Add(doc.Comment, wording.NowWord)
	text.Append(sideText(d.New))
	return text
}

// differenceText tells a difference in a few words, with its path.
func differenceText(d *computed.Difference) doc.Text {
	text := wording.Label(d.Path.String())
	wording.AddGap(&text)
	switch {
	case d.Sensitive && d.Kind.Counts():
		text.Add(doc.Sensitive, wording.SensitiveDiffers)
	case !d.Kind.Counts():
		text.Append(notedText(d))
	default:
		text.Append(pairText(d))
	}
	return text
}
