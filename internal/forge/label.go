package forge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrNoLabels says that a forge has no labels on pull requests.
var ErrNoLabels = errors.New("there are no labels on pull requests")

// HasLabels reports whether the forge with one of the [Names] has labels on pull requests.
func HasLabels(name string) bool {
	i := slices.IndexFunc(kinds(), func(k forgeKind) bool { return k.name == name })
	return i >= 0 && kinds()[i].hasLabels
}

// maxLabel is how many characters the name of a label may have: as many as GitHub allows, which allows the fewest.
const maxLabel = 50

// CheckLabel says what is wrong with the name of a label. The names that it accepts can be used on all forges that have labels.
func CheckLabel(name string) error {
	switch {
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("%q begins or ends with a space", name)
	case name == "." || name == "..": // would change the path of the address
		return fmt.Errorf("%q is not the name of a label", name)
	case strings.ContainsAny(name, ",;"):
		return fmt.Errorf("%q has a comma or a semicolon, with which forges separate labels", name)
	case strings.ContainsFunc(name, func(r rune) bool { return r == utf8.RuneError || !unicode.IsGraphic(r) }):
		return fmt.Errorf("%q has a character that cannot be seen", name)
	case utf8.RuneCountInString(name) > maxLabel:
		return fmt.Errorf("%q has more than %d characters", name, maxLabel)
	}
	return nil
}

// Label sees to it that the pull request has the label want, and none of the others among ours. If want is empty, it has
// none of them. Labels that are not among ours stay. changed says that something was different. The error is of type [*Error], that of the context, or
// [ErrNoLabels].
func Label(ctx context.Context, f Forge, ours []string, want string) (changed bool, err error) {
	l, ok := f.(Labeller)
	if !ok {
		return false, ErrNoLabels
	}
	off, isThere, err := outdated(ctx, l, ours, want)
	if err != nil || len(off) == 0 && (isThere || want == "") {
		return false, err
	}
	add := want
	if isThere {
		add = ""
	}
	err = l.Relabel(ctx, off, add)
	failed, ok := errors.AsType[*Error](err)
	if !ok || !failed.isMissing() {
		return true, err
	}
	// Somebody else may have taken a label off meanwhile, or an earlier attempt has whose answer was lost. Forges
	// give the same answer if the token may not write, so the labels are read again.
	now, isThere, readErr := outdated(ctx, l, ours, want)
	switch {
	case readErr != nil || len(now) >= len(off):
		return true, err
	case len(now) == 0 && (isThere || want == ""):
		return true, nil
	case isThere:
		add = ""
	}
	return true, l.Relabel(ctx, now, add)
}

// outdated returns which labels of ours the pull request has, apart from the one that it should have, and whether it has that one.
func outdated(ctx context.Context, l Labeller, ours []string, want string) (off []PullLabel, isThere bool, err error) {
	all, err := l.Labels(ctx)
	for _, label := range all {
		switch {
		case want != "" && l.IsSameLabel(label.Name, want):
			isThere = true
		case slices.ContainsFunc(ours, func(our string) bool { return l.IsSameLabel(label.Name, our) }):
			off = append(off, label)
		}
	}
	return off, isThere, err
}

// labelled is a label in the form of a forge.
type labelled interface {
	element
	label() PullLabel // without a name if the pull request does not have it
}

// labelsOf returns the labels in an answer.
func labelsOf[T labelled](l list[T]) ([]PullLabel, error) {
	all, err := l.allFor(readingLabels, "label")
	var labels []PullLabel
	for _, l := range all {
		if label := (*l).label(); label.Name != "" {
			labels = append(labels, label)
		}
	}
	return labels, err
}

func missingName(name string) string {
	if name == "" {
		return "name"
	}
	return ""
}
