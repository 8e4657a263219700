package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// resources returns the sections with what happens to the resources.
func (v *overview) resources() []section {
	var all []*resourceItem
	for _, g := range v.groups.Groups() {
		all = append(all, v.item(g, nil))
	}
	if v.irrelevant > 0 {
		text := countOf(v.irrelevant, "drifted resource that does not affect this plan", "drifted resources that do not affect this plan")
		all = append(all, &resourceItem{itemText: itemText{label: []string{text}, plain: true, class: review.Drift, count: v.irrelevant}})
	}
	if v.touched > 0 {
		text := countOf(v.touched, "drifted resource that this plan changes", "drifted resources that this plan changes")
		all = append(all, &resourceItem{itemText: itemText{label: []string{text}, plain: true, class: review.Drift, count: v.touched}})
	}
	return v.sectionsOf(all)
}

// sectionsOf puts what happens to resources into sections.
func (v *overview) sectionsOf(all []*resourceItem) (sections []section) {
	sectionOf := func(it *resourceItem) (title string) { return it.class.String() }
	switch v.groupBy {
	case GroupByNone:
		if len(all) > 0 {
			sections = append(sections, section{items: asItems(all)})
		}
		return sections
	case GroupByType:
		sectionOf = func(it *resourceItem) string { return it.typ }
	case GroupByModule:
		return tree(all)
	}
	index := map[string]int{}
	for _, it := range all {
		key := sectionOf(it)
		i, ok := index[key]
		if !ok {
			i = len(sections)
			index[key] = i
			sections = append(sections, section{title: key, verbatim: v.groupBy == GroupByType, counted: true})
		}
		sections[i].items = append(sections[i].items, it)
	}
	return sections
}

func asItems(all []*resourceItem) []item {
	items := make([]item, len(all))
	for i, it := range all {
		items[i] = it
	}
	return items
}

// tree returns sections by module.
func tree(all []*resourceItem) (sections []section) {
	byModule := map[string][]*resourceItem{}
	var modules []string
	for _, it := range all {
		if _, ok := byModule[it.module]; !ok {
			modules = append(modules, it.module)
		}
		byModule[it.module] = append(byModule[it.module], it)
	}
	// The address of a module sorts like that of a resource in it.
	sorted.Stable(modules, func(a, b string) int { return plans.CompareAddresses(inModule(a), inModule(b)) })
	var around []string // the modules in which the current one is
	for _, m := range modules {
		for len(around) > 0 && !strings.HasPrefix(m, around[len(around)-1]+".") {
			around = around[:len(around)-1]
		}
		items := byModule[m]
		sec := section{title: m, verbatim: true, counted: true, byClass: true, depth: len(around), items: asItems(items)}
		if m == "" {
			sec.title = rootModule
		} else {
			if len(around) > 0 {
				sec.title = strings.TrimPrefix(m, around[len(around)-1]+".")
			}
			for i := range items {
				items[i].shorten()
			}
			around = append(around, m)
		}
		sections = append(sections, sec)
	}
	return sections
}

func inModule(module string) string {
	if module == "" {
		return ""
	}
	return module + ".a"
}

// item returns the item for a group. in returns the name of a resource's plan, if there are several plans.
func (v *overview) item(g *review.Group[entry], in func(review.Place) string) *resourceItem {
	e := &g.Value
	first := g.Members[0]
	it := &resourceItem{
		itemText: itemText{sign: e.sign, class: first.Class, count: len(g.Members), important: e.important, label: addresses(g.Members)},
		typ:      e.typ, members: g.Members, in: in,
	}
	it.module, _ = plans.SplitModule(first.Address)
	if e.muted {
		it.plain, it.muted, it.label = true, true, []string{fmt.Sprintf("%d muted%s", it.count, byRules(&v.sum))}
		return it
	}
	it.sources = v.sources(g.Members)
	if e.alert != "" {
		it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: e.alert}))
	}
	differs := g.Differences(maxTableRows)
	isTold := map[string]bool{}
	tell := func(list []change) {
		for i := range list {
			text, covered := list[i].ownText(differs)
			for _, path := range covered {
				isTold[path] = true
			}
			if list[i].document {
				it.documents = append(it.documents, len(it.words))
			}
			it.add(text)
		}
	}
	it.addTables(differs)
	for _, remark := range e.remarks {
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: remark}))
	}
	if text := v.impactWords(g.Members); text != "" {
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: text}))
	}
	it.remarks = len(it.words)
	tell(e.changes.forcing)
	it.forcing = len(it.words)
	if len(e.changes.forcing) == 0 {
		it.forcing = 0
	}
	tell(e.changes.others)
	told := len(it.words)
	hidden := func(format string, n int) {
		if n > 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf(format, n)}))
		}
	}
	if len(it.words)+e.changes.more+e.changes.unknown+e.changes.muted == 0 && first.Class == review.Update {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "no visible change"}))
	}
	switch more := e.changes.more; {
	case told > 0:
		hidden("+%d more", more)
	case more == 1:
		hidden("%d attribute", more)
	default:
		hidden("%d attributes", more)
	}
	hidden("%d known after apply", e.changes.unknown)
	hidden("%d muted", e.changes.muted)
	var untold, onlyOld []string
	for _, d := range differs {
		switch {
		case isTold[d.Path]:
		case d.IsTold:
			untold = append(untold, d.Path)
		default:
			onlyOld = append(onlyOld, d.Path)
		}
	}
	if len(untold) > 0 {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fewPaths(untold) + plural(len(untold), " differs", " differ") + " per instance"}))
	}
	if len(onlyOld) > 0 {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "old " + plural(len(onlyOld), "value", "values") + " of " + fewPaths(onlyOld) + plural(len(onlyOld), " differs", " differ") + " per instance"}))
	}
	it.words = append(it.words, v.annotatedMembers(g.Members)...)
	if v.tellSource && len(it.sources) > 0 {
		it.add(doc.NewText(sourceSpans(it.sources)...))
	}
	it.counts = len(it.words) - told
	it.changes = e.changes.count()
	return it
}

