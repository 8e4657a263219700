package showjson

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// checks writes the results of checks, sorted by address.
func (w *jsonWriter) checks(all []plans.Check) {
	if len(all) == 0 {
		return
	}
	w.name("checks")
	w.open('[')
	for _, c := range slices.SortedStableFunc(slices.Values(all), func(a, b plans.Check) int { return strings.Compare(a.Address, b.Address) }) {
		w.next()
		w.check(c)
	}
	w.close(']')
}

func (w *jsonWriter) check(c plans.Check) {
	module, object := plans.SplitModule(c.Address)
	w.open('{')
	w.name("address")
	w.open('{')
	w.text("kind", c.Kind)
	typ := ""
	if c.Kind == "resource" {
		mode := plans.ResourceMode(object)
		w.text("mode", mode)
		typ, object, _ = strings.Cut(strings.TrimPrefix(object, "data."), ".")
	} else if _, name, ok := strings.Cut(object, "."); ok {
		object = name
	}
	w.optional("module", module)
	w.text("name", object)
	w.text("to_display", c.Address)
	w.optional("type", typ)
	w.close('}')
	w.text("status", c.Status)
	if len(c.Instances) > 0 {
		w.name("instances")
		w.open('[')
		for _, in := range slices.SortedStableFunc(slices.Values(c.Instances), func(a, b plans.CheckInstance) int { return strings.Compare(a.Address, b.Address) }) {
			w.next()
			w.checkInstance(in, c.Kind)
		}
		w.close(']')
	}
	w.close('}')
}

func (w *jsonWriter) checkInstance(in plans.CheckInstance, kind string) {
	module, object := plans.SplitModule(in.Address)
	w.open('{')
	w.name("address")
	w.open('{')
	if keys := plans.Keys(object); kind == "resource" && len(keys) > 0 {
		w.name("instance_key")
		w.key(keys[len(keys)-1])
	}
	w.optional("module", module)
	w.text("to_display", in.Address)
	w.close('}')
	w.text("status", in.Status)
	if len(in.Messages) > 0 {
		w.name("problems")
		w.open('[')
		for _, m := range in.Messages {
			w.next()
			w.open('{')
			w.text("message", m)
			w.close('}')
		}
		w.close(']')
	}
	w.close('}')
}
