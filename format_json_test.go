package planfmt_test

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/infer"
	"github.com/planfmt/planfmt/sinks"
)

// newJSON is the diff as one JSON document, with a resource written when it
// arrives.
func newJSON(w io.Writer, _ planfmt.Layout) (planfmt.Writer, error) {
	return &jsonWriter{w: w}, nil
}

type jsonWriter struct {
	w         io.Writer
	resources int
}

func (j *jsonWriter) Begin(s computed.Summary) error {
	return j.write(`{"summary":`, jsonSummary{
		FormatVersion: jsonText(s.FormatVersion), TerraformVersion: jsonText(s.TerraformVersion),
		SchemaFormatVersions: jsonTexts(s.SchemaFormatVersions),
		Mode:                 s.Mode, State: s.State, Errored: s.Errored, Applyable: s.Applyable,
		Counts: s.Counts, Imports: s.Imports, Drift: s.DriftCount, Deferred: s.DeferredCount, Invocations: s.Invocations,
		Invoked: jsonActions(s.Invoked), Outputs: jsonOutputs(s.Outputs),
	}, `,"resources":[`)
}

func (j *jsonWriter) Resource(r computed.Resource) error {
	j.resources++
	before := ","
	if j.resources == 1 {
		before = ""
	}
	out := jsonResource{
		Section: r.Section, Address: jsonText(r.Address), PreviousAddress: jsonText(r.PreviousAddress),
		ModuleAddress: jsonText(r.ModuleAddress), Mode: jsonText(r.Mode), Type: jsonText(r.Type), Name: jsonText(r.Name),
		Index: jsonText(r.Index.Text()), Deposed: jsonText(r.Deposed), Provider: jsonText(r.ProviderName),
		Action: r.Action, Actions: jsonTexts(r.ActionNames), Reason: jsonText(r.ActionReason), DeferredReason: jsonText(r.DeferredReason),
		GeneratedConfig: r.GeneratedConfig, Tainted: r.Tainted,
		Diff: jsonDiff(r.Body), Problems: jsonErrors(r.Problems), Masked: jsonMasks(r.Masked),
		BeforeActions: jsonActions(r.BeforeActions), AfterActions: jsonActions(r.AfterActions),
	}
	if i := r.Importing; i != nil {
		out.Importing = &jsonImport{ID: jsonText(i.ID), Identity: jsonText(i.Identity), Unknown: i.Unknown}
	}
	return j.write(before, out, "")
}

func (j *jsonWriter) End(o computed.Outcome) error {
	return j.write(`],"outcome":`, jsonOutcome{o.Changes, jsonErrors(o.Problems), jsonMasks(o.Masked), jsonTypes(o.Types)}, "}\n")
}

func (j *jsonWriter) write(before string, v any, after string) error {
	b := bytes.NewBufferString(before + "\n")
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(v); err != nil {
		return err
	}
	b.WriteString(after)
	_, err := b.WriteTo(j.w)
	return err
}

type jsonSummary struct {
	FormatVersion        jsonText             `json:"format_version"`
	TerraformVersion     jsonText             `json:"terraform_version"`
	SchemaFormatVersions []jsonText           `json:"schema_format_versions,omitempty"`
	Mode                 plans.Mode           `json:"mode"`
	State                computed.StateKind   `json:"state"`
	Errored              bool                 `json:"errored"`
	Applyable            bool                 `json:"applyable"`
	Counts               map[plans.Action]int `json:"counts"`
	Imports              int                  `json:"imports"`
	Drift                int                  `json:"drift"`
	Deferred             int                  `json:"deferred"`
	Invocations          int                  `json:"invocations"`
	Invoked              []jsonAction         `json:"invoked,omitempty"`
	Outputs              []jsonOutput         `json:"outputs,omitempty"`
}

type jsonResource struct {
	Section         computed.Section `json:"section"`
	Address         jsonText         `json:"address"`
	PreviousAddress jsonText         `json:"previous_address,omitempty"`
	ModuleAddress   jsonText         `json:"module_address,omitempty"`
	Mode            jsonText         `json:"mode"`
	Type            jsonText         `json:"type"`
	Name            jsonText         `json:"name"`
	Index           jsonText         `json:"index,omitempty"`
	Deposed         jsonText         `json:"deposed,omitempty"`
	Provider        jsonText         `json:"provider,omitempty"`
	Action          plans.Action     `json:"action"`
	Actions         []jsonText       `json:"actions,omitempty"`
	Reason          jsonText         `json:"reason,omitempty"`
	DeferredReason  jsonText         `json:"deferred_reason,omitempty"`
	Importing       *jsonImport      `json:"importing,omitempty"`
	GeneratedConfig bool             `json:"generated_config,omitempty"`
	Tainted         bool             `json:"tainted,omitempty"`
	Diff            *jsonValue       `json:"diff,omitempty"`
	Problems        []jsonText       `json:"problems,omitempty"`
	Masked          []jsonMasked     `json:"masked,omitempty"`
	BeforeActions   []jsonAction     `json:"before_actions,omitempty"`
	AfterActions    []jsonAction     `json:"after_actions,omitempty"`
}

type jsonImport struct {
	ID       jsonText `json:"id,omitempty"`
	Identity jsonText `json:"identity,omitempty"`
	Unknown  bool     `json:"unknown,omitempty"`
}

type jsonAction struct {
	Address  jsonText     `json:"address"`
	Type     jsonText     `json:"type"`
	Name     jsonText     `json:"name"`
	Caller   jsonText     `json:"caller,omitempty"`
	Config   *jsonValue   `json:"config,omitempty"`
	Problems []jsonText   `json:"problems,omitempty"`
	Masked   []jsonMasked `json:"masked,omitempty"`
}

