package showjson

import (
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// moduleTree writes the resources of a root module and the modules in it. The resources
// come module by module, each module before those in it.
type moduleTree struct {
	*jsonWriter
	open []branch // the modules that are being written, from the root
}

// branch is a module that is being written.
type branch struct {
	address string
	stage   stage
}

// stage says which members of a module have been begun.
type stage uint8

const (
	begun stage = iota
	inResources
	addressed // the resources and the address are complete
	inModules
)

// module begins a module.
func (t *moduleTree) module(address string) {
	t.jsonWriter.open('{')
	t.open = append(t.open, branch{address: address})
}

// enter begins the next element of the resources of a module.
func (t *moduleTree) enter(module string) {
	chain := modules(module)
	for len(t.open) > 1 && (len(t.open) > len(chain)+1 || t.open[len(t.open)-1].address != chain[len(t.open)-2]) {
		t.leave()
	}
	for _, address := range chain[len(t.open)-1:] {
		top := t.top()
		t.endResources(top)
		if top.stage < inModules {
			top.stage = inModules
			t.name("child_modules")
			t.jsonWriter.open('[')
		}
		t.next()
		t.module(address)
	}
	top := t.top()
	if top.stage < inResources {
		top.stage = inResources
		t.name("resources")
		t.jsonWriter.open('[')
	}
	t.next()
}

func (t *moduleTree) top() *branch { return &t.open[len(t.open)-1] }

// endResources writes what comes between the resources of a module and the modules
// in it.
func (t *moduleTree) endResources(b *branch) {
	if b.stage >= addressed {
		return
	}
	if b.stage == inResources {
		t.close(']')
	}
	b.stage = addressed
	t.optional("address", b.address)
}

// leave ends the innermost module.
func (t *moduleTree) leave() {
	b := t.top()
	t.endResources(b)
	if b.stage == inModules {
		t.close(']')
	}
	t.close('}')
	t.open = t.open[:len(t.open)-1]
}

// end ends all modules.
func (t *moduleTree) end() {
	for len(t.open) > 0 {
		t.leave()
	}
}

// modules returns the addresses of a module and of those around it, the outermost
// first: module.a["x"] and module.a["x"].module.b. The root module is left out.
func modules(address string) []string {
	var all []string
	for rest := address; rest != ""; {
		_, _, rest = plans.CutStep(rest)
		if rest != "" {
			_, _, rest = plans.CutStep(rest)
		}
		all = append(all, strings.TrimSuffix(address[:len(address)-len(rest)], "."))
	}
	return all
}
