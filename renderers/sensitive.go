package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type sensitive struct {
	value plans.Action // of the value itself
	on    plans.Sides
	block bool
}

// Sensitive stands for a sensitive value. It has the action of the value itself, and the
// sides on which the value is sensitive. If only its sensitivity changes, the action is
// NoOp, while that of the Diff is Update.
func Sensitive(value plans.Action, on plans.Sides) computed.DiffRenderer {
	return sensitive{value: value, on: on}
}

// SensitiveBlock stands for a sensitive block. See [Sensitive].
func SensitiveBlock(value plans.Action, on plans.Sides) computed.DiffRenderer {
	return sensitive{value: value, on: on, block: true}
}

func (r sensitive) Content() computed.Content {
	c := computed.Content{Kind: computed.KindSensitive, Notes: r.notes()}
	if r.block {
		c.Form = computed.FormBlock
	}
	return c
}

// notes returns how the sensitivity changes, if the value is on both sides.
func (r sensitive) notes() []computed.Note {
	if r.on.Before == r.on.After || r.value == plans.Create || r.value == plans.Delete {
		return nil
	}
	notes := []computed.Note{computed.NoteWillBeSensitive}
	if r.on.Before {
		notes[0] = computed.NoteNoLongerSensitive
	}
	if r.value == plans.NoOp && !r.block {
		notes = append(notes, computed.NoteValueUnchanged)
	}
	return notes
}

func (r sensitive) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if !r.block {
		w.Text(doc.Sensitive, "(sensitive value)")
		writeSuffixes(w, &d, opts)
		return
	}
	remark := doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}
	if opts.HideSigns {
		remark.Gutter.Kind = doc.NoGutterNote
	}
	opts.NoNullSuffix = true
	writeBrackets(w, "{}", d, opts, func() {
		w.Line(remark, doc.Span{Role: doc.Comment, Text: "# At least one attribute in this block is (or was) sensitive,"})
		w.Line(remark, doc.Span{Role: doc.Comment, Text: "# so its contents will not be displayed."})
	})
}

func (r sensitive) WarningsHuman(computed.Diff, computed.RenderHumanOpts) [][]doc.Span {
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
	return [][]doc.Span{
		{{Role: doc.Comment, Text: "# "}, {Role: doc.Warning, Text: "Warning"}, {Role: doc.Comment, Text: ": this " + what + first}},
		{{Role: doc.Comment, Text: second}},
	}
}

// sensitiveCopy stands for a string that is the same as a sensitive one.
type sensitiveCopy struct{ NoWarningsRenderer }

// SensitiveCopy stands for a string that is the same as a sensitive one elsewhere.
func SensitiveCopy() computed.DiffRenderer { return sensitiveCopy{} }

func (sensitiveCopy) Content() computed.Content {
	return computed.Content{Kind: computed.KindSensitive, Notes: []computed.Note{computed.NoteCopy}}
}

func (sensitiveCopy) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	w.Text(doc.Sensitive, computed.CopyText)
	writeSuffixes(w, &d, opts)
}

type shownSensitive struct {
	sensitive
	value computed.Diff
}

// ShownSensitive is a sensitive value that is shown, because the caller has asked for
// it. on has the sides on which it is sensitive.
func ShownSensitive(value computed.Diff, on plans.Sides) computed.DiffRenderer {
	return shownSensitive{sensitive: sensitive{value: value.Action, on: on}, value: value}
}

// Content has the value as its part.
func (r shownSensitive) Content() computed.Content {
	c := r.sensitive.Content()
	c.Parts = computed.OnePart(computed.PartValue, r.value)
	return c
}

// Rebuild replaces the value.
func (r shownSensitive) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.value = parts.Diff(r.value)
	return r
}

func (r shownSensitive) RenderHuman(w *doc.Writer, _ computed.Diff, opts computed.RenderHumanOpts) {
	r.value.RenderHuman(w, opts)
}
