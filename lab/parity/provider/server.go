package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// Address is the provider's source address.
const Address = "registry.terraform.io/planfmt/parity"

// Serve runs the provider as a plugin until Terraform ends it.
func Serve() error {
	dir := os.Getenv("PARITY_STORE")
	return tf6server.Serve(Address, func() tfprotov6.ProviderServer { return newServer(dir) })
}

// server answers Terraform. The embedded interface handles what this provider does not offer.
type server struct {
	unsupported
	types map[string]Type
	store *store
}

func newServer(dir string) *server {
	return &server{types: Resources(), store: &store{dir: dir}}
}

var errUnset = errors.New("PARITY_STORE is not set: it names the directory that holds the objects")

func (s *server) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	out := &tfprotov6.GetProviderSchemaResponse{
		ServerCapabilities:       &tfprotov6.ServerCapabilities{GetProviderSchemaOptional: true, MoveResourceState: true},
		ResourceSchemas:          map[string]*tfprotov6.Schema{},
		DataSourceSchemas:        map[string]*tfprotov6.Schema{},
		EphemeralResourceSchemas: map[string]*tfprotov6.Schema{},
	}
	block, err := settings().schema()
	if err != nil {
		return nil, err
	}
	out.Provider = &tfprotov6.Schema{Block: block}
	for name, t := range s.types {
		if block, err = t.Body.schema(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out.ResourceSchemas[name] = &tfprotov6.Schema{Block: block}
	}
	if block, err = lookup().schema(); err != nil {
		return nil, err
	}
	out.DataSourceSchemas["parity_lookup"] = &tfprotov6.Schema{Block: block}
	if block, err = token().schema(); err != nil {
		return nil, err
	}
	out.EphemeralResourceSchemas["parity_token"] = &tfprotov6.Schema{Block: block}
	return out, nil
}

func (s *server) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	if s.store.dir == "" {
		return &tfprotov6.ConfigureProviderResponse{Diagnostics: problem(errUnset)}, nil
	}
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (s *server) UpgradeResourceState(_ context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	v, err := s.fromRaw(req.TypeName, req.RawState)
	out, err := s.pack(req.TypeName, v, err)
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: out, Diagnostics: problem(err)}, nil
}

func (s *server) MoveResourceState(_ context.Context, req *tfprotov6.MoveResourceStateRequest) (*tfprotov6.MoveResourceStateResponse, error) {
	v, err := s.fromRaw(req.TargetTypeName, req.SourceState)
	out, err := s.pack(req.TargetTypeName, v, err)
	return &tfprotov6.MoveResourceStateResponse{TargetState: out, Diagnostics: problem(err)}, nil
}

// fromRaw reads a stored state as a value of the type, even if it was written for another one.
func (s *server) fromRaw(typeName string, raw *tfprotov6.RawState) (cty.Value, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw.JSON, &members); err != nil {
		return cty.NilVal, err
	}
	return decode(s.types[typeName].Body, members)
}

func (s *server) ReadResource(_ context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	v, err := s.read(req)
	out, err := s.pack(req.TypeName, v, err)
	return &tfprotov6.ReadResourceResponse{NewState: out, Private: req.Private, Diagnostics: problem(err)}, nil
}

func (s *server) read(req *tfprotov6.ReadResourceRequest) (cty.Value, error) {
	old, err := s.unpack(req.TypeName, req.CurrentState)
	if err != nil || old.IsNull() {
		return old, err
	}
	if s.store.fails("read", text(old, "key")) {
		return cty.NilVal, errors.New("reading was made to fail")
	}
	v, _, err := s.store.load(s.types[req.TypeName].Body, text(old, "id"))
	return v, err
}

func (s *server) PlanResourceChange(_ context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	t := s.types[req.TypeName]
	prior, err := s.unpack(req.TypeName, req.PriorState)
	if err != nil {
		return nil, err
	}
	proposed, err := s.unpack(req.TypeName, req.ProposedNewState)
	if err != nil {
		return nil, err
	}
	if proposed.IsNull() {
		return &tfprotov6.PlanResourceChangeResponse{PlannedState: req.ProposedNewState}, nil
	}
	if s.store.fails("plan", text(proposed, "key")) {
		return &tfprotov6.PlanResourceChangeResponse{Diagnostics: problem(errors.New("planning was made to fail"))}, nil
	}
	planned, replace := planChange(t.Body, prior, proposed)
	out, err := s.pack(req.TypeName, planned, nil)
	resp := &tfprotov6.PlanResourceChangeResponse{
		PlannedState: out,
		Diagnostics:  problem(err),
		//lint:ignore SA1019 old providers are what this one has to imitate
		UnsafeToUseLegacyTypeSystem: t.Legacy,
	}
	for _, path := range replace {
		resp.RequiresReplace = append(resp.RequiresReplace, protoPath(path))
	}
	return resp, nil
}

func protoPath(path cty.Path) *tftypes.AttributePath {
	out := tftypes.NewAttributePath()
	for _, step := range path {
		switch step := step.(type) {
		case cty.GetAttrStep:
			out = out.WithAttributeName(step.Name)
		case cty.IndexStep:
			if step.Key.Type() == cty.String {
				out = out.WithElementKeyString(step.Key.AsString())
			} else {
				n, _ := step.Key.AsBigFloat().Int64()
				out = out.WithElementKeyInt(int(n))
			}
		}
	}
	return out
}

