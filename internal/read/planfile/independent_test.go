package planfile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/plans"
)

// The tests in this file read messages with the protobuf library, as the programs do that apply plans, and compare
// what it makes of them with what this package does. The description of the messages is that of Terraform.

// described are the messages of the format, a line for each, with their fields: number, name, type. A * is a
// repeated field, | a member of the oneof of the message, and a type with a capital letter is a message.
const described = `
Plan: 1 version uint64, 2 variables *VariablesEntry, 3 resource_changes *ResourceInstanceChange, 4 output_changes *OutputChange, 5 target_addrs *string, 13 backend Backend, 14 terraform_version string, 15 relevant_attributes *ResourceAttr, 16 force_replace_addrs *string, 17 ui_mode Mode, 18 resource_drift *ResourceInstanceChange, 19 check_results *CheckResults, 20 errored bool, 21 timestamp string, 22 function_results *FunctionCallHash, 25 applyable bool, 26 complete bool, 27 deferred_changes *DeferredResourceInstanceChange, 28 apply_time_variables *string, 29 state_store Backend, 30 action_invocations *ActionInvocationInstance, 31 deferred_action_invocations *DeferredActionInvocation, 32 action_target_addrs *string
VariablesEntry: 1 key string, 2 value DynamicValue
Backend: 1 type string, 2 config DynamicValue, 3 workspace string, 4 provider Provider
Provider: 1 source string, 2 version string
Change: 1 action Action, 2 values *DynamicValue, 3 before_sensitive_paths *Path, 4 after_sensitive_paths *Path, 5 importing Importing, 6 generated_config string, 7 before_identity DynamicValue, 8 after_identity DynamicValue
ResourceInstanceChange: 7 deposed_key string, 8 provider string, 9 change Change, 10 private bytes, 11 required_replace *Path, 12 action_reason Reason, 13 addr string, 14 prev_run_addr string
DeferredResourceInstanceChange: 1 deferred Deferred, 2 change ResourceInstanceChange
Deferred: 1 reason Reason
OutputChange: 1 name string, 2 change Change, 3 sensitive bool
CheckResults: 1 kind Kind, 2 config_addr string, 3 status Status, 4 objects *ObjectResult
ObjectResult: 1 object_addr string, 2 status Status, 3 failure_messages *string
DynamicValue: 1 msgpack bytes
Path: 1 steps *Step
Step: 1 attribute_name |string, 2 element_key |DynamicValue
Importing: 1 id string, 2 unknown bool, 3 identity DynamicValue
FunctionCallHash: 1 key bytes, 2 result bytes
ActionInvocationInstance: 1 addr string, 2 provider string, 4 config_value DynamicValue, 5 sensitive_config_paths *Path, 6 lifecycle_action_trigger |LifecycleTrigger, 7 invoke_action_trigger |InvokeTrigger
LifecycleTrigger: 1 triggering_resource_addr string, 2 trigger_event Event, 3 action_trigger_block_index int64, 4 actions_list_index int64, 5 on_failure Event
InvokeTrigger: 1 calling_resource_addr string
DeferredActionInvocation: 1 deferred Deferred, 2 action_invocation ActionInvocationInstance
ResourceAttr: 1 resource string, 2 attr Path`

// describe returns the descriptor of the message Plan.
func describe(t testing.TB) protoreflect.MessageDescriptor {
	t.Helper()
	enums := []string{"Mode", "Action", "Reason", "Kind", "Status", "Event"}
	file := &descriptorpb.FileDescriptorProto{Name: proto.String("plan.proto"), Package: proto.String("p"), Syntax: proto.String("proto3")}
	for _, name := range enums {
		file.EnumType = append(file.EnumType, &descriptorpb.EnumDescriptorProto{
			Name: &name, Value: []*descriptorpb.EnumValueDescriptorProto{{Name: proto.String(name + "_ZERO"), Number: proto.Int32(0)}},
		})
	}
	for line := range strings.Lines(strings.TrimSpace(described)) {
		name, fields, _ := strings.Cut(strings.TrimSpace(line), ":")
		m := &descriptorpb.DescriptorProto{Name: &name}
		for _, spec := range strings.Split(fields, ",") {
			if strings.TrimSpace(spec) == "" {
				continue
			}
			var number int32
			var field, typ string
			if _, err := fmt.Sscan(spec, &number, &field, &typ); err != nil {
				t.Fatal(spec, err)
			}
			d := &descriptorpb.FieldDescriptorProto{Name: &field, Number: &number, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
			if rest, ok := strings.CutPrefix(typ, "*"); ok {
				typ, d.Label = rest, descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			}
			if rest, ok := strings.CutPrefix(typ, "|"); ok {
				typ, d.OneofIndex = rest, proto.Int32(0)
				if len(m.OneofDecl) == 0 {
					m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("one")})
				}
			}
			switch typ {
			case "uint64":
				d.Type = descriptorpb.FieldDescriptorProto_TYPE_UINT64.Enum()
			case "int64":
				d.Type = descriptorpb.FieldDescriptorProto_TYPE_INT64.Enum()
			case "bool":
				d.Type = descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum()
			case "string":
				d.Type = descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum()
			case "bytes":
				d.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
			default:
				d.Type, d.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String(".p."+typ)
				if slices.Contains(enums, typ) {
					d.Type = descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum()
				}
			}
			m.Field = append(m.Field, d)
		}
		file.MessageType = append(file.MessageType, m)
	}
	built, err := protodesc.NewFile(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return built.Messages().ByName("Plan")
}

