package machine

import (
	"errors"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// summary writes what is known before the first resource.
func (e *jsonEncoder) summary(s *computed.Summary, lineBreak string) {
	e.Section("format_version", lineBreak)
	e.String(jsonVersion)
	e.Section("source", lineBreak)
	e.source(s)
	e.Section("summary", lineBreak)
	e.counts(s)
	e.Section("hash", lineBreak)
	if s.Hash == nil {
		e.Raw("null")
	} else {
		e.Open('{')
		e.Text("value", s.Hash.Text)
		e.Truth("covers_sensitive", s.Hash.CoversSensitive)
		if n := s.Hash.MissingTexts; n > 0 {
			e.Number("uncovered_texts", n)
		}
		e.Close("}")
	}
	outputs := shownOutputs(s)
	e.Objects("outputs", lineBreak, len(outputs), func(i int) { e.output(outputs[i], s.State != computed.NotState) })
	e.Objects("invocations", lineBreak, len(s.Invoked), func(i int) { e.invocation(&s.Invoked[i]) })
	e.List("checks", lineBreak, len(s.Checks), func(i int) { e.check(&s.Checks[i]) })
	if s.RenamesSkipped {
		e.Section("renames", lineBreak)
		e.Raw("null")
	} else {
		e.Objects("renames", lineBreak, len(s.Renames), func(i int) { e.rename(&s.Renames[i]) })
	}
	if len(s.Provisioners) > 0 {
		e.Objects("provisioners", lineBreak, len(s.Provisioners), func(i int) {
			e.Text("kind", s.Provisioners[i].Kind)
			e.Texts("resources", s.Provisioners[i].Resources)
		})
	}
	if s.RulesFile != "" {
		e.Section("rules_file", lineBreak)
		e.String(s.RulesFile)
	}
	if s.Where != nil {
		e.Section("where", lineBreak)
		e.where(s.Where)
	}
	if s.Annotations != nil {
		e.Section("annotations", lineBreak)
		e.annotations(s.Annotations)
	}
	e.Objects("muted", lineBreak, len(s.Muted), func(i int) {
		m := &s.Muted[i]
		e.Text("section", m.Section.String())
		e.Text("address", m.Address)
		e.Word("deposed", m.Deposed)
		e.Path("path", m.Path)
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
	e.Open('{')
	e.Text("kind", kind)
	e.Word("product", s.Product)
	e.Word("terraform_version", s.TerraformVersion)
	e.Word("format_version", s.FormatVersion)
	if kind == "plan" {
		e.Text("mode", s.Mode.String())
		e.Truth("errored", s.Errored)
		if s.Complete != nil {
			e.Truth("complete", *s.Complete)
		}
		e.Truth("applyable", s.Applyable)
		e.Texts("targets", s.Scope.Targets)
		e.Texts("excludes", s.Scope.Excludes)
		e.Texts("replaces", s.Scope.Replaces)
		e.Texts("invokes", s.Scope.Invokes)
	}
	e.Close("}")
}

// counts writes how many resources have each action, and other numbers. Every resource
// counts once.
func (e *jsonEncoder) counts(s *computed.Summary) {
	e.Open('{')
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
		e.Number(c.name, c.n)
	}
	e.Close("}")
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
	e.Text("name", o.Name)
	e.Key("diff")
	e.value(o.Diff, inState)
	e.problems(o.Problems)
}

func (e *jsonEncoder) invocation(a *computed.ActionInvocation) {
	e.Text("address", a.Address)
	e.Text("type", a.Type)
	e.Text("name", a.Name)
	e.Word("caller", a.Caller)
	e.Word("on_failure", string(a.OnFailure))
	if a.HasConfig {
		e.Key("config")
		e.value(a.Config, true)
	}
	e.problems(a.Problems)
}

func (e *jsonEncoder) check(c *plans.Check) {
	e.Open('{')
	e.Text("address", c.Address)
	e.Text("kind", c.Kind)
	e.Text("status", c.Status)
	e.Objects("instances", "", len(c.Instances), func(i int) {
		in := &c.Instances[i]
		e.Text("address", in.Address)
		e.Text("status", in.Status)
		e.Texts("messages", in.Messages)
	})
	e.Close("}")
}

// resource writes the members of a resource.
func (e *jsonEncoder) resource(r *computed.Resource) {
	e.Text("section", r.Section.String())
	e.header(r)
	if r.Section == computed.DriftSection {
		e.Truth("relevant", r.Relevant)
	}
	e.Flag("undoes_drift", r.UndoesDrift)
	e.Some("replace_paths", len(r.ReplacePaths), func(i int) { e.Steps(r.ReplacePaths[i]) })
	e.impact(r.Impact)
	if r.Cause != nil {
		e.Key("cause")
		e.cause(r.Cause)
	}
	if r.Schema != computed.NoSchema {
		e.Text("schema", r.Schema.String())
	}
	e.Flag("muted", r.Muted)
	e.facts(r.Facts)
	e.SomeObjects("before_actions", len(r.BeforeActions), func(i int) { e.invocation(&r.BeforeActions[i]) })
	e.Key("diff")
	e.value(r.Body, r.Importing != nil || r.Section == computed.StateSection)
	e.SomeObjects("after_actions", len(r.AfterActions), func(i int) { e.invocation(&r.AfterActions[i]) })
	e.problems(r.Problems)
}

// header writes what is known of a resource apart from its values.
func (e *jsonEncoder) header(r *computed.Resource) {
	e.Text("address", r.Address)
	e.Word("module_address", r.ModuleAddress)
	e.Text("type", r.Type)
	e.Text("name", r.Name)
	e.instanceKey("index", r.Index)
	e.Text("mode", r.Mode)
	e.Word("provider", r.ProviderName)
	e.Text("action", wording.JSONAction(r.Action))
	e.Texts("actions", r.ActionNames)
	e.Word("reason", string(r.ActionReason))
	e.Word("previous_address", r.PreviousAddress)
	e.Word("deposed", r.Deposed)
	if p := r.Declared; !p.IsZero() {
		e.Object("source", func() {
			e.Text("file", p.File)
			e.Number("line", p.Line)
			e.Word("module", p.Module)
			e.Word("version", p.Version)
			e.Word("link", p.Link)
		})
	}
	e.SomeObjects("annotations", len(r.Annotations), func(i int) { e.annotation(&r.Annotations[i]) })
	if i := r.Importing; i != nil {
		e.Object("import", func() {
			e.Word("id", i.ID)
			e.Document("identity", i.Identity)
			e.Flag("unknown", i.Unknown)
		})
	}
	e.Flag("generated_config", r.GeneratedConfig)
	e.Flag("tainted", r.Tainted)
	e.Word("deferred_reason", string(r.DeferredReason))
}

// impact adds what depends on a resource that is replaced or destroyed, if that is known.
func (e *jsonEncoder) impact(i *computed.Impact) {
	if i == nil {
		return
	}
	e.Object("impact", func() {
		e.Number("dependents", i.Dependents)
		e.Number("unchanged", i.Unchanged)
		e.Number("possible", i.Possible)
	})
}

// cause writes why a resource is replaced. The causes of other resources stand with these,
// since many may lead to the same.
func (e *jsonEncoder) cause(c *computed.Cause) {
	e.Open('{')
	e.Objects("attributes", "", len(c.Attributes), func(i int) {
		a := &c.Attributes[i]
		e.Path("path", a.Path)
		e.Word("name", a.Name)
		e.Truth("found", a.Found)
		if a.Found {
			e.forcing(a.Before, a.After, a.Action)
		}
		e.SomeObjects("parts", len(a.Parts), func(i int) {
			p := &a.Parts[i]
			e.Path("path", p.Path)
			e.Word("name", p.Name)
			e.forcing(p.Before, p.After, p.Action)
			e.notes(p.Form)
		})
		e.Count("more_parts", a.MoreParts)
		e.references(a.From)
	})
	e.Close("}")
}

// forcing writes both sides of a value that forces a replacement.
func (e *jsonEncoder) forcing(before, after computed.Side, a plans.Action) {
	e.Text("action", a.String())
	if before != after || a != plans.NoOp {
		e.side("before", before)
	}
	e.side("after", after)
	e.Flag("unknown", after.State == computed.KnownAfterApply)
	e.sensitive(before.Sensitive, after.Sensitive)
}

// side adds a member with a value if it is a scalar.
func (e *jsonEncoder) side(name string, s computed.Side) {
	if s.Kind != computed.None {
		e.scalar(name, s.Literal)
	}
}

func (e *jsonEncoder) references(all []computed.Reference) {
	e.SomeObjects("from", len(all), func(i int) {
		r := &all[i]
		e.Text("address", r.Address)
		e.Path("attribute", r.Attribute)
		e.Text("action", wording.JSONAction(r.Action))
		e.Word("reason", string(r.Reason))
		e.references(r.From)
		e.Count("more", r.More)
		if r.End != computed.NotEnded {
			e.Text("end", r.End.String())
		}
	})
}

// outcome writes what is known after the last resource.
func (e *jsonEncoder) outcome(o *computed.Outcome, lineBreak string) {
	e.Objects("problems", lineBreak, len(o.Problems), func(i int) { e.problem(o.Problems[i]) })
	e.masked(lineBreak, o.Masked)
	e.copies(lineBreak, o.Copies)
	e.coverage(o.Coverage, lineBreak)
	e.Section("has_changes", lineBreak)
	e.Bool(o.Changes)
}

// masked writes which attributes were hidden because of their names and, if there are any, only because of schemas from the
// repository.
func (e *jsonEncoder) masked(lineBreak string, all []computed.Masked) {
	list := func(name string, all []computed.Masked) {
		e.Objects(name, lineBreak, len(all), func(i int) {
			m := &all[i]
			e.Text("type", m.Type)
			e.Text("path", m.Path)
			e.Number("count", m.Count)
			e.Word("bundle", m.Bundle)
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
	e.Objects("copies", lineBreak, len(all), func(i int) {
		c := &all[i]
		e.Text("address", c.Address)
		e.Word("deposed", c.Deposed)
		e.Path("path", c.Path)
	})
}

// problems adds a member with errors, unless there are none.
func (e *jsonEncoder) problems(all []error) {
	e.SomeObjects("problems", len(all), func(i int) { e.problem(all[i]) })
}

func (e *jsonEncoder) problem(err error) {
	e.Text("message", err.Error())
	var where *plans.Error
	if errors.As(err, &where) {
		e.Word("address", where.Address)
		e.Word("field", where.Field)
		if !where.Path.IsEmpty() {
			e.Path("path", where.Path)
		}
	}
}

func (e *jsonEncoder) rename(r *computed.Rename) {
	e.Text("from", r.From)
	e.Text("to", r.To)
	e.Text("type", r.Type)
	e.Number("same", r.Same)
	e.Number("compared", r.Compared)
	for _, names := range []struct {
		member string
		all    []string
	}{{"derived", r.Derived}, {"different", r.Different}, {"hidden", r.Hidden}, {"forcing", r.Forcing}} {
		e.Some(names.member, len(names.all), func(i int) { e.String(names.all[i]) })
	}
}

// jsonVersion is the format version of [JSON]. A new minor version adds members.
const jsonVersion = "1.1"
