// Package view is the interactive view of a plan or a state: a full-screen program for a terminal.
//
// A [State] has everything about the view at a moment. [State.Update] returns the state after an event, and the effects to
// run, such as the comparison of a resource. [State.Screen] is a pure function of the state. So tests need no terminal.
// [Run] connects a state with a terminal; only program.go knows how.
//
// The text of a page comes from report.Pages, with folds. A page keeps the lines, and they become rows of the screen (cells.go) only
// when they are looked at, through a Composer: a key costs what is on the screen, and nothing unsafe reaches it. Effects run in the
// background (runner.go); a new one ends the one of its kind before it. Only writer.go writes codes.
//
// To add a key, add a case to keys.go and a line to keyHelp. Scripts in testdata/view press keys and compare screens.
package view

import (
	"context"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/rules"
)

// Options say what is viewed, and how.
type Options struct {
	// Plan is the document. It must stay open until [Run] returns.
	Plan    *planfmt.OpenPlan
	Dialect dialect.Dialect // that of the plan if it is the zero value
	// Title is what the plan is called, such as the name of its file. It is escaped by the view.
	Title string
	// Parse returns what a text means that is typed as a filter: rules as those of --only and --hide, and
	// conditions. An error is shown. If it is nil, there are no filters.
	Parse func(text string) (rules.Set, *planfmt.Where, error)
	// Ask is the question with which the view ends; nil if there is none.
	Ask   *Ask
	Theme Theme
	// AskTerminal lets the terminal say whether its background is light, once the first screen is there. If it does
	// not answer, Theme counts.
	AskTerminal bool
	Mouse       bool // the mouse can be used, too
	// Refinements says what is already known about values that are known only after apply.
	Refinements bool
	// ShowSource says where resources are declared.
	ShowSource bool
	// Policies has the texts of the policies that have judged the plan, so that their conditions can be shown.
	Policies layout.SourceText
	Terminal Terminal
}

// Ask is the question whether the plan is to be applied.
type Ask struct {
	// Notes are what somebody should know before the answer. They are shown with the question.
	Notes []string
	// Refuse is called when yes has been typed. It returns why that does not count, or nil. If ctx ends, nobody waits
	// for the answer any more.
	Refuse func(ctx context.Context) error
}

// Terminal is where the view is shown.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	// Width and Height are the size at the start, in cells; 0 means 80 and 24. If Out is a terminal, its
	// own size counts.
	Width, Height int
	// Environ are the variables of the environment that say which terminal it is, as NAME=VALUE.
	Environ []string
}
