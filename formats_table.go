package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/planpair"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/verdict"
)

// formatRow is a row of the table of formats: a format, and how it lays out each subject. What it cannot lay out is nil.
type formatRow struct {
	name string
	// plan is for a plan or a state, and for several.
	plan *planCell
	// pair is for how what two plans would do differs.
	pair *cell[newPair]
	log  *cell[newLog]
	// verdicts is for what policies say about a plan.
	verdicts *cell[writeVerdicts]
	// query is for the result of an expression.
	query *cell[newQuery]
}

type (
	newPlan       func(io.Writer, report.Options) (Writer, error)
	newMany       func(io.Writer, []string, report.Options) (report.Many, error)
	newPair       func(io.Writer, report.Options) (planpair.Writer, error)
	newLog        func(io.Writer, report.Options) (logWriter, error)
	writeVerdicts func(io.Writer, *verdict.Report, diag.List, report.Options) error
	newQuery      func(io.Writer, report.QueryOptions) *report.Query
)

// cell says how a format lays out a subject.
type cell[F any] struct {
	write F
	help  string
	uses  Uses
}

// planCell is the cell for plans and states.
type planCell struct {
	write newPlan
	many  newMany // nil if the format cannot have several documents
	help  string
	uses  Uses
	needs Needs
}

// formatTable is the table of formats. The first that can lay out a subject is the default for that.
func formatTable() []formatRow {
	people := Needs{Drift: true, Muted: true, RulesFile: true, Review: true, MaskCopies: true, Complete: true}
	browsers := people
	browsers.Readable, browsers.Words = true, true
	programs := Needs{Drift: true, Muted: true, NoOps: true, RulesFile: true, Review: true, Hash: true, MaskCopies: true, Exact: true, Complete: true}
	values := Uses{MaskCopies: true, Readable: true, Refinements: true}
	overview := Uses{GroupBy: true, ShowHash: true, Hazards: true, Verdicts: true, MaskCopies: true, Readable: true, Refinements: true, ShowSource: true}
	screen, page := overview, overview
	screen.Limit, page.Title = true, true
	comment := page
	comment.Markdown = true
	own := Uses{Title: true, Markdown: true} // of a comment about anything else
	document := Uses{ShowHash: true, MaskCopies: true}
	return []formatRow{{
		name: "human",
		plan: &planCell{single(report.NewHuman), several(report.NewManyHuman), "what terraform show or tofu show prints", values, Needs{}},
		pair: &cell[newPair]{pairOf(report.NewHumanPlanDiff), "everything that differs, value by value", Uses{}},
		log:  &cell[newLog]{logTo(report.NewLog), "what the program prints without -json", Uses{}},
	}, {
		name: "compact",
		plan: &planCell{single(report.NewCompact), several(report.NewManyCompact), "one screen: what is replaced, destroyed and changed, and why", screen, people},
		pair: &cell[newPair]{pairOf(report.NewCompactPlanDiff), "one screen: what is new, gone or different, a line for each change", Uses{Limit: true}},
	}, {
		name:  "hcl",
		query: &cell[newQuery]{report.NewHCLQuery, "an expression", Uses{}},
	}, {
		name:     "text",
		verdicts: &cell[writeVerdicts]{report.CheckText, "what is wrong first, with the code of each condition", Uses{}},
	}, {
		name:     "markdown",
		plan:     &planCell{planIn(report.NewMarkdown), manyIn(report.NewManyMarkdown), "a comment for a pull request, never longer than the limit of its place", comment, people},
		pair:     &cell[newPair]{pairIn(report.NewMarkdownPlanDiff), "a comment for a pull request, never longer than the limit of its place", own},
		log:      &cell[newLog]{logTo(report.NewLogMarkdown), "a comment for a pull request", own},
		verdicts: &cell[writeVerdicts]{report.CheckMarkdown, "a comment for a pull request", own},
	}, {
		name: "html",
		plan: &planCell{single(report.NewHTML), several(report.NewManyHTML), "a page for a browser, one file: to read and filter what changes", page, browsers},
	}, {
		name:     "json",
		plan:     &planCell{single(report.NewJSON), several(report.NewManyJSON), "a JSON document with all that changes, see docs/schema/diff-1.0.json", document, programs},
		pair:     &cell[newPair]{pairOf(report.NewJSONPlanDiff), "a JSON document, see docs/schema/plandiff-1.0.json", Uses{}},
		log:      &cell[newLog]{logTo(report.NewLogJSON), "a summary as a document for programs", Uses{}},
		verdicts: &cell[writeVerdicts]{report.CheckJSON, "a JSON document, see docs/schema/check-1.json", Uses{}},
		query:    &cell[newQuery]{report.NewJSONQuery, "a JSON value", Uses{}},
	}, {
		name:  "jsonl",
		plan:  &planCell{single(report.NewJSONLines), several(report.NewManyJSONLines), "the same with a line of JSON for each resource", document, programs},
		query: &cell[newQuery]{report.NewJSONLinesQuery, "a JSON value in a line; of a list, one for each element", Uses{}},
	}, {
		name:     "junit",
		verdicts: &cell[writeVerdicts]{report.CheckJUnit, "a report of JUnit, with a test case for each object", Uses{}},
	}, {
		name:     "sarif",
		verdicts: &cell[writeVerdicts]{report.CheckSARIF, "SARIF 2.1.0, for code scanning", Uses{}},
	}, {
		name:     "github",
		verdicts: &cell[writeVerdicts]{report.CheckGitHub, "annotations of a GitHub workflow", Uses{}},
	}, {
		name:  "raw",
		query: &cell[newQuery]{report.NewRawQuery, "a string, a number or a bool as it is; of a list, a line for each element", Uses{}},
	}}
}

// namedCell is a cell with the name of its format.
type namedCell[F any] struct {
	FormatInfo
	write F
}

func pairColumn() []namedCell[newPair] {
	return column(func(r *formatRow) *cell[newPair] { return r.pair })
}

func logColumn() []namedCell[newLog] {
	return column(func(r *formatRow) *cell[newLog] { return r.log })
}

func verdictColumn() []namedCell[writeVerdicts] {
	return column(func(r *formatRow) *cell[writeVerdicts] { return r.verdicts })
}

func queryColumn() []namedCell[newQuery] {
	return column(func(r *formatRow) *cell[newQuery] { return r.query })
}

// column returns the cells for a subject, from top to bottom.
func column[F any](cellOf func(*formatRow) *cell[F]) []namedCell[F] {
	var all []namedCell[F]
	for _, row := range formatTable() {
		if c := cellOf(&row); c != nil {
			all = append(all, namedCell[F]{FormatInfo{row.name, c.help, c.uses}, c.write})
		}
	}
	return all
}

func infos[F any](column []namedCell[F]) []FormatInfo {
	all := make([]FormatInfo, len(column))
	for i := range column {
		all[i] = column[i].FormatInfo
	}
	return all
}

// inColumn returns the cell of the format with a name; if that is empty, the first.
func inColumn[F any](column []namedCell[F], name string) (namedCell[F], error) {
	return named(column, func(c *namedCell[F]) string { return c.Name }, name)
}

// named returns the format with a name; if that is empty, the first.
func named[F any](all []F, nameOf func(*F) string, name string) (found F, err error) {
	var names []string
	for i := range all {
		n := nameOf(&all[i])
		if n == name || name == "" {
			return all[i], nil
		}
		names = append(names, n)
	}
	return found, &OptionError{Field: "Format", Err: &UnknownNameError{What: "format", Name: name, Valid: names}}
}
