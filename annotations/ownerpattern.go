package annotations

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"
)

// pattern returns a regular expression for the files that a pattern matches.
func (r *ownersReader) pattern(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, errors.New("there is no pattern")
	}
	if r.gitlab {
		return gitlabPattern(pattern)
	}
	return githubPattern(pattern)
}

// nothing matches no name of a file.
const nothing = `^$`

// githubPattern reads a pattern as GitHub does: as in .gitignore, but without "!", without ranges in brackets, and without a backslash before
// a number sign, see "About code owners" in the documentation of GitHub. A pattern with a slash that is not its last character begins at the root of the
// repository. What it matches may be a directory, unless its last part is a lone asterisk.
func githubPattern(pattern string) (*regexp.Regexp, error) {
	switch {
	case pattern[0] == '!':
		return nil, errors.New("it begins with an exclamation mark")
	case strings.HasPrefix(pattern, `\#`):
		return nil, errors.New("it begins with a number sign")
	case strings.ContainsAny(pattern, "[]"):
		return nil, errors.New("it has brackets")
	}
	body, inDir := strings.CutSuffix(strings.TrimPrefix(pattern, "/"), "/")
	if body == "" {
		return regexp.Compile(nothing)
	}
	parts := strings.Split(body, "/")
	if inDir {
		parts = append(parts, "**")
	}
	last := parts[len(parts)-1]
	var b strings.Builder
	b.WriteString("^")
	anchored := pattern[0] == '/' || strings.Contains(body, "/")
	if !anchored {
		b.WriteString("(?:.*/)?")
	}
	if err := writeParts(&b, parts, false); err != nil {
		return nil, err
	}
	if last != "**" && (last != "*" || !anchored) { // it may be a directory
		b.WriteString("(?:/.*)?")
	}
	b.WriteString("$")
	return regexp.Compile(b.String())
}

// gitlabPattern reads a pattern as GitLab does, see "Path matching" in its documentation: one that does not begin with a slash matches in every directory,
// one that ends with a slash matches all that is in the directory, and every other one matches files only.
func gitlabPattern(pattern string) (*regexp.Regexp, error) {
	if rest, ok := strings.CutPrefix(pattern, `\#`); ok {
		pattern = "#" + rest
	}
	body, rooted := strings.CutPrefix(pattern, "/")
	body, inDir := strings.CutSuffix(body, "/")
	var parts []string
	if !rooted {
		parts = append(parts, "**")
	}
	if body != "" {
		parts = append(parts, strings.Split(body, "/")...)
	}
	if inDir || body == "" {
		parts = append(parts, "**")
	} else if last := &parts[len(parts)-1]; *last == "**" { // without a slash behind it, it stands for the name of a file
		*last = "*"
	}
	var b strings.Builder
	b.WriteString("^")
	if err := writeParts(&b, parts, true); err != nil {
		return nil, err
	}
	b.WriteString("$")
	return regexp.Compile(b.String())
}

// writeParts writes an expression for the parts of a pattern, between which slashes are. Two asterisks stand for any number of directories,
// and in the end for all that is in one.
func writeParts(b *strings.Builder, parts []string, ranges bool) error {
	for i, part := range parts {
		isLast := i == len(parts)-1
		switch {
		case part == "**" && isLast:
			b.WriteString(".+")
			continue
		case part == "**":
			b.WriteString("(?:.*/)?")
			continue
		}
		if err := writePart(b, part, ranges); err != nil {
			return err
		}
		if !isLast {
			b.WriteString("/")
		}
	}
	return nil
}

// writePart writes an expression for a part of a pattern. A backslash stands before a character that means itself.
func writePart(b *strings.Builder, part string, ranges bool) error {
	for rest := part; rest != ""; {
		c, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		switch {
		case c == '*':
			b.WriteString("[^/]*")
			continue
		case c == '?':
			b.WriteString("[^/]")
			continue
		case c == '[' && ranges:
			class, after, ok := cutRange(rest)
			if !ok {
				return errors.New("a bracket is not closed")
			}
			b.WriteString(class)
			rest = after
			continue
		case c == '\\' && rest == "":
			return errors.New("it ends with a backslash")
		case c == '\\':
			c, size = utf8.DecodeRuneInString(rest)
			rest = rest[size:]
		}
		b.WriteString(regexp.QuoteMeta(string(c)))
	}
	return nil
}

// cutRange returns an expression for a range of characters, which begins after the bracket, and what follows it.
func cutRange(rest string) (class, after string, ok bool) {
	inner, after, ok := strings.Cut(rest, "]")
	if !ok || inner == "" || inner == "!" || inner == "^" {
		return "", "", false
	}
	sign := ""
	if inner[0] == '!' || inner[0] == '^' {
		sign, inner = "^", inner[1:]
	}
	class = "[" + sign + strings.NewReplacer(`\`, `\\`, "[", `\[`, "^", `\^`, "&", `\&`, "~", `\~`).Replace(inner) + "]"
	_, err := regexp.Compile(class)
	return class, after, err == nil
}
