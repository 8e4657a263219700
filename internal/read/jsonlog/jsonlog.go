// Package jsonlog is the source for machine-readable logs: what `terraform apply -json` and
// its like print, a JSON document per line. A [Reader] turns the lines into [Event] values,
// one by one as they come, so that a log can be followed while it is written. A [Run] keeps
// what the events of one run of the program say: what it planned, what is under way, how it
// ended.
//
// The values of sensitive outputs go no further than the Reader, not even in other text of
// the log (see [Reader.Secrets]). This package never prints, and never asks for the time.
package jsonlog

import (
	"slices"
	"strings"
	"time"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Type is the type of a line of the log, as the log spells it. A log may have types that are
// not listed here, and has those of the steps of operations, see [Type.Operation].
type Type string

// The types. [Reader] adds the first two and the last one to those of the programs.
const (
	Text   Type = ""       // a line that is not one of the log
	Broken Type = "broken" // a line of the log that cannot be read

	Version         Type = "version"
	LogLine         Type = "log"
	Diagnostics     Type = "diagnostic"
	ResourceDrift   Type = "resource_drift"
	PlannedChange   Type = "planned_change"
	PlannedAction   Type = "planned_action_invocation"
	ChangeSummary   Type = "change_summary"
	OutputValues    Type = "outputs"
	ProvisionStart  Type = "provision_start"
	ProvisionOutput Type = "provision_progress"
	TestAbstract    Type = "test_abstract"
	TestFile        Type = "test_file"
	TestRun         Type = "test_run"
	TestPlan        Type = "test_plan"
	TestState       Type = "test_state"
	TestCleanup     Type = "test_cleanup"
	TestInterrupt   Type = "test_interrupt"
	TestStatus      Type = "test_status"
	TestRetry       Type = "test_retry"
	TestSummary     Type = "test_summary"
	ListFound       Type = "list_resource_found"
	InitOutput      Type = "init_output"
	TofuOutput      Type = "output" // the same in OpenTofu

	Validation Type = "validation" // the only document of `terraform validate -json`
)

// The types of what policies say.
const (
	PolicyInfo        Type = "policy_info"
	PolicyDiagnostics Type = "policy_diagnostic"
	PolicyResult      Type = "policy_result"
	PolicySummary     Type = "policy_query_summary"
)

// The types by which a migration of a state ends.
const (
	MigrationDone    Type = "migration_complete"
	MigrationFinal   Type = "migration_finalized"
	MigrationErrored Type = "migration_errored"
)

// notices are the types of lines of which only the message matters: how providers are installed, and how a state is migrated.
var notices = []Type{
	MigrationDone, MigrationFinal, MigrationErrored, "migration_start",
	"migration_source_initialization_start", "migration_source_initialization_complete",
	"migration_destination_initialization_start", "migration_destination_initialization_complete",
	"provider_installation_start", "state_store_provider_installation_start", "state_store_provider_initialization_start",
	"provider_query_use_previous_version", "provider_query_use_constraints", "provider_query_use_latest",
	"provider_version_already_installed", "provider_version_found_in_cache_dir",
	"provider_version_installation_start", "provider_version_installation_complete",
	"built_in_provider_available", "third_party_providers_installed",
	"provider_lockfile_created", "provider_lockfile_updated",
	"provider_interactive_approval", "provider_interactive_rejection", "provider_automatic_approval",
	"state_store_provider_interactive_approval", "state_store_provider_interactive_rejection", "state_store_provider_automatic_approval",
	"deferred_change", "applied_action_invocation",
}

// types are all other types that the programs write, but for the steps of operations.
var types = []Type{
	Version, LogLine, Diagnostics, ResourceDrift, PlannedChange, PlannedAction, ChangeSummary, OutputValues,
	TestAbstract, TestFile, TestRun, TestPlan, TestState, TestCleanup, TestInterrupt, TestStatus, TestRetry, TestSummary,
	ListFound, InitOutput, TofuOutput,
	PolicyInfo, PolicyDiagnostics, PolicyResult, PolicySummary,
}

// IsKnown reports whether planfmt knows the type.
func (t Type) IsKnown() bool {
	_, phase := t.Operation()
	return t == Text || t == Broken || t == Validation || phase != NoPhase || slices.Contains(types, t) || slices.Contains(notices, t)
}

// Event is a line of a log, or a line among those of the log. Strings may have any
// characters, and line feeds. Only the fields that belong to the type are set; the log may
// lack any of them.
type Event struct {
	Type Type
	Line int64 // the number of the line, from 1
	// Unit is the name in brackets before the line, as Terragrunt adds it for the configuration that it runs; empty if there is none.
	Unit string

	// Text is the line, if it is not one of the log. For a Broken one, it says what is wrong
	// with it, because the line itself may hold secrets.
	Text string
	// BreaksOff says that a Broken line has no end. If it is the last one, the log breaks off.
	BreaksOff bool

	Level   string // info, warn or error
	Message string
	Time    time.Time // the zero time if the line has none that can be read
	Code    string    // of init_output

	Program     *Program       // version
	Change      *Change        // planned_change, resource_drift
	Hook        *Hook          // all of apply_, refresh_ and so on
	Diagnostic  *Diagnostic    // diagnostic, policy_diagnostic
	Policy      *Policy        // policy_info, policy_result, policy_query_summary
	Found       *Found         // list_resource_found
	Summary     *Summary       // change_summary
	Outputs     []Output       // outputs
	Test        *Test          // test_file, test_run
	TestTotals  *TestTotals    // test_summary
	Tests       map[string]int // test_abstract: how many runs each file has
	Validity    *Validity      // validation
	Invocation  *Invocation    // planned_action_invocation
	LeftOver    []Resource     // test_cleanup, test_interrupt: the objects that are left over
	Diagnostics []Diagnostic   // validation
}

// Program is the program that writes a log.
type Program struct {
	Product string // the name of a dialect, terraform or opentofu; empty if it is neither
	Version string
	UI      string // the version of the log's format
}

// Dialect returns what the program says differently.
func (p *Program) Dialect() dialect.Dialect {
	if p != nil {
		if d, ok := dialect.Lookup(p.Product); ok {
			return d
		}
	}
	return dialect.Terraform()
}

// Resource is an instance of a resource.
type Resource struct {
	Address, Module string
	Type, Name      string
	Key             plans.InstanceKey
	Deposed         string // the key of a deposed object
}

// Mode returns managed or data.
func (r *Resource) Mode() string { return plans.ResourceMode(r.Address) }

// Change is a change that is planned, or that has been made outside of the program.
type Change struct {
	Resource Resource
	Previous string // the address before a move; empty if there was none
	Action   string // as the log spells it: create, replace, move, import, ...
	Reason   string // as the log spells it; may be empty
	// ImportID and ImportIdentity say which object is imported.
	Importing      bool
	ImportID       string
	ImportIdentity string // JSON
	HasConfig      bool   // configuration has been generated for the object
}

// Invocation is an action that is planned to be invoked.
type Invocation struct {
	Address, Type, Trigger string
	OnFailure              string // continue or halt; empty if the log does not say
}

// Found is an object that a query has found.
type Found struct {
	List        string // the address of the list block
	Type        string // of the resource
	DisplayName string
	Identity    values.Value // an object; absent if the log has none
	// Config and ImportConfig are generated configuration, empty if there is none.
	Config, ImportConfig string
}

// IdentityText spells the identity as `terraform query` prints it: the members in the order of their names.
func (f *Found) IdentityText() string {
	var all []string
	for _, m := range f.Identity.Members() {
		text := m.Value.JSON()
		if m.Value.Kind() == values.String {
			text = m.Value.Text()
		}
		all = append(all, m.Name+"="+text)
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// Policy is what a policy says about an object.
type Policy struct {
	Target string // the address of the object, or of a list block
	Name   string // of the policy; empty if the log does not say
	Set    string // of policies
	File   string
	// Enforcement is mandatory, for example, and Result is deny, allow or another word: both as the log spells them.
	Enforcement, Result string
	Message             string
}

// Hook is a step of an operation on an object.
type Hook struct {
	Resource    Resource
	Action      string // create, read, update, delete, replace, noop; open, renew, close
	Provisioner string
	IDKey, ID   string
	Output      string // of a provisioner
	Message     string // of the progress of an action
	Err         string // of an action
	// Continues says that the run goes on even if the action fails.
	Continues bool
	// Elapsed is the time since the start, which the log has in full seconds. HasElapsed says
	// whether the log has it.
	Elapsed    time.Duration
	HasElapsed bool
}

// Summary are counts of changes.
type Summary struct {
	plans.Totals
	InvokeFailed int    // how many of the actions have failed
	Operation    string // plan, apply or destroy
}

// Output is an output value, or its planned change.
type Output struct {
	Name      string
	Action    string // of a planned change: noop, create, update, delete; empty for a value
	Sensitive bool
	// Type and Value are JSON, empty if the log does not have them, or if the output is
	// sensitive.
	Type, Value string
}

// Test is the state of a file with tests, or of one of its runs.
type Test struct {
	Path, Run string
	Progress  string // starting, running, teardown, complete; empty in older versions
	Status    string // pending, skip, pass, fail or error
	Elapsed   time.Duration
}

// TestTotals is the result of all tests.
type TestTotals struct {
	Status                           string // pass, fail, error, skip or pending
	Passed, Failed, Errored, Skipped int
}

// Validity is the result of `terraform validate`.
type Validity struct {
	Valid            bool
	Errors, Warnings int
}

// Diagnostic is an error or a warning.
type Diagnostic struct {
	Severity        string // error or warning
	Summary, Detail string
	Address         string
	Policy          string // which policy it is from; empty for those of the program
	Range           *Range
	Snippet         *Snippet
}

// IsError reports whether the diagnostic is an error. What is not a warning counts as one.
func (d *Diagnostic) IsError() bool { return d.Severity != "warning" }

// Range is a place in the configuration. Lines and columns count from 1.
type Range struct {
	File                   string
	StartLine, StartColumn int
	EndLine, EndColumn     int
}

// Snippet is the code that a diagnostic is about.
type Snippet struct {
	Context   string // such as `resource "a" "b"`; may be empty
	Code      string
	StartLine int
	// Start and End are the part of the code that is highlighted, in bytes.
	Start, End int
	Values     []ExpressionValue
	Function   *FunctionCall
	// Comparison is the comparison in a test that failed.
	Comparison *Comparison
}

// Comparison is a comparison of two values that are not equal. Both are JSON of several lines.
type Comparison struct {
	Left, Right string
	Warning     string
	IsVerbose   bool // whether the values are to be shown, too
}

// ExpressionValue is the value of an expression in a snippet, in words.
type ExpressionValue struct{ Expression, Statement string }

// FunctionCall is the function that failed.
type FunctionCall struct {
	Name       string
	Parameters []string // a variadic one ends in "..."
	// HasSignature says whether the parameters are known.
	HasSignature bool
}

// Header returns the change as a plan would say it.
func (c *Change) Header() plans.Header {
	h := plans.Header{
		Address: c.Resource.Address, PreviousAddress: c.Previous, ModuleAddress: c.Resource.Module,
		Mode: c.Resource.Mode(), Type: c.Resource.Type, Name: c.Resource.Name, Index: c.Resource.Key, Deposed: c.Resource.Deposed,
		ActionReason: actionReason(c.Reason), GeneratedConfig: c.HasConfig,
	}
	h.Action = actionNamed(c.Action)
	if h.Action == plans.Unknown {
		h.ActionNames = []string{c.Action}
	}
	if c.Importing || c.Action == "import" {
		h.Importing = &plans.Importing{ID: c.ImportID, Identity: c.ImportIdentity, Unknown: c.ImportID == "" && c.ImportIdentity == ""}
	}
	return h
}

// actionNamed returns the action that a log calls by a name. A log does not say in which order
// an object is replaced.
func actionNamed(name string) plans.Action {
	switch name {
	case "noop", "move", "import":
		return plans.NoOp
	case "create":
		return plans.Create
	case "read":
		return plans.Read
	case "update":
		return plans.Update
	case "delete":
		return plans.Delete
	case "replace":
		return plans.DeleteThenCreate
	case "remove", "forget":
		return plans.Forget
	}
	return plans.Unknown
}

// actionReason returns the reason that a plan has for one in a log. Most are the same.
func actionReason(name string) plans.ActionReason {
	switch name {
	case "tainted":
		return plans.ReplaceBecauseTainted
	case "requested":
		return plans.ReplaceByRequest
	case "cannot_update":
		return plans.ReplaceBecauseCannotUpdate
	case "replace_triggered_by":
		return plans.ReplaceByTriggers
	}
	return plans.ActionReason(name)
}

func isOfReplacement(r plans.ActionReason) bool {
	switch r {
	case plans.ReplaceBecauseTainted, plans.ReplaceBecauseCannotUpdate, plans.ReplaceByRequest, plans.ReplaceByTriggers:
		return true
	}
	return false
}

// Phase is how far an operation has come.
type Phase string

// The phases.
const (
	NoPhase  Phase = ""
	Started  Phase = "start"
	Ongoing  Phase = "progress"
	Complete Phase = "complete"
	Errored  Phase = "errored"
)

// Operation splits the type of a step of an operation, such as apply_start, into the
// operation and the phase. For other types, the phase is [NoPhase].
func (t Type) Operation() (operation string, phase Phase) {
	i := strings.LastIndexByte(string(t), '_')
	if i < 0 {
		return "", NoPhase
	}
	operation, phase = string(t[:i]), Phase(t[i+1:])
	if operation == "ephemeral_action" { // that is what OpenTofu calls it
		if operation = "ephemeral_op"; phase == "started" {
			phase = Started
		}
	}
	switch operation {
	case "apply", "provision", "refresh", "ephemeral_op", "action", "list":
	default:
		return "", NoPhase
	}
	switch phase {
	case Started, Ongoing, Complete, Errored:
		return operation, phase
	}
	return "", NoPhase
}
