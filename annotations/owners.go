package annotations

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// Owners says who owns files, by the rules of a CODEOWNERS file as GitHub and GitLab document them.
type Owners struct {
	sections []ownerSection
}

// ownerSection has rules of which the last one that matches counts. GitHub knows one section, without a name.
type ownerSection struct {
	name  string // in lower case
	rules []ownerRule
}

type ownerRule struct {
	pattern *regexp.Regexp
	owners  []string
	exclude bool // GitLab's: the section says nothing about what matches, whatever follows
}

// Of returns who owns a file: of each section, those of the last rule that matches, each owner once. The name has slashes and is relative
// to the root of the repository.
func (o *Owners) Of(file string) []string {
	var all []string
	seen := map[string]bool{}
	for i := range o.sections {
		for _, owner := range o.sections[i].of(file) {
			if !seen[owner] {
				seen[owner] = true
				all = append(all, owner)
			}
		}
	}
	return all
}

func (s *ownerSection) of(file string) (owners []string) {
	for i := range s.rules {
		if r := &s.rules[i]; r.pattern.MatchString(file) {
			if r.exclude {
				return nil
			}
			owners = r.owners
		}
	}
	return owners
}

// sectionHeader is the head of a section of GitLab: [Name], ^[Name][2] @owner.
var sectionHeader = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\^?\[([^\]]+)\](?:\[\d+\])?(?:\s+(.*))?$`) })

// readCodeowners reads a CODEOWNERS file.
func readCodeowners(r *Report, text []byte) error {
	r.Owners = &Owners{sections: []ownerSection{{}}}
	current, defaults, rules := 0, []string(nil), 0
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		where := fmt.Sprintf("line %d", n)
		if m := sectionHeader().FindStringSubmatch(line); m != nil {
			name := strings.ToLower(strings.TrimSpace(m[1]))
			var ok bool
			if defaults, ok = ownersIn(strings.Fields(m[2])); !ok {
				r.bad(where, "want a section and its owners: @NAME or an address")
			}
			current = -1
			for i := range r.Owners.sections {
				if r.Owners.sections[i].name == name {
					current = i
				}
			}
			if current < 0 {
				current = len(r.Owners.sections)
				r.Owners.sections = append(r.Owners.sections, ownerSection{name: name})
			}
			continue
		}
		fields := splitEscaped(line)
		pattern, exclude := strings.CutPrefix(fields[0], "!")
		owners, ok := ownersIn(fields[1:])
		if !ok {
			r.bad(where, "want a pattern and owners: @NAME or an address")
			continue
		}
		if len(owners) == 0 {
			owners = defaults
		}
		re, err := ownerPattern(pattern)
		if err != nil {
			r.bad(where, "CODEOWNERS does not allow this pattern")
			continue
		}
		s := &r.Owners.sections[current]
		s.rules = append(s.rules, ownerRule{re, owners, exclude})
		rules++
	}
	if rules == 0 {
		return errors.New("it has no rule")
	}
	return nil
}

// ownersIn returns the owners at the end of a line, up to a comment, and whether they are owners.
func ownersIn(fields []string) (owners []string, ok bool) {
	for _, f := range fields {
		if f[0] == '#' {
			break
		}
		if !strings.Contains(f, "@") {
			return nil, false
		}
		owners = append(owners, cut(f))
	}
	return owners, true
}

// splitEscaped splits a line at blanks, unless a backslash stands before them.
func splitEscaped(line string) []string {
	const blank = "\x00" // no file has it in its name
	fields := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(line, blank, "\uFFFD"), `\ `, blank))
	for i := range fields {
		fields[i] = strings.ReplaceAll(fields[i], blank, " ")
	}
	return fields
}

// ownerPattern returns a regular expression for the files that a pattern matches. Patterns are those of .gitignore, without some.
func ownerPattern(pattern string) (*regexp.Regexp, error) {
	if pattern == "" || strings.ContainsAny(pattern, "[]") {
		return nil, errors.New("brackets")
	}
	pattern = strings.ReplaceAll(pattern, `\#`, "#")
	inDir := strings.HasSuffix(pattern, "/")
	body := strings.Trim(pattern, "/")
	if body == "" {
		return regexp.Compile(`^`)
	}
	var b strings.Builder
	b.WriteString("^")
	if !strings.HasPrefix(pattern, "/") && !strings.Contains(body, "/") {
		b.WriteString("(?:.*/)?")
	}
	parts := strings.Split(body, "/")
	for i, part := range parts {
		last := i == len(parts)-1
		if part == "**" {
			if last {
				b.WriteString(".+")
			} else {
				b.WriteString("(?:.*/)?")
			}
			continue
		}
		for _, c := range part {
			switch c {
			case '*':
				b.WriteString("[^/]*")
			case '?':
				b.WriteString("[^/]")
			default:
				b.WriteString(regexp.QuoteMeta(string(c)))
			}
		}
		if !last {
			b.WriteString("/")
		}
	}
	switch lastPart := parts[len(parts)-1]; {
	case inDir:
		b.WriteString("/.*")
	case lastPart == "**":
	case lastPart == "*" && len(parts) > 1: // docs/* has no files of docs/a
	default:
		b.WriteString("(?:/.*)?")
	}
	b.WriteString("$")
	return regexp.Compile(b.String())
}

// looksLikeOwners reports whether most of the lines of a text are rules of a CODEOWNERS file, and all of the first ones.
func looksLikeOwners(text []byte) bool {
	rules := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || sectionHeader().MatchString(line) {
			continue
		}
		fields := splitEscaped(line)
		owners, ok := ownersIn(fields[1:])
		if !ok {
			return false
		}
		if len(owners) > 0 {
			if rules++; rules == 20 {
				break
			}
		}
	}
	return rules > 0
}
