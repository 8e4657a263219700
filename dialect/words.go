package dialect

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Tone is how a piece of a phrase is meant. Reports choose a role for it.
type Tone uint8

// The tones.
const (
	Calm          Tone = iota
	Strong             // an address, a title
	Danger             // what is destroyed or went wrong
	Good               // nothing to do
	Notice             // worth reading first
	Caution            // what could surprise
	StrongCaution      // the word that matters in it
)

// Piece is a run of text in one tone.
type Piece struct {
	Tone Tone
	Text string
}

// Phrase is a line or a paragraph.
type Phrase []Piece

// Words are all sentences of a report. Those that are marked as wrapped are
// paragraphs: sinks may wrap them, and the line feeds in them are line breaks.
type Words struct {
	VersionWarning Phrase // wrapped; above a plan of a newer format

	DriftNote        Phrase
	DriftIntro       string // wrapped
	DriftRefreshOnly string // wrapped; below the drift of a refresh-only plan
	DriftNormal      string // wrapped; below all other drift

	NoChanges NoChanges

	DeferredNote Phrase
	// Deferred returns what stands above a deferred change. The reason is the one
	// in deferred_changes.
	Deferred func(address string, reason plans.DeferredReason) []Remark

	LegendIntro string // wrapped
	Legend      []Symbol

	Actions        string // the title of the list of changes
	ActionsErrored string // the same, if planning failed before its end
	// Heading returns what stands above a change.
	Heading func(Subject) Heading
	// Totals returns the line that sums up.
	Totals func(plans.Totals) Phrase

	BeforeChange, AfterChange Phrase // titles of the actions that a change triggers
	Invoked                   string // the title of the other actions
	// Invocation announces one of those. The caller may be empty.
	Invocation func(address, caller string) Phrase

	Outputs     string
	OutputsOnly string // wrapped; below outputs when nothing else changes

	State StateWords
}

// StateWords are the sentences about states.
type StateWords struct {
	VersionWarning Phrase // wrapped
	Empty          string // the whole report of a state with nothing in it
	// Heading returns what stands above an object. deposed is the key of a deposed
	// object, empty for all others.
	Heading func(address, deposed string, tainted bool) Phrase
	Outputs string
}

// NoChanges are the reports on plans with nothing to list.
type NoChanges struct {
	Errored, Deferred, RefreshOnly, Destroy, Normal Outcome

	// The rest are for normal plans with drift. They depend on whether applying the
	// plan would do anything.
	DriftApplyable     string // wrapped
	DriftNotApplyable  string // wrapped
	DriftNotAutomation string // wrapped; instead of the last one, if no one is there to run commands
}

// Outcome is a report that consists of a title and, perhaps, a paragraph.
type Outcome struct {
	Title Phrase
	Text  string // wrapped; may be empty
	Tight bool   // no empty line follows the title
}

// Symbol is a line of the legend.
type Symbol struct {
	Action plans.Action
	Text   string
}

// Remark is a comment of one line above a change. Pad is the number of columns by
// which it moves to the right, or to the left if it is negative.
type Remark struct {
	Pad  int
	Text Phrase
}

func plain(text string) Phrase { return Phrase{{Calm, text}} }

func titled(tone Tone, title, rest string) Phrase {
	return Phrase{{tone, title}, {Strong, rest}}
}

