package plan

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Resources returns the sections with what happens to the resources.
func (v *Overview) Resources() []content.Section {
	var all []*content.ResourceItem
	for _, g := range v.Groups.Groups() {
		all = append(all, v.Item(g, nil))
	}
	if v.irrelevant > 0 {
		text := wording.CountOf(v.irrelevant, "drifted resource that does not affect this plan", "drifted resources that do not affect this plan")
		all = append(all, &content.ResourceItem{ItemText: content.ItemText{Label: []string{text}, Plain: true, Class: review.Drift, Count: v.irrelevant}})
	}
	if v.touched > 0 {
		text := wording.CountOf(v.touched, "drifted resource that this plan changes", "drifted resources that this plan changes")
		all = append(all, &content.ResourceItem{ItemText: content.ItemText{Label: []string{text}, Plain: true, Class: review.Drift, Count: v.touched}})
	}
	return v.sectionsOf(all)
}

// sectionsOf puts what happens to resources into sections.
func (v *Overview) sectionsOf(all []*content.ResourceItem) (sections []content.Section) {
	sectionOf := func(it *content.ResourceItem) (title string) { return it.Class.String() }
	switch v.groupBy {
	case layout.GroupByNone:
		if len(all) > 0 {
			sections = append(sections, content.Section{Items: asItems(all)})
		}
		return sections
	case layout.GroupByType:
		sectionOf = func(it *content.ResourceItem) string { return it.Type }
	case layout.GroupByModule:
		return tree(all)
	}
	index := map[string]int{}
	for _, it := range all {
		key := sectionOf(it)
		i, ok := index[key]
		if !ok {
			i = len(sections)
			index[key] = i
			sections = append(sections, content.Section{Title: key, Verbatim: v.groupBy == layout.GroupByType, Counted: true})
		}
		sections[i].Items = append(sections[i].Items, it)
	}
	return sections
}

func asItems(all []*content.ResourceItem) []content.Item {
	items := make([]content.Item, len(all))
	for i, it := range all {
		items[i] = it
	}
	return items
}

// tree returns sections by module.
func tree(all []*content.ResourceItem) (sections []content.Section) {
	byModule := map[string][]*content.ResourceItem{}
	var modules []string
	for _, it := range all {
		if _, ok := byModule[it.Module]; !ok {
			modules = append(modules, it.Module)
		}
		byModule[it.Module] = append(byModule[it.Module], it)
	}
	// The address of a module sorts like that of a resource in it.
	sorted.Stable(modules, func(a, b string) int { return plans.CompareAddresses(wording.InModule(a), wording.InModule(b)) })
	var around []string // the modules in which the current one is
	for _, m := range modules {
		for len(around) > 0 && !strings.HasPrefix(m, around[len(around)-1]+".") {
			around = around[:len(around)-1]
		}
		items := byModule[m]
		sec := content.Section{Title: m, Verbatim: true, Counted: true, ByClass: true, Depth: len(around), Items: asItems(items)}
		if m == "" {
			sec.Title = content.RootModule
		} else {
			if len(around) > 0 {
				sec.Title = strings.TrimPrefix(m, around[len(around)-1]+".")
			}
			for i := range items {
				items[i].Shorten()
			}
			around = append(around, m)
		}
		sections = append(sections, sec)
	}
	return sections
}

// Item returns the item for a group. in returns the name of a resource's plan, if there are several plans.
func (v *Overview) Item(g *review.Group[Entry], in func(review.Place) string) *content.ResourceItem {
	e := &g.Value
	first := g.Members[0]
	it := &content.ResourceItem{
		ItemText: content.ItemText{Sign: e.sign, Class: first.Class, Count: len(g.Members), Important: e.important, Label: Addresses(g.Members)},
		Type:     e.typ, Members: g.Members, InPlan: in,
	}
	it.Module, _ = plans.SplitModule(first.Address)
	if e.Muted {
		it.Plain, it.Muted, it.Label = true, true, []string{fmt.Sprintf("%d muted%s", it.Count, wording.ByRules(&v.Sum))}
		return it
	}
	it.Sources = v.sources(g.Members)
	if e.alert != "" {
		it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: e.alert}))
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
				it.Documents = append(it.Documents, len(it.Words))
			}
			it.Add(text)
		}
	}
	addTables(it, differs)
	for _, remark := range e.remarks {
		it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: remark}))
	}
	if text := v.impactWords(g.Members); text != "" {
		it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: text}))
	}
	it.Remarks = len(it.Words)
	tell(e.changes.forcing)
	it.Forcing = len(it.Words)
	if len(e.changes.forcing) == 0 {
		it.Forcing = 0
	}
	tell(e.changes.others)
	told := len(it.Words)
	hidden := func(format string, n int) {
		if n > 0 {
			it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf(format, n)}))
		}
	}
	if len(it.Words)+e.changes.more+e.changes.unknown+e.changes.muted == 0 && first.Class == review.Update {
		it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "no visible change"}))
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
		it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: wording.FewPaths(untold) + wording.Plural(len(untold), " differs", " differ") + " per instance"}))
	}
	if len(onlyOld) > 0 {
		it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "old " + wording.Plural(len(onlyOld), "value", "values") + " of " + wording.FewPaths(onlyOld) + wording.Plural(len(onlyOld), " differs", " differ") + " per instance"}))
	}
	it.Words = append(it.Words, v.annotatedMembers(g.Members)...)
	if v.TellSource && len(it.Sources) > 0 {
		it.Add(doc.NewText(sourceSpans(it.Sources)...))
	}
	it.Counts = len(it.Words) - told
	it.Changes = e.changes.count()
	return it
}

