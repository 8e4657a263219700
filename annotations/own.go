package annotations

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
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
	if err := r.ownDocuments(text); err != nil {
		// A decoder that has returned tokens does not know where it is, but one of whole documents does.
		d := json.NewDecoder(bytes.NewReader(text))
		for exact := error(nil); exact == nil; {
			var one json.RawMessage
			if exact = d.Decode(&one); exact != nil && !errors.Is(exact, io.EOF) {
				return describe(exact)
			}
		}
		return err
	}
	return nil
}

func (r *Report) ownDocuments(text []byte) error {
	d := newOwnDecoder(text)
	for i := 0; ; i++ {
		next := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n")
		if len(next) > 0 && next[0] == '[' {
			if err := r.ownList(d, "[%d]"); err != nil {
				return err
			}
			continue
		}
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return describe(err)
		}
		if one[0] == '{' {
			var in struct {
				Annotations json.RawMessage `json:"annotations"`
			}
			if json.Unmarshal(one, &in) == nil && len(in.Annotations) > 0 && in.Annotations[0] == '[' {
				if err := checkCase(one, reflect.TypeOf(in)); err != nil {
					return err
				}
				if err := r.ownList(newOwnDecoder(in.Annotations), "annotations[%d]"); err != nil {
					return err
				}
				continue
			}
		}
		if err := r.own(fmt.Sprintf("document %d", i+1), newOwnDecoder(one)); err != nil {
			return err
		}
	}
}

// newOwnDecoder returns a decoder to which a member that planfmt does not know is an error: it may be a misspelt level.
func newOwnDecoder(text []byte) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d
}

// ownList adds the entries of a list.
func (r *Report) ownList(d *json.Decoder, where string) error {
	_, err := d.Token()
	for k := 0; err == nil && d.More(); k++ {
		if err := r.own(fmt.Sprintf(where, k), d); err != nil {
			return err
		}
	}
	if err == nil {
		_, err = d.Token()
	}
	if err != nil {
		return describe(err)
	}
	return nil
}

// own adds an entry. The error says that what follows cannot be read either.
func (r *Report) own(where string, d *json.Decoder) error {
	var text json.RawMessage
	if err := d.Decode(&text); err != nil {
		return describe(err)
	}
	var o ownAnnotation
	err := newOwnDecoder(text).Decode(&o)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		r.bad(where, describe(err).Error())
		return nil
	case err != nil:
		r.bad(where, "it has a member that planfmt does not know")
		return nil
	}
	if err := checkCase(text, reflect.TypeOf(o)); err != nil {
		r.bad(where, err.Error())
		return nil
	}
	r.addOwn(where, &o)
	return nil
}

// addOwn adds an entry.
func (r *Report) addOwn(where string, o *ownAnnotation) {
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
		a.Title = ownersTitle(a.Owners)
	}
	r.add(where, a)
}

// ownersTitle returns the title of an annotation that says nothing but who owns a resource.
func ownersTitle(owners []string) string {
	if len(owners) == 1 {
		return "owner"
	}
	return "owners"
}
