package query

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// counts are the numbers that are known of a plan as a whole, by the names of [planscope.Counts].
var counts = map[string]func(*Plan) int{
	"create":    count(plans.Create),
	"update":    count(plans.Update),
	"delete":    count(plans.Delete),
	"replace":   count(plans.DeleteThenCreate, plans.CreateThenDelete),
	"read":      count(plans.Read),
	"forget":    count(plans.Forget, plans.CreateThenForget, plans.ForgetThenCreate),
	"import":    func(p *Plan) int { return p.Imports },
	"move":      func(p *Plan) int { return p.Moves },
	"drift":     func(p *Plan) int { return p.Drift },
	"deferred":  func(p *Plan) int { return p.DeferredCount },
	"resources": func(p *Plan) int { return p.Resources },
	"add":       func(p *Plan) int { return p.Totals().Add },
	"change":    func(p *Plan) int { return p.Totals().Change },
	"destroy":   func(p *Plan) int { return p.Totals().Destroy },
}

func count(all ...plans.Action) func(*Plan) int {
	return func(p *Plan) int {
		n := 0
		for _, a := range all {
			n += p.Counts[a]
		}
		return n
	}
}

// Plan is what a document says as a whole.
type Plan struct {
	*computed.Summary
	// Resources and Drift are the numbers of all resources, those without changes included, and of those that
	// have changed outside of the product.
	Resources, Drift int
	// Said is what other programs say about the resources. It is nil if nobody has asked them.
	Said *annotations.Summary
}

// Value returns the plan as a query sees it.
func (p *Plan) Value() value.Value {
	kind, mode, applyable := "plan", text(p.Mode.String()), value.Of(cty.BoolVal(p.Applyable))
	if p.State != computed.NotState {
		kind, mode, applyable = "state", value.Of(cty.NullVal(cty.String)), value.Of(cty.NullVal(cty.Bool))
	}
	numbers := map[string]value.Value{}
	for _, name := range planscope.Counts {
		numbers[name] = value.Of(cty.NumberIntVal(int64(counts[name](p))))
	}
	complete := value.Of(cty.NullVal(cty.Bool))
	if p.Complete != nil {
		complete = value.Of(cty.BoolVal(*p.Complete))
	}
	return value.Object(map[string]value.Value{
		"kind": text(kind), "mode": mode, "applyable": applyable, "complete": complete,
		"terraform_version": text(p.TerraformVersion), "format_version": text(p.FormatVersion), "product": text(p.Product),
		"timestamp":   optional(p.Timestamp),
		"errored":     value.Of(cty.BoolVal(p.Errored)),
		"counts":      value.Object(numbers),
		"annotations": said(p.Said),
	})
}
