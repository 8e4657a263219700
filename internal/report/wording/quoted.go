package wording

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/verdict"
)

// Whoever reads a brief may be a model, to which a name in a plan can look like a sentence of the report, or like an instruction. So
// names that are none of a configuration are in quotes, as strings are: see [Quoted], through which everything goes that a brief knows about a
// document. It goes by who speaks, and not by which fields there are.

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
	return spellAll(names, QuotedName)
}

func spellAll(texts []string, spell func(string) string) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = spell(text)
	}
	return all
}

// Quoted returns what a report knows about a document, such as a [computed.Resource], a [computed.Summary] or a [computed.Outcome], with its
// names as [QuotedName] spells them. Each string is a name unless [speakerOf] says that it is none, so that one which is new is in quotes
// without anybody's thinking of it. Nothing of the original is changed.
func Quoted[T any](v T) T {
	quote(reflect.ValueOf(&v).Elem())
	return v
}

// quote puts names in a value in quotes. What the value refers to is copied.
func quote(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() { // others have a type because all their values are known
			v.SetString(QuotedName(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				quoteField(v.Field(i), speakerOf(v.Type(), f.Name))
			}
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); v.IsNil() || k != reflect.String && k != reflect.Struct && k != reflect.Pointer {
			return
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(all, v)
		for i := range all.Len() {
			quote(all.Index(i))
		}
		v.Set(all)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(v.Elem())
		quote(to.Elem())
		v.Set(to)
	}
}

// quoteField puts names in a field in quotes, depending on who speaks in it.
func quoteField(v reflect.Value, who speaker) {
	switch of := v.Addr().Interface().(type) {
	case **computed.Cause:
		*of = quotedCause(*of, causeDepth)
		return
	case *[]string:
		switch who {
		case isNamed:
			*of = QuoteAll(*of)
		case isReasoned:
			*of = spellAll(*of, quotedReasoned)
		case isSaid:
			*of = spellAll(*of, strconv.Quote)
		}
		return
	}
	if who == isNamed {
		quote(v)
	}
}

// speaker says whose words a string of the vocabulary of plans has.
type speaker uint8

const (
	isNamed    speaker = iota // the document's: a name
	isReasoned                // the document's and, in brackets behind it, planfmt's
	isSaid                    // the document's: a text, which is in quotes whatever it is
	isOurs                    // planfmt's or the user's, or it is in quotes where it is put into words
)

// quotedReasoned spells a name with a reason in brackets behind it.
func quotedReasoned(text string) string {
	if at := strings.LastIndex(text, " ("); at >= 0 {
		return QuotedName(text[:at]) + text[at:]
	}
	return QuotedName(text)
}

// speakerOf returns who speaks in a field. Whoever adds a line here says that nothing in the field can look like a sentence of the report.
func speakerOf(of reflect.Type, field string) speaker {
	switch of {
	case reflect.TypeFor[computed.Diff](), reflect.TypeFor[computed.Side](), reflect.TypeFor[plans.Path](), reflect.TypeFor[plans.Importing]():
		return isOurs // values, which are in quotes as the language spells them
	case reflect.TypeFor[verdict.Report](), reflect.TypeFor[annotations.Summary](), reflect.TypeFor[annotations.Annotation]():
		return isOurs // what other programs say is in quotes where it is put into words
	case reflect.TypeFor[computed.Graph](), reflect.TypeFor[computed.Hash](), reflect.TypeFor[infer.TypeSchema](), reflect.TypeFor[rules.Unmatched](), reflect.TypeFor[computed.Alarm]():
		return isOurs // no report that quotes shows them
	case reflect.TypeFor[computed.Summary]():
		if field == "RulesFile" { // the user's
			return isOurs
		}
	case reflect.TypeFor[computed.Hazard]():
		if field == "Policy" || field == "Text" { // those of the policies in planfmt
			return isOurs
		}
	case reflect.TypeFor[computed.Where]():
		if field == "Condition" || field == "Texts" { // the user's
			return isOurs
		}
	case reflect.TypeFor[computed.Undecided]():
		if field == "Causes" {
			return isReasoned
		}
	case reflect.TypeFor[plans.CheckInstance]():
		if field == "Messages" {
			return isSaid
		}
	case reflect.TypeFor[plans.Position]():
		if field == "Link" || field == "Local" { // addresses behind a text
			return isOurs
		}
	}
	return isNamed
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

// QuotedOutcome is like [Quoted] for an outcome. Its problems are in quotes as a whole, because they have names in them.
func QuotedOutcome(o computed.Outcome) computed.Outcome {
	o = Quoted(o)
	o.Problems = slices.Clone(o.Problems)
	for i, p := range o.Problems {
		o.Problems[i] = quotedError(plans.SpellName(p.Error()))
	}
	return o
}

// quotedError is an error whose text is in quotes.
type quotedError string

func (e quotedError) Error() string { return strconv.Quote(string(e)) }
