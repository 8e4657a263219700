// Package planfmt takes the JSON of a Terraform or OpenTofu plan or state and
// renders it exactly as the product does.
//
// The main call is [Show]. It reads the output of `terraform show -json PLAN`,
// or of `terraform show -json` for a state, and writes what `terraform show`
// would. Show runs the whole pipeline, which is made of the packages below this
// one: jsonplan and jsonstate read, differ compares, renderers render values,
// report lays out the plan, sinks write. To inspect a plan instead of printing
// it, call [Resources] or [Load]. To use only part of the pipeline, or to change
// it, use the packages.
//
// This package reads neither the environment nor the terminal. Whatever depends
// on them is set in [Options].
package planfmt

import (
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/enum"
	"github.com/planfmt/planfmt/schema"
)

// Mode is how a plan was made. The document does not record it, so a caller who
// knows should set it.
type Mode uint8

// The modes. ModeAuto takes a plan for refresh-only if its prior state has
// managed resources and resource_changes is absent or empty, and for normal
// otherwise. It cannot tell a destroy plan without changes from a normal one.
const (
	ModeAuto Mode = iota
	ModeNormal
	ModeDestroy
	ModeRefreshOnly
)

var modeNames = []string{
	ModeAuto:        "auto",
	ModeNormal:      "normal",
	ModeDestroy:     "destroy",
	ModeRefreshOnly: "refresh-only",
}

var modes = enum.New[Mode]("mode", modeNames...)

// String returns the mode's name, as [ParseMode] takes it.
func (m Mode) String() string { return modes.String(m) }

// MarshalText returns the name of the mode.
func (m Mode) MarshalText() ([]byte, error) { return modes.Marshal(m) }

// UnmarshalText sets the mode by its name. If there is no such name, the error
// lists the valid ones.
func (m *Mode) UnmarshalText(text []byte) error { return modes.Unmarshal(text, m) }

// Modes returns the names of all modes.
func Modes() []string { return slices.Clone(modeNames) }

// ParseMode returns the mode with a name. The error for an unknown name lists
// the valid ones.
func ParseMode(name string) (Mode, error) { return modes.Parse(name) }

// Products returns the valid values of [Options].Product: auto, and the name of
// each product.
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
	// Name identifies the source in errors; usually a file name.
	Name string
	// Open opens the source for reading. It may be called more than once, but
	// only while [Show] runs.
	Open func() (io.ReadCloser, error)
}

// SchemaError is an error in a file of provider schemas.
type SchemaError struct {
	Name string // of the source
	Err  error  // where, then what; it begins with the name
}

// Error says where, then what.
func (e *SchemaError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SchemaError) Unwrap() error { return e.Err }

// Options control how a document is read and shown. The zero value shows it as
// plain text.
type Options struct {
	// Schemas are sources of provider schemas, in order of preference: the
	// first schema of a type that fits the document is used, or the one that
	// fits best if none does.
	Schemas []SchemaSource
	// SchemaLimits are the limits for each source in Schemas. The zero value
	// stands for schema.DefaultLimits.
	SchemaLimits schema.Limits
	// Layers are further sources of schemas, in order of preference. They come
	// after Schemas, and before known facts and inference.
	Layers []schema.Layer
	// NoKnownFacts disables the table of facts about well-known providers.
	NoKnownFacts bool
	// RequireExact makes [Show] fail with an [InexactError], before it writes
	// anything, if a type lacks a provider schema that fits.
	RequireExact bool
	// ShowUnmarked shows values that would be hidden only because of their
	// names, since the document has no marks for them and their type has no
	// schema. Each element is TYPE-GLOB:PATH, such as aws_db_*:password. PATH
	// consists of names without indexes, and may contain globs, too. *:* matches
	// all such values.
	ShowUnmarked []string
	// Mode is how the plan was made.
	Mode Mode
	// Product is one of [Products]. Empty means auto, which detects the product
	// from the document, usually from the providers' registry.
	Product string

	// Width is the number of columns at which text is wrapped; 0 means 78.
	Width int
	// Color turns on colour.
	Color bool
	// Terminal says that the output goes to a terminal. Otherwise, text that a
	// CI runner would obey as a command is escaped.
	Terminal bool
	// Runner says that a CI runner may read the output. Its commands are then
	// escaped on a terminal, too, since some runners give their jobs one.
	Runner bool
	// InAutomation leaves out hints about which command to run next.
	InAutomation bool

	// Format is the name of a layout, either one of [Formats] or one of the
	// field Formats. Empty means human.
	Format string
	// Formats are additional layouts. One with the name of a built-in layout
	// replaces it.
	Formats []Format
	// Wrap, if set, is called with each computed value before it is rendered,
	// and with what the value belongs to: the whole body of a resource, the
	// configuration of an action or the value of an output. It returns the value
	// to render instead. To replace parts of a value, use
	// computed.Diff.Transform. Several goroutines may call Wrap at a time.
	Wrap func(Owner, computed.Diff) computed.Diff

	// MemoryLimit is how many bytes of the document may be in memory at a time;
	// 0 means a default. If the input cannot seek, the rest goes to a temporary
	// file.
	MemoryLimit int64
	// TempDir is the directory for temporary files; empty means the system's
	// default.
	TempDir string
	// Workers is how many values are rendered at a time; 0 means one per
	// processor.
	Workers int

	// Warn, if set, receives warnings, which do not change the outcome. It is
	// never called by two goroutines at a time.
	Warn func(string)
}

// Result is the outcome of showing a plan or a state.
type Result struct {
	// Changes says whether there is anything to do: a resource change that is
	// not a no-op, a change of an output, or, in a refresh-only plan, drift. It
	// is always false for a state.
	Changes bool
	// Summary holds the facts about the document as a whole.
	Summary computed.Summary
	// Problems are the errors in parts that could not be rendered properly. The
	// output is complete otherwise, and has a note in place of each part.
	Problems []error
	// Types are the types that were rendered, with the schemas used for them.
	Types []TypeSchema
	// Masked lists the values that were hidden because of their names, sorted
	// by type and path. See [Options].ShowUnmarked.
	Masked []Masked
}

// Owner says what a value belongs to, for [Options].Wrap. It is valid during the
// call only, and must not be changed.
type Owner struct {
	// Resource is the resource whose body the value is, or whose change triggers
	// the action. Its facts are set, but its values are not yet. It is nil for
	// outputs, and for actions that no resource triggers.
	Resource *computed.Resource
	// Action is the action that the value configures, or nil.
	Action *computed.ActionInvocation
	// Output is the name of the output that has the value, or empty.
	Output string
}

// Format is a layout for whole plans and states.
type Format struct {
	Name, Help string
	// New returns a writer for one document.
	New func(io.Writer, Options) Writer
}

// Writer writes one plan or state. Begin is called first and once, then Resource
// for each resource in the order of the report's sections, then End. After an
// error, no further method is called. Summary.State tells a state from a plan.
// The resources of a state are all in computed.StateSection.
type Writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End() error
}
