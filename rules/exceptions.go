package rules

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/internal/base/invisible"
	"github.com/planfmt/planfmt/plans"
)

// Exceptions has the exceptions of a file: failures of policies that somebody has accepted for a while. It is for one goroutine.
type Exceptions struct {
	Name string // as it is to be printed
	// All are in the order of the file.
	All []*Exception

	exact    map[exceptionKey]*Exception
	patterns map[string][]*Exception // by policy: those with stars
	starred  int
}

// Exception says that a policy may fail for some objects, why, and until when.
type Exception struct {
	// Policy is the name of a policy, with its kind and labels or only with the last label.
	Policy string
	// Address is the address of an object or a glob for addresses, or "plan" for the plan as a whole.
	Address string
	// Reason is one line with a letter or a number in it that can be seen. Without it, nothing is excepted.
	Reason string
	// Owner is who asks for the exception, or empty.
	Owner string
	// Until is the last day on which it counts.
	Until Day
	// Line and Column are where it begins in the file.
	Line, Column int

	glob pattern
}

// exceptionKey is what an exception without stars is about.
type exceptionKey struct{ policy, address string }

// wholePlan is the address of what is about a plan as a whole.
const wholePlan = "plan"

// Day is a day, such as "2026-11-28". Days compare as texts do.
type Day string

// dayLayout is how a day is written, in the words of package time.
const dayLayout = "2006-01-02"

// DayOf returns the day at a time, in UTC.
func DayOf(t time.Time) Day { return Day(t.UTC().Format(dayLayout)) }

// Plus returns the day that is a number of days later.
func (d Day) Plus(days int) (Day, error) {
	t, err := time.Parse(dayLayout, string(d))
	return DayOf(t.AddDate(0, 0, days)), err
}

// ParseDay parses a day.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(dayLayout, text)
	if err != nil || t.Format(dayLayout) != text {
		return "", errors.New("want a day of the calendar as YEAR-MONTH-DAY, such as 2027-03-31")
	}
	return Day(text), nil
}

// Limits for files of exceptions. A draft for an old estate may have thousands.
const (
	maxExceptionsSize = 8 << 20 // bytes
	maxExceptions     = 20_000
	maxStarred        = 1000 // with stars
	maxReason         = 1000 // bytes of a text
)

// ReadExceptions reads a file of exceptions in YAML: docs/schema/exceptions-1.0.json describes it. name is what the file is
// called in errors, which also have the line. If anything in the file is wrong, there are no exceptions.
func ReadExceptions(name string, r io.Reader) (*Exceptions, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxExceptionsSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	case len(data) > maxExceptionsSize:
		return nil, fmt.Errorf("%s: the file has more than %d bytes", plans.SpellName(name), maxExceptionsSize)
	}
	e := &Exceptions{Name: name, exact: map[exceptionKey]*Exception{}, patterns: map[string][]*Exception{}}
	if err := e.parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", plans.SpellName(name), err)
	}
	return e, nil
}