// sources returns where resources are declared, each place once.
func (v *overview) sources(members []review.Place) []plans.Position {
	var all []plans.Position
	seen := map[plans.Position]bool{}
	for _, m := range members {
		if p, ok := v.declared[m.Number]; ok && !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	return all
}

// maxSources is how many places are told at which several resources are declared.
const maxSources = 3

// sourceWords says where resources are declared. text returns how a place is written.
func sourceWords(sources []plans.Position, text func(plans.Position) string) string {
	var all []string
	for _, p := range sources[:min(len(sources), maxSources)] {
		all = append(all, text(p))
	}
	words := strings.Join(all, ", ")
	if more := len(sources) - len(all); more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// sourceSpans is like sourceWords, with links.
func sourceSpans(sources []plans.Position) []doc.Span {
	comment := func(text string) doc.Span { return doc.Span{Role: doc.Comment, Text: text} }
	spans := []doc.Span{comment("at ")}
	shown := sources[:min(len(sources), maxSources)]
	for i, p := range shown {
		if i > 0 {
			spans = append(spans, comment(", "))
		}
		spans = append(spans, placeSpan(doc.Comment, p))
	}
	if more := len(sources) - len(shown); more > 0 {
		spans = append(spans, comment(fmt.Sprintf(" and %d more", more)))
	}
	return spans
}

// placeSpan returns a place in a configuration, with a link to it.
func placeSpan(role doc.Role, p plans.Position) doc.Span {
	s := doc.Span{Role: role, Text: p.String()}
	switch {
	case p.Link != "":
		s.Link = &doc.Link{Address: p.Link}
	case p.Local != "":
		s.Link = &doc.Link{Address: sinks.FileLink(p.Local)}
	}
	return s
}

// outputs adds the outputs that change.
func (v *overview) outputs(s *contents) {
	sec := section{kind: outputSection, title: "outputs", counted: true}
	for i := range v.sum.Outputs {
		o := &v.sum.Outputs[i]
		if !o.Shown() {
			continue
		}
		it := &outputItem{output: o, itemText: itemText{sign: doc.ActionSign(o.Diff.Action), label: []string{o.Name}, class: review.Create, count: 1}}
		if err := checkRenderable(o.Diff, o.Err); err != nil {
			it.sign, it.important = doc.Unrecognised, true
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(failureText("output."+o.Name, err))}))
		} else {
			d := describer{refinements: v.refinements, documents: v.documents}
			for _, ch := range d.describe(&o.Diff) {
				it.add(ch.text)
			}
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// actions adds the actions to invoke.
func (v *overview) actions(s *contents) {
	sec := section{kind: actionSection, title: "actions", counted: true}
	for i := range v.sum.Invoked {
		a := &v.sum.Invoked[i]
		it := &actionItem{action: a, itemText: itemText{label: []string{a.Address}, class: review.Update, count: 1}}
		if a.Caller != "" {
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: "called from " + a.Caller}))
		}
		if a.Err != nil {
			it.important = true
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(failureText(a.Address, a.Err))}))
		}
		sec.items = append(sec.items, it)
	}
	for _, a := range v.invoked {
		it := &noteItem{itemText: itemText{label: []string{a.address}, class: review.Update, count: 1}}
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: a.when + " "}, doc.Span{Role: doc.Address, Text: a.trigger}))
		if words := failureWords(a.onFailure); words != "" {
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: words}))
		}
		sec.items = append(sec.items, it)
	}
	if rest := v.sum.Invocations - len(sec.items); rest > 0 {
		sec.items = append(sec.items, plainItem(countOf(rest, "action", "actions")+" that no change in the plan triggers", review.Update, rest))
	}
	s.add(sec)
}

// failureWords says what apply does if an action fails, unless it does what it has always done.
func failureWords(f plans.OnFailure) string {
	switch f {
	case "", plans.HaltOnFailure:
		return ""
	case plans.TaintOnFailure:
		return "the resource is tainted if it fails"
	case plans.ContinueOnFailure:
		return "apply continues if it fails"
	}
	return "if it fails: " + string(f)
}

