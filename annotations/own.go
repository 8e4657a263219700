package annotations

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ownAnnotation is an entry of planfmt's own JSON, see docs/schema/annotations-1.json.
type ownAnnotation struct {
	Address string          `json:"address"`
	File    string          `json:"file"`
	Line    int             `json:"line"`
	EndLine int             `json:"end_line"`
	Level   *string         `json:"level"`
	Title   string          `json:"title"`
	Text    string          `json:"text"`
	URL     string          `json:"url"`
	Number  json.RawMessage `json:"number"`
	Before  json.RawMessage `json:"before"`
	Unit    string          `json:"unit"`
	Tool    string          `json:"tool"`
	Rule    string          `json:"rule"`
	Owners  []string        `json:"owners"`
}

// readOwn reads an object with the list "annotations", a list, or any number of objects, one on each line.
func readOwn(r *Report, text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	for i := 0; ; i++ {
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return describe(err)
		}
		switch {
		case one[0] == '[':
			var list []json.RawMessage
			if err := json.Unmarshal(one, &list); err != nil {
				return describe(err)
			}
			for k, text := range list {
				r.own(fmt.Sprintf("[%d]", k), text)
			}
			continue
		case one[0] == '{':
			var in struct {
				Annotations *[]json.RawMessage `json:"annotations"`
			}
			if json.Unmarshal(one, &in) == nil && in.Annotations != nil {
				for k, text := range *in.Annotations {
					r.own(fmt.Sprintf("annotations[%d]", k), text)
				}
				continue
			}
		}
		r.own(fmt.Sprintf("document %d", i+1), one)
	}
}

// own adds an entry. A member that planfmt does not know is an error: it may be a misspelt level.
func (r *Report) own(where string, text []byte) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var o ownAnnotation
	if err := d.Decode(&o); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			r.bad(where, describe(err).Error())
		} else {
			r.bad(where, "it has a member that planfmt does not know")
		}
		return
	}
	a := Annotation{
		Tool: o.Tool, Rule: o.Rule, Title: o.Title, Text: o.Text, URL: o.URL, Unit: o.Unit,
		Place: Place{o.Address, o.File, o.Line, o.EndLine},
	}
	switch {
	case o.Level == nil:
	case a.Level.UnmarshalText([]byte(*o.Level)) != nil:
		r.bad(where, "level: want none, note, warning or error")
		return
	}
	for _, n := range []struct {
		name string
		from json.RawMessage
		to   *Number
	}{{"number", o.Number, &a.Number}, {"before", o.Before, &a.Before}} {
		var ok bool
		if *n.to, ok = numberIn(n.from); !ok {
			r.bad(where, n.name+": want a decimal number, such as 12.50")
			return
		}
	}
	if a.Before != "" && a.Number == "" {
		r.bad(where, "before: there is no number")
		return
	}
	for _, owner := range o.Owners {
		if owner = cut(owner); owner != "" {
			a.Owners = append(a.Owners, owner)
		}
	}
	if len(a.Owners) > 0 && a.Name() == "" {
		a.Title = "owner"
	}
	r.add(where, a)
}