// sheet is what a plan says, a line for each part of it.
type sheet struct{ lines []string }

func (s *sheet) add(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// message reads the message as the protobuf library does.
func theirs(d protoreflect.MessageDescriptor, b []byte) (string, error) {
	m := dynamicpb.NewMessage(d)
	if err := proto.Unmarshal(b, m); err != nil {
		return "", err
	}
	get := func(m protoreflect.Message, name string) protoreflect.Value {
		return m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(name)))
	}
	has := func(m protoreflect.Message, name string) bool {
		return m.Has(m.Descriptor().Fields().ByName(protoreflect.Name(name)))
	}
	text := func(m protoreflect.Message, name string) string { return get(m, name).String() }
	enum := func(m protoreflect.Message, name string) int64 { return int64(get(m, name).Enum()) }
	dynamic := func(m protoreflect.Message, name string) string {
		if !has(m, name) {
			return "-"
		}
		return fmt.Sprintf("%x", get(get(m, name).Message(), "msgpack").Bytes())
	}
	each := func(m protoreflect.Message, name string, do func(protoreflect.Message)) {
		list := get(m, name).List()
		for i := range list.Len() {
			do(list.Get(i).Message())
		}
	}
	texts := func(m protoreflect.Message, name string) []string {
		var all []string
		list := get(m, name).List()
		for i := range list.Len() {
			all = append(all, list.Get(i).String())
		}
		return all
	}
	path := func(m protoreflect.Message) string {
		var b strings.Builder
		each(m, "steps", func(s protoreflect.Message) {
			if has(s, "element_key") {
				fmt.Fprintf(&b, "[%s]", dynamic(s, "element_key"))
			} else {
				fmt.Fprintf(&b, ".%q", text(s, "attribute_name"))
			}
		})
		return b.String()
	}
	paths := func(m protoreflect.Message, name string) []string {
		var all []string
		each(m, name, func(p protoreflect.Message) { all = append(all, path(p)) })
		return all
	}
	change := func(m protoreflect.Message) string {
		c := get(m, "change").Message()
		var b strings.Builder
		fmt.Fprintf(&b, "%d", enum(c, "action"))
		each(c, "values", func(v protoreflect.Message) { fmt.Fprintf(&b, " %x", get(v, "msgpack").Bytes()) })
		fmt.Fprintf(&b, " %q %q %q %s %s", paths(c, "before_sensitive_paths"), paths(c, "after_sensitive_paths"), text(c, "generated_config"),
			dynamic(c, "before_identity"), dynamic(c, "after_identity"))
		if has(c, "importing") {
			in := get(c, "importing").Message()
			fmt.Fprintf(&b, " import %q %v %s", text(in, "id"), get(in, "unknown").Bool(), dynamic(in, "identity"))
		}
		return b.String()
	}
	var s sheet
	resource := func(list string, reason int64, r protoreflect.Message) {
		s.add("%s %d %q %q %q %q %s %q %d %x", list, reason, text(r, "addr"), text(r, "prev_run_addr"), text(r, "deposed_key"), text(r, "provider"),
			change(r), paths(r, "required_replace"), enum(r, "action_reason"), get(r, "private").Bytes())
	}
	action := func(deferred bool, reason int64, a protoreflect.Message) {
		trigger := "-"
		if has(a, "lifecycle_action_trigger") {
			l := get(a, "lifecycle_action_trigger").Message()
			trigger = fmt.Sprintf("%q %d %d %d %d", text(l, "triggering_resource_addr"), enum(l, "trigger_event"), get(l, "action_trigger_block_index").Int(), get(l, "actions_list_index").Int(), enum(l, "on_failure"))
		}
		if has(a, "invoke_action_trigger") {
			trigger += fmt.Sprintf(" by %q", text(get(a, "invoke_action_trigger").Message(), "calling_resource_addr"))
		}
		s.add("action %v %d %q %q %s %q %s %v", deferred, reason, text(a, "addr"), text(a, "provider"), dynamic(a, "config_value"),
			paths(a, "sensitive_config_paths"), trigger, has(a, "invoke_action_trigger"))
	}
	p := m.ProtoReflect()
	each(p, "variables", func(v protoreflect.Message) { s.add("variable %q %s", text(v, "key"), dynamic(v, "value")) })
	each(p, "resource_changes", func(r protoreflect.Message) { resource("change", 0, r) })
	each(p, "resource_drift", func(r protoreflect.Message) { resource("drift", 0, r) })
	each(p, "deferred_changes", func(d protoreflect.Message) {
		resource("deferred", enum(get(d, "deferred").Message(), "reason"), get(d, "change").Message())
	})
	each(p, "output_changes", func(o protoreflect.Message) {
		s.add("output %q %v %s", text(o, "name"), get(o, "sensitive").Bool(), change(o))
	})
	each(p, "check_results", func(c protoreflect.Message) {
		line := fmt.Sprintf("check %d %q %d", enum(c, "kind"), text(c, "config_addr"), enum(c, "status"))
		each(c, "objects", func(o protoreflect.Message) {
			line += fmt.Sprintf(" (%q %d %q)", text(o, "object_addr"), enum(o, "status"), texts(o, "failure_messages"))
		})
		s.add("%s", line)
	})
	each(p, "action_invocations", func(a protoreflect.Message) { action(false, 0, a) })
	each(p, "deferred_action_invocations", func(d protoreflect.Message) {
		action(true, enum(get(d, "deferred").Message(), "reason"), get(d, "action_invocation").Message())
	})
	for _, name := range []string{"backend", "state_store"} {
		if !has(p, name) {
			continue
		}
		b := get(p, name).Message()
		provider := "-"
		if has(b, "provider") {
			provider = fmt.Sprintf("%q %q", text(get(b, "provider").Message(), "source"), text(get(b, "provider").Message(), "version"))
		}
		s.add("%s %q %s %q %s", name, text(b, "type"), dynamic(b, "config"), text(b, "workspace"), provider)
	}
	each(p, "relevant_attributes", func(r protoreflect.Message) {
		s.add("relevant %q %s", text(r, "resource"), path(get(r, "attr").Message()))
	})
	s.add("plan %d %q %q %d %v %v %v", get(p, "version").Uint(), text(p, "terraform_version"), text(p, "timestamp"), enum(p, "ui_mode"),
		get(p, "errored").Bool(), get(p, "applyable").Bool(), get(p, "complete").Bool())
	s.add("%q %q %q %q", texts(p, "target_addrs"), texts(p, "force_replace_addrs"), texts(p, "action_target_addrs"), texts(p, "apply_time_variables"))
	s.add("%d fields are not known", unknownFields(p))
	return s.String(), nil
}

