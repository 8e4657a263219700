// Package hazards has the policies that are built into planfmt. They point out
// dangers that a reviewer of a plan should not miss. All of them are advisory.
//
// A policy says in a comment behind its labels which texts have to be in an attribute for it to fail (only with): the others need
// not be judged, which TestOnlyWith checks. What the parsed policies judge and read is in catalogue.json; go test -run TestCatalogue
// -update writes it.
package hazards

import (
	"embed"
	"encoding/json"
	"io/fs"
	"slices"
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
	// Name is the address of the policy, Label its second label, and Pattern the first one, with which the type of a resource is compared.
	Name, Label, Pattern string
	// Operation is the only one that the policy judges.
	Operation string
	// Attributes are the names of the attributes that the policy looks at, sorted. If a resource has none
	// of them, or an update changes none of them, the policy does not fail. A policy that looks at none is about the
	// operation as such and the type: it fails for all resources of the type, or for none.
	Attributes []string
	// OnlyWith are texts of which one must be in an attribute on some side for the policy to fail. If there are none, that
	// depends on something else.
	OnlyWith []string
	// Message is what the policy says of a resource for which it fails.
	Message string
	// Source is a file with this policy only.
	Source policy.Source `json:"-"`
}

// catalogue.json says of each policy what its file says, as the language reads it: parsing all files takes too long for a small plan.
// TestCatalogue parses them, and writes it.
//
//go:embed catalogue.json
var catalogue []byte

// listed is a policy in the catalogue.
type listed struct {
	File string
	// Shared is the length of what all policies of the file need. The policy itself is in [From:To].
	Shared, From, To int
	Policy
}

// source returns a file with the policy alone, where all is the file that it is from.
func (l listed) source(all policy.Source) policy.Source {
	all.Text = slices.Concat(all.Text[:l.Shared], all.Text[l.From:l.To])
	return all
}

// Policies returns the policies of Sources, one by one, in their order.
func Policies() []Policy {
	var entries []listed
	if err := json.Unmarshal(catalogue, &entries); err != nil {
		panic(err) // the text is embedded, and a test reads it: no input comes here
	}
	files := map[string]policy.Source{}
	for _, src := range Sources() {
		files[src.Name] = src
	}
	all := make([]Policy, len(entries))
	for i, l := range entries {
		l.Source = l.source(files[l.File])
		all[i] = l.Policy
	}
	return all
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
