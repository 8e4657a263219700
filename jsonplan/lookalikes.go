package jsonplan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/values"
)

// Names of members count as they are spelled. Some programs ignore case: for these, "Resource_Changes" is resource_changes, and
// they may show another plan than planfmt does. So planfmt says that there are such members.

// knownNames are the names of members, at whatever level of a plan.
var knownNames = [...]string{
	"format_version", "terraform_version", "errored", "applyable", "complete", "timestamp", "resource_changes", "resource_drift",
	"deferred_changes", "action_invocations", "output_changes", "relevant_attributes", "prior_state", "planned_values", "configuration",
	"provider_schemas", "variables", "checks", "values", "root_module", "child_modules", "module_calls", "resources", "outputs",
	"address", "previous_address", "module_address", "mode", "type", "name", "index", "provider_name", "deposed", "action_reason", "change",
	"actions", "before", "after", "after_unknown", "before_sensitive", "after_sensitive", "replace_paths", "importing", "generated_config",
	"reason", "resource_change", "config_values", "config_unknown", "config_sensitive", "invoke_action_trigger", "lifecycle_action_trigger",
	"before_identity", "after_identity", "sensitive_values", "sensitive",
}

// mostLookalikes is how many of them are named.
const mostLookalikes = 3

// lookalikes are names that differ from known ones only in case.
type lookalikes struct {
	count int
	names []string // the first ones, each once
}

// look looks at a name where members with known names are expected.
func (l *lookalikes) look(name string) {
	if isLowerCase(name) {
		return
	}
	for _, known := range knownNames {
		if strings.EqualFold(name, known) {
			l.add(fmt.Sprintf("%s for %q", jsondoc.Quote(name), known))
			return
		}
	}
}

func (l *lookalikes) add(text string) {
	if slices.Contains(l.names, text) {
		return
	}
	if l.count++; len(l.names) < mostLookalikes {
		l.names = append(l.names, text)
	}
}

// lookIn looks at the names of the members of an object, and of the objects inside it that have one of the names.
func (l *lookalikes) lookIn(v values.Value, inner ...string) {
	for _, m := range v.Members() {
		l.look(m.Name)
		if slices.Contains(inner, m.Name) {
			l.lookIn(m.Value, inner...)
		}
	}
}

// merge adds what others have found.
func (l *lookalikes) merge(found lookalikes) {
	for _, text := range found.names {
		l.add(text)
	}
}

// warning returns a sentence for people, or an empty string if there are none.
func (l *lookalikes) warning() string {
	if l.count == 0 {
		return ""
	}
	more := ""
	if n := l.count - len(l.names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("the case of letters in names counts, so members of the plan are not read (%s%s): programs that ignore case may show another plan",
		strings.Join(l.names, ", "), more)
}

// isLowerCase reports whether a name has only such characters as known names have.
func isLowerCase[T string | []byte](name T) bool {
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
