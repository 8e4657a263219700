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
	e.Key("place")
	e.Open('{')
	e.Word("address", a.Place.Address)
	e.Word("file", a.Place.File)
	e.Count("line", a.Place.Line)
	e.Count("end_line", a.Place.EndLine)
	e.Close("}")
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
	e.List("sources", "", len(s.Sources), func(i int) {
		src := &s.Sources[i]
		e.Open('{')
		e.Text("name", src.Name)
		e.Text("format", src.Format.String())
		e.Number("used", src.Used)
		e.Number("passed", src.Passed)
		e.Number("suppressed", src.Suppressed)
		e.Number("bad", src.Bad)
		e.Word("unfinished", src.Unfinished)
		e.Texts("remarks", src.Remarks)
		e.Close("}")
	})
	e.List("findings", "", len(s.Findings), func(i int) {
		g := &s.Findings[i]
		e.Open('{')
		e.saying(&g.Finding)
		e.List("addresses", "", len(g.Addresses), func(k int) { e.String(g.Addresses[k]) })
		e.Close("}")
	})
	e.annotationCounts("unchanged", s.Unchanged)
	e.annotationCounts("nothing", s.Nothing)
	e.List("unmatched", "", len(s.Unmatched), func(i int) {
		u := &s.Unmatched[i]
		e.Open('{')
		e.annotation(&u.Annotation)
		e.Text("source", u.Source)
		e.Text("why", u.Why)
		e.Close("}")
	})
	e.List("costs", "", len(s.Costs), func(i int) {
		c := &s.Costs[i]
		e.Open('{')
		e.Text("unit", c.Unit)
		e.cost(c.Before, c.After)
		e.Text("unchanged", string(c.Unchanged))
		for _, part := range []struct {
			name string
			list []annotations.CostPart
		}{{"modules", c.Modules}, {"actions", c.Actions}} {
			e.List(part.name, "", len(part.list), func(k int) {
				p := &part.list[k]
				e.Open('{')
				e.Text("name", p.Name)
				e.cost(p.Before, p.After)
				e.Close("}")
			})
		}
		e.Close("}")
	})
	e.List("owners", "", len(s.Owners), func(i int) {
		o := &s.Owners[i]
		e.Open('{')
		e.Text("owner", o.Owner)
		e.List("ended", "", len(o.Ended), func(k int) { e.String(o.Ended[k]) })
		e.List("others", "", len(o.Others), func(k int) { e.String(o.Others[k]) })
		e.Close("}")
	})
	e.Word("no_owners", s.NoOwners)
	e.Count("left_out", s.LeftOut)
	if findings, costs, owners := s.OfFindings.Doubt, s.OfCosts.Doubt, s.OfOwners.Doubt; findings+costs+owners != "" {
		e.Key("doubts")
		e.Open('{')
		e.Word("findings", findings)
		e.Word("costs", costs)
		e.Word("owners", owners)
		e.Close("}")
	}
	e.Close("}")
}

func (e *jsonEncoder) annotationCounts(name string, c annotations.Counts) {
	e.Key(name)
	e.Open('{')
	e.Number("errors", c.Errors)
	e.Number("warnings", c.Warnings)
	e.Number("notes", c.Notes)
	e.Number("others", c.Others)
	e.Close("}")
}

func (e *jsonEncoder) cost(before, after annotations.Number) {
	e.Word("before", string(before))
	e.Text("after", string(after))
	e.Word("difference", string(annotations.Difference(before, after)))
}
