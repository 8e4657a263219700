// Package markdown writes contents as a comment in Markdown that is never longer than its limit: see [NewSheet], and [FitParts] for what is made
// of parts. What is left out is the least important, and the comment says what that is. The package knows no subject.
package markdown

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// The texts of a report in Markdown are built here, each with the line feeds around it, so that
// their sizes add up to that of the report. A list item is one line. Everything else has an
// empty line on either side.

// markdownItem is an item on its way into the report.
type markdownItem struct {
	item content.Item
	*content.ItemText
	section  *markdownSection
	drawings []*Drawing // of its fence; each is left out on its own
	like     int        // how many more there would be of resources that change alike, if they had been kept
	open     bool       // it is not folded at first

	texts struct{ whole, short string } // the line with all that is said, once it has been made: the report is fitted several times

	short    bool      // not all addresses are in the line
	isBare   bool      // nothing but the addresses is in the line, although there is more to say
	isUntold bool      // the tables are not below the line
	line     string    // in the list; empty if it is left out
	frame    frame     // around the fence
	shown    []extract // in the fence, in place of the line; nil for none
}

// frame is what stands around the text in a fence.
type frame struct {
	before, after string
	end           string // what ends the item, behind after
	reserved      int    // the size of what may stand between after and end, see leftOutText
}

func (f frame) size() int { return len(f.before) + len(f.after) + f.reserved + len(f.end) }

// members returns the resources that the item is about.
func (it *markdownItem) members() []review.Place { return content.MembersOf(it.item) }

// markdownSection is a section on its way into the report.
type markdownSection struct {
	*content.Section
	sheet   *Sheet
	heading string
	items   []*markdownItem
	isShown bool
	whole   string // takes the place of all items, if it is set
}

// labelIn returns the sign and the addresses. short leaves out all but a few of them.
func (it *markdownItem) labelIn(in sinks.Inline, short bool) string {
	if it.Plain {
		return in.Words(it.Label[0])
	}
	if r, ok := it.item.(*content.RenameItem); ok {
		return in.Code(r.Rename.From) + " → " + in.Code(r.Rename.To)
	}
	shown, more := it.Label, ""
	if short && len(shown) > content.MaxAddresses+1 {
		shown, more = shown[:content.MaxAddresses], fmt.Sprintf(" and %d more", len(shown)-content.MaxAddresses)
	}
	var b strings.Builder
	if sign := signOf(it.Sign); sign != "" {
		b.WriteString(in.Code(sign) + " ")
	}
	for i, a := range shown {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(in.Code(a))
	}
	return b.String() + more
}

func signOf(s doc.Sign) string {
	text := ""
	for _, span := range s.Spans() {
		text += span.Text
	}
	return text
}

// textIn returns a text as Markdown, with values, paths and names in code, and remarks as plain words.
func textIn(in sinks.Inline, t doc.Text) string {
	named := false
	for _, r := range t.Runs {
		switch r.Role {
		case doc.Comment, doc.Hidden, doc.Alert, doc.Plain, doc.Address:
		case doc.Name:
			named = true
		default:
			return in.Code(string(t.Bytes))
		}
	}
	if !named {
		return in.Words(string(t.Bytes))
	}
	var b strings.Builder
	start := 0
	for _, r := range t.Runs {
		text := string(t.Bytes[start:r.End])
		if start = r.End; r.Role == doc.Name {
			b.WriteString(in.Code(text))
			continue
		}
		words := strings.Trim(text, " ") // Words would drop the blanks around them
		at := strings.Index(text, words)
		b.WriteString(text[:at] + in.Words(words) + text[at+len(words):])
	}
	return b.String()
}

const (
	fewWords      = 3 // the changes of an item that are shown beside it, apart from what forces its replacement
	fewTableItems = 3 // the items that are shown in a row of the table
	fewTypes      = 4 // the types that are shown where resources are only counted
)

// wordsIn returns the words of an item: everything that forces its replacement, and a few of the
// other changes.
func (it *markdownItem) wordsIn(in sinks.Inline, few int) string {
	var all []string
	for _, t := range it.Words[:it.Forcing] {
		all = append(all, textIn(in, t))
	}
	text := strings.Join(all, ", ")
	if it.Forcing > 0 {
		text += " " + in.Bold("forces replacement")
	}
	all = nil
	rest := it.Words[it.Forcing : len(it.Words)-it.Counts]
	few = min(few, len(rest))
	if len(rest) == few+1 {
		few++ // it takes no more room than its count
	}
	for _, t := range rest[:few] {
		all = append(all, textIn(in, t))
	}
	if left := len(rest) - few; left > 0 {
		all = append(all, in.Words(wording.CountOf(left, "more change", "more changes")))
	}
	for _, t := range it.Words[len(it.Words)-it.Counts:] {
		all = append(all, textIn(in, t))
	}
	if text != "" && len(all) > 0 {
		text += ", "
	}
	return text + strings.Join(all, ", ")
}