// sources returns where resources are declared, each place once.
func (v *Overview) sources(members []review.Place) []plans.Position {
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

// sourceSpans is like sourceWords, with links.
func sourceSpans(sources []plans.Position) []doc.Span {
	comment := func(text string) doc.Span { return doc.Span{Role: doc.Comment, Text: text} }
	spans := []doc.Span{comment("at ")}
	shown := sources[:min(len(sources), wording.MaxSources)]
	for i, p := range shown {
		if i > 0 {
			spans = append(spans, comment(", "))
		}
		spans = append(spans, PlaceSpan(doc.Comment, p))
	}
	if more := len(sources) - len(shown); more > 0 {
		spans = append(spans, comment(fmt.Sprintf(" and %d more", more)))
	}
	return spans
}

// PlaceSpan returns a place in a configuration, with a link to it.
func PlaceSpan(role doc.Role, p plans.Position) doc.Span {
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
func (v *Overview) outputs(s *content.Contents) {
	sec := content.Section{Kind: content.OutputSection, Title: "outputs", Counted: true}
	for i := range v.Sum.Outputs {
		o := &v.Sum.Outputs[i]
		if !o.Shown() {
			continue
		}
		it := &content.OutputItem{Output: o, ItemText: content.ItemText{Sign: doc.ActionSign(o.Diff.Action), Label: []string{o.Name}, Class: review.Create, Count: 1}}
		if err := wording.CheckRenderable(o.Diff, o.Err); err != nil {
			it.Sign, it.Important = doc.Unrecognised, true
			it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(wording.FailureText("output."+o.Name, err))}))
		} else {
			d := Describer{Refinements: v.Refinements, documents: v.Documents}
			for _, ch := range d.Describe(&o.Diff) {
				it.Add(ch.Text)
			}
		}
		sec.Items = append(sec.Items, it)
	}
	s.Add(sec)
}

// actions adds the actions to invoke.
func (v *Overview) actions(s *content.Contents) {
	sec := content.Section{Kind: content.ActionSection, Title: "actions", Counted: true}
	for i := range v.Sum.Invoked {
		a := &v.Sum.Invoked[i]
		it := &content.ActionItem{Action: a, ItemText: content.ItemText{Label: []string{a.Address}, Class: review.Update, Count: 1}}
		if a.Caller != "" {
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: "called from " + a.Caller}))
		}
		if a.Err != nil {
			it.Important = true
			it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: v.told(wording.FailureText(a.Address, a.Err))}))
		}
		sec.Items = append(sec.Items, it)
	}
	for _, a := range v.invoked {
		it := &content.NoteItem{ItemText: content.ItemText{Label: []string{a.address}, Class: review.Update, Count: 1}}
		it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: a.when + " "}, doc.Span{Role: doc.Address, Text: a.trigger}))
		if words := wording.FailureWords(a.onFailure); words != "" {
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: words}))
		}
		sec.Items = append(sec.Items, it)
	}
	if rest := v.Sum.Invocations - len(sec.Items); rest > 0 {
		sec.Items = append(sec.Items, content.PlainItem(wording.CountOf(rest, "action", "actions")+" that no change in the plan triggers", review.Update, rest))
	}
	s.Add(sec)
}

