// Package query writes the results of queries: see [Query]. A list is written while it is found.
package query

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/sinks"
)

// queryForm is a form in which the result of a query is written.
type queryForm uint8

const (
	queryHCL       queryForm = iota // as an expression
	queryJSON                       // as a JSON value
	queryJSONLines                  // a JSON value in a line; of a list, one for each element
	queryCSV                        // a table with a header
	queryTable                      // a table for people
	queryRaw                        // a string, a number or a bool as it is; of a list, a line for each element
)

// QueryOptions are the options of a [Query].
type QueryOptions struct {
	// ShowSensitive writes sensitive values.
	ShowSensitive bool
	// IsCopy reports whether a string is the same as a sensitive one. It may be nil.
	IsCopy func(string) bool
	spool.Limits
	// Seen gets the result if it is one value. It may be nil.
	Seen func(policy.Value)
}

// Query writes the result of a query: a value by [Query.Value], or the elements of a list one by one by
// [Query.Element]. Nothing is written before [Query.End].
//
// A value that is not known is not a null. In HCL, it is (known after apply), and in JSON an object with the one member
// $unknown. A sensitive value is (sensitive value), or an object with the one member $sensitive.
type Query struct {
	w     io.Writer
	opts  QueryOptions
	form  queryForm
	spool *spool.Store
	text  spool.Writer
	b     []byte
	lists bool // [Query.Element] has been called, or will be
	count int
	rows  queryRows
}

// NewHCLQuery returns a writer that writes a result as an expression. It must be closed.
func NewHCLQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryHCL) }

// NewJSONQuery returns a writer that writes a result as a JSON value. It must be closed.
func NewJSONQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryJSON) }

// NewJSONLinesQuery returns a writer that writes a result as a JSON value in a line or, if it is a list, one for each element. It must
// be closed.
func NewJSONLinesQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryJSONLines) }

// NewRawQuery returns a writer that writes a string, a number or a bool as it is, and a line for each element of a list. It must be
// closed.
func NewRawQuery(w io.Writer, o QueryOptions) *Query { return newQuery(w, o, queryRaw) }

func newQuery(w io.Writer, o QueryOptions, form queryForm) *Query {
	q := &Query{w: w, opts: o, form: form, spool: spool.NewStore(o.Limits)}
	q.text.To = q.spool
	return q
}

// Close frees what has been kept.
func (q *Query) Close() error { return q.spool.Store.Close() }

// Value writes the whole result.
func (q *Query) Value(v policy.Value) error {
	if q.opts.Seen != nil {
		q.opts.Seen(v)
	}
	elems, isList := listElements(v)
	if (q.form == queryJSONLines || q.form == queryRaw || q.form.isTable()) && isList && !q.hides(v) {
		q.Begin()
		for _, e := range elems {
			if err := q.Element(e); err != nil {
				return err
			}
		}
		return nil
	}
	if q.form.isTable() {
		return q.row(policy.Candidate{Value: v, Certain: true})
	}
	if err := q.value(v, 0); err != nil {
		return err
	}
	q.b = append(q.b, '\n')
	return q.flush()
}

// listElements returns the elements of a known list.
func listElements(v policy.Value) ([]policy.Candidate, bool) {
	if !v.IsKnown() || v.IsNull() {
		return nil, false
	}
	switch t := v.Type(); {
	case t.IsListType(), t.IsTupleType(), t.IsSetType():
	default:
		return nil, false
	}
	var all []policy.Candidate
	for _, e := range v.Elems() {
		all = append(all, policy.Candidate{Value: e, Certain: true})
	}
	return all, true
}

// Begin begins a list.
func (q *Query) Begin() { q.lists = true }

// Element writes an element of a list. That it is not certain means that nobody knows yet whether it is one.
func (q *Query) Element(c policy.Candidate) error {
	if q.form == queryHCL || q.form == queryJSON {
		if q.count == 0 {
			q.raw("[")
		} else {
			q.raw(",")
		}
		q.line(1)
	}
	if q.form.isTable() {
		return q.row(c)
	}
	q.count++
	if err := q.candidate(c, 1); err != nil {
		return err
	}
	if q.form == queryJSONLines || q.form == queryRaw {
		q.raw("\n")
	}
	return q.flush()
}

// End writes everything.
func (q *Query) End() error {
	if q.lists && (q.form == queryHCL || q.form == queryJSON) {
		if q.count == 0 {
			q.raw("[]\n")
		} else {
			if q.form == queryHCL {
				q.raw(",")
			}
			q.raw("\n]\n")
		}
	}
	if err := q.flush(); err != nil {
		return err
	}
	if err := q.endTable(); err != nil {
		return err
	}
	if err := q.text.End(); err != nil {
		return err
	}
	load, err := q.spool.Loader()
	if err != nil {
		return err
	}
	return q.text.CopyTo(q.w, load)
}

