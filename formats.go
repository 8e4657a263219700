package planfmt

import (
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/graph"
	"github.com/planfmt/planfmt/internal/report/subject/pair"
	"github.com/planfmt/planfmt/internal/report/subject/query"
	"github.com/planfmt/planfmt/internal/report/subject/several"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/internal/work/planpair"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
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
	Summary bool
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
	// Graph is Layout.Markdown.Graph.
	Graph bool
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
	n.Graph = n.Graph || f.Uses.Graph && l.Markdown.Graph
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

// This is the table of formats. It has a column for each subject, with the formats that can lay it out. The first format of a column is
// the default for the subject. A name stands for the same format in all columns. Each column is a function of its own, so that a program
// contains only the code for the subjects that it shows: the page that needs no server shows plans alone.

type (
	newPlan       func(io.Writer, layout.Options) (Writer, error)
	newMany       func(io.Writer, []string, layout.Options) (several.Many, error)
	newPair       func(io.Writer, layout.Options) (planpair.Writer, error)
	writeOutcome  func(io.Writer, *outcome.Outcome, layout.Options) error
	writeVerdicts func(io.Writer, *verdict.Report, diag.List, layout.Options) error
	newQuery      func(io.Writer, query.QueryOptions) *query.Query
)

// cell says how a format lays out a subject.
type cell[F any] struct {
	FormatInfo
	write F
}

// planCell is the cell for plans and states.
type planCell struct {
	name  string
	write newPlan
	many  newMany // nil if the format cannot have several documents
	help  string
	uses  Uses
	needs Needs
}

// planColumn is for a plan or a state, and for several.
func planColumn() []planCell {
	people := Needs{Drift: true, Muted: true, RulesFile: true, Causes: true, Impact: true, MaskCopies: true, Readable: true, Complete: true}
	browsers := people
	browsers.Words, browsers.Graph = true, true
	programs := Needs{Drift: true, Muted: true, NoOps: true, RulesFile: true, Causes: true, Impact: true, Hash: true, Facts: true, MaskCopies: true, Exact: true, Complete: true}
	values := Uses{MaskCopies: true, Readable: true, Refinements: true}
	overview := Uses{GroupBy: true, ShowHash: true, Hazards: true, Verdicts: true, MaskCopies: true, Readable: true, Refinements: true, ShowSource: true}
	screen, page := overview, overview
	screen.Limit, screen.Summary, page.Title = true, true, true
	comment := page
	comment.Markdown, comment.Size, comment.Graph = true, true, true
	prompt := overview
	prompt.GroupBy, prompt.Size = false, true
	document := Uses{ShowHash: true, MaskCopies: true}
	return []planCell{
		{"human", single(human.New), severalOf(report.NewManyHuman), "what terraform show or tofu show prints", values, Needs{}},
		{"compact", single(report.NewCompact), severalOf(report.NewManyCompact), "one screen: what is replaced, destroyed and changed, and why", screen, people},
		{"brief", planIn(report.NewBrief), manyIn(report.NewManyBrief), "what compact says, within a number of bytes: for language models, and for people in a hurry", prompt, people},
		{"markdown", planIn(report.NewMarkdown), manyIn(report.NewManyMarkdown), "a comment for a pull request, never longer than the limit of its place", comment, people},
		{"html", single(report.NewHTML), severalOf(report.NewManyHTML), "a page for a browser, one file: to read and filter what changes", page, browsers},
		{"json", single(machine.NewJSON), severalOf(machine.NewManyJSON), "a JSON document with all that changes, see docs/schema/diff-1.1.json", document, programs},
		{"jsonl", single(machine.NewJSONLines), severalOf(machine.NewManyJSONLines), "the same, with a line of JSON for each resource", document, programs},
	}
}

// ofComments are the options that a comment about anything but a plan uses.
func ofComments() Uses { return Uses{Title: true, Markdown: true, Size: true} }

// pairColumn is for the differences between two plans.
func pairColumn() []cell[newPair] {
	return []cell[newPair]{
		{FormatInfo{"human", "everything that differs, value by value", Uses{}}, pairOf(pair.NewHuman)},
		{FormatInfo{"compact", "one screen: what is new, gone or different, a line for each change", Uses{Limit: true, Summary: true}}, pairOf(report.NewCompactPlanDiff)},
		{FormatInfo{"markdown", "a comment for a pull request, never longer than the limit of its place", ofComments()}, pairIn(report.NewMarkdownPlanDiff)},
		{FormatInfo{"html", "a page for a browser, one file: to read and filter what differs", Uses{Title: true}}, pairOf(report.NewHTMLPlanDiff)},
		{FormatInfo{"json", "a JSON document, see docs/schema/plandiff-1.0.json", Uses{}}, pairOf(machine.NewJSONPlanDiff)},
		{FormatInfo{"jsonl", "the same, with a line of JSON for each resource", Uses{}}, pairOf(machine.NewJSONLinesPlanDiff)},
	}
}

// outcomeColumn is for what became of a plan.
func outcomeColumn() []cell[writeOutcome] {
	return []cell[writeOutcome]{
		{FormatInfo{"human", "what is wrong first", Uses{}}, human.OutcomeHuman},
		{FormatInfo{"compact", "one screen: a line for each resource, what is wrong first", Uses{Limit: true}}, report.OutcomeCompact},
		{FormatInfo{"markdown", "a comment for a pull request", ofComments()}, report.OutcomeMarkdown},
		{FormatInfo{"html", "a page for a browser, one file", Uses{Title: true}}, report.OutcomeHTML},
		{FormatInfo{"json", "a JSON document, see docs/schema/outcome-1.0.json", Uses{}}, machine.OutcomeJSON},
	}
}

// verdictColumn is for the verdicts of policies on a plan.
func verdictColumn() []cell[writeVerdicts] {
	return []cell[writeVerdicts]{
		{FormatInfo{"text", "what is wrong first, with the code of each condition", Uses{}}, report.CheckText},
		{FormatInfo{"json", "a JSON document, see docs/schema/check-1.json", Uses{}}, machine.CheckJSON},
		{FormatInfo{"jsonl", "a line of JSON for each verdict, as soon as it is known, and one for the result", Uses{}}, machine.CheckJSONLines},
		{FormatInfo{"markdown", "a comment for a pull request", ofComments()}, report.CheckMarkdown},
		{FormatInfo{"html", "a page for a browser, one file", Uses{Title: true}}, report.CheckHTML},
		{FormatInfo{"junit", "a report of JUnit, with a test case for each object", Uses{}}, machine.CheckJUnit},
		{FormatInfo{"sarif", "SARIF 2.1.0, for code scanning", Uses{}}, machine.CheckSARIF},
		{FormatInfo{"github", "annotations of a GitHub workflow", Uses{}}, report.CheckGitHub},
	}
}

// queryColumn is for the result of an expression.
func queryColumn() []cell[newQuery] {
	return []cell[newQuery]{
		{FormatInfo{"hcl", "an expression", Uses{}}, query.NewHCLQuery},
		{FormatInfo{"json", "a JSON value", Uses{}}, query.NewJSONQuery},
		{FormatInfo{"jsonl", "a JSON value in a line; of a list, one for each element", Uses{}}, query.NewJSONLinesQuery},
		{FormatInfo{"table", "a table with aligned columns, a row for each element of a list", Uses{}}, query.NewTableQuery},
		{FormatInfo{"csv", "the same as CSV, with a header", Uses{}}, query.NewCSVQuery},
		{FormatInfo{"raw", "a string, a number or a bool as it is; of a list, a line for each element", Uses{}}, query.NewRawQuery},
	}
}

// graphColumn is for what depends on what in a plan.
func graphColumn() []cell[graph.Writer] {
	return []cell[graph.Writer]{
		{FormatInfo{"dot", "for Graphviz, which makes pictures: planfmt graph plan.json | dot -Tsvg", Uses{}}, graph.WriteDOT},
		{FormatInfo{"mermaid", "a flowchart, which GitHub and GitLab draw in Markdown", Uses{}}, graph.WriteMermaid},
		{FormatInfo{"json", "a JSON document, see docs/schema/graph-1.0.json", Uses{}}, machine.GraphJSON},
	}
}

func infos[F any](column []cell[F]) []FormatInfo {
	all := make([]FormatInfo, len(column))
	for i := range column {
		all[i] = column[i].FormatInfo
	}
	return all
}

// inColumn returns the cell of the format with a name; if that is empty, the first.
func inColumn[F any](column []cell[F], name string) (cell[F], error) {
	return named(column, func(c *cell[F]) string { return c.Name }, name)
}

// named returns the format with a name; if that is empty, the first.
func named[F any](all []F, nameOf func(*F) string, name string) (F, error) {
	found, err := enum.Find("format", all, nameOf, name)
	if err != nil {
		return found, &OptionError{Field: "Format", Err: err}
	}
	return found, nil
}

// The functions below turn constructors of reports into the functions in the cells of the table.

func single[W Writer](newReport func(io.Writer, layout.Options) W) newPlan {
	return func(w io.Writer, o layout.Options) (Writer, error) { return newReport(w, o), nil }
}

func severalOf[W several.Many](newReport func(io.Writer, []string, layout.Options) W) newMany {
	return func(w io.Writer, names []string, o layout.Options) (several.Many, error) {
		return newReport(w, names, o), nil
	}
}

func pairOf[W planpair.Writer](newReport func(io.Writer, layout.Options) W) newPair {
	return func(w io.Writer, o layout.Options) (planpair.Writer, error) { return newReport(w, o), nil }
}

// planIn is like [single] for a constructor that rejects some layouts.
func planIn[W Writer](newReport func(io.Writer, layout.Options) (W, error)) newPlan {
	return func(w io.Writer, o layout.Options) (Writer, error) {
		r, err := newReport(w, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// manyIn is like [severalOf] for a constructor that rejects some layouts.
func manyIn[W several.Many](newReport func(io.Writer, []string, layout.Options) (W, error)) newMany {
	return func(w io.Writer, names []string, o layout.Options) (several.Many, error) {
		r, err := newReport(w, names, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// pairIn is like [pairOf] for a constructor that rejects some layouts.
func pairIn[W planpair.Writer](newReport func(io.Writer, layout.Options) (W, error)) newPair {
	return func(w io.Writer, o layout.Options) (planpair.Writer, error) {
		r, err := newReport(w, o)
		if err != nil {
			return nil, &OptionError{Field: "Markdown", Err: err}
		}
		return r, nil
	}
}

// format returns the cell as a format.
func (c *planCell) format() Format {
	f := Format{Name: c.name, Help: c.help, Needs: c.needs, Uses: c.uses}
	f.New = func(w io.Writer, l Layout) (Writer, error) { return c.write(w, l.options()) }
	if c.many != nil {
		f.NewMany = func(w io.Writer, names []string, l Layout) (ManyWriter, error) {
			r, err := c.many(w, names, l.options())
			if err != nil {
				return nil, err
			}
			return joint{r}, nil
		}
	}
	return f
}

// joint is a [ManyWriter] that is made of a report.
type joint struct{ several.Many }

// Document returns a Writer for a document.
func (j joint) Document(number int, words dialect.Dialect) (Writer, error) {
	return j.Many.Document(number, words), nil
}

// options returns the layout as options of reports.
func (l Layout) options() layout.Options {
	return layout.Options{
		Dialect: l.Dialect, Sink: l.sink(), Width: l.Width, Limit: l.Limit, Summary: l.Summary, GroupBy: l.GroupBy, ShowHash: l.ShowHash, Refinements: l.Refinements,
		ShowSource: l.ShowSource, InAutomation: l.InAutomation, Title: l.Title, Document: l.Document, Source: l.policies, Underlines: l.Color, Markdown: l.Markdown,
		Limits: spool.Limits{MemoryLimit: l.memoryLimit, TempDir: l.tempDir},
	}
}

// sink returns the notation of formats whose lines are for people.
func (l Layout) sink() sinks.Sink {
	return layout.Notation(l.Sink, l.Width, l.Color, !l.Terminal || l.Runner, l.Links)
}
