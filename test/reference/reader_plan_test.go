package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What a report has to show, worked out from the JSON of a plan by somebody who knows nothing of planfmt but its documentation.
//
// The values of a side are a multiset of leaves: scalars with the keys that lead to them. How the elements of lists and sets are paired
// is left open, as it is in the documentation: whatever the pairing is, a leaf that one side has more often than the other one is in something
// that changes, so it has to be there. A string with a JSON object or array in it is a value of that kind (docs/formats.md, BEHAVIOUR of jsonencode). Of a
// text of several lines, the lines that one side has more often are leaves.
//
// What is not looked for, since formats leave it out on purpose:
//   - what is sensitive, by the marks of either side;
//   - null and "" beside one another, and null in what is created or destroyed;
//   - empty lists and objects, which have no leaves;
//   - parts of JSON and YAML documents that only differ in white space, order or spelling;
//   - strings with characters that formats spell out, which are counted;
//   - what does not change.

// planEntry is an entry of resource_changes or resource_drift, as a reader of the JSON sees it.
type planEntry struct {
	Address, Mode, Deposed string
	Change                 planChange
}

// id returns what html calls the part about the entry.
func (e *planEntry) id() string {
	if e.Deposed != "" {
		return e.Address + "~deposed-" + e.Deposed
	}
	return e.Address
}

// title returns how the line above a drawing begins.
func (e *planEntry) title() string {
	if e.Deposed != "" {
		return e.Address + " (deposed object " + e.Deposed + ") "
	}
	return e.Address + " "
}

type planChange struct {
	Actions         []string
	Before, After   any
	AfterUnknown    any `json:"after_unknown"`
	BeforeSensitive any `json:"before_sensitive"`
	AfterSensitive  any `json:"after_sensitive"`
}

type readPlan struct {
	Changes []planEntry           `json:"resource_changes"`
	Drift   []planEntry           `json:"resource_drift"`
	Outputs map[string]planChange `json:"output_changes"`
}

// readPlanJSON reads a plan. ok is false if it is none, or none that encoding/json can read.
func readPlanJSON(document []byte) (p readPlan, ok bool) {
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	return p, d.Decode(&p) == nil && (p.Changes != nil || p.Drift != nil || p.Outputs != nil)
}

// wanted is a value that a report has to show.
type wanted struct {
	path string // the keys that lead to it
	key  string // the last one
	// own says that it stands behind its key: it is no element of a list or a set.
	own   bool
	kind  byte // string, line of a text, document, number, bool, null, unknown
	text  string
	after bool
}

const (
	stringValue   = 's'
	lineValue     = 'l'
	documentValue = 'd'
	numberValue   = 'n'
	boolValue     = 'b'
	nullValue     = '0'
	unknownValue  = '?'
)

func (w wanted) String() string {
	side := "before"
	if w.after {
		side = "after"
	}
	return fmt.Sprintf("%s %s: %c %.80q", side, strings.ReplaceAll(w.path, "\x00", "."), w.kind, w.text)
}

// flattener makes leaves of a value.
type flattener struct {
	hidden map[string]bool
	all    []wanted
	after  bool
}

func (f *flattener) add(v, unknown any, path, key string, own bool) {
	if f.hidden[path] {
		return
	}
	leaf := wanted{path: path, key: key, own: own, after: f.after}
	if unknown == true {
		leaf.kind = unknownValue
		f.all = append(f.all, leaf)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		below, _ := unknown.(map[string]any)
		keys := map[string]bool{}
		for k := range v {
			keys[k] = true
		}
		for k := range below {
			keys[k] = true
		}
		for k := range keys {
			f.add(v[k], below[k], path+"\x00"+k, k, own)
		}
		return
	case []any:
		below, _ := unknown.([]any)
		for i := range max(len(v), len(below)) {
			var element, mark any
			if i < len(v) {
				element = v[i]
			}
			if i < len(below) {
				mark = below[i]
			}
			f.add(element, mark, path, key, false)
		}
		return
	case nil:
		if hasUnknown(unknown) {
			if _, ok := unknown.([]any); ok {
				f.add([]any{}, unknown, path, key, own)
			} else {
				f.add(map[string]any{}, unknown, path, key, own)
			}
			return
		}
		leaf.kind = nullValue
	case bool:
		leaf.kind, leaf.text = boolValue, fmt.Sprint(v)
	case json.Number:
		leaf.kind, leaf.text = numberValue, v.String()
	case string:
		leaf.kind, leaf.text = stringValue, v
		if _, ok := documentIn(v); ok {
			leaf.kind = documentValue
		}
	}
	f.all = append(f.all, leaf)
}

