package options

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// Alarms says for what in a plan a command fails.
type Alarms struct {
	FailOn []planfmt.AlarmKind
	Level  annotations.Level // of findings, at least
}

// Apply tells the library what to look for.
func (o *Alarms) Apply(library *planfmt.Options) {
	library.Alarms, library.AlarmLevel = o.FailOn, o.Level
}

// AddFailOn adds the flag for it.
func (o *Alarms) AddFailOn(cmd *cobra.Command) {
	flagvalue.Messages.In(cmd.Flags()).Var((*alarmList)(o), "fail-on", "exit with 2 if the plan has any of these, and name the resources: "+strings.Join(computed.AlarmKinds(), ", ")+"; destroy includes replacements, finding=error ignores lesser findings of --annotate; muted resources count, too, except for unmuted-drift; exit with 3 if that is undecided; repeatable")
	flagvalue.CompleteFlag(cmd, "fail-on", cobra.FixedCompletions(computed.AlarmKinds(), cobra.ShellCompDirectiveNoFileComp))
}

// alarmList is a flag whose value is one kind of alarms or several, with commas between them.
type alarmList Alarms

func (l *alarmList) String() string { return "" }

func (l *alarmList) Type() string { return "WORD[,WORD]" }

// GetSlice tells completion that the flag may be repeated.
func (l *alarmList) GetSlice() []string { return nil }

func (l *alarmList) Set(s string) error {
	for word := range strings.SplitSeq(s, ",") {
		word, level, hasLevel := strings.Cut(word, "=")
		var k planfmt.AlarmKind
		if err := k.UnmarshalText([]byte(word)); err != nil {
			return err
		}
		if hasLevel {
			var least annotations.Level
			if err := least.UnmarshalText([]byte(level)); err != nil || k != computed.FindingAlarm || least == annotations.None {
				return errors.New("want finding=LEVEL, where LEVEL is note, warning or error")
			}
			l.Level = least
		}
		l.FailOn = append(l.FailOn, k)
	}
	return nil
}

// mostAlarming is how many objects of a kind are named.
const mostAlarming = 20

// say says the first of some things on standard error, unless there are none.
func say(s *terminal.Streams, about string, all []string, between string) {
	if len(all) == 0 {
		return
	}
	text := about + strings.Join(all[:min(len(all), mostAlarming)], between)
	if n := len(all) - mostAlarming; n > 0 {
		text += fmt.Sprintf("%sand %d more", between, n)
	}
	s.Warn(text)
}

// Raise says on standard error what a document has of what the command fails for, given the summaries of the outputs. where is what the document is called
// and ends with a colon, or is empty. An errored plan is an error, and
// what is doubtful is undecided: nobody knows whether there is any of it.
func (o *Alarms) Raise(s *terminal.Streams, where string, outputs []computed.Summary) error {
	if len(o.FailOn) == 0 || len(outputs) == 0 {
		return nil
	}
	sum := &outputs[0]
	found, doubtful := false, false
	for _, a := range sum.Alarms {
		found, doubtful = found || len(a.Objects) > 0, doubtful || len(a.Doubts) > 0
		names := make([]string, 0, len(a.Objects))
		for _, name := range a.Objects {
			names = append(names, plans.SpellName(name))
		}
		say(s, fmt.Sprintf("%s--fail-on %s: ", where, a.Kind), names, ", ")
		say(s, fmt.Sprintf("%s--fail-on %s is undecided: ", where, a.Kind), a.Doubts, " ")
	}
	switch {
	case sum.Errored:
		return fmt.Errorf("%s%w", where, command.ErrErroredPlan)
	case found:
		return command.ErrAlarm
	case doubtful:
		return command.ErrUndecided
	}
	return nil
}