func (q *Query) flush() error {
	_, err := q.text.Write(q.b)
	q.b = q.b[:0]
	return err
}

func (q *Query) raw(text string) { q.b = append(q.b, text...) }

// line begins a line at a depth. JSON lines have no lines in them.
func (q *Query) line(depth int) {
	if q.form == queryJSONLines {
		return
	}
	q.b = append(q.b, '\n')
	for range depth {
		q.b = append(q.b, "  "...)
	}
}

func (q *Query) isJSON() bool { return q.form != queryHCL }

// hides reports whether a value is not to be seen.
func (q *Query) hides(v policy.Value) bool { return v.IsSensitive() && !q.opts.ShowSensitive }

// isCopy reports whether a value is a string that is the same as a sensitive one.
func (q *Query) isCopy(v policy.Value) bool {
	return q.opts.IsCopy != nil && !q.opts.ShowSensitive && isText(v) && q.opts.IsCopy(v.Cty().AsString())
}

func isText(v policy.Value) bool {
	return v.IsKnown() && !v.IsNull() && v.Type().IsPrimitiveType() && v.Type().FriendlyName() == "string"
}

func (q *Query) candidate(c policy.Candidate, depth int) error {
	switch {
	case c.Certain:
		return q.value(c.Value, depth)
	case q.form == queryRaw:
		return errUncertain
	case q.form == queryHCL:
		q.raw("(perhaps) ")
		return q.value(c.Value, depth)
	}
	q.raw(`{"$perhaps":`)
	err := q.value(c.Value, depth)
	q.raw("}")
	return err
}

// FormError says that a result cannot be written in the form that was asked for. What it is about is the expression, and not the
// document.
type FormError struct{ text string }

func (e *FormError) Error() string { return e.text }

var (
	errUncertain = &FormError{"the result depends on values that are known only after apply: raw text cannot say so; use -f hcl or -f json"}
	errHidden    = &FormError{"the result is sensitive: raw text cannot say so; use -f hcl or -f json, or --show-sensitive"}
	errInfinite  = &FormError{"the result has an infinite number in it: only the format hcl can show that"}
)

func (q *Query) value(v policy.Value, depth int) error {
	if q.form == queryRaw {
		return q.rawValue(v)
	}
	switch {
	case q.hides(v):
		q.mark("(sensitive value)", `{"$sensitive":true}`)
	case q.isCopy(v):
		q.mark(computed.CopyText, `{"$sensitive":true}`)
	case !v.IsKnown():
		return q.unknown(v, depth)
	case v.IsNull():
		q.raw("null")
	case v.Type().IsPrimitiveType():
		return q.scalar(v)
	default:
		return q.parts(v, depth)
	}
	return nil
}

func (q *Query) mark(hcl, json string) {
	if q.isJSON() {
		q.raw(json)
	} else {
		q.raw(hcl)
	}
}

// scalar writes a string, a number or a bool. JSON has no infinite numbers, and neither have the forms that others read.
func (q *Query) scalar(v policy.Value) error {
	switch v.Type().FriendlyName() {
	case "string":
		if q.isJSON() {
			q.b = sinks.AppendJSON(q.b, v.Cty().AsString())
		} else {
			q.raw(hclString(v.Cty().AsString()))
		}
	case "number":
		f := v.Cty().AsBigFloat()
		if f.IsInf() && q.isJSON() {
			return errInfinite
		}
		q.raw(numberText(f))
	default:
		q.raw(fmt.Sprint(v.Cty().True()))
	}
	return nil
}

// rawValue writes a scalar as it is. A string in a list is in one line.
func (q *Query) rawValue(v policy.Value) error {
	switch {
	case q.hides(v), q.isCopy(v):
		return errHidden
	case !v.IsKnown():
		return errUncertain
	case isText(v) && q.lists:
		q.raw(sinks.Escape(v.Cty().AsString()))
	case isText(v):
		q.raw(sinks.EscapeLines(v.Cty().AsString()))
	case !v.IsNull() && v.Type().IsPrimitiveType():
		return q.scalar(v)
	default:
		return &FormError{fmt.Sprintf("raw text can be a string, a number, a bool or a list of these, and the result has %s in it: use -f json",
			policy.TypeNoun(v))}
	}
	return nil
}

