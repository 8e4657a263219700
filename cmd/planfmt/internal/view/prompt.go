package view

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
)

// prompt asks for a line of text.
func (s *State) prompt(m viewMode) {
	s.mode, s.input, s.message = m, lineInput{}, message{}
}

// promptKey does what a key says while a text is typed.
func (s *State) promptKey(e keyEvent, do func(effect)) {
	if s.answering {
		return // nothing is typed until it is known whether yes counts
	}
	switch e.name {
	case "esc":
		asked := s.mode == asked
		s.mode, s.message = browsing, message{}
		if asked {
			s.back(do)
		}
	case "enter":
		s.enter(do)
	case "pgup", "pgdown", "up", "down":
		if s.mode == asked {
			s.focus = bodyPane
			s.paneKey(e.name, do)
		}
	case "ctrl+d":
		if s.mode == asked && s.input.text() == "" {
			s.leave(false, do) // as the end of the input is not an answer elsewhere
		}
	default:
		s.message = message{}
		s.input.key(e)
	}
}

// enter takes what has been typed.
func (s *State) enter(do func(effect)) {
	text := s.input.text()
	switch s.mode {
	case searching:
		s.mode = browsing
		if text == "" {
			text = s.search.query
		}
		s.startSearch(text, do)
	case filtering:
		s.mode = browsing
		s.startFilter(strings.TrimSpace(text), do)
	case asked:
		if text != "yes" {
			s.leave(false, do)
			return
		}
		s.answering = true
		s.say(false, "checking the plan ...")
		do(answerEffect{})
	}
}

// startFilter selects resources.
func (s *State) startFilter(text string, do func(effect)) {
	s.filter.number++
	s.filter.typed = text
	if text == "" && !slices.ContainsFunc(s.all.entries, func(r computed.Resource) bool { return r.Muted }) {
		do(filterEffect{doc: s.all, filter: s.filter.number, stop: true})
		s.filtered(filteredEvent{filter: s.filter.number, doc: s.all}, do)
		return
	}
	if text != "" {
		s.say(false, "filtering ...")
	}
	do(filterEffect{doc: s.all, filter: s.filter.number, text: text})
}

// question asks whether the plan is to be applied.
func (s *State) question(do func(effect)) {
	s.setPage(pageKey{kind: questionPage}, do)
	s.focus = bodyPane
	s.prompt(asked)
}

func (s *State) answered(e answeredEvent, do func(effect)) {
	if !s.answering {
		return
	}
	s.answering, s.input = false, lineInput{}
	if e.refused != nil {
		s.say(true, "yes is not accepted: "+e.refused.Error())
		return
	}
	s.leave(true, do)
}

// startSearch looks for a text in all that can be shown. In names, it is looked for at once.
func (s *State) startSearch(query string, do func(effect)) {
	if query == "" {
		return
	}
	s.search = viewSearch{number: s.search.number + 1, query: query, from: s.cursor, hits: map[pageKey]bool{}}
	m := newMatcher(query)
	for i := range s.tree.nodes {
		if n := &s.tree.nodes[i]; n.isEntry() && m.isIn([]byte(safe(s.doc.name(n)))) {
			s.search.hits[keyOf(n, i)] = true
		}
	}
	do(searchEffect{s.doc, s.search.number, query})
	if s.hasRows() && len(s.page.matches(m)) > 0 {
		s.matchInPage(true, true)
		return
	}
	s.nextHit(true, do)
}

// found notes where a search has found something.
func (s *State) found(e foundEvent, do func(effect)) {
	if e.search != s.search.number || s.search.query == "" {
		return
	}
	first := len(s.search.hits) == 0
	hits := make(map[pageKey]bool, len(s.search.hits)+len(e.hits))
	for k := range s.search.hits {
		hits[k] = true
	}
	for _, k := range e.hits {
		hits[k] = true
	}
	s.search.hits, s.search.looked, s.search.done = hits, e.looked, e.done
	switch {
	case e.err != nil:
		s.say(true, e.err.Error())
	case e.done && len(hits) == 0 && !(s.hasRows() && s.page.has(newMatcher(s.search.query))):
		s.say(false, "not found: "+s.search.query)
	}
	if first && len(hits) > 0 && s.mode == browsing && s.shows.kind.isSelected() && s.cursor == s.search.from && !(s.hasRows() && s.page.has(newMatcher(s.search.query))) {
		s.nextHit(true, do)
	}
}

// nextMatch goes to the next match, or to the one before: in the page if keys go there, and then in the next one.
func (s *State) nextMatch(forward bool, do func(effect)) {
	if s.search.query == "" {
		s.say(false, "search for something first: /")
		return
	}
	if s.focus == bodyPane && s.matchInPage(forward, false) {
		return
	}
	s.nextHit(forward, do)
}

// matchInPage goes to the next match in the page, if there is one. The line at the cursor counts if that is said.
func (s *State) matchInPage(forward, here bool) bool {
	if !s.hasRows() {
		return false
	}
	at := s.page.shown[s.line]
	best := int32(-1)
	for _, line := range s.page.matches(newMatcher(s.search.query)) {
		switch {
		case forward && (line > at || here && line == at):
			s.goToLine(line)
			return true
		case !forward && line < at:
			best = line
		}
	}
	if best < 0 {
		return false
	}
	s.goToLine(best)
	return true
}

// nextHit selects the next node with a match.
func (s *State) nextHit(forward bool, do func(effect)) {
	at, wrapped := s.nextNode(forward, func(n *treeNode) bool {
		return n.isEntry() && s.search.hits[keyOf(n, 0)]
	})
	if at < 0 {
		if s.search.done {
			s.say(false, "not found: "+s.search.query)
		}
		return
	}
	if wrapped {
		s.say(false, "the search continues from the other end")
	}
	s.seek = 1
	if !forward && s.focus == bodyPane {
		s.seek = -1
	}
	if at == s.cursor && s.shows == keyOf(s.selected(), at) {
		if s.hasRows() {
			s.arrive()
		}
		return
	}
	s.goTo(at, do)
}
