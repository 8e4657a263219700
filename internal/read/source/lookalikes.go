package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// Names of members count as they are spelled. Some programs ignore case: for these, "Resource_Changes" is resource_changes, and
// they may show another plan than planfmt does. So planfmt says that there are such members.

// knownNames are the names of members that planfmt reads, at whatever level of a plan or a state. Names that users choose are never compared with them.
var knownNames = [...]string{
	"format_version", "terraform_version", "errored", "applyable", "complete", "timestamp", "resource_changes", "resource_drift",
	"deferred_changes", "action_invocations", "output_changes", "relevant_attributes", "prior_state", "planned_values", "configuration",
	"provider_schemas", "variables", "checks", "values", "root_module", "child_modules", "module_calls", "resources", "outputs",
	"address", "previous_address", "module_address", "mode", "type", "name", "index", "provider_name", "deposed", "action_reason", "change",
	"actions", "before", "after", "after_unknown", "before_sensitive", "after_sensitive", "replace_paths", "importing", "generated_config",
	"reason", "resource_change", "config_values", "config_unknown", "config_sensitive", "invoke_action_trigger", "lifecycle_action_trigger",
	"before_identity", "after_identity", "sensitive_values", "sensitive",
	"resource", "attribute", "value", "full_name", "alias", "version_constraint", "expressions", "expression", "count_expression", "for_each_expression",
	"depends_on", "module", "source", "provider_config", "provider_config_key", "schema_version", "tainted", "deposed_key",
	"provider", "instances", "index_key", "status", "attributes", "attributes_flat", "sensitive_attributes", "id", "unknown", "identity",
	"calling_resource_address", "triggering_resource_address", "action_trigger_event", "action_trigger_block_index", "actions_list_index", "on_failure",
}

const (
	mostLookalikes  = 100 // how many of them are counted
	namedLookalikes = 3   // and named
)

// lookalikes are names that differ from known ones only in case.
type lookalikes struct {
	names []string // the first ones, each once
}

// look looks at a name, and reports whether it is one of them.
func (l *lookalikes) look(name string) bool {
	if isLowerCase(name) {
		return false
	}
	for _, known := range knownNames {
		if strings.EqualFold(name, known) {
			l.add(fmt.Sprintf("%s for %q", jsondoc.Quote(name), known))
			return true
		}
	}
	return false
}

func (l *lookalikes) add(text string) {
	if len(l.names) < mostLookalikes && !slices.Contains(l.names, text) {
		l.names = append(l.names, text)
	}
}

// warning returns a sentence for people, or an empty string if there are none. document is what has the members: "plan".
func (l *lookalikes) warning(document string) string {
	if len(l.names) == 0 {
		return ""
	}
	more := ""
	if n := len(l.names) - namedLookalikes; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("the case of letters in names counts, so members of the %s are not read (%s%s): programs that ignore case may show another %s",
		document, strings.Join(l.names[:min(len(l.names), namedLookalikes)], ", "), more, document)
}

// isLowerCase reports whether a name has only such characters as known names have.
func isLowerCase(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
