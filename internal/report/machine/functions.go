package machine

import (
	"io"

	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/policy"
)

// FunctionsJSON writes all about functions as JSON.
func FunctionsJSON(w io.Writer, all []*policy.Function) error {
	e := &jsonEncoder{json.Encoder{Out: w}}
	e.Open('{')
	e.Number("version", 1)
	e.List("functions", "\n", len(all), func(i int) {
		f := all[i]
		e.Raw("\n")
		e.Open('{')
		e.Text("name", f.Name)
		e.Text("description", f.Description)
		param := func(p *policy.Param) {
			e.Open('{')
			e.Text("name", p.Name)
			e.Text("type", p.Type.String())
			e.Text("description", p.Description)
			e.Truth("nullable", p.Null)
			e.Close("}")
		}
		e.List("parameters", "", len(f.Params), func(i int) { param(&f.Params[i]) })
		if f.Variadic != nil {
			e.Key("variadic")
			param(f.Variadic)
		}
		e.Text("returns", f.ReturnType().String())
		e.Truth("may_fail", f.Partial)
		e.Truth("in_policies", !f.Extension)
		e.Truth("in_queries", f.InQueries())
		if f.Example != "" {
			e.Object("example", func() {
				e.Text("expression", f.Example)
				e.Text("result", f.Result)
			})
		}
		e.Close("}")
	})
	e.Raw("}\n")
	return e.Finish()
}