func jsonActions(actions []computed.ActionInvocation) (all []jsonAction) {
	for _, a := range actions {
		all = append(all, jsonAction{
			jsonText(a.Address), jsonText(a.Type), jsonText(a.Name), jsonText(a.Caller), jsonDiff(a.Config),
			jsonErrors(a.Problems), jsonMasks(a.Masked),
		})
	}
	return all
}

type jsonOutput struct {
	Name     jsonText   `json:"name"`
	Diff     *jsonValue `json:"diff,omitempty"`
	Problems []jsonText `json:"problems,omitempty"`
}

func jsonOutputs(outputs []computed.Output) (all []jsonOutput) {
	for _, o := range outputs {
		all = append(all, jsonOutput{jsonText(o.Name), jsonDiff(o.Diff), jsonErrors(o.Problems)})
	}
	return all
}

// jsonValue is a computed.Diff with its content. Of a part, it also says what it
// is to the value around it.
type jsonValue struct {
	Role    *computed.PartRole `json:"role,omitempty"`
	Key     jsonText           `json:"key,omitempty"`
	Block   jsonText           `json:"block,omitempty"`
	Nesting computed.Nesting   `json:"nesting,omitzero"`
	Forces  bool               `json:"forces,omitempty"` // all blocks of this type

	Kind   computed.Kind   `json:"kind"`
	Form   computed.Form   `json:"form,omitzero"`
	Type   jsonText        `json:"type,omitempty"`
	Path   []any           `json:"path,omitempty"`
	Action plans.Action    `json:"action"`
	Before jsonSide        `json:"before"`
	After  jsonSide        `json:"after"`
	Notes  []computed.Note `json:"notes,omitempty"`
	Parts  []*jsonValue    `json:"parts,omitempty"`
}

type jsonSide struct {
	State     computed.State `json:"state"`
	Sensitive bool           `json:"sensitive,omitempty"`
	Value     any            `json:"value,omitempty"`
}

type jsonOutcome struct {
	Changes  bool         `json:"changes"`
	Problems []jsonText   `json:"problems,omitempty"`
	Masked   []jsonMasked `json:"masked,omitempty"`
	Types    []jsonType   `json:"types"`
}

type jsonType struct {
	Type     jsonText    `json:"type"`
	Kind     schema.Kind `json:"kind"`
	Provider jsonText    `json:"provider"`
	Layer    jsonText    `json:"layer"`
	Exact    bool        `json:"exact"`
	Misfit   []jsonText  `json:"misfit,omitempty"`
}

func jsonTypes(types []infer.TypeSchema) (all []jsonType) {
	for _, t := range types {
		all = append(all, jsonType{
			jsonText(t.ID.Type), t.ID.Kind, jsonText(t.ID.Provider), jsonText(t.Layer), t.Exact, jsonTexts(t.MisfitReasons()),
		})
	}
	return all
}

type jsonMasked struct {
	Type  jsonText `json:"type"`
	Path  jsonText `json:"path"`
	Count int      `json:"count"`
}

// jsonDiff returns nil for a value that could not be computed.
func jsonDiff(d computed.Diff) *jsonValue {
	if d.Renderer == nil {
		return nil
	}
	return newJSONValue(d)
}

func newJSONValue(d computed.Diff) *jsonValue {
	c := d.Content()
	v := &jsonValue{
		Kind: c.Kind, Form: c.Form, Path: jsonPath(d.Path), Action: d.Action,
		Before: newJSONSide(c.Before), After: newJSONSide(c.After), Notes: c.Notes,
	}
	if d.Type != nil {
		v.Type = jsonText(d.Type.String())
	}
	for p := range c.Children() {
		part := newJSONValue(p.Diff)
		part.Role, part.Key, part.Block, part.Nesting, part.Forces = &p.Role, jsonText(p.Key), jsonText(p.BlockType), p.Nesting, p.Forces
		v.Parts = append(v.Parts, part)
	}
	return v
}

func newJSONSide(s computed.Side) jsonSide {
	side := jsonSide{State: s.State, Sensitive: s.Sensitive}
	switch s.Kind {
	case computed.StringLiteral:
		side.Value = jsonText(s.Text)
	case computed.BoolLiteral, computed.NumberLiteral:
		side.Value = json.RawMessage(s.Text) // numbers keep their text
	case computed.NullLiteral:
		side.Value = json.RawMessage("null")
	}
	return side
}

func jsonPath(p plans.Path) (steps []any) {
	for _, s := range p.Steps() {
		if key, ok := s.Key(); ok {
			steps = append(steps, jsonText(key))
		} else if i, ok := s.Index(); ok {
			steps = append(steps, i)
		}
	}
	return steps
}

func jsonErrors(errs []error) (all []jsonText) {
	for _, err := range errs {
		all = append(all, jsonText(err.Error()))
	}
	return all
}

func jsonMasks(masked []computed.Masked) (all []jsonMasked) {
	for _, m := range masked {
		all = append(all, jsonMasked{jsonText(m.Type), jsonText(m.Path), m.Count})
	}
	return all
}

func jsonTexts(texts []string) (all []jsonText) {
	for _, t := range texts {
		all = append(all, jsonText(t))
	}
	return all
}

// jsonText is text from a document.
type jsonText string

// MarshalJSON is this format's one escape.
func (t jsonText) MarshalJSON() ([]byte, error) { return sinks.AppendJSON(nil, string(t)), nil }