// lineWithTables returns the item as an item of a list, with the tables. It is empty if there are none.
func (it *markdownItem) lineWithTables() string {
	r, ok := it.item.(*content.ResourceItem)
	if !ok {
		return ""
	}
	rows := tableTexts(r, ", see the full plan")
	if len(rows) == 0 {
		return ""
	}
	return sinks.ListItem(it.said() + " (" + strings.Join(rows, "; ") + ")")
}

// lineText returns the item as an item of a list, or as text of its own if it is configuration.
func (it *markdownItem) lineText(withWords bool) string {
	switch of := it.item.(type) {
	case *content.BlockItem:
		return it.blockText(of)
	case *content.ConditionItem:
		chosen := it.section.sheet.Opts.Markdown
		if chosen.Collapse == layout.CollapseAuto {
			chosen.Collapse = layout.CollapseAll // what it says stands in a list already
		}
		part := conditionPart(&of.Condition, &chosen, it.section.sheet.Opts.Source)
		if withWords {
			return part.Text
		}
		return part.Short
	}
	if !withWords {
		return it.section.quoted(sinks.ListItem(it.labelIn(sinks.InText, it.short)))
	}
	text := &it.texts.whole
	if it.short {
		text = &it.texts.short
	}
	if *text == "" {
		*text = it.section.quoted(sinks.ListItem(it.said()))
	}
	return *text
}

// said returns the addresses of an item and its words.
func (it *markdownItem) said() string {
	text := it.labelIn(sinks.InText, it.short)
	few := len(it.Words)
	if len(it.members()) > 0 {
		few = fewWords
	}
	if words := it.wordsIn(sinks.InText, few); words != "" {
		text += ": " + words
	}
	if at := it.sourceText(sinks.InText); at != "" {
		text += ", at " + at
	}
	return text
}

// sourceText returns where the resources are declared, with links. It is empty if that is not to be told.
func (it *markdownItem) sourceText(in sinks.Inline) string {
	r, ok := it.item.(*content.ResourceItem)
	if !ok || len(r.Sources) == 0 || r.Sources[0].Link == "" && !it.section.sheet.Opts.ShowSource {
		return ""
	}
	return wording.SourceWords(r.Sources, func(p plans.Position) string { return in.Link(p.String(), p.Link) })
}

// tableTexts returns the rows of the tables of values in which resources that change alike differ. seeAll says where the values
// are that have no room in them.
func tableTexts(it *content.ResourceItem, seeAll string) []string {
	var all []string
	in := sinks.InText
	rest := func(text string) {
		if text != "" {
			all = append(all, in.Words(text+seeAll))
		}
	}
	for i := range it.Tables {
		t := &it.Tables[i]
		for _, r := range t.Rows {
			all = append(all, in.Code(r.Label)+": "+textIn(in, r.Value))
		}
		rest(t.Rest())
	}
	rest(it.OthersText())
	return all
}

// blockText returns an item of configuration, in a fence.
func (it *markdownItem) blockText(of *content.BlockItem) string {
	var code []byte
	for _, l := range of.Block {
		code = append(append(code, sinks.Escape(l)...), '\n')
	}
	opening, closing := it.section.sheet.Opts.Flavour.Fence("hcl", code)
	return "\n" + sinks.InText.Words(wording.Capital(it.Label[0])) + "\n\n" + opening + string(code) + closing + "\n"
}

// makeFrame returns what stands around the fence of the item.
func (it *markdownItem) makeFrame() frame {
	flavour := it.section.sheet.Opts.Flavour
	before, after := flavour.Fold(func(in sinks.Inline) string {
		summary := it.labelIn(in, true)
		if words := it.wordsIn(in, fewWords); words != "" {
			summary += ": " + words
		}
		return summary
	}, it.open)
	f := frame{before: "\n" + before, end: after + "\n"}
	if r, ok := it.item.(*content.ResourceItem); ok && len(r.Members) > 1 {
		n := len(r.Members)
		inner := fmt.Sprintf("These %d resources change alike", n)
		if len(r.Tables) > 0 {
			inner += ", but differ in some values"
		}
		if len(it.Label) > content.MaxAddresses+1 {
			addresses := make([]string, len(it.Label))
			for i, a := range it.Label {
				addresses[i] = sinks.InText.Code(a)
			}
			inner += ": " + strings.Join(addresses, ", ")
		} else {
			inner += "."
		}
		f.before += inner + "\n\n"
		if rows := tableTexts(r, ", see the diffs or the full plan"); len(rows) > 0 {
			for _, row := range rows {
				f.before += sinks.ListItem(row)
			}
			f.before += "\n"
		}
	}
	if at := it.sourceText(sinks.InText); at != "" {
		f.before += "Declared at " + at + ".\n\n"
	}
	if len(it.drawings)+it.like > 1 && len(it.members()) > 1 {
		f.reserved = len(leftOutText(len(it.members())))
	}
	opening, closing := it.fence()
	f.before, f.after = f.before+opening, closing
	return f
}

// leftOutText says that the diffs of resources that change alike are left out.
func leftOutText(n int) string {
	return fmt.Sprintf("\n%s of these resources %s left out.\n", wording.CountOf(n, "diff", "diffs"), wording.Plural(n, "is", "are"))
}

