package approval

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/internal/base/age"
	"github.com/planfmt/planfmt/internal/work/attest"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Approval is a document that says that plans are approved. Nothing that it says is true unless a key has signed it.
type Approval struct {
	File string // its name, for messages
	By   string
	At   time.Time

	signed *attest.Signed
	plans  []approved
}

// approved is a plan that somebody has approved.
type approved struct {
	name, file         string
	hashes             []string // the texts
	keyed              bool     // one of them was made with a key
	workspace, lineage string
}

// Read reads a document: an envelope, or a statement as it is. The error does not name the file.
func Read(file string, document []byte) (*Approval, error) {
	signed, err := attest.Read(document)
	if err != nil {
		return nil, err
	}
	st, err := attest.ParseStatement(signed.Payload)
	if err != nil {
		return nil, fmt.Errorf("the statement in it cannot be read: %w", err)
	}
	if st.PredicateType != PredicateType {
		return nil, fmt.Errorf("it is not an approval of planfmt: its predicateType is %s, not %s", plans.DescribeText(st.PredicateType), PredicateType)
	}
	a := &Approval{File: file, signed: signed}
	if err := a.read(st); err != nil {
		return nil, fmt.Errorf("the approval in it cannot be read: %w", err)
	}
	return a, nil
}

func (a *Approval) read(st *attest.Statement) error {
	p := st.Predicate
	if a.By = p.Get("approvedBy").Text(); p.Get("approvedBy").Kind() != values.String || a.By == "" {
		return errors.New("approvedBy: want the name of whoever approved")
	}
	at := p.Get("approvedAt")
	t, err := time.Parse(time.RFC3339, at.Text())
	if at.Kind() != values.String || err != nil {
		return errors.New("approvedAt: want a time as in RFC 3339")
	}
	a.At = t
	all := p.Get("plans")
	if all.Kind() != values.Array || all.Len() != len(st.Subjects) {
		return fmt.Errorf("plans: want an array with an element for each of the %d subjects", len(st.Subjects))
	}
	for i, v := range all.Elems() {
		one, err := readPlan(v, st.Subjects[i])
		if err != nil {
			return fmt.Errorf("plans[%s]: %w", strconv.Itoa(i), err)
		}
		a.plans = append(a.plans, one)
	}
	return nil
}

func readPlan(v values.Value, sub attest.Subject) (approved, error) {
	one := approved{name: sub.Name, file: sub.Digests[fileDigest]}
	for _, f := range hashForms() {
		if digits := sub.Digests[f.digest]; digits != "" {
			one.hashes, one.keyed = append(one.hashes, f.prefix+digits), one.keyed || f.keyed
		}
	}
	if v.Kind() != values.Object {
		return one, fmt.Errorf("want object, have %s", v.Kind())
	}
	if name := v.Get("name"); name.Kind() != values.String || name.Text() != sub.Name {
		return one, errors.New("name: want the name of the subject")
	}
	for _, digest := range sub.Digests {
		if len(digest) != 64 || strings.Trim(digest, "0123456789abcdef") != "" {
			return one, errors.New("a digest of the subject does not have 64 hexadecimal digits")
		}
	}
	if one.file == "" {
		return one, errors.New("the subject has no digest " + fileDigest)
	}
	// Each must be a text where it is: otherwise, another plan would pass as one that says nothing.
	read := func(in values.Value, name string, to *string) error {
		m := in.Get(name)
		if *to = m.Text(); m.Kind() == values.Absent {
			*to = ""
			return nil
		}
		if m.Kind() != values.String || *to == "" {
			return fmt.Errorf("%s: want a text", name)
		}
		return nil
	}
	err := read(v, "workspace", &one.workspace)
	if state := v.Get("state"); err == nil && state.Kind() != values.Absent {
		if state.Kind() != values.Object {
			return one, fmt.Errorf("state: want object, have %s", state.Kind())
		}
		err = read(state, "lineage", &one.lineage)
	}
	return one, err
}

// Match says what makes a plan the one that was approved.
type Match uint8

// The ways.
const (
	ByFile Match = iota // the same file
	ByHash              // a plan that would do the same
)

