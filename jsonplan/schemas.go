package jsonplan

import (
	"strings"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/values"
)

// Schema is a provider schema that the document itself contains, as HCP Terraform's
// redacted plans do.
type Schema struct {
	Provider string
	Section  string // resource_schemas, data_source_schemas, action_schemas, ...
	Type     string
	raw      jsondoc.Ref
}

// schemas remembers where the schemas in provider_schemas are.
func (r *reader) schemas() error {
	return r.members(func(provider string) error {
		return r.members(func(section string) error {
			if !strings.HasSuffix(section, "_schemas") {
				return r.Skip()
			}
			return r.members(func(typ string) error {
				if _, err := r.Value(); err != nil {
					return err
				}
				src, err := r.Keep()
				if err != nil {
					return err
				}
				r.plan.Schemas = append(r.plan.Schemas, Schema{provider, section, typ, src})
				return nil
			})
		})
	})
}

// Schema loads a schema that the document contains, an object with a member
// "block". The Value is valid until the parser is used again.
func (p *Plan) Schema(s Schema, parser *values.Parser) (values.Value, error) {
	return p.entry(s.raw, parser)
}
