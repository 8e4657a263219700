package machine

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
)

// outcomeVersion is the format version of [OutcomeJSON]. A new minor version adds members.
const outcomeVersion = "1.0"

// OutcomeJSON writes a document for programs: docs/schema/outcome-1.0.json describes it.
func OutcomeJSON(w io.Writer, o *outcome.Outcome, _ layout.Options) error {
	e := &jsonEncoder{json.Encoder{Out: w}}
	key := func(f outcome.Fate) string { return strings.ReplaceAll(f.String(), " ", "_") }
	e.Open('{')
	e.Text("format_version", outcomeVersion)
	e.Truth("as_planned", o.IsAsPlanned())
	e.Object("counts", func() {
		for _, f := range outcome.Fates() {
			e.Number(key(f), o.Count(f))
		}
	})
	if e.Key("log"); o.HasLog {
		e.String(string(o.End))
	} else {
		e.Raw("null")
	}
	e.Truth("state", o.HasState)
	e.Objects("resources", "", len(o.Resources), func(i int) {
		r := &o.Resources[i]
		e.Text("address", r.Header.Address)
		e.Word("deposed", r.Header.Deposed)
		e.Text("planned", wording.OutcomeWord(&r.Header))
		e.Text("outcome", key(r.Fate))
		e.outcomeErrors(r.Errors)
		e.List("remarks", "", len(r.Remarks), func(i int) { e.String(r.Remarks[i]) })
		e.Objects("values", "", len(r.Values), func(i int) {
			v := &r.Values[i]
			e.Text("path", v.Path)
			if e.Key("planned"); v.Known {
				e.String(v.Planned)
			} else {
				e.Raw("null")
			}
			e.Text("is", v.Is)
		})
	})
	e.outcomeErrors(o.Errors)
	e.List("not_planned", "", len(o.Extra), func(i int) { e.String(o.Extra[i]) })
	e.Raw("}\n")
	return e.Finish()
}

func (e *jsonEncoder) outcomeErrors(all []jsonlog.Diagnostic) {
	e.Objects("errors", "", len(all), func(i int) {
		d := &all[i]
		e.Word("address", d.Address)
		e.Text("summary", wording.PlainText(d.Summary))
		e.Word("detail", wording.PlainText(d.Detail))
		if d.Range != nil {
			e.Word("file", d.Range.File)
			e.Count("line", d.Range.StartLine)
		}
	})
}
