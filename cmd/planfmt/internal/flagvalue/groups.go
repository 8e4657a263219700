package flagvalue

import "github.com/spf13/pflag"

// Group is what flags are about. The help of a command lists its flags by groups, in the order of [Groups].
type Group string

// The groups.
const (
	Input    Group = "Input"
	Approval Group = "The approval"
	Contents Group = "What to show"
	Look     Group = "How it looks"
	Place    Group = "Where the comment goes"
	Secrets  Group = "Secrets"
	Policies Group = "Policies"
	Limits   Group = "Limits"
	Messages Group = "Messages and exit status"
)

// Groups returns all groups in their order.
func Groups() []Group {
	return []Group{Input, Approval, Contents, Look, Place, Policies, Secrets, Messages, Limits}
}

// groupKey is the annotation that has the group of a flag.
const groupKey = "planfmt_group"

// In returns flags that belong to the group when they are declared.
func (g Group) In(flags *pflag.FlagSet) InGroup { return InGroup{flags, g} }

// GroupOf returns the group of a flag, or "" if its declaration names none.
func GroupOf(f *pflag.Flag) Group {
	if all := f.Annotations[groupKey]; len(all) > 0 {
		return Group(all[0])
	}
	return ""
}

// InGroup declares flags of a group.
type InGroup struct {
	flags *pflag.FlagSet
	group Group
}

// Var declares a flag.
func (g InGroup) Var(v pflag.Value, name, usage string) { g.VarP(v, name, "", usage) }

// VarP declares a flag that has a short name, too.
func (g InGroup) VarP(v pflag.Value, name, short, usage string) {
	g.flags.VarP(v, name, short, usage)
	g.annotate(name)
}

// BoolVar declares a flag that is on or off.
func (g InGroup) BoolVar(v *bool, name string, byDefault bool, usage string) {
	g.BoolVarP(v, name, "", byDefault, usage)
}

// BoolVarP declares a flag that is on or off and has a short name, too.
func (g InGroup) BoolVarP(v *bool, name, short string, byDefault bool, usage string) {
	g.flags.BoolVarP(v, name, short, byDefault, usage)
	g.annotate(name)
}

func (g InGroup) annotate(name string) {
	if err := g.flags.SetAnnotation(name, groupKey, []string{string(g.group)}); err != nil {
		panic(err) // no input comes here: the flag has just been declared
	}
}
