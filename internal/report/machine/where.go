package machine

import (
	"github.com/planfmt/planfmt/computed"
)

func (e *jsonEncoder) where(w *computed.Where) {
	e.Open('{')
	e.Word("condition", w.Condition)
	e.List("texts", "", len(w.Texts), func(i int) { e.String(w.Texts[i]) })
	e.Number("shown", w.Shown)
	e.Number("total", w.Total)
	for _, list := range []struct {
		name string
		all  []computed.Undecided
	}{{"undecided", w.Undecided}, {"failed", w.Failed}} {
		e.Objects(list.name, "", len(list.all), func(i int) {
			u := &list.all[i]
			e.Text("section", u.Section.String())
			e.Text("address", u.Address)
			e.Word("deposed", u.Deposed)
			e.List("causes", "", len(u.Causes), func(i int) { e.String(u.Causes[i]) })
		})
	}
	e.Close("}")
}
