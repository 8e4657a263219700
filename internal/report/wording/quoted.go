package wording

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// Whoever reads a brief may be a model, to which a name in a plan can look like a sentence of the report, or like an instruction. So
// names that are none of a configuration are in quotes, as strings are.

// QuotedName returns a name, such as an address, as it is if a configuration could have it, and in quotes if not: then it may be
// anything, and should not be taken for text of planfmt.
func QuotedName(name string) string {
	if isPlainName(name) {
		return name
	}
	return strconv.Quote(name)
}

// isPlainName reports whether a name consists of words with dots, dashes and slashes between them, and of keys in brackets.
func isPlainName(name string) bool {
	for i := 0; i < len(name); {
		if strings.HasPrefix(name[i:], `["`) {
			n := quotedLength(name[i+1:])
			if n == 0 || !strings.HasPrefix(name[i+1+n:], "]") {
				return false
			}
			i += n + 2
			continue
		}
		r := rune(name[i])
		if r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./[]*", r) {
			return false
		}
		i++
	}
	return true
}

// quotedLength returns how long the string in quotes is with which a text begins; 0 if that is none, or no printable one.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			return i + 1
		case c < ' ':
			return 0
		}
	}
	return 0
}

// QuoteAll returns names as [QuotedName] spells them.
func QuoteAll(names []string) []string {
	if !slices.ContainsFunc(names, func(n string) bool { return !isPlainName(n) }) {
		return names
	}
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = QuotedName(n)
	}
	return all
}

// QuotedResource returns a resource with its names as [QuotedName] spells them.
func QuotedResource(r *computed.Resource) *computed.Resource {
	q := *r
	for _, name := range []*string{&q.Address, &q.PreviousAddress, &q.ModuleAddress, &q.Type, &q.Deposed, &q.Declared.File} {
		*name = QuotedName(*name)
	}
	q.ActionNames = QuoteAll(q.ActionNames)
	q.BeforeActions, q.AfterActions = quotedActions(q.BeforeActions), quotedActions(q.AfterActions)
	q.Cause = quotedCause(q.Cause, causeDepth)
	return &q
}

func quotedActions(all []computed.ActionInvocation) []computed.ActionInvocation {
	all = slices.Clone(all)
	for i := range all {
		all[i].Address, all[i].Caller = QuotedName(all[i].Address), QuotedName(all[i].Caller)
	}
	return all
}

// quotedCause goes no deeper than a line tells. Otherwise, a cause with very many ways through it would be copied for each of them.
func quotedCause(c *computed.Cause, depth int) *computed.Cause {
	if c == nil || depth == 0 {
		return c
	}
	q := &computed.Cause{Attributes: slices.Clone(c.Attributes)}
	for i := range q.Attributes {
		q.Attributes[i].From = quotedReferences(q.Attributes[i].From, depth)
	}
	return q
}

func quotedReferences(all []computed.Reference, depth int) []computed.Reference {
	all = slices.Clone(all)
	for i := range all[:min(len(all), causeWidth)] {
		ref := &all[i]
		ref.Address = QuotedName(ref.Address)
		next := depth - 1
		if ref.OneOf {
			next = depth
		}
		if next > 0 {
			ref.Cause = quotedCause(ref.Cause, next)
			ref.From = quotedReferences(ref.From, next)
		}
	}
	return all
}

// QuotedSummary returns a summary with its names as [QuotedName] spells them, and texts of the configuration in quotes.
func QuotedSummary(s computed.Summary) computed.Summary {
	s.Scope.Targets, s.Scope.Excludes, s.Scope.Invokes = QuoteAll(s.Scope.Targets), QuoteAll(s.Scope.Excludes), QuoteAll(s.Scope.Invokes)
	s.Invoked = quotedActions(s.Invoked)
	s.Outputs = slices.Clone(s.Outputs)
	for i := range s.Outputs {
		s.Outputs[i].Name = QuotedName(s.Outputs[i].Name)
	}
	s.Checks = slices.Clone(s.Checks)
	for i := range s.Checks {
		ch := &s.Checks[i]
		ch.Address, ch.Status = QuotedName(ch.Address), QuotedName(ch.Status)
		ch.Instances = slices.Clone(ch.Instances)
		for j := range ch.Instances {
			in := &ch.Instances[j]
			in.Address, in.Status = QuotedName(in.Address), QuotedName(in.Status)
			in.Messages = slices.Clone(in.Messages)
			for k, m := range in.Messages {
				in.Messages[k] = strconv.Quote(m)
			}
		}
	}
	s.Muted = slices.Clone(s.Muted)
	for i := range s.Muted {
		s.Muted[i].Address, s.Muted[i].Deposed = QuotedName(s.Muted[i].Address), QuotedName(s.Muted[i].Deposed)
	}
	s.Hazards = slices.Clone(s.Hazards)
	for i := range s.Hazards {
		s.Hazards[i].Address, s.Hazards[i].Deposed = QuotedName(s.Hazards[i].Address), QuotedName(s.Hazards[i].Deposed)
	}
	s.Renames = slices.Clone(s.Renames)
	for i := range s.Renames {
		r := &s.Renames[i]
		for _, name := range []*string{&r.From, &r.To, &r.FromModule, &r.ToModule} {
			*name = QuotedName(*name)
		}
		for _, names := range []*[]string{&r.Derived, &r.Different, &r.Hidden, &r.Forcing} {
			*names = QuoteAll(*names)
		}
	}
	if s.Where != nil {
		w := *s.Where
		w.Undecided, w.Failed = quotedUndecided(w.Undecided), quotedUndecided(w.Failed)
		s.Where = &w
	}
	return s
}

func quotedUndecided(all []computed.Undecided) []computed.Undecided {
	all = slices.Clone(all)
	for i := range all {
		all[i].Address, all[i].Deposed = QuotedName(all[i].Address), QuotedName(all[i].Deposed)
	}
	return all
}

// QuotedOutcome is like [QuotedSummary] for what is known in the end.
func QuotedOutcome(o computed.Outcome) computed.Outcome {
	o.Masked = slices.Clone(o.Masked)
	for i := range o.Masked {
		m := &o.Masked[i]
		m.Type, m.Path, m.Bundle = QuotedName(m.Type), QuotedName(m.Path), QuotedName(m.Bundle)
	}
	o.Copies = slices.Clone(o.Copies)
	for i := range o.Copies {
		o.Copies[i].Address, o.Copies[i].Deposed = QuotedName(o.Copies[i].Address), QuotedName(o.Copies[i].Deposed)
	}
	o.Problems = slices.Clone(o.Problems)
	for i, p := range o.Problems {
		o.Problems[i] = quotedError(plans.SpellName(p.Error()))
	}
	return o
}

// quotedError is an error whose text is in quotes, because it has names in it.
type quotedError string

func (e quotedError) Error() string { return strconv.Quote(string(e)) }
