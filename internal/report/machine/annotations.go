package machine

import (
	"github.com/planfmt/planfmt/annotations"
)

// annotation writes the members of what another program says.
func (e *jsonEncoder) annotation(a *annotations.Annotation) {
	e.saying(a)
	e.Word("number", string(a.Number))
	e.Word("before", string(a.Before))
	e.Word("unit", a.Unit)
	e.Texts("owners", a.Owners)
	e.Count("shared", a.Shared)
	e.Object("place", func() {
		e.Word("address", a.Place.Address)
		e.Word("file", a.Place.File)
		e.Count("line", a.Place.Line)
		e.Count("end_line", a.Place.EndLine)
	})
}

// saying writes the members of it that do not depend on the resource.
func (e *jsonEncoder) saying(a *annotations.Annotation) {
	e.Word("tool", a.Tool)
	e.Word("rule", a.Rule)
	e.Text("level", a.Level.String())
	e.Word("title", a.Title)
	e.Word("text", a.Text)
	e.Word("url", a.URL)
}

// annotations writes what other programs say about the document as a whole.
func (e *jsonEncoder) annotations(s *annotations.Summary) {
	e.Open('{')
	e.Objects("sources", "", len(s.Sources), func(i int) {
		src := &s.Sources[i]
		e.Text("name", src.Name)
		e.Text("format", src.Format.String())
		e.Number("used", src.Used)
		e.Number("passed", src.Passed)
		e.Number("suppressed", src.Suppressed)
		e.Number("bad", src.Bad)
		e.Word("unfinished", src.Unfinished)
		e.Texts("remarks", src.Remarks)
	})
	e.Objects("findings", "", len(s.Findings), func(i int) {
		g := &s.Findings[i]
		e.saying(&g.Finding)
		e.List("addresses", "", len(g.Addresses), func(k int) { e.String(g.Addresses[k]) })
	})
	e.annotationCounts("unchanged", s.Unchanged)
	e.annotationCounts("nothing", s.Nothing)
	e.Objects("unmatched", "", len(s.Unmatched), func(i int) {
		u := &s.Unmatched[i]
		e.annotation(&u.Annotation)
		e.Text("source", u.Source)
		e.Text("why", u.Why)
	})
	e.Objects("costs", "", len(s.Costs), func(i int) {
		c := &s.Costs[i]
		e.Text("unit", c.Unit)
		e.cost(c.Before, c.After)
		e.Text("unchanged", string(c.Unchanged))
		for _, part := range []struct {
			name string
			list []annotations.CostPart
		}{{"modules", c.Modules}, {"actions", c.Actions}} {
			e.Objects(part.name, "", len(part.list), func(k int) {
				p := &part.list[k]
				e.Text("name", p.Name)
				e.cost(p.Before, p.After)
			})
		}
	})
	e.Objects("owners", "", len(s.Owners), func(i int) {
		o := &s.Owners[i]
		e.Text("owner", o.Owner)
		e.List("ended", "", len(o.Ended), func(k int) { e.String(o.Ended[k]) })
		e.List("others", "", len(o.Others), func(k int) { e.String(o.Others[k]) })
	})
	e.Word("no_owners", s.NoOwners)
	e.Count("left_out", s.LeftOut)
	if findings, costs, owners := s.OfFindings.Doubt, s.OfCosts.Doubt, s.OfOwners.Doubt; findings+costs+owners != "" {
		e.Object("doubts", func() {
			e.Word("findings", findings)
			e.Word("costs", costs)
			e.Word("owners", owners)
		})
	}
	e.Close("}")
}

func (e *jsonEncoder) annotationCounts(name string, c annotations.Counts) {
	e.Object(name, func() {
		e.Number("errors", c.Errors)
		e.Number("warnings", c.Warnings)
		e.Number("notes", c.Notes)
		e.Number("others", c.Others)
	})
}

func (e *jsonEncoder) cost(before, after annotations.Number) {
	e.Word("before", string(before))
	e.Text("after", string(after))
	e.Word("difference", string(annotations.Difference(before, after)))
}
