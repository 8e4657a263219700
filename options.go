package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// Options control how a document is read and shown. The zero value shows it as
// plain text.
type Options struct {
	Input
	Comparison
	Selection
	Layout
	SourceOptions

	// Format is the name of a format, either one of [Formats] or one of the
	// field Formats. Empty means human.
	Format string
	// Formats are additional formats. One with the name of a built-in format
	// replaces it.
	Formats []Format

	// Needs says which facts [Load], [Resources] and [Open] work out, beyond those for the human format.
	Needs Needs

	// Policies, if set, says by which policies the document is judged, for formats with Uses.Verdicts. Static
	// errors in the policies are a [diag.List].
	Policies *PolicyOptions

	// Alarms are what Summary.Alarms lists, whatever rules and conditions mute.
	Alarms []AlarmKind
	// AlarmLevel is how serious findings are at least that Summary.Alarms lists; [annotations.None] stands for all.
	AlarmLevel annotations.Level

	// Annotations are reports of other programs about the resources, see [annotations.Read].
	Annotations []*annotations.Report

	// HashKey makes the hash of a plan an HMAC, which covers sensitive values, too. It has at
	// least 16 bytes. Nil is for no key.
	HashKey []byte
	// HashLikeJSON makes the hash of a plan file that of its JSON, which does not cover the text of the configuration.
	HashLikeJSON bool

	// MaxSteps is how many steps each evaluation of an expression can take: a policy for an object, a query, or a condition for
	// a resource. All evaluations together can take some times that, and more for each object. 0 stands for
	// [github.com/planfmt/planfmt/policy.DefaultSteps].
	MaxSteps int

	// Warn, if set, receives warnings, which do not change the outcome. It is
	// never called by two goroutines at a time.
	Warn func(Warning)
	// Overview, if set, receives the counts and the other facts of the Summary as soon as the document has been
	// read: without outputs, invoked actions, checks, and what depends on rules or on the format. It is called
	// by the goroutine that called [Show] or [ShowAll]. No other function calls it.
	Overview func(computed.Summary)
	// Progress, if set, is told how far the work has come: after every part of the
	// input that is read, some 100 kB, and after every resource. It is called by
	// the goroutine that called [Show], which waits for it.
	Progress func(Progress)

	// watch is told of each load and each comparison of a resource. Only tests set it. Several goroutines call it at a time.
	watch func(what compare.Work, address string)
}

// Input says how a document is read.
type Input struct {
	// Mode is how the plan was made. plans.AutoMode takes a plan for
	// refresh-only if its prior state has managed resources and resource_changes
	// is absent or empty, and for normal otherwise. It cannot tell a destroy plan
	// without changes from a normal one.
	Mode plans.Mode
	// Product is one of [Products]. Empty means auto, which detects the product
	// from the document, usually from the providers' registry.
	Product string
	// Strict rejects a document unless all of it is valid JSON in which no name
	// occurs twice in an object. Otherwise, parts that planfmt does not need are
	// only checked for where they end. For example, invalid UTF-8 in an instance
	// that does not change is not an error then.
	Strict bool
	// States says whether states are read, which plan nothing. By default, they are, unless something is asked about the plan that a pipeline
	// may depend on, with Policies or Alarms: then the error is an [InputError].
	States Choice
	// MemoryLimit is how many bytes of the document may be in memory at a time;
	// 0 means 8 MiB. If the input cannot seek, the rest goes to a temporary
	// file. What is known of each change takes 1 MiB, or as much as this if it is
	// set, and then goes to such a file, too.
	MemoryLimit int64
	// MaxUnpacked is how many bytes a document in gzip may unpack to; 0 means
	// 16 GiB. If there are more, the error is an [InputError]. Binary plans and schemas
	// have limits of their own.
	MaxUnpacked int64
	// MaxResources is how many resources, outputs and actions of a document are kept: those that may be shown or compared, such as all
	// changes but no-ops, and all of a state. 0 means any number. If there are more, the error is an
	// [InputError]. It bounds the temporary files, and the memory that formats need which keep a part of each resource.
	MaxResources int
	// TempDir is the directory for temporary files; empty means the system's
	// default.
	TempDir string
}

