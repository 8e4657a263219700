// Package policy judges the resources, modules and providers of a plan by the
// policies of Terraform policy files, and runs the tests of such policies.
//
// A [Set] has the policies of any number of files. It is bound once, to the schemas
// that are known, which finds static errors before any value of a plan is
// read. A [Judge] judges the targets of one plan by the policies of a set.
package policy

import (
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/eval"
	"github.com/planfmt/planfmt/lang/model"
	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/lang/value"
	"github.com/planfmt/planfmt/policyfile"
	"github.com/planfmt/planfmt/verdict"
)

// Source is a policy file.
type Source struct {
	// Name is the path of the file, as the user gave it. Files in JSON end with .json.
	Name string
	Text []byte
	// Set is the name of the set that the file is from, for reports.
	Set string
}

// Load parses policy files, each of which is a unit of its own. The set has
// what could be read, even if there are errors.
func Load(sources ...Source) (*Set, diag.List) { panic("to be written") }

// Set is the policies of some files.
type Set struct{}

// Schemas is what is known of types before any plan is read.
type Schemas interface {
	// Resources returns the types of the attributes of all known types of resources whose name
	// matches a pattern, in the order of their names. In a pattern, * stands for any
	// characters. It returns none if nothing is known about them.
	Resources(pattern string) []types.Type
	// DataSource returns the type of the attributes of a data source, or nil.
	DataSource(typ string) types.Type
	// Provider returns the type of a provider's configuration, or nil.
	Provider(typ string) types.Type
	// Types returns the names of the known types of resources, sorted.
	Types() []string
}

// Bind gives every expression of the set a type, and returns what is wrong with them. Schemas may
// be nil. A set is bound once, before anything else is done with it.
func (s *Set) Bind(schemas Schemas) diag.List { panic("to be written") }

// Needs is what the policies of a set read of a plan.
type Needs struct {
	// Patterns are the first labels of the resource policies, each once.
	Patterns []string
	// Related are the types of resources that getresources asks for. If AnyRelated is
	// set, a policy asks for a type that depends on values.
	Related    []string
	AnyRelated bool
}

// Needs says what the policies read.
func (s *Set) Needs() Needs { panic("to be written") }

// Applies reports whether a policy of the set judges targets of a kind and type.
func (s *Set) Applies(kind policyfile.Kind, typ string) bool { panic("to be written") }

// InputValues are the values for inputs that the user gives, by where they come from. A value
// in an earlier field goes before one in a later field.
type InputValues struct {
	// Flags and Environment have texts. For inputs of type string, the text is the
	// value; for others, it is an expression.
	Flags, Environment map[string]string
	// File is a file in the syntax of tfvars.
	File *policyfile.Values
}

// Inputs are the values of the inputs of a set.
type Inputs struct{}

// Inputs finds the values of all inputs. Errors are about inputs without a value, values of other types,
// and values for inputs that no file declares.
func (s *Set) Inputs(values InputValues) (*Inputs, diag.List) { panic("to be written") }

// Host answers what policies ask about the rest of the plan. It must be safe for
// concurrent use.
type Host interface {
	// Call answers a call of getresources or getdatasource.
	Call(call *model.HostCall, args []value.Value) eval.Result
}

// Target is what policies judge: a resource with one operation, a call of a
// module, or a configuration of a provider.
type Target struct {
	Kind policyfile.Kind
	// Type is the type of the resource, the source of the module, or the type of the
	// provider. The first labels of policies are compared with it.
	Type string
	// Address is the resource, the module or the provider for reports; Mock is the
	// same in tests.
	Address, Mock string
	// Operation is that of a resource.
	Operation policyfile.Operation
	// Attrs, Prior and Meta are the values of attrs, prior_attrs and meta. Prior may be
	// nil for modules and providers. They are used by one goroutine at a time.
	Attrs, Prior, Meta eval.Object
}

// Judge judges the targets of one plan. It is safe for concurrent use.
type Judge struct{}

// Judge returns a judge. The set must have been bound without errors.
func (s *Set) Judge(inputs *Inputs, host Host) *Judge { panic("to be written") }

// Results returns what each policy that applies to a target says about it, in
// the order of the files and of the policies in them.
func (j *Judge) Results(t Target) []verdict.Result { panic("to be written") }
