package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// The texts of a report in Markdown are built here, each with the line feeds around it, so that
// their sizes add up to that of the report. A list item is one line. Everything else has an
// empty line on either side.

// markdownItem is an item on its way into the report.
type markdownItem struct {
	*item
	section  *markdownSection
	drawings []*drawing // of its fence; each is left out on its own
	open     bool       // it is not folded at first

	short bool      // not all addresses are in the line
	bare  bool      // nothing but the addresses is in the line, although there is more to say
	line  string    // in the list; empty if it is left out
	frame frame     // around the fence
	shown []extract // in the fence, in place of the line; nil for none
}

// frame is what stands around the text in a fence.
type frame struct{ before, after string }

func (f frame) size() int { return len(f.before) + len(f.after) }

// markdownSection is a section on its way into the report.
type markdownSection struct {
	*section
	sheet   *markdownSheet
	heading string
	items   []*markdownItem
	isShown bool
	whole   string // takes the place of all items, if it is set
}

// labelIn returns the sign and the addresses. short leaves out all but a few of them.
func (it *markdownItem) labelIn(in sinks.Inline, short bool) string {
	if it.plain {
		return in.Words(it.label[0])
	}
	if it.rename != nil {
		return in.Code(it.rename.From) + " → " + in.Code(it.rename.To)
	}
	shown, more := it.label, ""
	if short && len(shown) > maxAddresses+1 {
		shown, more = shown[:maxAddresses], fmt.Sprintf(" and %d more", len(shown)-maxAddresses)
	}
	var b strings.Builder
	if sign := signOf(it.sign); sign != "" {
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

// textIn returns what is said about something. Values, paths and names stand in code, remarks do not.
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
	fewWords      = 3 // the changes of an item that are told beside it, apart from what forces its replacement
	fewTableItems = 3 // the items that are told in a row of the table
	fewTypes      = 4 // the types that are told where resources are only counted
)

// wordsIn returns what is said about an item: all that forces its replacement, and as many of
// the other changes as there are to be.
func (it *markdownItem) wordsIn(in sinks.Inline, few int) string {
	var all []string
	for _, t := range it.words[:it.forcing] {
		all = append(all, textIn(in, t))
	}
	text := strings.Join(all, ", ")
	if it.forcing > 0 {
		text += " " + in.Bold("forces replacement")
	}
	all = nil
	rest := it.words[it.forcing : len(it.words)-it.counts]
	few = min(few, len(rest))
	if len(rest) == few+1 {
		few++ // it takes no more room than its count
	}
	for _, t := range rest[:few] {
		all = append(all, textIn(in, t))
	}
	if left := len(rest) - few; left > 0 {
		all = append(all, in.Words(countOf(left, "more change", "more changes")))
	}
	for _, t := range it.words[len(it.words)-it.counts:] {
		all = append(all, textIn(in, t))
	}
	if text != "" && len(all) > 0 {
		text += ", "
	}
	return text + strings.Join(all, ", ")
}

// lineText returns the item as an item of a list, or as text of its own if it is configuration.
func (it *markdownItem) lineText(withWords bool) string {
	if it.block != nil {
		return it.blockText()
	}
	if c := it.verdict; c != nil {
		part := checkPart(c.section, c.group, &it.section.sheet.opts.MarkdownLayout, it.section.sheet.opts.Policies)
		if withWords {
			return part.text
		}
		return part.short
	}
	text := "- " + it.labelIn(sinks.InText, it.short)
	if !withWords {
		return text + "\n"
	}
	few := len(it.words)
	if len(it.members) > 0 {
		few = fewWords
	}
	if words := it.wordsIn(sinks.InText, few); words != "" {
		text += ": " + words
	}
	if at := it.sourceText(sinks.InText); at != "" {
		text += ", at " + at
	}
	return text + "\n"
}

// sourceText returns where the resources are declared, with links. It is empty if that is not to be told.
func (it *markdownItem) sourceText(in sinks.Inline) string {
	if len(it.sources) == 0 || it.sources[0].Link == "" && !it.section.sheet.opts.ShowSource {
		return ""
	}
	return sourceWords(it.sources, func(p plans.Position) string { return in.Link(p.String(), p.Link) })
}

// blockText returns an item of configuration, in a fence.
func (it *markdownItem) blockText() string {
	var code []byte
	for _, l := range it.block {
		code = append(append(code, sinks.Escape(l)...), '\n')
	}
	opening, closing := it.section.sheet.opts.Flavour.Fence("hcl", code)
	return "\n" + sinks.InText.Words(capital(it.label[0])) + "\n\n" + opening + string(code) + closing + "\n"
}

// makeFrame returns what stands around the fence of the item.
func (it *markdownItem) makeFrame() frame {
	flavour := it.section.sheet.opts.Flavour
	in := sinks.InText
	if flavour.HasDetails {
		in = sinks.InHTML
	}
	summary := it.labelIn(in, true)
	if words := it.wordsIn(in, fewWords); words != "" {
		summary += ": " + words
	}
	var f frame
	switch {
	case !flavour.HasDetails:
		f = frame{"\n#### " + summary + "\n\n", "\n"}
	case it.open:
		f = frame{"\n<details open>\n<summary>" + summary + "</summary>\n\n", "\n</details>\n\n"}
	default:
		f = frame{"\n<details>\n<summary>" + summary + "</summary>\n\n", "\n</details>\n\n"}
	}
	if n := len(it.members); n > 1 {
		inner := fmt.Sprintf("This is one of %d resources that change alike", n)
		if len(it.label) <= maxAddresses+1 {
			inner += "."
		} else {
			addresses := make([]string, len(it.label))
			for i, a := range it.label {
				addresses[i] = sinks.InText.Code(a)
			}
			inner += ": " + strings.Join(addresses, ", ")
		}
		f.before += inner + "\n\n"
	}
	if at := it.sourceText(sinks.InText); at != "" {
		f.before += "Declared at " + at + ".\n\n"
	}
	opening, closing := it.fence()
	return frame{f.before + opening, closing + f.after}
}

// fence returns the lines around the drawings of the item.
func (it *markdownItem) fence() (opening, closing string) {
	var texts [][]byte
	for _, d := range it.drawings {
		texts = append(texts, d.text)
	}
	language := "diff"
	if it.class == review.Stored {
		language = "hcl"
	}
	return it.section.sheet.opts.Flavour.Fence(language, texts...)
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
	return append(out, it.frame.after...)
}

// headingText returns the heading of a section.
func (sec *markdownSection) headingText() string {
	if sec.title == "" {
		return ""
	}
	in := sinks.InText
	title := in.Words(capital(sec.title))
	if sec.verbatim && sec.kind == resourceSection && sec.title != rootModule {
		title = in.Code(sec.title)
	}
	switch {
	case sec.byClass:
		title += ": " + in.Words(sec.classWords())
	case sec.counted:
		title += fmt.Sprintf(": %d", sec.count())
	}
	return "\n" + strings.Repeat("#", min(3+sec.depth, 6)) + " " + title + "\n\n"
}

// capital returns a text with a capital letter first.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// hiddenCount counts what the items that are left out stand for.
func (sec *markdownSection) hiddenCount() (n int) {
	if sec.whole != "" {
		return 0
	}
	for _, it := range sec.items {
		if it.line == "" {
			n += max(it.count, 1)
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
	text := fmt.Sprintf("- … and %d more", n)
	if sec.kind == policySection {
		text = "\n" + text // the items are no list
	}
	var hidden []*markdownItem
	for _, it := range sec.items {
		if it.line == "" {
			hidden = append(hidden, it)
		}
	}
	if types := typeCounts(sinks.InText, hidden); types != "" && len(text+": "+types+"\n") <= sec.mostMore() {
		text += ": " + types
	}
	return text + "\n"
}

// mostMore is how long moreText may be.
func (sec *markdownSection) mostMore() int {
	const number, withTypes, roomy = len("- … and 1000000 more\n"), 160, 10_000
	switch {
	case !sec.sheet.isShort:
		return 0
	case sec.kind == policySection:
		return number + 1
	case sec.kind != resourceSection || sec.sheet.limit < roomy:
		return number
	}
	return withTypes
}

// makeTable returns the table that sums up a plan: what happens to how many resources, to which of
// them, and why. It is empty if nothing happens.
func (s *markdownSheet) makeTable() string {
	byClass := map[review.Class][]*markdownItem{}
	for _, sec := range s.sections {
		if sec.kind != resourceSection {
			continue
		}
		for _, it := range sec.items {
			byClass[it.class] = append(byClass[it.class], it)
		}
	}
	var b strings.Builder
	row := func(sign, action string, n int, what string) {
		if n == 0 {
			return
		}
		if b.Len() == 0 {
			b.WriteString("| Action | Count | What |\n| :-- | --: | :-- |\n")
		}
		if sign != "" {
			action = sinks.InCell.Code(sign) + " " + action
		}
		fmt.Fprintf(&b, "| %s | %d | %s |\n", action, n, what)
	}
	for class := review.Unknown; class <= review.Deferred; class++ {
		row(classSign(class), class.String(), s.classCount(class), s.cell(class, byClass[class]))
	}
	outputs := ""
	for _, sec := range s.sections {
		if sec.kind == outputSection {
			outputs = itemNames(sec.items)
		}
	}
	row("", "outputs", s.changedOutputs(), outputs)
	row("", "actions", s.sum.Invocations, "")
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// classSign is the sign that most resources of a class have.
func classSign(c review.Class) string {
	switch c {
	case review.Unknown:
		return signOf(doc.Unrecognised)
	case review.Replace:
		return signOf(doc.DeleteThenCreate)
	case review.Destroy:
		return signOf(doc.Delete)
	case review.Forget:
		return signOf(doc.Forget)
	case review.Update:
		return signOf(doc.Update)
	case review.Create:
		return signOf(doc.Create)
	case review.Read:
		return signOf(doc.Read)
	}
	return ""
}

// cell says to which resources of a class something happens.
func (s *markdownSheet) cell(class review.Class, items []*markdownItem) string {
	if class > review.Update {
		return typeCounts(sinks.InCell, items)
	}
	var all []string
	left := 0
	for _, it := range items {
		if it.plain || len(all) == fewTableItems {
			left += it.count
			continue
		}
		text := sinks.InCell.Code(it.members[0].Address)
		if n := it.count - 1; n > 0 {
			text += fmt.Sprintf(" and %d alike", n)
		}
		if why := it.why(sinks.InCell); why != "" {
			text += ": " + why
		}
		all = append(all, text)
	}
	text := strings.Join(all, "; ")
	switch {
	case text == "":
		return typeCounts(sinks.InCell, items)
	case left > 0:
		text += fmt.Sprintf("; and %d more", left)
	}
	return text
}

// why says for the table what forces a replacement, or else what is remarkable, and how much
// changes.
func (it *markdownItem) why(in sinks.Inline) string {
	words := it.words[:max(it.forcing, it.remarks)]
	var all []string
	for _, t := range words[:min(len(words), fewWords)] {
		all = append(all, textIn(in, t))
	}
	if left := len(words) - len(all); left > 0 {
		all = append(all, fmt.Sprintf("%d more", left))
	}
	text := strings.Join(all, ", ")
	if it.forcing > 0 {
		text += " " + in.Bold("forces replacement")
	}
	if it.changes == 0 || it.class == review.Destroy || it.class == review.Forget {
		return text
	}
	if text != "" {
		text += ", "
	}
	return text + countOf(it.changes, "change", "changes")
}

// typeCounts counts resources by type.
func typeCounts(in sinks.Inline, items []*markdownItem) string {
	counts := map[string]int{}
	total := 0
	for _, it := range items {
		total += it.count
		if it.typ != "" {
			counts[it.typ] += it.count
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
		all = append(all, countOf(total, "other", "others"))
	}
	return strings.Join(all, ", ")
}

// itemNames returns the labels of a few items, for a cell.
func itemNames(items []*markdownItem) string {
	var all []string
	for _, it := range items[:min(len(items), fewTypes)] {
		all = append(all, sinks.InCell.Code(it.label[0]))
	}
	text := strings.Join(all, ", ")
	if left := len(items) - len(all); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
