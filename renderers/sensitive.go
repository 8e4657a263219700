package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type sensitive struct {
	hidden        plans.Action
	before, after bool
	block         bool
}

// Sensitive stands for a value that must not be seen: hidden is what happens
// to it, before and after say on which sides it is sensitive.
func Sensitive(hidden plans.Action, before, after bool) computed.DiffRenderer {
	return sensitive{hidden: hidden, before: before, after: after}
}

// SensitiveBlock stands for a block that must not be seen.
func SensitiveBlock(hidden plans.Action, before, after bool) computed.DiffRenderer {
	return sensitive{hidden: hidden, before: before, after: after, block: true}
}

// shownSensitive is a sensitive value that is seen all the same.
type shownSensitive struct {
	sensitive
	value computed.Diff
}

// ShownSensitive draws a value although it is sensitive, before and after say
// on which sides, because the user asked to see it.
func ShownSensitive(value computed.Diff, before, after bool) computed.DiffRenderer {
	return shownSensitive{sensitive: sensitive{hidden: value.Action, before: before, after: after}, value: value}
}

// Content has the value as its child.
func (r shownSensitive) Content() computed.Content {
	c := r.sensitive.Content()
	c.Parts = computed.OnePart(computed.PartValue, r.value)
	return c
}

// Rebuild replaces the value.
func (r shownSensitive) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.value = replace(r.value)
	return r
}

func (r shownSensitive) RenderHuman(_ computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	return r.value.RenderHuman(opts)
}

func (r sensitive) Content() computed.Content {
	c := computed.Content{Kind: computed.KindSensitive, Notes: r.notes()}
	if r.block {
		c.Form = computed.FormBlock
	}
	return c
}

// notes say how the sensitivity changes, if it does in a value that stays.
func (r sensitive) notes() []computed.Note {
	if r.before == r.after || r.hidden == plans.Create || r.hidden == plans.Delete {
		return nil
	}
	notes := []computed.Note{computed.NoteWillBeSensitive}
	if r.before {
		notes[0] = computed.NoteNoLongerSensitive
	}
	if r.hidden == plans.NoOp && !r.block {
		notes = append(notes, computed.NoteValueUnchanged)
	}
	return notes
}

func (r sensitive) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	if !r.block {
		return doc.Of(append([]doc.Span{{Role: doc.Sensitive, Text: "(sensitive value)"}}, suffixes(d, opts)...)...)
	}
	kind := doc.NoteGutter
	if opts.HideSigns {
		kind = doc.NoGutterNote
	}
	opts.NoNullSuffix = true
	return bracketed("{", "}", []doc.Node{doc.Comments{Gutter: kind, Lines: []doc.Text{
		{{Role: doc.Comment, Text: "# At least one attribute in this block is (or was) sensitive,"}},
		{{Role: doc.Comment, Text: "# so its contents will not be displayed."}},
	}}}, d, opts)
}

func (r sensitive) WarningsHuman(computed.Diff, computed.RenderHumanOpts) []doc.Text {
	notes := r.notes()
	if len(notes) == 0 {
		return nil
	}
	what := "attribute value"
	if r.block {
		what = "block"
	}
	first, second := " will be marked as sensitive and will not", "# display in UI output after applying this change."
	if notes[0] == computed.NoteNoLongerSensitive {
		first, second = " will no longer be marked as sensitive", "# after applying this change."
	}
	if len(notes) > 1 { // NoteValueUnchanged
		second += " The value is unchanged."
	}
	return []doc.Text{
		{{Role: doc.Comment, Text: "# "}, {Role: doc.Warning, Text: "Warning"}, {Role: doc.Comment, Text: ": this " + what + first}},
		{{Role: doc.Comment, Text: second}},
	}
}

type writeOnly struct {
	NoWarningsRenderer
	sensitive, flagFirst bool
}

// WriteOnly stands for an attribute that is never in a plan.
func WriteOnly(sensitive bool) computed.DiffRenderer { return writeOnly{sensitive: sensitive} }

// FlaggedWriteOnly is WriteOnly with the mark of what forces the replacement
// before the one of what is deleted.
func FlaggedWriteOnly() computed.DiffRenderer { return writeOnly{flagFirst: true} }

func (r writeOnly) Content() computed.Content {
	return computed.Content{Kind: computed.KindWriteOnly}
}

func (r writeOnly) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	text := "(write-only attribute)"
	if r.sensitive {
		text = "(sensitive, write-only attribute)"
	}
	spans := []doc.Span{{Role: doc.WriteOnly, Text: text}}
	if r.flagFirst {
		return doc.Of(append(append(spans, forces(d, opts)...), nullSuffix(d, opts)...)...)
	}
	return doc.Of(append(spans, suffixes(d, opts)...)...)
}