// hasUnknown reports whether anything is known only after apply.
func hasUnknown(unknown any) bool {
	switch u := unknown.(type) {
	case bool:
		return u
	case map[string]any:
		for _, below := range u {
			if hasUnknown(below) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(u, hasUnknown)
	}
	return false
}

// documentIn returns the JSON object or array in a string.
func documentIn(text string) (any, bool) {
	if t := strings.TrimSpace(text); !strings.HasPrefix(t, "{") && !strings.HasPrefix(t, "[") {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return nil, false
	}
	return v, true
}

// hidePaths notes the paths that are marked as sensitive.
func hidePaths(marks any, path string, hidden map[string]bool) {
	switch m := marks.(type) {
	case bool:
		if m {
			hidden[path] = true
		}
	case map[string]any:
		for k, below := range m {
			hidePaths(below, path+"\x00"+k, hidden)
		}
	case []any:
		for _, below := range m {
			hidePaths(below, path, hidden)
		}
	}
}

// leaves returns what a report of a change has to show.
func (c *planChange) leaves() []wanted {
	hidden := map[string]bool{}
	hidePaths(c.BeforeSensitive, "", hidden)
	hidePaths(c.AfterSensitive, "", hidden)
	before, after := flattener{hidden: hidden}, flattener{hidden: hidden, after: true}
	before.add(c.Before, nil, "", "", true)
	after.add(c.After, c.AfterUnknown, "", "", true)
	all := excess(before.all, after.all)
	all = append(all, excess(after.all, before.all)...)
	had := map[string]bool{}
	for _, w := range before.all {
		had[w.path] = w.kind != nullValue && w.text != ""
	}
	return slices.DeleteFunc(expand(all), func(w wanted) bool {
		return w.kind == nullValue && (!w.after || !had[w.path] || !w.own) || w.kind == stringValue && w.text == ""
	})
}

type leafKey struct {
	path string
	kind byte
	text string
}

// excess returns the leaves that one side has more often than the other one.
func excess(one, other []wanted) (all []wanted) {
	count := map[leafKey]int{}
	for _, w := range other {
		count[leafKey{w.path, w.kind, w.text}]++
	}
	for _, w := range one {
		k := leafKey{w.path, w.kind, w.text}
		if count[k]--; count[k] < 0 {
			all = append(all, w)
		}
	}
	return all
}

// expand puts what changes in documents and in texts of several lines in their place.
func expand(all []wanted) (out []wanted) {
	type sides struct{ before, after []wanted }
	byPath := map[string]*sides{}
	var paths []string
	for _, w := range all {
		if byPath[w.path] == nil {
			byPath[w.path] = &sides{}
			paths = append(paths, w.path)
		}
		if s := byPath[w.path]; w.after {
			s.after = append(s.after, w)
		} else {
			s.before = append(s.before, w)
		}
	}
	isText := func(w wanted) bool { return w.kind == stringValue || w.kind == documentValue }
	for _, path := range paths {
		s := byPath[path]
		texts := slices.Concat(s.before, s.after)
		documents := !slices.ContainsFunc(texts, func(w wanted) bool { return w.kind == stringValue && w.text != "" })
		lines := slices.ContainsFunc(texts, func(w wanted) bool { return isText(w) && strings.Contains(w.text, "\n") })
		again := false
		parts := func(list []wanted) (leaves []wanted) {
			for _, w := range list {
				switch {
				case w.kind == documentValue && documents:
					v, _ := documentIn(w.text)
					f := flattener{after: w.after}
					f.add(v, nil, w.path, w.key, false)
					leaves, again = append(leaves, f.all...), true
				case w.kind == stringValue && lines:
					for line := range strings.Lines(w.text) {
						w.kind, w.own, w.text = lineValue, false, strings.TrimSpace(line)
						leaves = append(leaves, w)
					}
				default:
					leaves = append(leaves, w)
				}
			}
			return leaves
		}
		before, after := parts(s.before), parts(s.after)
		differing := append(excess(before, after), excess(after, before)...)
		if again {
			differing = expand(differing) // there may be documents and texts in the documents
		}
		out = append(out, differing...)
	}
	return slices.DeleteFunc(out, func(w wanted) bool { return w.kind == nullValue && !w.own })
}

// commandStart matches what programs that read the logs of CI jobs obey.
var commandStart = regexp.MustCompile(`##|(?m:^\s*(?:::\w|---|section_))`)

// isPlain reports whether no format has to spell the text out.
func isPlain(text string) bool {
	return !commandStart.MatchString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r != '\n' && r != '\t' && r != '\r' && !unicode.IsPrint(r)
	})
}

// quoted returns a string as the configuration language writes it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text) + `"`
}
