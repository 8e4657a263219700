package wording

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
)

// WhereText says that only some resources are shown.
func WhereText(w *computed.Where) string {
	var which []string
	if len(w.Texts) > 0 {
		var quoted []string
		for _, text := range w.Texts {
			quoted = append(quoted, strconv.Quote(InLine(text)))
		}
		which = append(which, "with the text "+strings.Join(quoted, " and "))
	}
	if w.Condition != "" {
		which = append(which, "for which "+InLine(w.Condition))
	}
	return fmt.Sprintf("%d of %s shown: those %s", w.Shown, CountOf(w.Total, "resource", "resources"), strings.Join(which, ", and "))
}

// undecidedText says how many resources a condition does not decide on.
func undecidedText(w *computed.Where) string {
	return CountOf(len(w.Undecided), "resource", "resources") + " not shown, because the condition depends on values that are not known yet"
}

// failedText says for how many resources a condition has no value.
func failedText(w *computed.Where) string {
	return CountOf(len(w.Failed), "resource", "resources") + " not shown, because the condition cannot be evaluated"
}

// WhereLists are the resources that are listed because they are neither selected nor left out.
func WhereLists(w *computed.Where) []struct {
	Title string
	All   []computed.Undecided
} {
	return []struct {
		Title string
		All   []computed.Undecided
	}{{undecidedText(w), w.Undecided}, {failedText(w), w.Failed}}
}

// CauseWords names the first few causes.
func CauseWords(u computed.Undecided) []string {
	const most = 3
	if len(u.Causes) == 0 {
		return nil
	}
	text := strings.Join(u.Causes[:min(most, len(u.Causes))], ", ")
	if n := len(u.Causes) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return []string{text}
}
