package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
)

// hazardItem is a kind of hazard, with the objects that are in danger.
type hazardItem struct {
	itemText
	objects []string // their addresses, as they are written
	about   string   // the address of the only one
}

// fewObjects is how many objects of a hazard, or of a message of a policy, are named in a line.
const fewObjects = 5

// hazards returns what a reviewer should not miss: each kind once, with the objects behind it.
func (v *overview) hazards() section {
	sec := section{kind: hazardSection, title: "hazards", counted: true}
	items := map[string]*hazardItem{}
	for i := range v.sum.Hazards {
		h := &v.sum.Hazards[i]
		it := items[h.Text]
		if it == nil {
			it = &hazardItem{itemText: itemText{sign: doc.Hazard, label: []string{h.Text}, plain: true, important: true}}
			items[h.Text] = it
			sec.items = append(sec.items, it)
		}
		object := withDeposed(h.Address, h.Deposed)
		if h.Address != "" && (len(it.objects) == 0 || it.objects[len(it.objects)-1] != object) {
			it.objects, it.about = append(it.objects, object), h.Address
		}
	}
	for _, it := range items {
		it.count = max(len(it.objects), 1)
		if len(it.objects) > 0 {
			it.label[0] = strings.TrimSuffix(it.label[0], ".")
		}
		if len(it.objects) != 1 {
			it.about = ""
		}
		for _, o := range it.objects[:it.shown()] {
			it.add(doc.NewText(doc.Span{Role: doc.Bold, Text: o}))
		}
		if n := len(it.objects) - it.shown(); n > 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("%d more", n)}))
		}
	}
	return sec
}

// shown returns how many objects are named in the line.
func (it *hazardItem) shown() int { return fewOf(len(it.objects)) }

// fewOf returns how many of so many objects are named in a line. One more takes no more room than its count.
func fewOf(n int) int {
	if n <= fewObjects+1 {
		return n
	}
	return fewObjects
}
