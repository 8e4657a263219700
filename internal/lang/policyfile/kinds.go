package policyfile

import "github.com/planfmt/planfmt/internal/base/enum"

// Kind is a kind of policies, which is also the kind of targets that they judge.
type Kind uint8

// The kinds of policies.
const (
	Resource Kind = iota
	Module
	Provider
	// Plan is the kind of policies that judge a plan as a whole.
	Plan
)

var kinds = enum.New[Kind]("kind of policies", "resource", "module", "provider", "plan")

// String returns the name of the kind.
func (k Kind) String() string { return kinds.String(k) }

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return kinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error lists
// all of them.
func (k *Kind) UnmarshalText(text []byte) error { return kinds.Unmarshal(text, k) }

// Operation is what a plan does with a resource, as policies see it. A
// replacement is a create and a delete. Only a policy that is [Policy.Whole] sees it as one operation.
type Operation uint8

// The operations.
const (
	NoOp Operation = iota
	Create
	Update
	Delete
	Replace
)

var operations = enum.New[Operation]("operation", "no-op", "create", "update", "delete", "replace")

// Operations returns the names of the operations that every policy sees.
func Operations() []string { return operations.All()[:Replace] }

// WholeOperations returns the names of the operations that a policy sees which is [Policy.Whole].
func WholeOperations() []string { return operations.All() }

// String returns the name of the operation.
func (o Operation) String() string { return operations.String(o) }

// MarshalText returns the name of the operation.
func (o Operation) MarshalText() ([]byte, error) { return operations.Marshal(o) }

// UnmarshalText sets the operation by its name. If there is no such name, the error lists
// all of them.
func (o *Operation) UnmarshalText(text []byte) error { return operations.Unmarshal(text, o) }
