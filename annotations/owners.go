package annotations

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
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
		for _, owner := range o.sections[i].owners(file) {
			if !seen[owner] {
				seen[owner] = true
				all = append(all, owner)
			}
		}
	}
	return all
}

func (s *ownerSection) owners(file string) (owners []string) {
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

// largestOfGitHub is how many bytes a CODEOWNERS file of GitHub may have. GitHub does not read a larger one.
const largestOfGitHub = 3 << 20

// ownersReader reads the lines of a CODEOWNERS file as one of the forges does.
type ownersReader struct {
	*Report
	gitlab   bool
	current  int      // the section
	defaults []string // its owners
}

// readCodeowners reads a CODEOWNERS file. The directory shows which forge it is for; in any other directory, one with sections is GitLab's, since GitHub knows none.
func readCodeowners(rep *Report, text []byte) error {
	r := ownersReader{Report: rep}
	dir := path.Base(path.Dir(strings.ReplaceAll(rep.Name, `\`, "/")))
	r.gitlab = dir == ".gitlab" || dir != ".github" && hasSections(text)
	if !r.gitlab && len(text) > largestOfGitHub {
		return fmt.Errorf("it has more than %d MiB: GitHub does not read it", largestOfGitHub>>20)
	}
	r.Owners = &Owners{sections: []ownerSection{{}}}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			r.line(fmt.Sprintf("line %d", n), line)
		}
	}
	if !slices.ContainsFunc(r.Owners.sections, func(s ownerSection) bool { return len(s.rules) > 0 }) {
		return errors.New("it has no rule")
	}
	return nil
}

// hasSections reports whether a line is the head of a section.
func hasSections(text []byte) bool {
	for line := range strings.Lines(string(text)) {
		if sectionHeader().MatchString(strings.TrimSpace(line)) {
			return true
		}
	}
	return false
}

// line reads a line that is neither empty nor a comment. One that the forge skips is only reported.
func (r *ownersReader) line(where, line string) {
	if m := sectionHeader().FindStringSubmatch(line); r.gitlab && m != nil {
		r.defaults, _ = r.owners(where, strings.Fields(m[2]))
		r.enter(strings.ToLower(strings.TrimSpace(m[1])))
		return
	}
	fields := splitEscaped(line)
	pattern, exclude := fields[0], false
	if r.gitlab {
		pattern, exclude = strings.CutPrefix(pattern, "!")
	}
	owners, ok := r.owners(where, fields[1:])
	if !ok {
		return
	}
	if len(owners) == 0 {
		owners = r.defaults
	}
	re, err := r.pattern(pattern)
	if err != nil {
		r.remark(where + ": the line is left out, as the forge does: " + err.Error())
		return
	}
	s := &r.Owners.sections[r.current]
	s.rules = append(s.rules, ownerRule{re, owners, exclude})
}

// enter begins a section, or goes on with one of the same name.
func (r *ownersReader) enter(name string) {
	r.current = slices.IndexFunc(r.Owners.sections, func(s ownerSection) bool { return s.name == name })
	if r.current < 0 {
		r.current = len(r.Owners.sections)
		r.Owners.sections = append(r.Owners.sections, ownerSection{name: name})
	}
}

// owners returns the owners at the end of a line. GitLab takes what looks like one, also from a comment; GitHub takes nothing of a line in
// which something else stands before a comment.
func (r *ownersReader) owners(where string, fields []string) (owners []string, ok bool) {
	if owners, ok = ownersIn(fields); ok && !r.gitlab {
		return owners, true
	}
	if !r.gitlab {
		r.bad(where, "want a pattern and owners: @NAME or an address")
		return nil, false
	}
	owners = nil
	for _, f := range fields {
		if strings.Contains(f, "@") {
			owners = append(owners, cut(f))
		}
	}
	return owners, true
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
