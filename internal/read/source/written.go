package source

import (
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/values"
)

// Written is what a plan file has besides the plan that decides what is done when it is applied.
type Written struct {
	// Pieces is the configuration. Wrong says why there is none.
	Pieces *config.Pieces
	Wrong  error
	// Backend is where the state is kept, nil where the file does not say.
	Backend *Backend
	// State are the objects of the state that the plan was made from. Object loads one, as the state file has it. The value is
	// valid until the next call.
	State  []*Resource
	Object func(*Resource) (values.Value, error)
}

// Backend is where a state is kept.
type Backend struct {
	Type, Workspace string
	Config          values.Value
}

// Stated is what the JSON of a plan says about its configuration, by module. The key of a module has the names of the calls that
// lead to it, with dots between them.
type Stated struct {
	// Modules are the handles of what describes a part of each module, by label: output.id, var.name, aws_subnet.a, data.aws_ami.web,
	// action.aws_lambda_invoke.a, and, for calls, what [CallLabel] returns. In the root module, there are also the configurations of
	// providers: provider.aws.
	Modules map[string]map[string]Handle
	// Load loads one. The value is valid until the next call.
	Load func(Handle) (values.Value, error)
}

// Part returns what describes a part of a module. It is absent if nothing does.
func (s *Stated) Part(module, label string) (values.Value, error) {
	h, ok := s.Modules[module][label]
	if !ok {
		return values.Value{}, nil
	}
	return s.Load(h)
}

// IsDefault reports whether a state is kept where it is if nobody says anything.
func (b *Backend) IsDefault() bool {
	if b.Type != "local" || b.Workspace != "" && b.Workspace != "default" {
		return false
	}
	return hasNothing(b.Config)
}

func hasNothing(v values.Value) bool {
	switch v.Kind() {
	case values.Absent, values.Null:
		return true
	case values.Object:
		for _, m := range v.Members() {
			if !hasNothing(m.Value) {
				return false
			}
		}
		return v.Len() > 0
	}
	return false
}

// CallLabel is the label of a member of the call of a module, such as expressions.
func CallLabel(call, member string) string { return "module." + call + " " + member }

// CallKey is the key of a module that another one calls.
func CallKey(module, call string) string {
	if module == "" {
		return call
	}
	return module + "." + call
}
