package plans

import "fmt"

// Position is a place in the text of a configuration.
type Position struct {
	// File is the name of the file, with slashes: relative to the directory in which the plan
	// was made if Module is empty, else relative to the root of that package.
	File string
	Line int // the first line is 1; 0 if there is no position
	// Module is the source address of the package that the file belongs to, for modules that
	// come from a registry or another remote place: terraform-aws-modules/vpc/aws. Version is
	// the version that was selected, empty if there are none.
	Module, Version string
	// Link is the address of a page that shows the line, empty if none is known. It begins with
	// https://.
	Link string
	// Local is the absolute path of the file on this machine, with slashes. It is empty if it is not known.
	Local string
}

// IsZero reports whether there is no position.
func (p Position) IsZero() bool { return p.Line == 0 }

// String returns the position for people: modules/net/main.tf:12, or
// terraform-aws-modules/vpc/aws 5.1.0, main.tf:12.
func (p Position) String() string {
	at := fmt.Sprintf("%s:%d", p.File, p.Line)
	if p.Module == "" {
		return at
	}
	module := p.Module
	if p.Version != "" {
		module += " " + p.Version
	}
	return module + ", " + at
}
