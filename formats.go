package planfmt

import (
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
)

// Format is a form in which plans and states can be written.
type Format struct {
	Name string
	Help string // for the command's help: a few words, in lower case
	// New returns a writer of one document, which writes to the io.Writer. It gets
	// the layout of the options, and uses what applies to the format. If the
	// format cannot be written with this layout, New returns an error, which Show
	// returns.
	New func(io.Writer, Layout) (Writer, error)
	// NewMany is like New, for several documents with these names that are written as one, see
	// [ShowMany]. It is nil if the format cannot do this.
	NewMany func(w io.Writer, names []string, l Layout) (ManyWriter, error)
	// Needs says which facts the format gets beyond those for the human format.
	Needs Needs
	// Uses says which options the format uses, of those that not all formats use.
	Uses Uses
}

// Uses says which options of the [Layout] and the [Comparison] a [Format] uses.
type Uses struct {
	Limit   bool
	GroupBy bool
	// ShowHash gives the format Summary.Hash if the option is set, in any case.
	ShowHash bool
	// Hazards gives the format Summary.Hazards unless Layout.NoHazards is set.
	Hazards bool
	// Verdicts gives the format Summary.Verdicts if Options.Policies is set.
	Verdicts bool
	// With MaskCopies and Readable, the fields of the [Comparison] with these names override those
	// of the format's Needs.
	MaskCopies  bool
	Readable    bool
	Refinements bool
	ShowSource  bool
	Title       bool
	Markdown    bool
	// Size is Layout.Markdown.MaxSize.
	Size bool
}

// needs returns what the format needs with a layout.
func (f *Format) needs(c *Comparison, l Layout) Needs {
	n := f.Needs
	n.HashAnyway = n.HashAnyway || f.Uses.ShowHash && l.ShowHash
	n.Hash = n.Hash || n.HashAnyway
	n.Hazards = n.Hazards || f.Uses.Hazards && !l.NoHazards
	n.Verdicts = n.Verdicts || f.Uses.Verdicts
	n.Digests = n.Digests || f.Uses.Markdown && l.Markdown.Remember
	if f.Uses.MaskCopies {
		n.MaskCopies = c.MaskCopies.resolve(n.MaskCopies)
	}
	if f.Uses.Readable {
		n.Readable = c.Readable.resolve(n.Readable)
	}
	return n
}

// Needs says which facts a [Format] gets beyond those for the human format.
type Needs = computed.Needs

// Writer writes one plan or state. Its methods are called from one goroutine. If one
// of them returns an error, [Show] returns it and calls none of them again. A Writer
// that can do most of its work for several resources at the same time is a [Preparer].
//
// A writer that is also an io.Closer is closed at the end, whether or not there is an error.
//
// A writer must escape what comes from the document, for its own syntax and for
// terminals and CI runners. Package sinks has functions for this.
type Writer interface {
	// Begin is called first, once. Summary.State tells a state from a plan.
	Begin(computed.Summary) error
	// Resource is called for each resource, in the order of the sections. All
	// resources of a state are in computed.StateSection.
	Resource(computed.Resource) error
	// End is called last, once. It gets what is known only when all resources
	// have been compared.
	End(computed.Outcome) error
}

// Preparer is a [Writer] that is faster on several processors, because only a part
// of its work has to be done in order. Show calls Prepare in place of Resource.
type Preparer interface {
	Writer
	// Prepare does the part of Resource that does not depend on the resources
	// before, and returns the rest. Several goroutines call Prepare at a time, in
	// any order, after Begin. What it returns is called as Resource would be, and
	// need not be called if there is an error elsewhere. Until then it is in
	// memory, so it should not hold more of the resource than it needs.
	Prepare(computed.Resource) (write func() error)
}

// Formats returns the formats that come with the package. The first is the default.
func Formats() []Format {
	var all []Format
	for _, c := range planColumn() {
		all = append(all, c.format())
	}
	return all
}

// format returns the format with a name; if that is empty, the default.
func (o Options) format(name string) (Format, error) {
	if name == "" {
		name = Formats()[0].Name
	}
	return named(append(slices.Clone(o.Formats), Formats()...), func(f *Format) string { return f.Name }, name)
}

// FormatInfo describes a format for anything but plans.
type FormatInfo struct {
	Name string
	Help string // for the command's help: a few words, in lower case
	// Uses says which options of the layout the format uses, of those that not all do.
	Uses Uses
}

// PlanDiffFormats returns the formats of [DiffPlans]. The first is the default.
func PlanDiffFormats() []FormatInfo { return infos(pairColumn()) }

// LogFormats returns the formats of [Log]. The first is the default.
func LogFormats() []FormatInfo { return infos(logColumn()) }

// OutcomeFormats returns the formats of [Outcome]. The first is the default.
func OutcomeFormats() []FormatInfo { return infos(outcomeColumn()) }

// VerdictFormats returns the formats of [WriteVerdicts]. The first is the default.
func VerdictFormats() []FormatInfo { return infos(verdictColumn()) }

// QueryFormats returns the formats of [Query.Run]. The first is the default.
func QueryFormats() []FormatInfo { return infos(queryColumn()) }

// WhyFormat returns a format that says what happens to one resource of a plan, why, and which other
// changes that causes. An address without keys stands for all instances. If the plan has no such
// resource, the error is an [UnknownAddressError]. To use the format, add it to Options.Formats,
// and set Selection.ShowUnchanged, so that resources that do not change are found, too.
func WhyFormat(address string) Format {
	return Format{
		Name: "why", Help: "why something happens to a resource",
		New: func(w io.Writer, l Layout) (Writer, error) {
			return report.NewWhy(w, address, l.options()), nil
		},
		Needs: Needs{Drift: true, NoOps: true, References: true, MaskCopies: true, ReadablePolicies: true},
		Uses:  Uses{MaskCopies: true, Refinements: true, ShowSource: true},
	}
}