func (s *server) ApplyResourceChange(_ context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	t := s.types[req.TypeName]
	prior, err := s.unpack(req.TypeName, req.PriorState)
	if err != nil {
		return nil, err
	}
	planned, err := s.unpack(req.TypeName, req.PlannedState)
	if err != nil {
		return nil, err
	}
	v, failed := s.apply(t, prior, planned)
	out, err := s.pack(req.TypeName, v, nil)
	return &tfprotov6.ApplyResourceChangeResponse{
		NewState:    out,
		Diagnostics: problem(errors.Join(failed, err)),
		//lint:ignore SA1019 old providers are what this one has to imitate
		UnsafeToUseLegacyTypeSystem: t.Legacy,
	}, nil
}

// apply changes the store. It returns the object as it is afterwards, even on an error.
func (s *server) apply(t Type, prior, planned cty.Value) (cty.Value, error) {
	switch {
	case planned.IsNull():
		if s.store.fails("delete", text(prior, "key")) {
			return prior, errors.New("deleting was made to fail")
		}
		if err := s.store.remove(text(prior, "id")); err != nil {
			return planned, err
		}
		return planned, s.store.note("delete", text(prior, "key"))
	case prior.IsNull():
		key := text(planned, "key")
		if s.store.fails("create", key) {
			return prior, errors.New("creating was made to fail")
		}
		id, err := s.store.allot(key)
		if err != nil {
			return prior, err
		}
		v, err := settle(t, with(planned, "id", cty.StringVal(id)), 1)
		if err != nil {
			return prior, err
		}
		if err := s.store.save(t.Body, id, v, 1); err != nil {
			return prior, err
		}
		if s.store.fails("finish", key) {
			return v, errors.New("finishing the creation was made to fail")
		}
		return v, s.store.note("create", key)
	default:
		if s.store.fails("update", text(prior, "key")) {
			return prior, errors.New("updating was made to fail")
		}
		id := text(prior, "id")
		_, generation, err := s.store.load(t.Body, id)
		if err != nil {
			return prior, err
		}
		v, err := settle(t, planned, generation+1)
		if err != nil {
			return prior, err
		}
		if err := s.store.save(t.Body, id, v, generation+1); err != nil {
			return v, err
		}
		return v, s.store.note("update", text(planned, "key"))
	}
}

func (s *server) ImportResourceState(_ context.Context, req *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	v, _, err := s.store.load(s.types[req.TypeName].Body, req.ID)
	if err == nil && v.IsNull() {
		err = fmt.Errorf("there is no object %q to import", req.ID)
	}
	out, err := s.pack(req.TypeName, v, err)
	if err != nil {
		return &tfprotov6.ImportResourceStateResponse{Diagnostics: problem(err)}, nil
	}
	return &tfprotov6.ImportResourceStateResponse{
		ImportedResources: []*tfprotov6.ImportedResource{{TypeName: req.TypeName, State: out}},
	}, nil
}

func (s *server) ReadDataSource(_ context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	body := lookup()
	config, err := msgpack.Unmarshal(req.Config.MsgPack, body.valueType())
	if err != nil {
		return nil, err
	}
	v := config.AsValueMap()
	query := text(config, "query")
	v["id"] = cty.StringVal(query)
	for name, a := range body.Attrs {
		if a.Computed && name != "id" {
			v[name] = invent(a.Type, query, 1)
		}
	}
	packed, err := msgpack.Marshal(cty.ObjectVal(v), body.valueType())
	return &tfprotov6.ReadDataSourceResponse{State: &tfprotov6.DynamicValue{MsgPack: packed}, Diagnostics: problem(err)}, nil
}

func (s *server) OpenEphemeralResource(_ context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	typ := token().valueType()
	config, err := msgpack.Unmarshal(req.Config.MsgPack, typ)
	if err != nil {
		return nil, err
	}
	v := with(config, "token", cty.StringVal("token of "+text(config, "name")))
	packed, err := msgpack.Marshal(v, typ)
	return &tfprotov6.OpenEphemeralResourceResponse{Result: &tfprotov6.DynamicValue{MsgPack: packed}, Diagnostics: problem(err)}, nil
}

// unpack decodes a value of a resource type.
func (s *server) unpack(typeName string, v *tfprotov6.DynamicValue) (cty.Value, error) {
	t, ok := s.types[typeName]
	if !ok {
		return cty.NilVal, fmt.Errorf("no resource type %q", typeName)
	}
	return msgpack.Unmarshal(v.MsgPack, t.Body.valueType())
}

// pack encodes a value of a resource type, or returns the given error.
func (s *server) pack(typeName string, v cty.Value, err error) (*tfprotov6.DynamicValue, error) {
	if err != nil {
		return nil, err
	}
	data, err := msgpack.Marshal(v, s.types[typeName].Body.valueType())
	if err != nil {
		return nil, err
	}
	return &tfprotov6.DynamicValue{MsgPack: data}, nil
}

// text returns a string attribute, or "" if it is null or unknown.
func text(v cty.Value, name string) string {
	a := v.GetAttr(name)
	if a.IsNull() || !a.IsKnown() {
		return ""
	}
	return a.AsString()
}

func with(v cty.Value, name string, a cty.Value) cty.Value {
	m := v.AsValueMap()
	m[name] = a
	return cty.ObjectVal(m)
}

// problem returns the diagnostics for an error, or none for nil.
func problem(err error) []*tfprotov6.Diagnostic {
	if err == nil {
		return nil
	}
	return []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "parity: " + err.Error()}}
}
