package report

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
)

// severalContents are the contents of a report on several documents.
type severalContents struct {
	headline headLine
	totals   *headLine // nil if nothing is to be done
	note     string    // about the hashes; it may be empty
	table    []planRow
	quiet    []string       // the names of the documents that are not in the table
	shared   []item         // what happens in several plans
	plans    []planContents // those of which there is more to say
}

// planRow is a document in the table.
type planRow struct {
	number int // of the document
	name   string
	words  []doc.Span
	err    error // why it could not be read
	rank   int   // how important it is; 0 is the most important
}

// planContents are the contents for one of several documents.
type planContents struct {
	number  int
	name    string
	rank    int // how important it is; 0 is the most important
	notices []headLine
	shared  int // how many of its changes are told with those of others
	*contents
}

// sharedTitle is the heading of what happens in several plans.
const sharedTitle = "in several plans"

// sharedNote says that other changes of a plan are told with those of other plans.
func (p *planContents) sharedNote() string {
	if p.shared == 0 {
		return ""
	}
	return countOf(p.shared, "more change", "more changes") + " " + sharedTitle + ", see above"
}

func sentence(text string) doc.Text { return doc.NewText(doc.Span{Role: doc.Plain, Text: text}) }

// asOne returns everything as the contents of one document.
func (j *severalContents) asOne() *contents {
	c := &contents{head: []headLine{j.headline}}
	if j.totals != nil {
		c.head = append(c.head, headLine{text: j.totals.text, isHeadline: true, counts: j.totals.counts})
	}
	// What the table says is folded last.
	table := section{kind: planSection}
	for _, row := range j.table {
		it := &noteItem{itemText: itemText{label: []string{row.name}, class: review.Unknown, count: 1, important: row.err != nil}}
		it.add(doc.NewText(row.words...))
		table.items = append(table.items, it)
	}
	if len(j.quiet) > 0 {
		table.items = append(table.items, plainItem(quietText(j.quiet), review.Unknown, len(j.quiet)))
	}
	c.add(table)
	c.add(section{kind: resourceSection, title: sharedTitle, counted: true, items: j.shared})
	for i := range j.plans {
		p := &j.plans[i]
		head := section{kind: planSection, title: p.name, verbatim: true, plan: i + 1}
		for _, l := range p.notices {
			it := plainItem(spanText(l.text), review.Unknown, 0)
			it.important = true
			head.items = append(head.items, it)
		}
		c.sections = append(c.sections, head)
		for _, sec := range p.sections {
			sec.depth++
			sec.plan = i + 1
			c.sections = append(c.sections, sec)
		}
		if note := p.sharedNote(); note != "" {
			c.sections = append(c.sections, section{kind: planSection, depth: 1, plan: i + 1, items: []item{plainItem(note, review.Unchanged, 0)}})
		}
	}
	if j.note != "" {
		c.tail = append(c.tail, sentence(j.note))
	}
	return c
}

// quietText names the documents that do nothing.
func quietText(names []string) string { return "no changes: " + strings.Join(names, ", ") }
