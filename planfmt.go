// Package planfmt renders a Terraform or OpenTofu plan or state, given as JSON,
// as the product itself shows it.
//
// The main call is [Show]: it reads what `terraform show -json PLAN` prints
// and writes what `terraform show PLAN` would; without PLAN, it is a state. It
// is the whole pipeline, made of the packages below this one: jsonplan and
// jsonstate read, differ compares, renderers draw, report lays out, sinks
// write. A program that wants to look at a plan calls [Resources] or [Load]; one
// that wants less than the whole, or wants it differently, those packages.
//
// Nothing here reads the environment or asks a terminal anything: what
// depends on them comes in through [Options].
package planfmt

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/schema"
)

// Mode is how the plan was made. The document does not say it, so a caller
// who knows says it here.
type Mode uint8

// The modes. ModeAuto takes a plan for refresh-only if its prior state has
// managed resources and resource_changes is absent or empty, else for normal:
// a destroy plan without changes cannot be told from a normal one.
const (
	ModeAuto Mode = iota
	ModeNormal
	ModeDestroy
	ModeRefreshOnly
)

var modeNames = [...]string{
	ModeAuto:        "auto",
	ModeNormal:      "normal",
	ModeDestroy:     "destroy",
	ModeRefreshOnly: "refresh-only",
}

// String is the mode's name, as [ParseMode] takes it.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Modes are the names of all modes.
func Modes() []string { return append([]string(nil), modeNames[:]...) }

// ParseMode finds a mode by name. The error lists the names.
func ParseMode(name string) (Mode, error) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), nil
		}
	}
	return ModeAuto, fmt.Errorf("unknown mode %q; valid values: %s", name, strings.Join(modeNames[:], ", "))
}

// Products are the names that [Options].Product takes: auto, and every
// dialect's.
func Products() []string {
	names := []string{"auto"}
	for _, d := range dialect.All() {
		names = append(names, d.Name)
	}
	return names
}

// SchemaSource is a file of provider schemas, the output of `terraform
// providers schema -json`.
type SchemaSource struct {
	// Name says where in errors, usually a file name.
	Name string
	// Open starts reading. It may be called more than once, and only while
	// [Show] runs.
	Open func() (io.ReadCloser, error)
}

// SchemaError is an error in a file of schemas.
type SchemaError struct {
	Name string // of the source
	Err  error  // where, then what; it begins with the name
}

// Error spells where, then what.
func (e *SchemaError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *SchemaError) Unwrap() error { return e.Err }

// Options say how a plan is shown. The zero value is right for plain text.
type Options struct {
	// Schemas are asked in this order; the first that has a type wins.
	Schemas []SchemaSource
	// SchemaLimits are those of each of Schemas. The zero value stands for
	// schema.DefaultLimits.
	SchemaLimits schema.Limits
	// Layers are asked after Schemas, the best first, before what is known of
	// providers and what the document shows.
	Layers []schema.Layer
	// NoKnownFacts does without the table of facts about providers, as if
	// every provider were unknown.
	NoKnownFacts bool
	// RequireExact refuses, with an [InexactError] and before anything is
	// written, to draw a type without its provider's schema.
	RequireExact bool
	// ShowUnmarked shows values that would be hidden because their names are
	// those of secrets: where a document does not say what is sensitive, and a
	// type's own schema is missing. Each is TYPE-GLOB:PATH, such as
	// aws_db_*:password; PATH has names without indexes and may have globs too:
	// *:* is all.
	ShowUnmarked []string
	// Mode is how the plan was made.
	Mode Mode
	// Product is one of [Products]; empty means auto, which goes by the host
	// of the providers' registry.
	Product string

	// Width is the number of columns to wrap to, 0 for 78.
	Width int
	// Color asks for colour.
	Color bool
	// Terminal says that a terminal shows the output. Elsewhere, text that a
	// CI runner would take for a command to itself is escaped.
	Terminal bool
	// Runner says that a CI runner may read the output, so that its commands are
	// escaped on a terminal too: some runners give their jobs one.
	Runner bool
	// InAutomation leaves out hints about which command to run next.
	InAutomation bool

	// Format is the name of the layout to use, of ours or of Formats; empty
	// means human.
	Format string
	// Formats are layouts of the caller's own. One with the name of one of
	// ours takes its place.
	Formats []Format
	// Wrap, when set, is given every computed value that is about to be
	// drawn, with what it belongs to: the whole body of a resource, the
	// configuration of an action or the value of an output. It returns what to
	// draw instead; computed.Diff.Transform replaces parts of a value. Bodies
	// are wrapped by several goroutines at a time.
	Wrap func(Owner, computed.Diff) computed.Diff

	// MemoryLimit is how many bytes of the document may be kept in memory at
	// a time, 0 for a default. What is beyond goes to a temporary file, if
	// the input cannot seek.
	MemoryLimit int64
	// TempDir is where temporary files go, empty for the system's default.
	TempDir string
	// Workers is how many values are rendered at a time, 0 for one a
	// processor.
	Workers int

	// Warn, when set, is told what is worth a remark but changes nothing
	// about the outcome. It is never called twice at a time.
	Warn func(string)
}

// Result is what came of showing a plan or a state.
type Result struct {
	// Changes says whether there is anything to do, never so in a state: a resource change that
	// is not a no-op, a change of an output, or, in a refresh-only plan, drift.
	Changes bool
	// Summary are the document's facts as a whole.
	Summary computed.Summary
	// Problems are parts that could not be rendered as they should. The
	// output is complete all the same and says so in their places.
	Problems []error
	// Types are the types that were drawn, and by which schemas.
	Types []TypeSchema
	// Masked are values that were hidden because of their names, see
	// [Options].ShowUnmarked, sorted by type and path.
	Masked []Masked
}

// Owner is what a value belongs to, for [Options].Wrap. It is good for the call
// and must not be changed.
type Owner struct {
	// Resource is the one that the value is the body of, or whose change
	// triggers the action. Its facts are there, values are not yet. It is nil
	// for outputs, and for actions that no resource triggers.
	Resource *computed.Resource
	// Action is the one that the value configures, else nil.
	Action *computed.ActionInvocation
	// Output is the name of the output that has the value, else empty.
	Output string
}

// Format is a layout of a whole plan, and of a whole state.
type Format struct {
	Name, Help string
	// New makes a writer for one document.
	New func(io.Writer, Options) Writer
}

// Writer writes one plan or state. Begin is called once, before anything; then
// Resource for every resource, in the order of the report's sections; then
// End. The first error ends it. Summary.State says which of the two it is; the
// resources of a state are all in computed.StateSection.
type Writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End() error
}
