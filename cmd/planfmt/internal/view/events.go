package view

import (
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
)

// event is something that has happened: what the user does, or the result of an effect.
type event interface{ event() }

// keyEvent is a key that is pressed.
type keyEvent struct {
	name string // as Bubble Tea calls it: "j", "enter", "ctrl+c"
	text string // what it types, if anything
}

// pasteEvent is text that is pasted.
type pasteEvent struct{ text string }

// sizeEvent is the size of the terminal, in cells.
type sizeEvent struct{ width, height int }

// widthsEvent says how the program that draws the screen measures text.
type widthsEvent struct{ ruler ruler }

// lightEvent says whether the background of the terminal is light.
type lightEvent struct{ light bool }

// mouseEvent is a click, or a turn of the wheel.
type mouseEvent struct {
	x, y  int
	wheel int // lines down; 0 for a click
}

// dragEvent says where the mouse is, while a button is held.
type dragEvent struct{ x, y int }

// releaseEvent says that no button is held any more.
type releaseEvent struct{}

// loadedEvent brings a page.
type loadedEvent struct {
	doc  *document
	key  pageKey
	page *page
	err  error
}

// foundEvent brings nodes that have what is searched for.
type foundEvent struct {
	search int // the number of the search
	hits   []pageKey
	looked int  // at how many resources
	done   bool // there is nothing more to look at
	err    error
}

// filteredEvent brings the document with another selection.
type filteredEvent struct {
	filter int // the number of the filter
	doc    *document
	err    error
}

// comparedEvent says what is known when all resources have been compared.
type comparedEvent struct {
	outcome computed.Outcome
	err     error
}

// answeredEvent says whether yes counts.
type answeredEvent struct{ refused error }

func (keyEvent) event()      {}
func (pasteEvent) event()    {}
func (sizeEvent) event()     {}
func (widthsEvent) event()   {}
func (lightEvent) event()    {}
func (mouseEvent) event()    {}
func (dragEvent) event()     {}
func (releaseEvent) event()  {}
func (loadedEvent) event()   {}
func (foundEvent) event()    {}
func (filteredEvent) event() {}
func (comparedEvent) event() {}
func (answeredEvent) event() {}

// effect is something that is to be done. Each brings an event, but for copy, suspend and quit.
type effect interface{ effect() }

// loadEffect makes a page. It ends one that is being made.
type loadEffect struct {
	doc *document
	key pageKey
}

// searchEffect looks for a text in everything that can be shown. It ends the search before.
type searchEffect struct {
	doc    *document
	search int
	query  string // empty to search for nothing
}

// filterEffect selects resources. It ends the selection before.
type filterEffect struct {
	doc    *document
	filter int
	text   string
	stop   bool // select nothing: it only ends the one before
}

// compareEffect compares all resources, to find out what is wrong with them.
type compareEffect struct{ doc *document }

// answerEffect asks whether yes counts.
type answerEffect struct{}

// copyEffect copies a text to the clipboard of the terminal.
type copyEffect struct{ text string }

// suspendEffect stops the program until the shell continues it.
type suspendEffect struct{}

// quitEffect ends the view.
type quitEffect struct{}

func (loadEffect) effect()    {}
func (searchEffect) effect()  {}
func (filterEffect) effect()  {}
func (compareEffect) effect() {}
func (answerEffect) effect()  {}
func (copyEffect) effect()    {}
func (suspendEffect) effect() {}
func (quitEffect) effect()    {}

// pageKey says what is on a page.
type pageKey struct {
	kind pageKind
	at   int // the index of the resource, output or action, or the node of a group
}

// pageKind says what a page is about.
type pageKind uint8

const (
	noPage pageKind = iota
	overviewPage
	groupPage
	resourcePage
	outputPage
	actionPage
	whyPage
	impactPage
	policiesPage
	helpPage
	questionPage
)

// isSelected reports whether the page shows what is selected in the tree, and not something in its place.
func (k pageKind) isSelected() bool { return k <= actionPage }

// keyOf returns the page of a node.
func keyOf(n *treeNode, at int) pageKey {
	switch n.kind {
	case overviewNode:
		return pageKey{kind: overviewPage}
	case resourceNode:
		return pageKey{resourcePage, n.at}
	case outputNode:
		return pageKey{outputPage, n.at}
	case actionNode:
		return pageKey{actionPage, n.at}
	}
	return pageKey{groupPage, at}
}

// isSlow reports whether a page is made by an effect.
func (k pageKind) isSlow() bool {
	switch k {
	case resourcePage, outputPage, actionPage, whyPage, impactPage, policiesPage:
		return true
	}
	return false
}

// lines yields the lines of a page that shows something of the document. A resource is the one that has been compared.
func (d *document) lines(key pageKey, r *computed.Resource) iter.Seq[doc.Line] {
	switch key.kind {
	case resourcePage:
		return d.pages.Resource(r)
	case whyPage:
		return d.pages.Why(r)
	case impactPage:
		return d.pages.Impact(r)
	case outputPage:
		return d.pages.Output(key.at)
	case actionPage:
		return d.pages.Action(key.at)
	}
	return d.pages.Policies(layout.Options{Source: d.policies, Underlines: true})
}
