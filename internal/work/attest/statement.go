package attest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// StatementType is the type of in-toto's Statements, version 1.
const StatementType = "https://in-toto.io/Statement/v1"

// Statement is an in-toto Statement.
type Statement struct {
	Subjects      []Subject
	PredicateType string
	// Predicate is an object.
	Predicate values.Value
}

// Subject is an artifact that a statement is about.
type Subject struct {
	Name string
	// Digests are in hexadecimal digits, by the names of their algorithms.
	Digests map[string]string
}

// MarshalStatement returns a Statement as JSON. subjects and predicate become its members of that name.
func MarshalStatement(subjects any, predicateType string, predicate any) ([]byte, error) {
	return json.Marshal(struct {
		Type          string `json:"_type"`
		Subjects      any    `json:"subject"`
		PredicateType string `json:"predicateType"`
		Predicate     any    `json:"predicate"`
	}{StatementType, subjects, predicateType, predicate})
}

// ParseStatement reads a Statement. Members that it does not know are ignored, as in-toto asks for.
func ParseStatement(document []byte) (*Statement, error) {
	v, err := parse(document)
	if err != nil {
		return nil, err
	}
	typ, err := text(v, "_type")
	switch {
	case err != nil:
		return nil, err
	case typ != StatementType:
		return nil, fmt.Errorf("_type: want %s, have %s", StatementType, plans.DescribeText(typ))
	}
	s := &Statement{Predicate: v.Get("predicate")}
	if s.PredicateType, err = text(v, "predicateType"); err != nil {
		return nil, err
	}
	if k := s.Predicate.Kind(); k != values.Object {
		return nil, fmt.Errorf("predicate: want object, have %s", k)
	}
	all := v.Get("subject")
	switch {
	case all.Kind() != values.Array:
		return nil, fmt.Errorf("subject: want array, have %s", all.Kind())
	case all.Len() == 0:
		return nil, errors.New("subject is empty")
	}
	for i, e := range all.Elems() {
		sub, err := parseSubject(e)
		if err != nil {
			return nil, fmt.Errorf("subject[%s]: %w", strconv.Itoa(i), err)
		}
		s.Subjects = append(s.Subjects, sub)
	}
	return s, nil
}

func parseSubject(v values.Value) (sub Subject, err error) {
	if v.Kind() != values.Object {
		return sub, fmt.Errorf("want object, have %s", v.Kind())
	}
	if n := v.Get("name"); !n.IsNull() {
		if sub.Name, err = text(v, "name"); err != nil {
			return sub, err
		}
	}
	digests := v.Get("digest")
	if digests.Kind() != values.Object || digests.Len() == 0 {
		return sub, errors.New("it has no digest")
	}
	sub.Digests = map[string]string{}
	for _, m := range digests.Members() {
		if m.Value.Kind() != values.String || m.Value.IsEmptyString() {
			return sub, errors.New("digest: want strings of hexadecimal digits")
		}
		sub.Digests[m.Name] = m.Value.Text()
	}
	return sub, nil
}