// fence returns the lines around the drawings of the item.
func (it *markdownItem) fence() (opening, closing string) {
	var texts [][]byte
	for _, d := range it.drawings {
		texts = append(texts, d.text)
	}
	language := "diff"
	if it.Class == review.Stored {
		language = "hcl"
	}
	return it.section.sheet.Opts.Flavour.Fence(language, texts...)
}

// appendTo appends the item, or nothing if it is left out.
func (it *markdownItem) appendTo(out []byte) []byte {
	if it.shown == nil {
		return append(out, it.line...)
	}
	out = append(out, it.frame.before...)
	for i, e := range it.shown {
		if i > 0 {
			out = append(out, '\n')
		}
		out = e.appendTo(out)
	}
	out = append(out, it.frame.after...)
	if n := len(it.drawings) + it.like - len(it.shown); n > 0 && it.frame.reserved > 0 {
		out = append(out, leftOutText(n)...)
	}
	return append(out, it.frame.end...)
}

// headingText returns the heading of a section.
func (sec *markdownSection) headingText() string {
	if sec.Title == "" {
		return ""
	}
	in := sinks.InText
	title := in.Words(wording.Capital(sec.Title))
	if sec.Verbatim && sec.Kind == content.ResourceSection && sec.Title != content.RootModule {
		title = in.Code(sec.Title)
	}
	switch {
	case sec.ByClass:
		title += ": " + in.Words(sec.ClassWords())
	case sec.Counted:
		title += fmt.Sprintf(": %d", sec.Count())
	}
	if sec.isAlert() {
		return "\n" + sec.quoted("[!CAUTION]\n"+in.Bold(title)+"\n\n")
	}
	return "\n" + sinks.Heading(3+sec.Depth, title)
}

// isAlert reports whether the section is a warning, as the place draws them.
func (sec *markdownSection) isAlert() bool {
	return sec.Kind == content.HazardSection && sec.sheet.Opts.Flavour.HasAlerts
}

// quoted returns lines of the section. If it is a warning, they are in a quotation.
func (sec *markdownSection) quoted(lines string) string {
	if !sec.isAlert() {
		return lines
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString("> " + line)
	}
	return b.String()
}

// hiddenCount counts what the items that are left out stand for.
func (sec *markdownSection) hiddenCount() (n int) {
	if sec.whole != "" {
		return 0
	}
	for _, it := range sec.items {
		if it.line == "" {
			n += max(it.Count, 1)
		}
	}
	return n
}

// moreText says in a list how many are left out, and of which types, if that is not long.
func (sec *markdownSection) moreText() string {
	n := sec.hiddenCount()
	if n == 0 {
		return ""
	}
	text, before := fmt.Sprintf("… and %d more", n), ""
	if sec.Kind == content.PolicySection {
		before = "\n" // the items are not a list
	}
	var hidden []*markdownItem
	for _, it := range sec.items {
		if it.line == "" {
			hidden = append(hidden, it)
		}
	}
	if types := typeCounts(sinks.InText, hidden); types != "" && len(before+sinks.ListItem(text+": "+types)) <= sec.mostMore() {
		text += ": " + types
	}
	return before + sec.quoted(sinks.ListItem(text))
}

// mostMore is how long moreText may be.
func (sec *markdownSection) mostMore() int {
	const withTypes, roomy = 160, 10_000
	number := len(sec.quoted(sinks.ListItem("… and 1000000 more")))
	switch {
	case !sec.sheet.isShort:
		return 0
	case sec.Kind == content.PolicySection:
		return number + 1
	case sec.Kind != content.ResourceSection || sec.sheet.Limit < roomy:
		return number
	}
	return withTypes
}

// Sheet is a report in Markdown before it is written. It begins with the headline and
// the counts, which always have room. Everything else is added in the order of its importance,
// if it still has room. Each text is measured once, when it is its turn.
type Sheet struct {
	*Paper
	*content.Contents
	graph, drawn string // the picture of what depends on what, and that if there is room
	sections     []*markdownSection
	choice       *fit.Choice[fit.Item] // within the bytes of the limit
	isShort      bool                  // not everything has room, so that what is left out needs room

	table    string
	headline string
	notices  []string
	counted  string // the counts in words, or a table
	tail     string
	note     string // says what is left out
}

// typeCounts counts resources by type.
func typeCounts(in sinks.Inline, items []*markdownItem) string {
	counts := map[string]int{}
	total := 0
	for _, it := range items {
		total += it.Count
		if r, ok := it.item.(*content.ResourceItem); ok && r.Type != "" {
			counts[r.Type] += it.Count
		}
	}
	types := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	var all []string
	for _, t := range types[:min(len(types), fewTypes)] {
		all = append(all, fmt.Sprintf("%d %s", counts[t], in.Code(t)))
		total -= counts[t]
	}
	if total > 0 && len(all) > 0 {
		all = append(all, wording.CountOf(total, "other", "others"))
	}
	return strings.Join(all, ", ")
}
