package source

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// Unknown counts what a document has that planfmt does not know: the fields of a plan file, or the members of JSON. A newer version of the
// product may have written them, and they may change what the rest means, so nobody drops them silently.
//
// What is kept does not grow with the document.
type Unknown struct {
	kinds []unknownKind
	total int
}

// unknownPlace is where something stands, and its name or number there.
type unknownPlace struct {
	in, name string
	number   int
}

type unknownKind struct {
	unknownPlace
	count int
}

const (
	mostUnknown  = 20 // how many kinds are told apart
	namedUnknown = 5  // and named
	longestName  = 60 // in bytes
)

// AddField counts a field of a message, by its number. A nil Unknown counts nothing.
func (u *Unknown) AddField(message string, number int) {
	u.add(unknownPlace{in: message, number: number}, 1)
}

// AddMember counts a member of an object. in is the member that the object stands in.
func (u *Unknown) AddMember(in, name string) {
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[:longestName], "") + "..."
	}
	u.add(unknownPlace{in: in, name: name}, 1)
}

func (u *Unknown) add(p unknownPlace, count int) {
	if u == nil {
		return
	}
	u.total += count
	if i := slices.IndexFunc(u.kinds, func(k unknownKind) bool { return k.unknownPlace == p }); i >= 0 {
		u.kinds[i].count += count
	} else if len(u.kinds) < mostUnknown {
		p.name = strings.Clone(p.name) // it may be part of a document
		u.kinds = append(u.kinds, unknownKind{p, count})
	}
}

// Count returns how many there are.
func (u *Unknown) Count() int { return u.total }

// Merge adds what another one has counted.
func (u *Unknown) Merge(found Unknown) {
	u.total += found.total
	for _, k := range found.kinds {
		u.add(k.unknownPlace, k.count)
		u.total -= k.count
	}
}

// Warning returns a sentence for people, or an empty string if there is nothing. document is what has them, and what they are is in the
// singular: "the plan file", "field".
func (u *Unknown) Warning(document, what string) string {
	if u.total == 0 {
		return ""
	}
	var all []string
	named := 0
	for _, k := range u.kinds[:min(len(u.kinds), namedUnknown)] {
		text := k.String()
		if named += k.count; k.count > 1 {
			text += fmt.Sprintf(", %d times", k.count)
		}
		all = append(all, text)
	}
	if rest := u.total - named; rest > 0 {
		all = append(all, fmt.Sprintf("and %d more", rest))
	}
	if what = "a " + what; u.total > 1 {
		what = fmt.Sprintf("%d %ss", u.total, what[2:])
	}
	return fmt.Sprintf("%s has %s that this version of planfmt does not know (%s): something may be missing", document, what, strings.Join(all, "; "))
}

// String says what it is, and where.
func (p unknownPlace) String() string {
	text := jsondoc.Quote(p.name)
	if p.number != 0 {
		text = fmt.Sprintf("field %d", p.number)
	}
	if p.in == "" {
		return text
	}
	return text + " in " + p.in
}
