package report

import (
	"errors"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// summary writes what is known before the first resource.
func (e *jsonEncoder) summary(s *computed.Summary, lineBreak string) {
	e.section("format_version", lineBreak)
	e.string(jsonVersion)
	e.section("source", lineBreak)
	e.source(s)
	e.section("summary", lineBreak)
	e.counts(s)
	e.section("hash", lineBreak)
	if s.Hash == nil {
		e.raw("null")
	} else {
		e.open('{')
		e.text("value", s.Hash.Text)
		e.truth("covers_sensitive", s.Hash.CoversSensitive)
		if n := s.Hash.MissingTexts; n > 0 {
			e.number("uncovered_texts", n)
		}
		e.close("}")
	}
	outputs := shownOutputs(s)
	e.list("outputs", lineBreak, len(outputs), func(i int) { e.output(outputs[i], s.State != computed.NotState) })
	e.list("invocations", lineBreak, len(s.Invoked), func(i int) { e.invocation(&s.Invoked[i]) })
	e.list("checks", lineBreak, len(s.Checks), func(i int) { e.check(&s.Checks[i]) })
	if s.RenamesSkipped {
		e.section("renames", lineBreak)
		e.raw("null")
	} else {
		e.list("renames", lineBreak, len(s.Renames), func(i int) { e.rename(&s.Renames[i]) })
	}
	if len(s.Provisioners) > 0 {
		e.list("provisioners", lineBreak, len(s.Provisioners), func(i int) {
			e.open('{')
			e.text("kind", s.Provisioners[i].Kind)
			e.texts("resources", s.Provisioners[i].Resources)
			e.close("}")
		})
	}
	if s.RulesFile != "" {
		e.section("rules_file", lineBreak)
		e.string(s.RulesFile)
	}
	if s.Where != nil {
		e.section("where", lineBreak)
		e.where(s.Where)
	}
	if s.Annotations != nil {
		e.section("annotations", lineBreak)
		e.annotations(s.Annotations)
	}
	e.list("muted", lineBreak, len(s.Muted), func(i int) {
		m := &s.Muted[i]
		e.open('{')
		e.text("section", m.Section.String())
		e.text("address", m.Address)
		e.word("deposed", m.Deposed)
		e.path("path", m.Path)
		e.close("}")
	})
}

// source writes what is known of the document as a whole.
func (e *jsonEncoder) source(s *computed.Summary) {
	kind := "plan"
	switch {
	case s.Compared:
		kind = "states"
	case s.State != computed.NotState:
		kind = "state"
	}
	e.open('{')
	e.text("kind", kind)
	e.word("product", s.Product)
	e.word("terraform_version", s.TerraformVersion)
	e.word("format_version", s.FormatVersion)
	if kind == "plan" {
		e.text("mode", s.Mode.String())
		e.truth("errored", s.Errored)
		if s.Complete != nil {
			e.truth("complete", *s.Complete)
		}
		e.truth("applyable", s.Applyable)
		e.texts("targets", s.Scope.Targets)
		e.texts("excludes", s.Scope.Excludes)
		e.texts("replaces", s.Scope.Replaces)
		e.texts("invokes", s.Scope.Invokes)
	}
	e.close("}")
}

// counts writes how many resources have each action, and other numbers. Every resource
// counts once.
func (e *jsonEncoder) counts(s *computed.Summary) {
	e.open('{')
	for _, c := range []struct {
		name string
		n    int
	}{
		{"create", s.Counts[plans.Create]},
		{"update", s.Counts[plans.Update]},
		{"delete", s.Counts[plans.Delete]},
		{"replace", s.Counts[plans.DeleteThenCreate] + s.Counts[plans.CreateThenDelete]},
		{"forget", s.Counts[plans.Forget]},
		{"create_then_forget", s.Counts[plans.CreateThenForget]},
		{"forget_then_create", s.Counts[plans.ForgetThenCreate]},
		{"read", s.Counts[plans.Read]},
		{"no_op", s.Counts[plans.NoOp]},
		{"unknown", s.Counts[plans.Unknown]},
		{"imports", s.Imports},
		{"moves", s.Moves},
		{"drift", s.DriftCount},
		{"deferred", s.DeferredCount},
		{"outputs", len(shownOutputs(s))},
		{"invocations", s.Invocations},
		{"muted", len(s.Muted)},
	} {
		e.number(c.name, c.n)
	}
	e.close("}")
}

// shownOutputs are the outputs that a plan changes, or all of a state.
func shownOutputs(s *computed.Summary) []*computed.Output {
	var shown []*computed.Output
	for i := range s.Outputs {
		if o := &s.Outputs[i]; s.State != computed.NotState || o.Shown() {
			shown = append(shown, o)
		}
	}
	return shown
}

func (e *jsonEncoder) output(o *computed.Output, inState bool) {
	e.open('{')
	e.text("name", o.Name)
	e.key("diff")
	e.value(o.Diff, inState)
	e.problems(o.Problems)
	e.close("}")
}

func (e *jsonEncoder) invocation(a *computed.ActionInvocation) {
	e.open('{')
	e.text("address", a.Address)
	e.text("type", a.Type)
	e.text("name", a.Name)
	e.word("caller", a.Caller)
	e.word("on_failure", string(a.OnFailure))
	if a.HasConfig {
		e.key("config")
		e.value(a.Config, true)
	}
	e.problems(a.Problems)
	e.close("}")
}

func (e *jsonEncoder) check(c *plans.Check) {
	e.open('{')
	e.text("address", c.Address)
	e.text("kind", c.Kind)
	e.text("status", c.Status)
	e.list("instances", "", len(c.Instances), func(i int) {
		in := &c.Instances[i]
		e.open('{')
		e.text("address", in.Address)
		e.text("status", in.Status)
		e.texts("messages", in.Messages)
		e.close("}")
	})
	e.close("}")
}

// resource writes the members of a resource.
func (e *jsonEncoder) resource(r *computed.Resource) {
	e.text("section", r.Section.String())
	e.header(r)
	if r.Section == computed.DriftSection {
		e.truth("relevant", r.Relevant)
	}
	e.flag("undoes_drift", r.UndoesDrift)
	e.some("replace_paths", len(r.ReplacePaths), func(i int) { e.steps(r.ReplacePaths[i]) })
	e.impact(r.Impact)
	if r.Cause != nil {
		e.key("cause")
		e.cause(r.Cause)
	}
	if r.Schema != computed.NoSchema {
		e.text("schema", r.Schema.String())
	}
	e.flag("muted", r.Muted)
	e.some("before_actions", len(r.BeforeActions), func(i int) { e.invocation(&r.BeforeActions[i]) })
	e.key("diff")
	e.value(r.Body, r.Importing != nil || r.Section == computed.StateSection)
	e.some("after_actions", len(r.AfterActions), func(i int) { e.invocation(&r.AfterActions[i]) })
	e.problems(r.Problems)
}

// header writes what is known of a resource apart from its values.
func (e *jsonEncoder) header(r *computed.Resource) {
	e.text("address", r.Address)
	e.word("module_address", r.ModuleAddress)
	e.text("type", r.Type)
	e.text("name", r.Name)
	e.instanceKey("index", r.Index)
	e.text("mode", r.Mode)
	e.word("provider", r.ProviderName)
	e.text("action", jsonAction(r.Action))
	e.texts("actions", r.ActionNames)
	e.word("reason", string(r.ActionReason))
	e.word("previous_address", r.PreviousAddress)
	e.word("deposed", r.Deposed)
	if p := r.Declared; !p.IsZero() {
		e.key("source")
		e.open('{')
		e.text("file", p.File)
		e.number("line", p.Line)
		e.word("module", p.Module)
		e.word("version", p.Version)
		e.word("link", p.Link)
		e.close("}")
	}
	e.some("annotations", len(r.Annotations), func(i int) {
		e.open('{')
		e.annotation(&r.Annotations[i])
		e.close("}")
	})
	if i := r.Importing; i != nil {
		e.key("import")
		e.open('{')
		e.word("id", i.ID)
		e.document("identity", i.Identity)
		e.flag("unknown", i.Unknown)
		e.close("}")
	}
	e.flag("generated_config", r.GeneratedConfig)
	e.flag("tainted", r.Tainted)
	e.word("deferred_reason", string(r.DeferredReason))
}

// jsonAction is the name of an action. A replacement in either order is one.
func jsonAction(a plans.Action) string {
	switch a {
	case plans.DeleteThenCreate, plans.CreateThenDelete:
		return "replace"
	case plans.CreateThenForget:
		return "create-then-forget"
	case plans.ForgetThenCreate:
		return "forget-then-create"
	}
	return a.String()
}

// impact adds what depends on a resource that is replaced or destroyed, if that is known.
func (e *jsonEncoder) impact(i *computed.Impact) {
	if i == nil {
		return
	}
	e.key("impact")
	e.open('{')
	e.number("dependents", i.Dependents)
	e.number("unchanged", i.Unchanged)
	e.number("possible", i.Possible)
	e.close("}")
}

// cause writes why a resource is replaced. The causes of other resources stand with these,
// since many may lead to the same.
func (e *jsonEncoder) cause(c *computed.Cause) {
	e.open('{')
	e.list("attributes", "", len(c.Attributes), func(i int) {
		a := &c.Attributes[i]
		e.open('{')
		e.path("path", a.Path)
		e.word("name", a.Name)
		e.truth("found", a.Found)
		if a.Found {
			e.forcing(a.Before, a.After, a.Action)
		}
		e.some("parts", len(a.Parts), func(i int) {
			p := &a.Parts[i]
			e.open('{')
			e.path("path", p.Path)
			e.word("name", p.Name)
			e.forcing(p.Before, p.After, p.Action)
			e.notes(p.Form)
			e.close("}")
		})
		e.count("more_parts", a.MoreParts)
		e.references(a.From)
		e.close("}")
	})
	e.close("}")
}

// forcing writes both sides of a value that forces a replacement.
func (e *jsonEncoder) forcing(before, after computed.Side, a plans.Action) {
	e.text("action", a.String())
	if before != after || a != plans.NoOp {
		e.side("before", before)
	}
	e.side("after", after)
	e.flag("unknown", after.State == computed.KnownAfterApply)
	e.sensitive(before.Sensitive, after.Sensitive)
}

// side adds a member with a value if it is a scalar.
func (e *jsonEncoder) side(name string, s computed.Side) {
	if s.Kind != computed.None {
		e.scalar(name, s.Literal)
	}
}

func (e *jsonEncoder) references(all []computed.Reference) {
	e.some("from", len(all), func(i int) {
		r := &all[i]
		e.open('{')
		e.text("address", r.Address)
		e.path("attribute", r.Attribute)
		e.text("action", jsonAction(r.Action))
		e.word("reason", string(r.Reason))
		e.references(r.From)
		e.count("more", r.More)
		if r.End != computed.NotEnded {
			e.text("end", r.End.String())
		}
		e.close("}")
	})
}

// outcome writes what is known after the last resource.
func (e *jsonEncoder) outcome(o *computed.Outcome, lineBreak string) {
	e.list("problems", lineBreak, len(o.Problems), func(i int) { e.problem(o.Problems[i]) })
	e.masked(lineBreak, o.Masked)
	e.copies(lineBreak, o.Copies)
	e.section("has_changes", lineBreak)
	e.bool(o.Changes)
}

// masked writes which attributes were hidden because of their names and, if there are any, only because of schemas from the
// repository.
func (e *jsonEncoder) masked(lineBreak string, all []computed.Masked) {
	list := func(name string, all []computed.Masked) {
		e.list(name, lineBreak, len(all), func(i int) {
			m := &all[i]
			e.open('{')
			e.text("type", m.Type)
			e.text("path", m.Path)
			e.number("count", m.Count)
			e.word("bundle", m.Bundle)
			e.close("}")
		})
	}
	list("hidden_by_name", computed.ByName(all))
	var bundled []computed.Masked
	for _, b := range computed.ByBundle(all) {
		bundled = append(bundled, b.Masked...)
	}
	if len(bundled) > 0 {
		list("hidden_by_bundle", bundled)
	}
}

// copies writes where copies of sensitive strings are hidden, if there are any.
func (e *jsonEncoder) copies(lineBreak string, all []computed.Copy) {
	if len(all) == 0 {
		return
	}
	e.list("copies", lineBreak, len(all), func(i int) {
		c := &all[i]
		e.open('{')
		e.text("address", c.Address)
		e.word("deposed", c.Deposed)
		e.path("path", c.Path)
		e.close("}")
	})
}

// problems adds a member with errors, unless there are none.
func (e *jsonEncoder) problems(all []error) {
	e.some("problems", len(all), func(i int) { e.problem(all[i]) })
}

func (e *jsonEncoder) problem(err error) {
	e.open('{')
	e.text("message", err.Error())
	var where *plans.Error
	if errors.As(err, &where) {
		e.word("address", where.Address)
		e.word("field", where.Field)
		if !where.Path.IsEmpty() {
			e.path("path", where.Path)
		}
	}
	e.close("}")
}

func (e *jsonEncoder) rename(r *computed.Rename) {
	e.open('{')
	e.text("from", r.From)
	e.text("to", r.To)
	e.text("type", r.Type)
	e.number("same", r.Same)
	e.number("compared", r.Compared)
	for _, names := range []struct {
		member string
		all    []string
	}{{"derived", r.Derived}, {"different", r.Different}, {"hidden", r.Hidden}, {"forcing", r.Forcing}} {
		e.some(names.member, len(names.all), func(i int) { e.string(names.all[i]) })
	}
	e.close("}")
}

// jsonVersion is the format version of [JSON]. A new minor version adds members.
const jsonVersion = "1.0"
