package report

import "github.com/planfmt/planfmt/annotations"

// annotation writes the members of what another program says.
func (e *jsonEncoder) annotation(a *annotations.Annotation) {
	e.saying(a)
	e.word("number", string(a.Number))
	e.word("before", string(a.Before))
	e.word("unit", a.Unit)
	e.texts("owners", a.Owners)
	e.count("shared", a.Shared)
	e.key("place")
	e.open('{')
	e.word("address", a.Place.Address)
	e.word("file", a.Place.File)
	e.count("line", a.Place.Line)
	e.count("end_line", a.Place.EndLine)
	e.close("}")
}

// saying writes the members of it that do not depend on the resource.
func (e *jsonEncoder) saying(a *annotations.Annotation) {
	e.word("tool", a.Tool)
	e.word("rule", a.Rule)
	e.text("level", a.Level.String())
	e.word("title", a.Title)
	e.word("text", a.Text)
	e.word("url", a.URL)
}

// annotations writes what other programs say about the document as a whole.
func (e *jsonEncoder) annotations(s *annotations.Summary) {
	e.open('{')
	e.list("sources", "", len(s.Sources), func(i int) {
		src := &s.Sources[i]
		e.open('{')
		e.text("name", src.Name)
		e.text("format", src.Format.String())
		e.number("used", src.Used)
		e.number("passed", src.Passed)
		e.number("suppressed", src.Suppressed)
		e.number("bad", src.Bad)
		e.word("unfinished", src.Unfinished)
		e.texts("remarks", src.Remarks)
		e.close("}")
	})
	e.list("findings", "", len(s.Findings), func(i int) {
		g := &s.Findings[i]
		e.open('{')
		e.saying(&g.Finding)
		e.list("addresses", "", len(g.Addresses), func(k int) { e.string(g.Addresses[k]) })
		e.close("}")
	})
	e.annotationCounts("unchanged", s.Unchanged)
	e.annotationCounts("nothing", s.Nothing)
	e.list("unmatched", "", len(s.Unmatched), func(i int) {
		u := &s.Unmatched[i]
		e.open('{')
		e.annotation(&u.Annotation)
		e.text("source", u.Source)
		e.text("why", u.Why)
		e.close("}")
	})
	e.list("costs", "", len(s.Costs), func(i int) {
		c := &s.Costs[i]
		e.open('{')
		e.text("unit", c.Unit)
		e.cost(c.Before, c.After)
		e.text("unchanged", string(c.Unchanged))
		for _, part := range []struct {
			name string
			list []annotations.CostPart
		}{{"modules", c.Modules}, {"actions", c.Actions}} {
			e.list(part.name, "", len(part.list), func(k int) {
				p := &part.list[k]
				e.open('{')
				e.text("name", p.Name)
				e.cost(p.Before, p.After)
				e.close("}")
			})
		}
		e.close("}")
	})
	e.list("owners", "", len(s.Owners), func(i int) {
		o := &s.Owners[i]
		e.open('{')
		e.text("owner", o.Owner)
		e.list("ended", "", len(o.Ended), func(k int) { e.string(o.Ended[k]) })
		e.list("others", "", len(o.Others), func(k int) { e.string(o.Others[k]) })
		e.close("}")
	})
	e.word("no_owners", s.NoOwners)
	e.count("left_out", s.LeftOut)
	if findings, costs, owners := s.OfFindings.Doubt, s.OfCosts.Doubt, s.OfOwners.Doubt; findings+costs+owners != "" {
		e.key("doubts")
		e.open('{')
		e.word("findings", findings)
		e.word("costs", costs)
		e.word("owners", owners)
		e.close("}")
	}
	e.close("}")
}

func (e *jsonEncoder) annotationCounts(name string, c annotations.Counts) {
	e.key(name)
	e.open('{')
	e.number("errors", c.Errors)
	e.number("warnings", c.Warnings)
	e.number("notes", c.Notes)
	e.number("others", c.Others)
	e.close("}")
}

func (e *jsonEncoder) cost(before, after annotations.Number) {
	e.word("before", string(before))
	e.text("after", string(after))
	e.word("difference", string(annotations.Difference(before, after)))
}
