package main

import (
	"context"
	"errors"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// The ends of the names of labels, the worst one last.
const (
	noChangesLabel   = "no-changes"
	addOrUpdateLabel = "add-or-update"
	destroyLabel     = "destroy"
)

var planLabels = []string{noChangesLabel, addOrUpdateLabel, destroyLabel}

// checkLabels says what is wrong with the prefix of labels.
func checkLabels(prefix string) error {
	if prefix == "" {
		return errors.New("is empty: expected what the names of the labels begin with, such as plan/")
	}
	for _, name := range planLabels {
		if err := forge.CheckLabel(prefix + name); err != nil {
			return err
		}
	}
	return nil
}

// labelOf returns the end of the name of the label for a plan. Rules do not hide anything from it.
func labelOf(res *planfmt.Result) string {
	switch {
	case res.Summary.Totals().Destroy > 0:
		return destroyLabel
	case res.Changes:
		return addOrUpdateLabel
	}
	return noChangesLabel
}

// worseLabel returns the one of two labels that says more.
func worseLabel(a, b string) string {
	for _, l := range []string{destroyLabel, addOrUpdateLabel, noChangesLabel} {
		if a == l || b == l {
			return l
		}
	}
	return ""
}

// announceLabel says for a dry run which label the pull request would get.
func (o *commentOptions) announceLabel(text rendered) {
	switch {
	case o.LabelPrefix == "":
	case text.label == "":
		o.Streams.Warn("would set no label, because not everything that the plans do is known")
	default:
		o.Streams.Warn("would set the label " + plans.SpellName(o.LabelPrefix+text.label))
	}
}

// setLabel gives the pull request the label for what the plans do, after the comment is written.
func (o *commentOptions) setLabel(ctx context.Context, f forge.Forge, text rendered) error {
	if o.LabelPrefix == "" {
		return nil
	}
	var ours []string
	for _, name := range planLabels {
		ours = append(ours, o.LabelPrefix+name)
	}
	want := ""
	if text.label != "" {
		want = o.LabelPrefix + text.label
	}
	changed, err := forge.Label(ctx, f, ours, want)
	switch {
	case err != nil && o.fallsBack(err) && isRefused(err):
		o.Streams.Warn(sinks.Escape(err.Error()) + "; the comment does not depend on it")
		return nil
	case err != nil:
		return o.explain(err)
	case want == "" && changed:
		return o.tell("removed the label: not everything that the plans do is known")
	case want == "":
		return nil
	case !changed:
		return o.tell("unchanged label " + want)
	}
	return o.tell("set label " + want)
}

// isRefused reports whether the token is the reason of an error.
func isRefused(err error) bool {
	failed, ok := errors.AsType[*forge.Error](err)
	return ok && failed.IsRefused()
}

// explainLabels is explain for requests about labels.
func explainLabels(failed *forge.Error, needs string) string {
	text := strings.TrimRight(sinks.Escape(failed.Error()), ".")
	if failed.IsRefused() {
		text += ". The token may not change labels. It needs " + needs
	}
	return text + ". The comment does not depend on it"
}
