package policy

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// mockHost answers what policies ask about the rest of the plan, which is all mocks of the file.
type mockHost struct {
	values *mockValues
	shapes *shapes // or nil, if the mocks are as they are written
}

func (h *mockHost) Call(call *model.HostCall, args []value.Value) eval.Result {
	fail := func(format string, values ...any) eval.Result {
		return eval.Result{Err: &diag.Diagnostic{Summary: "Error in " + call.Name, Subject: call.Range(), Detail: fmt.Sprintf(format, values...)}}
	}
	typ, _, err := value.Convert(args[0], cty.String)
	if err != nil || typ.IsNull() || !typ.IsKnown() {
		return fail("The first argument must be the name of a type.")
	}
	var filter value.Value
	filtered := len(args) > 1 && !args[1].IsNull()
	if filtered {
		filter = args[1]
		if t := filter.Type(); !filter.IsKnown() || !t.IsObjectType() && !t.IsMapType() {
			return fail("The second argument must be an object with the attributes to look for.")
		}
	}
	kind := policyfile.MockResource
	if call.Name == "getdatasource" {
		kind = policyfile.MockData
	}
	var found []value.Value
	for _, m := range h.values.unit.mocks {
		if m.Kind != kind || m.Type != typ.Cty().AsString() {
			continue
		}
		v := h.values.evaluate(m)
		switch {
		case v.err() != nil:
			return eval.Result{Err: v.err()}
		case v.attrs == nil: // deleted
			continue
		}
		attrs := v.attrs.Value
		if h.shapes != nil {
			// What does not fit is said where the mock itself is judged.
			if shaped, problem := h.shapes.value(m, attrs); problem == nil {
				attrs = shaped
			}
		}
		if !filtered || matchesFilter(attrs, filter) {
			found = append(found, attrs)
		}
	}
	steps := len(h.values.unit.mocks) + len(found)
	if kind == policyfile.MockResource {
		return eval.Result{Value: value.Tuple(found), Steps: steps}
	}
	if len(found) == 0 {
		return fail("No mock of the data source %s has these attributes.", strings.ToValidUTF8(typ.Cty().AsString(), "?"))
	}
	return eval.Result{Value: found[0], Steps: steps}
}

// matchesFilter reports whether an object has all attributes of a filter.
func matchesFilter(object, filter value.Value) bool {
	for it := filter.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		want, _ := filter.Attr(key.AsString())
		have, ok := object.Attr(key.AsString())
		if !ok {
			return false
		}
		if eq := value.Equal(have, want); !eq.IsKnown() || !eq.Cty().True() {
			return false
		}
	}
	return true
}