// commonWords returns the words that the products share. For a third product, too,
// start with these and replace what differs.
func commonWords(product, command string) Words {
	const (
		checked = "No changes."
		matches = " Your infrastructure matches the configuration."
	)
	return Words{
		VersionWarning: titled(Danger, "Warning:", " This plan was generated using a different version of "+product+
			", the diff presented here may be missing representations of recent features."),

		DriftNote: titled(Notice, "Note:", " Objects have changed outside of "+product),
		DriftIntro: product + " detected the following changes made outside of " + product +
			" since the last \"" + command + " apply\" which may have affected this plan:",
		DriftRefreshOnly: "This is a refresh-only plan, so " + product + " will not take any actions to undo these. " +
			"If you were expecting these changes then you can apply this plan to record the updated values in the " +
			product + " state without changing any remote objects.",
		DriftNormal: "Unless you have made equivalent changes to your configuration, or ignored the relevant attributes " +
			"using ignore_changes, the following plan may include actions to undo or respond to these changes.",

		NoChanges: NoChanges{
			Errored: Outcome{
				Title: titled(Danger, "Planning failed.", " "+product+" encountered an error while generating this plan."),
			},
			Deferred: Outcome{
				Title: titled(Good, "No current changes.", " This plan requires another plan to be applied first."),
			},
			RefreshOnly: Outcome{
				Title: titled(Good, checked, " Your infrastructure still matches the configuration."),
				Text: product + " has checked that the real remote objects still match the result of your most recent " +
					"changes, and found no differences.",
			},
			Destroy: Outcome{
				Title: titled(Good, checked, " No objects need to be destroyed."),
				Text: "Either you have not created any objects yet or the existing objects were already deleted outside of " +
					product + ".",
			},
			Normal: Outcome{
				Title: titled(Good, checked, matches),
				Text: product + " has compared your real infrastructure against your configuration and found no " +
					"differences, so no changes are needed.",
			},
			DriftApplyable: "Your configuration already matches the changes detected above, so applying this plan will only " +
				"update the state to include the changes detected above and won't change any real infrastructure.",
			DriftNotApplyable: "Your configuration already matches the changes detected above. If you'd like to update the " +
				product + " state to match, create and apply a refresh-only plan:\n  " + command + " apply -refresh-only",
			DriftNotAutomation: "Your configuration already matches the changes detected above. If you'd like to update the " +
				product + " state to match, create and apply a refresh-only plan.",
		},

		DeferredNote: titled(Notice, "Note:",
			" This is a partial plan, parts can only be known in the next plan / apply cycle."),
		Deferred: deferred,

		LegendIntro: product + " used the selected providers to generate the following execution plan. " +
			"Resource actions are indicated with the following symbols:",
		Legend: []Symbol{
			{plans.Create, "create"},
			{plans.Update, "update in-place"},
			{plans.Delete, "destroy"},
			{plans.DeleteThenCreate, "destroy and then create replacement"},
			{plans.CreateThenDelete, "create replacement and then destroy"},
			{plans.Read, "read (data resources)"},
			{plans.Unknown, "unknown action"},
		},

		Actions:        product + " will perform the following actions:",
		ActionsErrored: product + " planned the following actions, but then encountered a problem:",
		Heading:        commonHeading(product),
		Totals:         commonTotals,

		BeforeChange: Phrase{{Strong, "# Actions to be invoked before this change in order:"}},
		AfterChange:  Phrase{{Strong, "# Actions to be invoked after this change in order:"}},
		Invoked:      product + " will invoke the following action(s):",
		Invocation:   invocation,

		Outputs: "Changes to Outputs:",
		OutputsOnly: "You can apply this plan to save these new output values to the " + product +
			" state, without changing any real infrastructure.",

		State: StateWords{
			VersionWarning: titled(Danger, "Warning:", " This state was retrieved using a different version of "+product+
				", the state presented here maybe missing representations of recent features."),
			Empty:   "The state file is empty. No resources are represented.",
			Heading: stateHeading,
			Outputs: "Outputs:",
		},
	}
}

func stateHeading(address, deposed string, tainted bool) Phrase {
	text := "# " + address + ":"
	switch {
	case deposed != "":
		text += " (deposed object " + deposed + ")"
	case tainted:
		text += " (tainted)"
	}
	return plain(text)
}

// openTofuWords returns the common words, with what OpenTofu says differently.
func openTofuWords(product, command string) Words {
	w := commonWords(product, command)
	w.NoChanges.Normal.Text, w.NoChanges.Normal.Tight = "", true
	w.Legend = []Symbol{
		{plans.Create, "create"},
		{plans.Update, "update in-place (current -> planned)"},
		{plans.Delete, "destroy"},
		{plans.DeleteThenCreate, "destroy and then create replacement"},
		{plans.CreateThenDelete, "create replacement and then destroy"},
		{plans.Read, "read (data resources)"},
		{plans.ForgetThenCreate, "forget and then create replacement"},
		{plans.Forget, "forget"},
		{plans.Unknown, "unknown action"},
	}
	w.Heading = openTofuHeading(product)
	w.Totals = totalsWithForgets
	return w
}

func deferred(address string, reason plans.DeferredReason) []Remark {
	why := "for an unknown reason"
	switch reason {
	case plans.DeferredInstanceCountUnknown:
		why = "because the number of resource instances is unknown"
	case plans.DeferredResourceConfigUnknown:
		why = "because the resource configuration is unknown"
	case plans.DeferredProviderConfigUnknown:
		why = "because the provider configuration is unknown"
	case plans.DeferredPrereq:
		why = "because a prerequisite for this resource is deferred"
	case plans.DeferredAbsentPrereq:
		why = "because a prerequisite for this resource has not yet been created"
	}
	return []Remark{
		{Text: Phrase{{Strong, "# " + address}, {Calm, " was deferred"}}},
		{Text: plain("# (" + why + ")")},
	}
}

func invocation(address, caller string) Phrase {
	text := " will be invoked"
	if caller != "" {
		text += " (called from " + caller + ")"
	}
	return Phrase{{Strong, "# " + address}, {Calm, text}}
}

func commonTotals(t plans.Totals) Phrase {
	t.Forget = 0
	return totalsWithForgets(t)
}

// totalsWithForgets leaves out imports, forgets and invocations if there are none.
func totalsWithForgets(t plans.Totals) Phrase {
	var b strings.Builder
	b.WriteByte(' ')
	if t.Import > 0 {
		fmt.Fprintf(&b, "%d to import, ", t.Import)
	}
	fmt.Fprintf(&b, "%d to add, %d to change, %d to destroy", t.Add, t.Change, t.Destroy)
	if t.Forget > 0 {
		fmt.Fprintf(&b, ", %d to forget", t.Forget)
	}
	b.WriteByte('.')
	if t.Invoke > 0 {
		fmt.Fprintf(&b, " Actions: %d to invoke.", t.Invoke)
	}
	return Phrase{{Strong, "Plan:"}, {Calm, b.String()}}
}