// Comparison says how values are compared: with which schemas, what is hidden,
// and by how many workers.
type Comparison struct {
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
	// KnownFacts takes the place of that table, for programs that are built with the tag
	// planfmt_no_facts and so do not contain it. It may be nil.
	KnownFacts *KnownFacts
	// RequireExact makes [Show] fail with an [InexactError], before it writes
	// anything, if a type lacks a provider schema that fits.
	RequireExact bool
	// ShowUnmarked shows values that would be hidden only because of their
	// names, since the document has no marks for them and their type has no
	// schema. Each element is TYPE-GLOB:PATH, such as aws_db_*:password. PATH
	// consists of names without indexes, and may contain globs, too. *:* matches
	// all such values.
	ShowUnmarked []string
	// MaskNames hides values whose names look like those of secrets, wherever neither the document nor a schema hides them: attributes, members of
	// maps, the values of pairs of a name and a value, and texts with such names in them. It only ever hides more. ShowUnmarked has exceptions.
	MaskNames bool
	// MaskCopies says whether copies of sensitive strings are hidden, and Readable whether values
	// are compared by what they mean to people. They apply to the formats that use them, see
	// [Uses].
	MaskCopies, Readable Choice
	// MatchBy are the attributes by which the elements of lists are matched if values are
	// compared by what they mean, in order of preference. Nil stands for name, id and key.
	MatchBy []string
	// ShowSensitive shows sensitive values, and those that ShowUnmarked would show. A secret
	// in the output is there because the caller asked for it.
	ShowSensitive bool
	// Wrap, if set, is called with each computed value before it is rendered,
	// and with what the value belongs to: the whole body of a resource, the
	// configuration of an action or the value of an output. It returns the value
	// to render instead. To replace parts of a value, use
	// computed.Diff.Transform. Several goroutines may call Wrap at a time.
	Wrap func(Owner, computed.Diff) computed.Diff
	// Workers is how many resources are compared at a time; 0 means one per
	// processor.
	Workers int
}

// Selection says which of the changes are shown.
type Selection struct {
	// Rules are those of the user.
	Rules rules.Set
	// FileRules are those of a file; nil for none. They apply only to formats that ask for
	// them, and not to everything, see [rules.File].
	FileRules *rules.File
	// Where is a condition of the user: resources for which it is not true are muted. Nil is for none.
	Where *Where
	// Drift says which drift is shown. The zero value leaves the choice to the format.
	Drift rules.Drift
	// ShowUnchanged adds resources that do not change, for formats that ask for them.
	ShowUnchanged bool
	// RequireMatch also compares Rules with resources that do not change, so that what is in Summary.Unmatched is in no part
	// of the plan. Otherwise, only what changes counts.
	RequireMatch bool
	// Checker, if set, makes what finds out which of the Rules match nothing, for Summary.Unmatched: [rules.NewChecker].
	Checker func() rules.Checker
}

// Layout says how the output looks. Formats use what applies to them.
type Layout struct {
	// Dialect has the words of the product that made the document. [Show] sets
	// it for the format, from Product or from what the document shows.
	Dialect dialect.Dialect
	// Width is the number of columns at which text is wrapped; 0 means 78, or 120 for
	// compact.
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
	// Limit is about how many lines the output has at most; 0 means any number. Summary only counts what changes, whatever it is.
	// GroupBy says what changes are grouped by, and ShowHash adds the hash of the plan. Only formats with
	// these fields in [Format].Uses use them.
	Limit    int
	Summary  bool
	GroupBy  GroupBy
	ShowHash bool
	// NoHazards leaves out the hazards that formats with Uses.Hazards point out.
	NoHazards bool
	// Refinements shows refinements of unknown values, in formats with Uses.Refinements. Only
	// binary plans have them. Formats for programs always show them.
	Refinements bool
	// ShowSource shows where resources are declared, in formats with Uses.ShowSource, see
	// [SourceOptions]. Formats with links always show declarations that have one.
	ShowSource bool
	// Links adds links to the places where resources are declared, if Color is set, for terminals that support such
	// links (OSC 8).
	Links bool
	// Title is a heading above the document, for formats with Uses.Title.
	Title string
	// Document is the name of the document, for html; empty for none.
	Document string
	// Markdown is for formats with Uses.Markdown.
	Markdown MarkdownLayout
	// Sink, if set, is the notation of formats in lines for people, instead of plain text or
	// ANSI codes. Width, Color, Terminal and Runner are for those, so the sink needs
	// its own. A sinks.Composer escapes what is unsafe in a line; the sink escapes
	// the syntax of its notation.
	Sink sinks.Sink

	// These two are copied from the Input, for formats that keep their output until the end.
	memoryLimit int64
	tempDir     string
	// policies has the texts of the policies that the document is judged by.
	policies layout.SourceText
}

