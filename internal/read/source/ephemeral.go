package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Ephemeral counts the ephemeral resources that a document lists. They are opened while a program runs and are never in a state,
// so nothing is shown of them.
type Ephemeral struct {
	count int
	names []string // the first ones
}

// namedEphemeral is how many of them are named.
const namedEphemeral = 3

// Add counts one. If its address is listed twice, it is one.
func (e *Ephemeral) Add(address string) {
	if slices.Contains(e.names, address) {
		return
	}
	if e.count++; len(e.names) < namedEphemeral {
		e.names = append(e.names, strings.Clone(address))
	}
}

// Warning returns a sentence for people, or an empty string if there are none.
func (e *Ephemeral) Warning() string {
	if e.count == 0 {
		return ""
	}
	named := plans.SpellName(strings.Join(e.names, ", "))
	if more := e.count - len(e.names); more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	if e.count == 1 {
		return fmt.Sprintf("1 ephemeral resource is not shown (%s): it exists only while the program runs, and no state has it", named)
	}
	return fmt.Sprintf("%d ephemeral resources are not shown (%s): they exist only while the program runs, and no state has them", e.count, named)
}

// DoesEphemeral reports whether an ephemeral resource can have an action of this name. One that only calls itself so does something
// else all the same.
func DoesEphemeral(action string) bool {
	switch action {
	case "open", "renew", "close", "no-op", "read", "create":
		return true
	}
	return false
}

// SpellMode spells a mode that an entry cannot have, for errors: the known ones are quoted, anything else is described.
func SpellMode(mode string) string {
	switch mode {
	case "", "managed", "data", "ephemeral", "list", "action":
		return strconv.Quote(mode)
	}
	return plans.DescribeText(mode)
}

// IsEphemeral reports whether an address is that of an ephemeral resource: module.a.ephemeral.type.name.
func IsEphemeral(address string) bool {
	_, resource := plans.SplitModule(address)
	return strings.HasPrefix(resource, "ephemeral.")
}
