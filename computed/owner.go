package computed

// Owner says what a value belongs to, for a function that replaces values before they are rendered. It is valid during the
// call only, and must not be changed.
type Owner struct {
	// Resource is the resource whose body the value is, or whose change triggers
	// the action. Its facts are set, but its values are not yet. It is nil for
	// outputs, and for actions that no resource triggers.
	Resource *Resource
	// Action is the action that the value configures, or nil.
	Action *ActionInvocation
	// Output is the name of the output that has the value, or empty.
	Output string
}