// SourceOptions says how to find out where resources are declared. Binary plans contain their
// configuration.
type SourceOptions struct {
	// ConfigDir is a directory with the configuration that the plan was made from, for plans
	// that do not contain it. If it is empty, such plans have no positions.
	ConfigDir string
	// ConfigWithin is a directory that symbolic links in the configuration must not lead out of.
	// Empty means the ConfigDir.
	ConfigWithin string
	// LinkTemplate is the address of a page that shows a line of a file, empty for no links. It must begin with
	// https://, and {path} and {line} in it stand for the file and the line. There are links only
	// for files in the repository, and only if one of the ConfigPlaces is known to be where the plan
	// was made. The first that can be counts.
	LinkTemplate string
	ConfigPlaces []ConfigPlace
	// LocalLinks finds out the paths of files on this machine, in the ConfigDir or in the directory of one of the
	// ConfigPlaces, for formats with Layout.Links.
	LocalLinks bool
}

// ConfigPlace is a directory in which a plan may have been made.
type ConfigPlace struct {
	Path string // in the repository, with slashes; "." for its root
	// Dir is the directory. The plan can have been made in it if it has the same files as the plan's own
	// configuration. If Dir is empty, the plan was made there.
	Dir string
}

// Products returns the valid values of [Options].Product: auto, and the name of
// each product.
func Products() []string {
	return append([]string{"auto"}, dialect.Names()...)
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

// Global reports that the error is not about one document: the file of schemas is for all.
func (e *SchemaError) Global() bool { return true }

// Choice says whether something is done. The zero value leaves it to each format, or to what else the options ask for.
type Choice uint8

// The choices.
const (
	ChoiceAuto Choice = iota
	ChoiceAlways
	ChoiceNever
)

var choices = enum.New[Choice]("choice", []string{
	ChoiceAuto:   "auto",
	ChoiceAlways: "always",
	ChoiceNever:  "never",
}...)

// String returns the name of the choice.
func (c Choice) String() string { return choices.String(c) }

// MarshalText returns the name of the choice.
func (c Choice) MarshalText() ([]byte, error) { return choices.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (c *Choice) UnmarshalText(text []byte) error { return choices.Unmarshal(text, c) }

// resolve returns the choice of the user, or else that of a format.
func (c Choice) resolve(format bool) bool {
	switch c {
	case ChoiceAuto:
		return format
	case ChoiceAlways:
		return true
	case ChoiceNever:
		return false
	}
	return format
}

// GroupBy says what changes are grouped by, see [Layout].GroupBy.
type GroupBy = layout.GroupBy

// The choices for [GroupBy].
const (
	GroupByAction = layout.GroupByAction
	GroupByModule = layout.GroupByModule
	GroupByType   = layout.GroupByType
	GroupByNone   = layout.GroupByNone
)

// MarkdownLayout says how Markdown looks: for which place it is (Flavour), how many bytes it may have (MaxSize), and which parts are
// folded (Collapse). By its CommentID, a program finds the comment again, to show what has changed since the Previous one. Run, a
// [plans.PipelineRun], is named in the comment.
type MarkdownLayout = layout.Markdown

// Collapse says which parts of a comment are folded.
type Collapse = layout.Collapse

// The choices for [Collapse].
const (
	CollapseAuto = layout.CollapseAuto // all parts if there are more than three, or else none
	CollapseAll  = layout.CollapseAll
	CollapseNone = layout.CollapseNone
)

// CommentMarker is what a comment remembers about a plan, see [ParseCommentMarker].
type CommentMarker = marker.Marker

// ParseCommentMarker returns what a comment with an ID remembers about a plan, for [MarkdownLayout].Previous. It reports false if the
// comment has no such ID.
func ParseCommentMarker(comment, id string) (CommentMarker, bool) {
	return marker.ParseMarker(comment, id)
}

// ReasonText says in one line why something happens to a resource: the attributes that force a replacement, and the reason that the plan
// gives. It is empty if neither exists. It contains no sensitive values, but other text from the document is not escaped: see
// sinks.Escape.
func ReasonText(r *computed.Resource) string { return wording.ReasonText(r) }

// KnownFacts is a table of facts about well-known providers, see [Comparison].KnownFacts.
type KnownFacts = facts.Table

// DecodeKnownFacts decodes the table of known facts, which is the file internal/know/facts/facts.bin of this module.
func DecodeKnownFacts(data []byte) (*KnownFacts, error) { return facts.Decode(data) }
