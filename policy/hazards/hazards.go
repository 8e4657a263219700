// Package hazards has the policies that are built into planfmt. They point out
// what a reviewer of a plan should not miss. All of them are advisory.
package hazards

import (
	"embed"
	"io/fs"

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
		panic(err) // the pattern is a constant
	}
	all := make([]policy.Source, len(names))
	for i, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the file has just been listed
		}
		all[i] = policy.Source{Name: Name + "/" + name, Text: text, Set: Name}
	}
	return all
}