func (v *Overview) checks(s *content.Contents) {
	sec := content.Section{Kind: content.CheckSection, Title: "checks", Counted: true}
	for _, ch := range wording.FailedChecks(&v.Sum) {
		it := &content.NoteItem{ItemText: content.ItemText{Label: []string{ch.Address}, Count: 1, Important: true}}
		for _, i := range ch.Instances {
			if i.Status != "fail" && i.Status != "error" {
				continue
			}
			text := strings.Join(i.Messages, " ")
			if i.Address != ch.Address {
				text = i.Address + ": " + text
			}
			it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: cmp.Or(text, i.Status)}))
		}
		if len(it.Words) == 0 {
			it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: ch.Status}))
		}
		sec.Items = append(sec.Items, it)
	}
	s.Add(sec)
}

// muted adds what rules mute. It is listed if they come from a file, because whoever has
// written that may want to hide something.
func (v *Overview) muted(s *content.Contents) {
	if len(v.Sum.Muted) == 0 {
		return
	}
	sec := content.Section{Kind: content.MutedSection, Title: wording.CountOf(len(v.Sum.Muted), "change", "changes") + " muted" + wording.ByRules(&v.Sum), Verbatim: true}
	if v.Sum.RulesFile == "" {
		s.Sections = append(s.Sections, sec)
		return
	}
	sec.Title += ", see " + v.Sum.RulesFile
	for _, m := range v.Sum.Muted {
		it := content.AboutResource(m.Address, m.Deposed)
		it.Count, it.Important = 1, true
		if !m.Path.IsEmpty() {
			it.Add(wording.Label(m.Path.String()))
		}
		sec.Items = append(sec.Items, it)
	}
	s.Add(sec)
}

// Bundled adds which values only schemas from the repository hide.
func (v *Overview) Bundled(s *content.Contents, o computed.Outcome) {
	for _, b := range computed.ByBundle(o.Masked) {
		sec := content.Section{Kind: content.BundleSection, Title: b.String(), Verbatim: true}
		for i, m := range b.Masked {
			if i == 0 || b.Masked[i-1].Type != m.Type {
				sec.Items = append(sec.Items, &content.NoteItem{ItemText: content.ItemText{Label: []string{m.Type}, Class: review.Unchanged, Important: true}})
			}
			it := sec.Items[len(sec.Items)-1].Text()
			it.Count += m.Count
			it.Add(wording.Label(m.Path))
		}
		s.Add(sec)
	}
}

// Copies adds where strings are hidden because they are copies of sensitive ones.
func (v *Overview) Copies(s *content.Contents, o computed.Outcome) {
	n := len(o.Copies)
	title := wording.CountOf(n, "copy of a sensitive value is", "copies of sensitive values are") + " hidden"
	sec := content.Section{Kind: content.CopySection, Title: title, Verbatim: true}
	for i, c := range o.Copies {
		if i == 0 || o.Copies[i-1].Address != c.Address || o.Copies[i-1].Deposed != c.Deposed {
			sec.Items = append(sec.Items, content.AboutResource(c.Address, c.Deposed))
		}
		it := sec.Items[len(sec.Items)-1].Text()
		it.Count++
		if !c.Path.IsEmpty() {
			it.Add(wording.Label(c.Path.String()))
		}
	}
	s.Add(sec)
}

// renames adds which destroys and creates are likely to be renames, and how to make them so.
func (v *Overview) renames(s *content.Contents) {
	if len(v.Sum.Renames) == 0 {
		return
	}
	sec := content.Section{Kind: content.RenameSection, Title: "likely renames", Counted: true}
	for i := range v.Sum.Renames {
		r := &v.Sum.Renames[i]
		it := &content.RenameItem{Rename: r, ItemText: content.ItemText{Label: []string{r.From + " -> " + r.To}, Class: review.Delete, Count: 1}}
		for _, words := range wording.RenameWords(r, !v.Sum.Compared) {
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: words}))
		}
		sec.Items = append(sec.Items, it)
	}
	if blocks := review.Moved(v.Sum.Renames); blocks != "" && !v.Sum.Compared {
		it := &content.BlockItem{Block: strings.Split(strings.TrimSuffix(blocks, "\n"), "\n")}
		it.ItemText = content.ItemText{Label: []string{"to keep the objects, add to the configuration of the root module:"}, Plain: true, Class: review.Stored}
		sec.Items = append(sec.Items, it)
	}
	s.Renames = &sec
}

// Problems adds what could not be shown properly.
func (v *Overview) Problems(s *content.Contents, o computed.Outcome) {
	sec := content.Section{Kind: content.ProblemSection, Title: "problems", Counted: true}
	for _, p := range o.Problems {
		it := content.PlainItem(plans.SpellName(p.Error()), 0, 1)
		it.Important = true
		sec.Items = append(sec.Items, it)
	}
	s.Add(sec)
}