// failedChecks returns the checks that have not passed.
func failedChecks(s *computed.Summary) []plans.Check {
	var failed []plans.Check
	for _, ch := range s.Checks {
		if ch.Status == "fail" || ch.Status == "error" {
			failed = append(failed, ch)
		}
	}
	return failed
}

func (v *overview) checks(s *contents) {
	sec := section{kind: checkSection, title: "checks", counted: true}
	for _, ch := range failedChecks(&v.sum) {
		it := &noteItem{itemText: itemText{label: []string{ch.Address}, count: 1, important: true}}
		for _, i := range ch.Instances {
			if i.Status != "fail" && i.Status != "error" {
				continue
			}
			text := strings.Join(i.Messages, " ")
			if i.Address != ch.Address {
				text = i.Address + ": " + text
			}
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: cmp.Or(text, i.Status)}))
		}
		if len(it.words) == 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: ch.Status}))
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// muted adds what rules mute. It is listed if they come from a file, because whoever has
// written that may want to hide something.
func (v *overview) muted(s *contents) {
	if len(v.sum.Muted) == 0 {
		return
	}
	sec := section{kind: mutedSection, title: countOf(len(v.sum.Muted), "change", "changes") + " muted" + byRules(&v.sum), verbatim: true}
	if v.sum.RulesFile == "" {
		s.sections = append(s.sections, sec)
		return
	}
	sec.title += ", see " + v.sum.RulesFile
	for _, m := range v.sum.Muted {
		it := aboutResource(m.Address, m.Deposed)
		it.count, it.important = 1, true
		if !m.Path.IsEmpty() {
			it.add(label(m.Path.String()))
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// bundled adds which values only schemas from the repository hide.
func (v *overview) bundled(s *contents, o computed.Outcome) {
	for _, b := range computed.ByBundle(o.Masked) {
		sec := section{kind: bundleSection, title: b.String(), verbatim: true}
		for i, m := range b.Masked {
			if i == 0 || b.Masked[i-1].Type != m.Type {
				sec.items = append(sec.items, &noteItem{itemText: itemText{label: []string{m.Type}, class: review.Unchanged, important: true}})
			}
			it := sec.items[len(sec.items)-1].text()
			it.count += m.Count
			it.add(label(m.Path))
		}
		s.add(sec)
	}
}

// copies adds where strings are hidden because they are copies of sensitive ones.
func (v *overview) copies(s *contents, o computed.Outcome) {
	n := len(o.Copies)
	title := countOf(n, "copy of a sensitive value is", "copies of sensitive values are") + " hidden"
	sec := section{kind: copySection, title: title, verbatim: true}
	for i, c := range o.Copies {
		if i == 0 || o.Copies[i-1].Address != c.Address || o.Copies[i-1].Deposed != c.Deposed {
			sec.items = append(sec.items, aboutResource(c.Address, c.Deposed))
		}
		it := sec.items[len(sec.items)-1].text()
		it.count++
		if !c.Path.IsEmpty() {
			it.add(label(c.Path.String()))
		}
	}
	s.add(sec)
}

// aboutResource returns an item about a resource that does not say what happens to it.
func aboutResource(address, deposed string) *noteItem {
	return &noteItem{about: address, itemText: itemText{label: []string{withDeposed(address, deposed)}, class: review.Unchanged}}
}

// withDeposed returns an address and, if it is that of a deposed object, the key of that.
func withDeposed(address, deposed string) string {
	if deposed == "" {
		return address
	}
	return address + " (deposed object " + deposed + ")"
}

// renames adds which destroys and creates are likely to be renames, and how to make them so.
func (v *overview) renames(s *contents) {
	if len(v.sum.Renames) == 0 {
		return
	}
	sec := section{kind: renameSection, title: "likely renames", counted: true}
	for i := range v.sum.Renames {
		r := &v.sum.Renames[i]
		it := &renameItem{rename: r, itemText: itemText{label: []string{r.From + " -> " + r.To}, class: review.Delete, count: 1}}
		for _, words := range renameWords(r, !v.sum.Compared) {
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: words}))
		}
		sec.items = append(sec.items, it)
	}
	if blocks := review.Moved(v.sum.Renames); blocks != "" && !v.sum.Compared {
		it := &blockItem{block: strings.Split(strings.TrimSuffix(blocks, "\n"), "\n")}
		it.itemText = itemText{label: []string{"to keep the objects, add to the configuration of the root module:"}, plain: true, class: review.Stored}
		sec.items = append(sec.items, it)
	}
	s.renames = &sec
}

// problems adds what could not be shown properly.
func (v *overview) problems(s *contents, o computed.Outcome) {
	sec := section{kind: problemSection, title: "problems", counted: true}
	for _, p := range o.Problems {
		it := plainItem(plans.SpellName(p.Error()), 0, 1)
		it.important = true
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}
