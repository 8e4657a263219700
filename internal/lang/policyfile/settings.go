package policyfile

import (
	"strings"

	version "github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/config"
)

// settings reads what the block policy has.
func (r *fileReader) settings(f *File, b *body) {
	if required := b.first("required_providers"); required != nil {
		for _, a := range required.body.order {
			f.Required = append(f.Required, r.provider(a))
		}
	}
	r.environment(b)
	f.Planfmt = r.own(b)
}

// own returns where the block policy says that the file is for planfmt, or nil.
func (r *fileReader) own(b *body) *diag.Range {
	own := b.first(planfmtBlock)
	if own == nil {
		return nil
	}
	r.version(own.body.arg("version"), r.text(own.body, "version"))
	return &own.at
}

func ownSpec() blockSpec {
	return blockSpec{name: planfmtBlock, once: true, body: bodySpec{args: []argSpec{{name: "version", required: true}}}}
}

// planfmtBlock is the name of the block in the settings that says that a file is for planfmt.
const planfmtBlock = "planfmt"

// Version is the version of what planfmt adds to the language of policies. A file that uses any of it says for which
// versions it is written. It is no version of a program: a new one comes with a new block or a new name.
const Version = "1.0.0"

// version checks for which versions of planfmt's additions a file is written.
func (r *fileReader) version(e hclsyntax.Expression, text string) {
	if e == nil || text == "" {
		return
	}
	at := Range(e.Range())
	c, err := version.NewConstraint(text)
	if err != nil {
		r.errorAt(at, "Invalid version constraint", "%s is not a version constraint, such as \">= 1.0\".", quoted(text))
		return
	}
	if !c.Check(version.Must(version.NewVersion(Version))) {
		r.errorAt(at, "Unsupported version", "The file is written for version %s of planfmt's policy blocks, and this program has version %s.", quoted(text), Version)
	}
}

// onlyPlanfmt reports a block that only planfmt has, if the file does not say that it is for planfmt.
func (r *fileReader) onlyPlanfmt(f *File, b *configBlock) {
	if f.Planfmt == nil {
		r.errorAt(b.at, "Not marked as planfmt's own", "Only planfmt has the block %q. A file with one must say so: policy { planfmt { version = \">= 1.0\" } }.", b.Type)
	}
}

// environment checks what only matters to the programs that policies are written for:
// versions of Terraform, and plugins.
func (r *fileReader) environment(b *body) {
	if tf := b.first("terraform_config"); tf != nil {
		r.constraint(tf.body.arg("required_version"), r.text(tf.body, "required_version"))
	}
	if plugins := b.first("plugins"); plugins != nil {
		for _, a := range plugins.body.order {
			r.object(a, "source")
		}
	}
}

func (r *fileReader) provider(a *hclsyntax.Attribute) RequiredProvider {
	p := RequiredProvider{Name: a.Name, At: Range(a.NameRange)}
	members := r.object(a, "source", "version")
	if members == nil {
		return p
	}
	if members["source"] == nil {
		r.errorAt(p.At, "Missing source", "A required provider must have a source: { source = \"hashicorp/%s\" }.", a.Name)
	} else {
		p.Source, _ = literalString(members["source"])
	}
	if v := members["version"]; v != nil {
		p.Version, _ = literalString(v)
		if strings.TrimSpace(p.Version) == "*" {
			r.errorAt(Range(v.Range()), "Invalid version constraint", "The version of a required provider cannot be \"*\". For any version, leave it out.")
		} else {
			r.constraint(v, p.Version)
		}
	}
	return p
}

func (r *fileReader) constraint(e hclsyntax.Expression, text string) {
	if e != nil && text != "" && !config.ValidConstraints(text) {
		r.errorAt(Range(e.Range()), "Invalid version constraint", "%s is not a version constraint, such as \">= 1.2.0, < 2.0.0\".", quoted(text))
	}
}

// object returns the members of an argument that must be an object of literal strings.
func (r *fileReader) object(a *hclsyntax.Attribute, names ...string) map[string]hclsyntax.Expression {
	cons, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		r.errorAt(Range(a.Expr.Range()), "Invalid argument", "The argument %q must be an object: { %s = \"..\" }.", a.Name, names[0])
		return nil
	}
	members := map[string]hclsyntax.Expression{}
	for _, item := range cons.Items {
		name := hcl.ExprAsKeyword(item.KeyExpr)
		if k, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); ok && name == "" {
			name, _ = literalString(k.Wrapped)
		}
		known := false
		for _, n := range names {
			known = known || n == name
		}
		if !known {
			r.errorAt(Range(item.KeyExpr.Range()), "Unsupported attribute", "%s has no attribute %s.%s", quoted(a.Name), quoted(name), meant(name, names))
			continue
		}
		if _, ok := literalString(item.ValueExpr); !ok {
			r.errorAt(Range(item.ValueExpr.Range()), "Invalid attribute", "The attribute %q must be a string without references.", name)
			continue
		}
		members[name] = item.ValueExpr
	}
	return members
}
