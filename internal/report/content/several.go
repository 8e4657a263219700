package content

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// Several are the contents of a report on several documents.
type Several struct {
	Headline HeadLine
	Totals   *HeadLine // nil if nothing is to be done
	Note     string    // about the hashes; it may be empty
	Table    []PlanRow
	Quiet    []string // the names of the documents that are not in the table
	Shared   []Item   // what happens in several plans
	Plans    []OfPlan // those of which there is more to say
}

// PlanRow is a document in the table.
type PlanRow struct {
	Number int // of the document
	Name   string
	Words  []doc.Span
	Err    error // why it could not be read
	Rank   int   // how important it is; 0 is the most important
}

// OfPlan are the contents for one of several documents.
type OfPlan struct {
	Number  int
	Name    string
	Rank    int // how important it is; 0 is the most important
	Notices []HeadLine
	Shared  int // how many of its changes are shown with those of others
	*Contents
}

// SharedTitle is the heading of what happens in several plans.
const SharedTitle = "in several plans"

// SharedNote says that other changes of a plan are shown with those of other plans.
func (p *OfPlan) SharedNote() string {
	if p.Shared == 0 {
		return ""
	}
	return wording.CountOf(p.Shared, "more change", "more changes") + " " + SharedTitle + ", see above"
}

func Sentence(text string) doc.Text { return doc.NewText(doc.Span{Role: doc.Plain, Text: text}) }

// AsOne returns everything as the contents of one document.
func (j *Several) AsOne() *Contents {
	c := &Contents{Head: []HeadLine{j.Headline}}
	if j.Totals != nil {
		c.Head = append(c.Head, HeadLine{Text: j.Totals.Text, IsHeadline: true, Counts: j.Totals.Counts})
	}
	// What the table says is folded last.
	table := Section{Kind: PlanSection}
	for _, row := range j.Table {
		it := &NoteItem{ItemText: ItemText{Label: []string{row.Name}, Class: review.Unknown, Count: 1, Important: row.Err != nil}}
		it.Add(doc.NewText(row.Words...))
		table.Items = append(table.Items, it)
	}
	if len(j.Quiet) > 0 {
		table.Items = append(table.Items, PlainItem(QuietText(j.Quiet), review.Unknown, len(j.Quiet)))
	}
	c.Add(table)
	c.Add(Section{Kind: ResourceSection, Title: SharedTitle, Counted: true, Items: j.Shared})
	for i := range j.Plans {
		p := &j.Plans[i]
		head := Section{Kind: PlanSection, Title: p.Name, Verbatim: true, Plan: i + 1}
		for _, l := range p.Notices {
			it := PlainItem(wording.SpanText(l.Text), review.Unknown, 0)
			it.Important = true
			head.Items = append(head.Items, it)
		}
		c.Sections = append(c.Sections, head)
		for _, sec := range p.Sections {
			sec.Depth++
			sec.Plan = i + 1
			c.Sections = append(c.Sections, sec)
		}
		if note := p.SharedNote(); note != "" {
			c.Sections = append(c.Sections, Section{Kind: PlanSection, Depth: 1, Plan: i + 1, Items: []Item{PlainItem(note, review.Unchanged, 0)}})
		}
	}
	if j.Note != "" {
		c.Tail = append(c.Tail, Sentence(j.Note))
	}
	return c
}

// QuietText names the documents that do nothing.
func QuietText(names []string) string { return "no changes: " + strings.Join(names, ", ") }
