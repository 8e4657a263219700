// Package hazards has the policies that are built into planfmt. They point out
// dangers that a reviewer of a plan should not miss. All of them are advisory.
package hazards

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/policy"
)

// Name is the name of the set of these policies.
const Name = "builtin:hazards"

//go:embed *.policy.hcl
var files embed.FS

// Sources returns the policy files, in the order of their names.
func Sources() []policy.Source {
	names, err := fs.Glob(files, "*.policy.hcl")
	if err != nil {
		panic(err) // the pattern is a constant and valid: no input comes here
	}
	all := make([]policy.Source, len(names))
	for i, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded, and has just been listed: no input comes here
		}
		all[i] = policy.Source{Name: Name + "/" + name, Text: text, Set: Name}
	}
	return all
}

// Policy is one of the policies by itself. All of them together take longer to load than a small plan
// takes to be shown, so that it pays to load only those that can find something.
type Policy struct {
	// Pattern is the first label, with which the type of a resource is compared.
	Pattern string
	// Operation is the only one that the policy judges.
	Operation string
	// OnlyWith are texts of which one must be in an attribute on some side for the policy to fail. If there are none, that
	// depends on something else.
	OnlyWith []string
	// Source is a file with this policy only.
	Source policy.Source
}

// Policies returns the policies of Sources, one by one, in their order.
func Policies() []Policy {
	var all []Policy
	for _, src := range Sources() {
		shared, rest, _ := strings.Cut(string(src.Text), "\n"+begin)
		for _, text := range strings.Split(rest, "\n"+begin) {
			p := Policy{Source: src}
			p.Source.Text = []byte(shared + "\n" + begin + text)
			if _, err := fmt.Sscanf(text, "%q", &p.Pattern); err != nil {
				panic(err) // the text is embedded, and a test reads all of it: no input comes here
			}
			p.OnlyWith = onlyWith(text)
			_, operation, _ := strings.Cut(text, "\n  operations        = [\"")
			p.Operation, _, _ = strings.Cut(operation, `"`)
			all = append(all, p)
		}
	}
	return all
}

// begin is how a policy begins. The files have nothing else after the first one.
const begin = "resource_policy "

// onlyWith returns the texts in the comment behind the labels of a policy.
func onlyWith(text string) (texts []string) {
	line, _, _ := strings.Cut(text, "\n")
	_, list, found := strings.Cut(line, " # only with ")
	for found {
		quoted, err := strconv.QuotedPrefix(list)
		if err != nil {
			panic(err) // the text is embedded, and a test reads all of it: no input comes here
		}
		one, _ := strconv.Unquote(quoted)
		texts = append(texts, one)
		_, list, found = strings.Cut(list[len(quoted):], ", ")
	}
	return texts
}

// Message returns what the policy says of a resource for which it fails.
func (p Policy) Message() string {
	_, text, _ := strings.Cut(string(p.Source.Text), "error_message = ")
	quoted, err := strconv.QuotedPrefix(text)
	if err != nil {
		panic(err) // the text is embedded, and a test reads all of it: no input comes here
	}
	message, _ := strconv.Unquote(quoted)
	return message
}

// MayFailWith reports whether an attribute contains one of the texts of OnlyWith. json is how a document spells the attribute.
func (p Policy) MayFailWith(json string) bool {
	if len(p.OnlyWith) == 0 || strings.Contains(json, `\u`) || strings.Contains(json, `\/`) { // unusual escapes may hide a text
		return true
	}
	return slices.ContainsFunc(p.OnlyWith, func(text string) bool {
		return strings.Contains(json, strings.ReplaceAll(text, `"`, `\"`))
	})
}

// Attributes returns the names of the attributes that the policy looks at, sorted. If a resource has none
// of them, or an update changes none of them, the policy does not fail. A policy that looks at none is about the
// operation as such and the type: it fails for all resources of the type, or for none.
func (p Policy) Attributes() []string {
	var names []string
	for _, after := range strings.Split(string(p.Source.Text), "attrs.")[1:] {
		end := strings.IndexFunc(after, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
		names = append(names, after[:max(end, 0)])
	}
	slices.Sort(names)
	return slices.Compact(names)
}
