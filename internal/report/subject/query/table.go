package query

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/sinks"
)

// NewCSVQuery returns a writer of a table in CSV (RFC 4180) with a header: a row for each element of a list, a column for each attribute.
func NewCSVQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryCSV) }

// NewTableQuery returns a writer of the same table for people, with aligned columns.
func NewTableQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryTable) }

// isTable reports whether the result is written as a table.
func (f queryForm) isTable() bool { return f == queryCSV || f == queryTable }

// queryRows are the rows of a table.
type queryRows struct {
	columns []string
	rows    [][]string // for people; in CSV, each row is written at once
}

// valueColumn is the name of the only column if the elements are not objects.
const valueColumn = "value"

// row writes an element of a list as a row. All rows have the same columns.
func (q *Query) row(c policy.Candidate) error {
	if !c.Certain && q.form == queryCSV {
		return &FormError{"the rows depend on values that are known only after apply: a table in CSV cannot say so; use -f table or -f jsonl"}
	}
	names, cells, err := q.cells(c.Value)
	if err != nil {
		return err
	}
	if !c.Certain {
		cells[0] = "(perhaps) " + cells[0]
	}
	if q.rows.columns == nil {
		q.rows.columns = names
		if q.form == queryCSV {
			head := make([]string, len(names))
			for i, name := range names {
				head[i] = q.safe(name)
			}
			if err := q.record(head); err != nil {
				return err
			}
		}
	}
	if !slices.Equal(names, q.rows.columns) {
		return &FormError{"the elements have different attributes, and a table needs the same in each: use -f jsonl, or an expression such as { address = r.address }"}
	}
	if q.form == queryCSV {
		return q.record(cells)
	}
	q.rows.rows = append(q.rows.rows, cells)
	return nil
}

// cells returns the columns of an element, and what is in them.
func (q *Query) cells(v policy.Value) (names, cells []string, err error) {
	if t := v.Type(); !q.hides(v) && v.IsKnown() && !v.IsNull() && (t.IsObjectType() || t.IsMapType()) {
		items, _, _ := v.Items()
		for _, it := range items {
			text, err := q.cell(it.Value)
			if err != nil {
				return nil, nil, err
			}
			if !it.Certain {
				text = "(perhaps) " + text
			}
			names, cells = append(names, it.Key.Cty().AsString()), append(cells, text)
		}
		if len(names) > 0 {
			return names, cells, nil
		}
	}
	text, err := q.cell(v)
	return []string{valueColumn}, []string{text}, err
}

// cell returns a value as the text of a cell: a string, a number or a bool as it is, null as nothing, and everything else as JSON.
func (q *Query) cell(v policy.Value) (string, error) {
	switch {
	case q.hides(v):
		return "(sensitive value)", nil
	case q.isCopy(v):
		return computed.CopyText, nil
	case !v.IsKnown():
		if _, listed := v.Members(); !listed {
			return q.safe(policy.UnknownText(v.Causes())), nil
		}
	case v.IsNull():
		return "", nil
	case isText(v):
		return q.safe(v.Cty().AsString()), nil
	}
	part := Query{opts: q.opts, form: queryJSONLines}
	err := part.value(v, 0)
	return string(part.b), err
}

// safe returns a string of a plan for a cell. In CSV, spreadsheets would evaluate one that begins as a formula: an apostrophe in front
// of it makes it a text.
func (q *Query) safe(s string) string {
	s = sinks.Escape(s)
	if q.form == queryCSV && s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// record writes a row of CSV. The cells are escaped.
func (q *Query) record(cells []string) error {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	q.raw(b.String())
	return q.flush()
}

// endTable writes the rows with aligned columns.
func (q *Query) endTable() error {
	if q.form == queryCSV || q.rows.columns == nil {
		return nil
	}
	head := make([]string, len(q.rows.columns))
	for i, name := range q.rows.columns {
		head[i] = strings.ToUpper(q.safe(name))
	}
	all := append([][]string{head}, q.rows.rows...)
	widths := make([]int, len(head))
	for _, row := range all {
		for i, cell := range row {
			widths[i] = max(widths[i], columns.Of(cell))
		}
	}
	for _, row := range all {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell)
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-columns.Of(cell)+2))
			}
		}
		q.raw(strings.TrimRight(line.String(), " ") + "\n")
		if err := q.flush(); err != nil {
			return err
		}
	}
	return nil
}