func (e *Exceptions) parse(data []byte) error {
	root, err := singleDocument(data)
	if err != nil || root == nil || isNull(root) {
		return err
	}
	return eachMember(root, []string{"exceptions"}, func(_ string, list *yaml.Node) error {
		if isNull(list) {
			return nil
		}
		if err := want(list, yaml.SequenceNode); err != nil {
			return err
		}
		if len(list.Content) > maxExceptions {
			return fmt.Errorf("there are %d; there can be %d", len(list.Content), maxExceptions)
		}
		for _, n := range list.Content {
			one, err := parseException(n)
			if err == nil {
				err = e.add(one, n)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// exceptionKeys are the keys of an exception.
var exceptionKeys = []string{"policy", "address", "reason", "until", "owner"}

// parseException parses one exception. A key that nobody knows is an error: it may be a misspelt until.
func parseException(n *yaml.Node) (*Exception, error) {
	if err := want(n, yaml.MappingNode); err != nil {
		return nil, err
	}
	one := &Exception{Line: n.Line, Column: n.Column}
	has := map[string]bool{}
	err := eachMember(n, exceptionKeys, func(key string, value *yaml.Node) (err error) {
		has[key] = true
		switch key {
		case "policy":
			one.Policy, err = line(value)
		case "address":
			if one.Address, err = line(value); err == nil {
				one.glob, err = parseExceptionAddress(one.Address)
			}
		case "reason":
			if one.Reason, err = optionalLine(value); strings.IndexFunc(one.Reason, isWord) < 0 {
				one.Reason = "" // nobody could read it
			}
		case "owner":
			one.Owner, err = optionalLine(value)
		case "until":
			one.Until, err = parseUntil(value)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"policy", "address", "until"} {
		if !has[key] {
			return nil, atLine(n, fmt.Errorf("the key %s is missing; an exception has a policy, an address, a reason and a last day (until)", key))
		}
	}
	return one, nil
}

// add adds an exception to the index. The same policy and address twice is a mistake: nobody could tell which of both counts.
func (e *Exceptions) add(one *Exception, n *yaml.Node) error {
	key := exceptionKey{one.Policy, one.Address}
	if before, ok := e.exact[key]; ok {
		return atLine(n, fmt.Errorf("the exception in line %d has the same policy and address", before.Line))
	}
	e.exact[key] = one
	e.All = append(e.All, one)
	if !one.glob.isLiteral() {
		e.patterns[one.Policy] = append(e.patterns[one.Policy], one)
		if e.starred++; e.starred > maxStarred {
			return atLine(n, fmt.Errorf("there are more than %d addresses with stars", maxStarred))
		}
	}
	return nil
}

// Find returns the exceptions for an object that a policy is about, in the order of the file. name is the policy's name with its kind
// and labels, and short what it is called; they may be the same.
func (e *Exceptions) Find(name, short, address string) []*Exception {
	parts := splitAddress(address)
	return e.find(name, short, func(policy string) (found []*Exception) {
		if one, ok := e.exact[exceptionKey{policy, literalGlob(address)}]; ok && one.glob.isLiteral() {
			found = append(found, one)
		}
		for _, one := range e.patterns[policy] {
			if one.glob.matches(parts) {
				found = append(found, one)
			}
		}
		return found
	})
}

// OtherInstances returns the exceptions without stars that [Exceptions.Find] would return if the address had no index at its end.
func (e *Exceptions) OtherInstances(name, short, address string) []*Exception {
	whole := strings.TrimSuffix(address, "]")
	for i := len(whole) - 1; i > 0 && whole != address; i-- {
		if address[i] == '[' && plans.KeyLen(address[i:]) == len(address)-i {
			return e.find(name, short, func(policy string) []*Exception {
				if one, ok := e.exact[exceptionKey{policy, literalGlob(address[:i])}]; ok {
					return []*Exception{one}
				}
				return nil
			})
		}
	}
	return nil
}

// find returns what a function finds for both names of a policy, in the order of the file.
func (e *Exceptions) find(name, short string, of func(policy string) []*Exception) []*Exception {
	found := of(name)
	if short != name {
		found = append(found, of(short)...)
	}
	slices.SortFunc(found, func(a, b *Exception) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	return found
}

// parseExceptionAddress parses the address of an exception. It is a glob as in other rules, but a stricter one: a segment without an index
// matches only what has none, so that an exception for one object does not become one for all instances when the object gets a count. And
// it has to name a type or a module, so that a few stars do not except everything.
func parseExceptionAddress(text string) (pattern, error) {
	p, err := parsePattern(text, '.', true)
	if err != nil {
		return nil, errors.New(describe(err))
	}
	for i := range p {
		p[i].bare = true
	}
	switch {
	case len(p) == 1 && !p[0].any && text != wholePlan:
		return nil, errors.New("an address has a type and a name, such as aws_vpc.main, or is that of a module, or is plan")
	case len(p) > 1 && !p.namesSomething() || len(p) == 1 && p[0].any:
		return nil, errors.New("the address matches too much: it has to name a type or a module without a star")
	}
	return p, nil
}

// namesSomething reports whether a pattern with several segments names a module or a type.
func (p pattern) namesSomething() bool {
	for i := range p[:len(p)-1] {
		if p[i].name.is("module") && !p[i].any && p[i+1].isLiteral() {
			return true
		}
	}
	typ, name := &p[len(p)-2], p.last()
	switch {
	case !typ.isLiteral():
		return false
	case typ.name.is("module"), typ.name.is("data"), typ.name.is("provider"):
		return name.isLiteral()
	case name.any && len(p) > 2: // ** may be nothing: then **.main.** is **.main
		return p[len(p)-3].isLiteral()
	}
	return true
}

// isLiteral reports whether a segment has no star in its name.
func (s *segment) isLiteral() bool { return !s.any && len(s.name.literals) == 1 }

// isLiteral reports whether a pattern has no stars at all.
func (p pattern) isLiteral() bool {
	for i := range p {
		if s := &p[i]; !s.isLiteral() || s.index != nil && len(s.index.literals) > 1 {
			return false
		}
	}
	return true
}

// literalGlob returns the glob that matches only an address: a star in an index is escaped.
func literalGlob(address string) string { return strings.ReplaceAll(address, "*", `\*`) }

// parseUntil parses the last day of an exception, with or without quotes.
func parseUntil(n *yaml.Node) (Day, error) {
	if err := want(n, yaml.ScalarNode); err != nil {
		return "", err
	}
	if tag := n.ShortTag(); tag != "!!str" && tag != "!!timestamp" {
		return "", errors.New("want a day of the calendar as YEAR-MONTH-DAY, such as 2027-03-31")
	}
	return ParseDay(n.Value)
}

// line returns the text of a node that must not be empty, and is one line without blanks around it.
func line(n *yaml.Node) (string, error) {
	s, err := text(n)
	switch {
	case err != nil:
		return "", err
	case strings.TrimSpace(s) != s || s == "" || strings.ContainsAny(s, "\r\n"):
		return "", errors.New("want a text in one line, without blanks around it")
	}
	return s, nil
}

// isWord reports whether a character says something: dots, and what is invisible, do not.
func isWord(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsNumber(c)) && !invisible.Is(c)
}

// optionalLine returns the text of a node in one line. Nothing, or only blanks, is no text.
func optionalLine(n *yaml.Node) (string, error) {
	if isNull(n) {
		return "", nil
	}
	s, err := text(n)
	if err == nil && len(s) > maxReason {
		err = fmt.Errorf("the text has %d bytes; it can have %d", len(s), maxReason)
	}
	return strings.Join(strings.Fields(s), " "), err
}
