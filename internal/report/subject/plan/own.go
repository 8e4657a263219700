package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Resources that change alike may differ in values of their own. Nothing of what is said about a resource goes unsaid because
// others are like it. If only a few variants are shown, each is an item of its own (review.FewVariants). If there are
// many, the item has a table of values and addresses for each path: alarming values first, then rare ones. The rest is
// counted, and the table says where it is.

// addTables adds the tables of the values in which resources that change alike differ.
func addTables(it *content.ResourceItem, differs []review.Difference) {
	if len(differs) == 0 {
		return
	}
	sameBase := haveOneBase(it.Members)
	told := slices.DeleteFunc(slices.Clone(differs), func(d review.Difference) bool { return !d.IsTold })
	sorted.Stable(told, func(a, b review.Difference) int { return cmp.Compare(alarmRank(&a), alarmRank(&b)) })
	for i := range told {
		d := &told[i]
		if i >= maxTables {
			it.Others = append(it.Others, d.Path)
			continue
		}
		t := content.OwnTable{Path: d.Path, Distinct: d.Distinct}
		for _, value := range d.Values {
			t.Rows = append(t.Rows, content.OwnRow{Label: rowLabel(value.Members, sameBase, it.InPlan), Value: value.Told})
			if value.Alarming {
				if it.Alarmed == nil {
					it.Alarmed = map[int]bool{}
				}
				for _, m := range value.Members {
					it.Alarmed[m.Number] = true
				}
			}
		}
		it.Tables = append(it.Tables, t)
	}
}

func alarmRank(d *review.Difference) int {
	if d.IsAlarming() {
		return 0
	}
	return 1
}

// haveOneBase reports whether all resources are instances of one.
func haveOneBase(members []review.Place) bool {
	base, _ := plans.SplitKey(members[0].Address)
	return !slices.ContainsFunc(members, func(m review.Place) bool {
		b, key := plans.SplitKey(m.Address)
		return b != base || key == "" || m.Deposed != ""
	})
}

// rowLabel returns the addresses of the first resources that have a value. Of instances of one resource, it
// returns only the keys.
func rowLabel(members []review.Place, onlyKeys bool, in func(review.Place) string) string {
	shown := members
	if len(shown) > maxTableNames+1 {
		shown = shown[:maxTableNames]
	}
	var all []string
	plan := ""
	for i, text := range Addresses(shown) {
		if onlyKeys {
			_, text = plans.SplitKey(shown[i].Address)
		}
		if in != nil {
			if name := in(shown[i]); name != plan {
				plan = name
				text = name + ": " + text
			}
		}
		all = append(all, text)
	}
	text := strings.Join(all, ", ")
	if more := len(members) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// covers reports whether a change tells the value at a path, or a value in which that is.
func (ch *change) covers(path string) bool {
	if ch.path == "" {
		return false
	}
	rest, ok := strings.CutPrefix(path, ch.path)
	return ok && (rest == "" || ch.elements && strings.HasPrefix(rest, "["))
}

// ownText says in place of the values of the first resource that they differ. differs has the paths at which they do.
func (ch *change) ownText(differs []review.Difference) (text doc.Text, covered []string) {
	words := " differs per instance"
	for i := range differs {
		if d := &differs[i]; ch.covers(d.Path) {
			covered = append(covered, d.Path)
			if d.Path == ch.path {
				words += fmt.Sprintf(" (%d values)", d.Distinct)
			}
		}
	}
	if len(covered) == 0 {
		return ch.Text, nil
	}
	text = wording.Label(ch.path)
	text.Add(doc.Comment, words)
	if ch.ends {
		text.Add(doc.UnknownArrow, " -> ")
		text.Add(doc.Unknown, "(known after apply)")
	}
	return text, covered
}
