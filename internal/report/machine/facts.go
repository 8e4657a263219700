package machine

import "github.com/planfmt/planfmt/computed"

// facts writes what a change means, even if that is nothing. What is no change has no facts.
func (e *jsonEncoder) facts(all []computed.MeaningFact) {
	if all == nil {
		return
	}
	e.Objects("facts", "", len(all), func(i int) {
		for name, v := range all[i].Members() {
			e.Value(name, v)
		}
	})
}

// coverage writes which changes were looked at for facts, and by which table.
func (e *jsonEncoder) coverage(c *computed.Coverage, lineBreak string) {
	if c == nil {
		return
	}
	e.Section("facts_table", lineBreak)
	e.String(c.Table)
	e.Section("facts_coverage", lineBreak)
	e.Open('{')
	e.Number("changes", c.Changes)
	e.Number("table", c.Known)
	e.Number("names", c.Names)
	e.List("types", "", len(c.Types), func(i int) { e.String(c.Types[i]) })
	e.Number("undecided", c.Undecided)
	e.Number("hidden", c.Hidden)
	e.Close("}")
}