// Plan is a plan that is about to be applied.
type Plan struct {
	File string // the SHA-256 of its file, in hexadecimal digits
	// Hash and KeyedHash are the texts of its hashes. Each is empty if nobody needs it.
	Hash, KeyedHash string
	// Workspace and Lineage are empty where the plan does not say.
	Workspace, Lineage string
}

// Terms are what somebody who verifies asks for.
type Terms struct {
	Match Match
	Keys  []*attest.PublicKey
	// Unsigned says that a statement without an envelope is good enough.
	Unsigned bool
	// Require is how many different keys must have signed approvals of the plan.
	Require int
	// Now is the time, and MaxAge how old approvals may be; 0 for any age.
	Now    time.Time
	MaxAge time.Duration
}

// Accepted is an approval that counts for a plan.
type Accepted struct {
	*Approval
	Keys []*attest.PublicKey // those that have signed it; none for one that is not signed
}

// Result is whether a plan is approved.
type Result struct {
	Approved bool
	Accepted []Accepted
	// Refused says why other approvals do not count, a sentence for each that begins with the name of its file.
	Refused []string
	// Missing says what is missing if the plan is not approved.
	Missing string
}

// Verify finds out whether approvals cover a plan.
func (t *Terms) Verify(p *Plan, all []*Approval) (r Result) {
	var keys []*attest.PublicKey
	bare := 0
	for _, a := range all {
		by, why := t.accept(p, a)
		if why != "" {
			r.Refused = append(r.Refused, plans.SpellName(a.File)+": "+why)
			continue
		}
		if keys = append(keys, by...); len(by) == 0 {
			bare++
		}
		r.Accepted = append(r.Accepted, Accepted{a, by})
	}
	n := len(attest.Distinct(keys))
	if n == 0 && bare > 0 {
		n = 1
	}
	switch {
	case n >= t.Require && n > 0:
		r.Approved = true
	case n > 0:
		r.Missing = fmt.Sprintf("%d keys must have signed, but only %d of those that are given %s", t.Require, n, has(n))
	}
	return r
}

func has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// accept returns which keys have signed an approval of the plan, or why it does not count.
func (t *Terms) accept(p *Plan, a *Approval) (by []*attest.PublicKey, why string) {
	if a.signed.IsBare() {
		if !t.Unsigned {
			return nil, "it is not signed (--unsigned accepts that)"
		}
	} else if by = a.signed.Verify(t.Keys); len(by) == 0 {
		if len(t.Keys) == 0 {
			return nil, "it is signed, but no --key is given"
		}
		return nil, "none of the keys has signed it as it is"
	}
	if wrong := age.Wrong(a.At, t.Now, t.MaxAge); wrong != "" {
		return nil, "it " + wrong
	}
	why = "it is for " + a.names()
	for _, one := range a.plans {
		if !one.matches(p, t.Match) {
			continue
		}
		switch {
		case one.workspace != "" && p.Workspace != "" && one.workspace != p.Workspace:
			why = fmt.Sprintf("it is for the workspace %s, but the plan is for %s", plans.SpellName(one.workspace), plans.SpellName(p.Workspace))
		case one.lineage != "" && p.Lineage != "" && one.lineage != p.Lineage:
			why = fmt.Sprintf("it is for the state with the lineage %s, but the plan is for %s", plans.SpellName(one.lineage), plans.SpellName(p.Lineage))
		default:
			return by, ""
		}
	}
	return nil, why
}

// names describes the plans that are approved, for a message about another one.
func (a *Approval) names() string {
	if len(a.plans) > 1 {
		return fmt.Sprintf("%d other plans", len(a.plans))
	}
	return "another plan"
}

// NeedsKey reports whether an approval has a hash that was made with a key.
func NeedsKey(all []*Approval) bool {
	return slices.ContainsFunc(all, func(a *Approval) bool {
		return slices.ContainsFunc(a.plans, func(one approved) bool { return one.keyed })
	})
}

func (one *approved) matches(p *Plan, m Match) bool {
	if m == ByFile {
		return one.file == p.File
	}
	return slices.ContainsFunc(one.hashes, func(text string) bool { return text == p.Hash || text == p.KeyedHash })
}
