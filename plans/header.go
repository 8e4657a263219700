package plans

import (
	"encoding/json"
	"strings"
)

// Header is what a plan or a state says about an instance of a resource or data
// source, apart from its values: which object it is, and what happens to it.
// Strings are empty where the document says nothing.
type Header struct {
	Address         string
	PreviousAddress string
	ModuleAddress   string
	Mode            string // managed or data
	Type, Name      string
	Index           InstanceKey
	Deposed         string // the key of a deposed object
	ProviderName    string

	Action Action
	// Tainted, FirstOfModule and Enclosed are set only in states. They say that
	// the object is to be replaced, that it is the first one of its module, and
	// that a parent of that module has resources, too.
	Tainted, FirstOfModule, Enclosed bool
	// GeneratedConfig says that configuration has been generated for the object.
	GeneratedConfig bool
	// ActionNames are the actions as the document spells them. They tell more
	// than Action only if that is Unknown.
	ActionNames    []string
	ActionReason   ActionReason
	DeferredReason DeferredReason // set for deferred changes
	// Importing is set if the object is imported.
	Importing *Importing
}

// Importing says how an object is found that is to be imported.
type Importing struct {
	ID       string // empty if the object is found by its identity, or the ID is unknown
	Unknown  bool   // the ID or identity is known only after apply
	Identity string // a JSON object, empty where there is none
}

// InstanceKey is the key of an instance as JSON, in the document's own
// spelling: a string for for_each, a number for count. It is empty or null if
// the resource has neither.
type InstanceKey string

// IsNone reports whether there is no key.
func (k InstanceKey) IsNone() bool { return k == "" || k == "null" }

// IsString reports whether the key is a string, as those of for_each are.
func (k InstanceKey) IsString() bool { return strings.HasPrefix(string(k), `"`) }

// Text returns the string of a string key, and the digits of a number.
func (k InstanceKey) Text() string {
	var s string
	if !k.IsString() || json.Unmarshal([]byte(k), &s) != nil {
		return string(k)
	}
	return s
}

// Moved reports whether the object had a different address before.
func (h *Header) Moved() bool { return h.PreviousAddress != "" && h.PreviousAddress != h.Address }

// Listed reports whether the change is one of those that a plan lists. No-ops
// are listed only if they move or import an object; reading a data source needs
// no deletion.
func (h *Header) Listed() bool {
	return (h.Action != NoOp || h.Moved() || h.Importing != nil) &&
		!(h.Mode == "data" && h.Action == Delete)
}