// parts writes a value that has parts.
func (q *Query) parts(v policy.Value, depth int) error {
	items, _, _ := v.Items()
	t := v.Type()
	open, closing := "{", "}"
	isList := t.IsListType() || t.IsTupleType() || t.IsSetType()
	if isList {
		open, closing = "[", "]"
	}
	q.raw(open)
	names := 0
	for _, it := range items {
		if names > 0 && (q.isJSON() || isList) {
			q.raw(",")
		}
		names++
		q.line(depth + 1)
		if !isList {
			q.key(it.Key.Cty().AsString(), len(items))
		}
		if err := q.candidate(policy.Candidate{Value: it.Value, Certain: it.Certain}, depth+1); err != nil {
			return err
		}
	}
	if names > 0 {
		if isList && !q.isJSON() {
			q.raw(",")
		}
		q.line(depth)
	}
	q.raw(closing)
	return nil
}

// key writes the name of a member. An object with one member that looks like what stands for an unknown or sensitive value
// gets one more $.
func (q *Query) key(name string, members int) {
	if !q.isJSON() {
		if isIdentifier(name) {
			q.raw(name)
		} else {
			q.raw(hclString(name))
		}
		q.raw(" = ")
		return
	}
	if members == 1 && strings.HasPrefix(name, "$") && slices.Contains([]string{"unknown", "sensitive", "perhaps"}, strings.TrimLeft(name, "$")) {
		name = "$" + name
	}
	q.b = sinks.AppendJSON(q.b, name)
	q.raw(":")
	if q.form == queryJSON {
		q.raw(" ")
	}
}

func isIdentifier(name string) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
		if !letter && (i == 0 || !('0' <= r && r <= '9' || r == '-')) {
			return false
		}
	}
	return name != ""
}

// unknown writes a value that is not known, with what is known of it.
func (q *Query) unknown(v policy.Value, depth int) error {
	candidates, listed := v.Members()
	if !q.isJSON() {
		if !listed {
			q.raw(policy.UnknownText(v.Causes()))
			return nil
		}
		q.raw("[")
		for i, c := range candidates {
			if i > 0 {
				q.raw(",")
			}
			q.line(depth + 1)
			if err := q.candidate(c, depth+1); err != nil {
				return err
			}
		}
		if len(candidates) > 0 {
			q.raw(",")
			q.line(depth)
		}
		q.raw("]")
		return nil
	}
	q.raw(`{"$unknown":{"type":`)
	q.b = sinks.AppendJSON(q.b, policy.TypeText(v))
	if listed {
		q.raw(`,"elements":[`)
		for i, c := range candidates {
			if i > 0 {
				q.raw(",")
			}
			if err := q.candidate(c, depth); err != nil {
				return err
			}
		}
		q.raw("]")
	}
	if p := v.Prefix(); p != "" {
		q.raw(`,"prefix":`)
		q.b = sinks.AppendJSON(q.b, p)
	}
	if causes := v.OwnCauses(); len(causes) > 0 {
		q.raw(`,"causes":[`)
		for i, c := range causes {
			if i > 0 {
				q.raw(",")
			}
			q.cause(c)
		}
		q.raw("]")
	}
	q.raw("}}")
	return nil
}

func (q *Query) cause(c *policy.Cause) {
	q.raw(`{"address":`)
	q.b = sinks.AppendJSON(q.b, c.Address)
	q.raw(`,"path":`)
	q.b = sinks.AppendJSON(q.b, c.Path.String())
	q.raw(`,"reason":`)
	q.b = sinks.AppendJSON(q.b, c.Reason)
	q.raw("}")
}

// numberText returns a number with all its digits.
func numberText(f *big.Float) string {
	if f.MantExp(nil) > 1<<12 || f.MantExp(nil) < -1<<12 {
		return f.Text('g', -1)
	}
	return f.Text('f', -1)
}

// hclString returns a text as a string of HCL in quotes. It is as safe to print as one of JSON.
func hclString(text string) string {
	json := string(sinks.AppendJSON(nil, text))
	json = strings.ReplaceAll(strings.ReplaceAll(json, "${", "$${"), "%{", "%%{")
	var b strings.Builder
	for {
		at := strings.Index(json, `\`)
		if at < 0 {
			return b.String() + json
		}
		b.WriteString(json[:at])
		json = json[at:]
		var first, second rune
		if n, _ := fmt.Sscanf(json, `\u%04x\u%04x`, &first, &second); n == 2 && utf16.IsSurrogate(first) {
			fmt.Fprintf(&b, `\U%08x`, utf16.DecodeRune(first, second))
			json = json[12:]
			continue
		}
		b.WriteString(json[:2])
		json = json[2:]
	}
}
