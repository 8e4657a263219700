package content

import (
	"github.com/planfmt/planfmt/internal/report/wording"
)

// ImpactPart is a list of what has to do with a resource.
type ImpactPart struct {
	Title string
	Items []*ImpactItem
	More  int // items that are left out
}

// ImpactItem is something in such a list, with what depends on it.
type ImpactItem struct {
	Name    string // an address, without keys if it stands for all instances
	Address string // of an instance, which may be on the page; empty if there is none
	Words   string // what happens to it
	Items   []*ImpactItem
	Others  bool // items are left out

	Node     int
	Instance bool // it stands for a single instance
	Causes   bool // its own items are what forces it, and not what depends on it
}

// Fold says how many items an item has.
func (it *ImpactItem) Fold() string {
	switch {
	case it.Causes:
		return wording.CountOf(len(it.Items), "other change forces that", "other changes force that")
	case it.Others:
		return "more than " + wording.CountOf(len(it.Items), "depends on it", "depend on it")
	}
	return wording.CountOf(len(it.Items), "depends on it", "depend on it")
}

// Rest says that an item has more items than are shown. It is empty if it has not.
func (it *ImpactItem) Rest() string {
	switch {
	case it.Others && len(it.Items) > 0:
		return "and others"
	case it.Others:
		return "others depend on it"
	}
	return ""
}

// ImpactOf is what is said about a resource.
type ImpactOf struct {
	Title string
	Parts []ImpactPart
	// command shows all of it. It is empty if nothing is left out.
	Command string
}
