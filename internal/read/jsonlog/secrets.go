package jsonlog

import (
	"strings"

	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/values"
)

// Hidden is what stands in texts in place of a sensitive string.
const Hidden = "(sensitive value)"

// mostSecrets is how many sensitive strings are looked for. A log with more is not real.
const mostSecrets = 10_000

// Secrets are the strings of sensitive outputs. Only older versions write their values to the
// log. In the log, these are not copies that somebody may need to see: an output is sensitive
// because somebody said so. Nevertheless, strings that everybody may know are not hidden in
// other text (see copies.Eligible).
type Secrets struct {
	texts    map[string]bool
	replacer *strings.Replacer // nil if it has to be made
	// outputs are the names of outputs that were called sensitive once, so that they always are.
	outputs map[string]bool
}

// addOutput notes that an output is sensitive.
func (s *Secrets) addOutput(name string) {
	if s.outputs[name] || len(s.outputs) >= mostSecrets {
		return
	}
	if s.outputs == nil {
		s.outputs = map[string]bool{}
	}
	s.outputs[strings.Clone(name)] = true
}

// isEmpty reports whether there is nothing to hide.
func (s *Secrets) isEmpty() bool { return len(s.texts)+len(s.outputs) == 0 }

// addValue adds all strings in a value.
func (s *Secrets) addValue(v values.Value) {
	for text := range v.Strings() {
		s.add(text)
		if strings.Contains(text, "\n") {
			for line := range strings.Lines(text) {
				s.add(strings.TrimRight(line, "\r\n"))
			}
		}
	}
}

func (s *Secrets) add(text string) {
	if text = strings.TrimSpace(text); copies.Eligible(text) {
		s.put(text)
	}
}

// minGiven is how many bytes a string has at least that is hidden because the caller says so: shorter ones are in many words.
const minGiven = 8

// AddGiven adds a string of which the caller knows that it is a secret, such as a token, however it looks.
func (s *Secrets) AddGiven(text string) {
	if len(text) >= minGiven {
		s.put(text)
	}
}

func (s *Secrets) put(text string) {
	if len(s.texts) >= mostSecrets || s.texts[text] {
		return
	}
	if s.texts == nil {
		s.texts = map[string]bool{}
	}
	s.texts[strings.Clone(text)] = true
	s.replacer = nil
}

// Merge adds the strings of others.
func (s *Secrets) Merge(others Secrets) {
	for text := range others.texts {
		s.put(text)
	}
	for name := range others.outputs {
		s.addOutput(name)
	}
}

// Len returns the number of strings.
func (s *Secrets) Len() int { return len(s.texts) }

// Hide replaces the strings wherever they occur in a text.
func (s *Secrets) Hide(text string) string {
	if len(s.texts) == 0 || text == "" {
		return text
	}
	if s.replacer == nil {
		// Where several strings begin at the same place, the longest is hidden.
		all := make([]string, 0, len(s.texts))
		for text := range s.texts {
			all = append(all, text)
		}
		sorted.Stable(all, func(a, b string) int {
			if d := len(b) - len(a); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
		pairs := make([]string, 0, 2*len(all))
		for _, text := range all {
			pairs = append(pairs, text, Hidden)
		}
		s.replacer = strings.NewReplacer(pairs...)
	}
	return s.replacer.Replace(text)
}

// hide replaces the strings in all texts of an event in which values may stand.
func (s *Secrets) hide(e *Event) {
	if s.isEmpty() {
		return
	}
	e.Text, e.Message = s.Hide(e.Text), s.Hide(e.Message)
	if h := e.Hook; h != nil {
		h.Output, h.Message, h.Err, h.ID = s.Hide(h.Output), s.Hide(h.Message), s.Hide(h.Err), s.Hide(h.ID)
		s.hideResource(&h.Resource)
	}
	if e.Change != nil {
		s.hideChange(e.Change)
	}
	if e.Diagnostic != nil {
		s.HideDiagnostic(e.Diagnostic)
	}
	if e.Found != nil {
		s.hideFound(e.Found)
	}
	if e.Policy != nil {
		s.hidePolicy(e.Policy)
	}
	for i := range e.Diagnostics {
		s.HideDiagnostic(&e.Diagnostics[i])
	}
	for i := range e.Outputs {
		s.HideOutput(&e.Outputs[i])
	}
}

func (s *Secrets) hideFound(f *Found) {
	f.List, f.DisplayName, f.Config, f.ImportConfig = s.Hide(f.List), s.Hide(f.DisplayName), s.Hide(f.Config), s.Hide(f.ImportConfig)
	changed := false
	f.Identity = s.hideValue(f.Identity, &changed)
}

func (s *Secrets) hidePolicy(p *Policy) { p.Target, p.Message = s.Hide(p.Target), s.Hide(p.Message) }

// hideResource hides keys of instances.
func (s *Secrets) hideResource(r *Resource) {
	r.Address = s.Hide(r.Address)
}

// HideDiagnostic replaces the strings in a diagnostic.
func (s *Secrets) HideDiagnostic(d *Diagnostic) {
	d.Summary, d.Detail, d.Address = s.Hide(d.Summary), s.Hide(d.Detail), s.Hide(d.Address)
	n := d.Snippet
	if n == nil {
		return
	}
	code := s.Hide(n.Code)
	if code != n.Code {
		// The marker would point to another place.
		n.Code, n.Start, n.End = code, 0, 0
	}
	if c := n.Comparison; c != nil {
		c.Left, c.Right = s.Hide(c.Left), s.Hide(c.Right)
	}
	for i := range n.Values {
		n.Values[i].Statement = s.Hide(n.Values[i].Statement)
	}
}

// HideOutput replaces the strings in the value of an output that is not sensitive itself, and drops the value if the
// output was called sensitive elsewhere.
func (s *Secrets) HideOutput(o *Output) {
	if s.outputs[o.Name] {
		o.Sensitive, o.Value, o.Type = true, "", ""
	}
	if len(s.texts) == 0 || o.Value == "" {
		return
	}
	v := values.Of(o.Value)
	changed := false
	v = s.hideValue(v, &changed)
	if changed {
		o.Value = v.JSON()
	}
}

func (s *Secrets) hideValue(v values.Value, changed *bool) values.Value {
	switch v.Kind() {
	case values.String:
		if hidden := s.Hide(v.Text()); hidden != v.Text() {
			*changed = true
			return values.NewString(hidden)
		}
	case values.Array:
		var elems []values.Value
		for _, e := range v.Elems() {
			elems = append(elems, s.hideValue(e, changed))
		}
		return values.NewArray(elems...)
	case values.Object:
		var members []values.Member
		for _, m := range v.Members() {
			members = append(members, values.Member{Name: s.Hide(m.Name), Value: s.hideValue(m.Value, changed)})
		}
		return values.NewObject(members...)
	}
	return v
}