// unknownFields counts the fields that the description does not have, apart from those that planfmt knows all the same.
func unknownFields(m protoreflect.Message) (count int) {
	for b := m.GetUnknown(); len(b) > 0; {
		number, typ, n := protowire.ConsumeField(b)
		b = b[n:]
		switch is := m.Descriptor().Name(); {
		case is == "ResourceInstanceChange" && number <= 6: // the address in parts
		case is == "Plan" && number == 6: // OpenTofu's excludes
		case is == "Importing" && number == 2 && typ == protowire.BytesType: // OpenTofu's identity
		default:
			count++
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				count += unknownFields(v.List().Get(i).Message())
			}
		default:
			count += unknownFields(v.Message())
		}
		return true
	})
	return count
}

func (s *sheet) String() string {
	slices.Sort(s.lines) // the order of entries is compared by the messages that they are read from
	return strings.Join(s.lines, "\n")
}

// ours reads the message with this package.
func ours(t testing.TB, message []byte) (string, error) {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.CreateHeader(&zip.FileHeader{Name: planfile.PlanMember, Method: zip.Store})
	if err == nil {
		_, err = w.Write(message)
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	in, err := jsondoc.Open(t.Context(), bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	f, err := planfile.Open(t.Context(), in, jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var s sheet
	dynamic := func(d planfile.Dynamic) string {
		if d == nil {
			return "-"
		}
		return fmt.Sprintf("%x", []byte(d))
	}
	path := func(p planfile.Path) string {
		var b strings.Builder
		for _, step := range p {
			if step.Key != nil {
				fmt.Fprintf(&b, "[%s]", dynamic(step.Key))
			} else {
				fmt.Fprintf(&b, ".%q", step.Attribute)
			}
		}
		return b.String()
	}
	paths := func(all []planfile.Path) []string {
		var texts []string
		for _, p := range all {
			texts = append(texts, path(p))
		}
		return texts
	}
	change := func(c planfile.Change) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%d", int64(c.Action))
		for _, v := range c.Values {
			fmt.Fprintf(&b, " %x", []byte(v))
		}
		fmt.Fprintf(&b, " %q %q %q %s %s", paths(c.BeforeSensitive), paths(c.AfterSensitive), c.GeneratedConfig, dynamic(c.BeforeIdentity), dynamic(c.AfterIdentity))
		if in := c.Importing; in != nil {
			fmt.Fprintf(&b, " import %q %v %s", in.ID, in.Unknown, dynamic(in.Identity))
		}
		return b.String()
	}
	trigger := func(a *planfile.ActionInvocation) string {
		text := "-"
		if l := a.Lifecycle; l != nil {
			text = fmt.Sprintf("%q %d %d %d %d", l.Resource, int64(l.Event), l.BlockIndex, l.Index, int64(l.OnFailure))
		}
		if a.Invoked {
			text += fmt.Sprintf(" by %q", a.Caller)
		}
		return text
	}
	m, err := f.Plan(func(e planfile.Entry, err error) error {
		if err != nil {
			return err // the entry is shown as one that cannot be read, and planfmt fails
		}
		switch e := e.(type) {
		case *planfile.ResourceChange:
			list := [...]string{planfile.Changes: "change", planfile.Drift: "drift", planfile.Deferred: "deferred"}[e.List]
			s.add("%s %d %q %q %q %q %s %q %d %x", list, int64(e.DeferredReason), e.Address, e.PreviousAddress, e.Deposed, e.Provider,
				change(e.Change), paths(e.RequiredReplace), int64(e.ActionReason), []byte(e.Private))
		case *planfile.OutputChange:
			s.add("output %q %v %s", e.Name, e.Sensitive, change(e.Change))
		case *planfile.Check:
			line := fmt.Sprintf("check %d %q %d", int64(e.Kind), e.Address, int64(e.Status))
			for _, o := range e.Objects {
				line += fmt.Sprintf(" (%q %d %q)", o.Address, int64(o.Status), o.Messages)
			}
			s.add("%s", line)
		case *planfile.ActionInvocation:
			s.add("action %v %d %q %q %s %q %s %v", e.Deferred, int64(e.DeferredReason), e.Address, e.Provider, dynamic(e.Config), paths(e.Sensitive), trigger(e), e.Invoked)
		case *planfile.Variable:
			s.add("variable %q %s", e.Name, dynamic(e.Value))
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	for name, b := range map[string]*planfile.Backend{"backend": m.Backend, "state_store": m.StateStore} {
		if b == nil {
			continue
		}
		provider := "-"
		if b.Provider != nil {
			provider = fmt.Sprintf("%q %q", b.Provider.Source, b.Provider.Version)
		}
		s.add("%s %q %s %q %s", name, b.Type, dynamic(b.Config), b.Workspace, provider)
	}
	for _, r := range m.Relevant {
		s.add("relevant %q %s", r.Resource, path(r.Attribute))
	}
	is := func(b *bool) bool { return b != nil && *b }
	mode := map[plans.Mode]int{plans.NormalMode: 0, plans.DestroyMode: 1, plans.RefreshOnlyMode: 2}[m.Mode]
	s.add("plan %d %q %q %d %v %v %v", m.Version, m.TerraformVersion, m.Timestamp, mode, m.Errored, is(m.Applyable), is(m.Complete))
	s.add("%q %q %q %q", m.Targets, m.ForceReplace, m.ActionTargets, m.ApplyTimeVariables)
	s.add("%d fields are not known", m.Unknown.Count())
	return s.String(), nil
}
