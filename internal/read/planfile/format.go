package planfile

import (
	"fmt"
	"math"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/source"
)

// This file says what the messages of a plan look like. [messageType.check] is the only place that decides
// whether a field may stand where it stands.
//
// What protobuf does with a message that no program writes is surprising: a message that occurs twice is merged
// from both occurrences, of a scalar the last one counts, and a field of the wrong type is ignored. So somebody
// could hide in a file what the program that applies it does. Neither Terraform nor OpenTofu writes such messages.
// planfmt rejects the file.

// messageType is a message of the format.
type messageType struct {
	name   string
	fields []fieldType // by number; one without a name is not known
	// ignored is the number of a field that is known, and that nobody needs.
	ignored protowire.Number
}

// fieldType is a field of a message.
type fieldType struct {
	name string
	kind fieldKind
	// repeated says that the field may occur more than once.
	repeated bool
	// oneOf is not 0 if only one of the message's fields with the same number may occur.
	oneOf uint8
}

// fieldKind is what a field has.
type fieldKind uint8

const (
	uintField fieldKind = iota
	intField
	boolField
	enumField
	textField
	bytesField
	messageField
	// boolOrMessage is a bool of Terraform, and a message of OpenTofu.
	boolOrMessage
	// messageOrText is a message of Terraform, and a text of OpenTofu.
	messageOrText
)

// wireError says that a message is not as the format says. Then it is not known what another program makes of the
// file.
type wireError struct{ msg string }

// Error says which field it is, and what is wrong with it.
func (e *wireError) Error() string { return e.msg }

func wireErrorf(format string, args ...any) error { return &wireError{fmt.Sprintf(format, args...)} }

// seenFields are the fields of a message that have occurred, as bits. All known numbers are below 64.
type seenFields struct {
	fields, oneOfs uint64
	unknown        *source.Unknown // counts those that are not known; may be nil
}

// field returns what is known of a field, or nil.
func (t *messageType) field(number protowire.Number) *fieldType {
	if int(number) >= len(t.fields) || t.fields[number].name == "" {
		return nil
	}
	return &t.fields[number]
}

// check says what is wrong with the next field of a message, in which seen has occurred. A field that is not known
// may have anything.
func (t *messageType) check(seen *seenFields, f field) error {
	spec := t.field(f.number)
	if spec == nil {
		if f.number != t.ignored {
			seen.unknown.AddField(t.name, int(f.number))
		}
		return nil
	}
	if !spec.kind.matches(f.typ) {
		return wireErrorf("the field %s of %s is of the wrong type (%d)", spec.name, t.name, f.typ)
	}
	if bit := uint64(1) << f.number; !spec.repeated {
		if seen.fields&bit != 0 {
			return wireErrorf("the field %s of %s occurs twice", spec.name, t.name)
		}
		seen.fields |= bit
	}
	if spec.oneOf != 0 {
		bit := uint64(1) << spec.oneOf
		if seen.oneOfs&bit != 0 {
			return wireErrorf("the field %s of %s occurs together with another one that excludes it", spec.name, t.name)
		}
		seen.oneOfs |= bit
	}
	switch {
	case spec.kind == enumField && (int64(f.num) > math.MaxInt32 || int64(f.num) < math.MinInt32):
		return wireErrorf("the field %s of %s has more than 32 bits", spec.name, t.name) // others see its lower half
	case spec.kind == textField && !utf8.Valid(f.bytes):
		return wireErrorf("the field %s of %s is not valid UTF-8", spec.name, t.name)
	}
	return nil
}

// matches reports whether a field of the kind is written as a type.
func (k fieldKind) matches(typ protowire.Type) bool {
	switch k {
	case boolOrMessage:
		return typ == protowire.VarintType || typ == protowire.BytesType
	case uintField, intField, boolField, enumField:
		return typ == protowire.VarintType
	}
	return typ == protowire.BytesType
}

// executionGraph is a field for experiments of OpenTofu.
const executionGraph = 500_000_000

// The messages. Numbers that are missing are reserved, or those of fields that planfmt does not know.

var planType = &messageType{name: "Plan", ignored: executionGraph, fields: []fieldType{
	1:  {name: "version", kind: uintField},
	2:  {name: "variables", kind: messageField, repeated: true},
	3:  {name: "resource_changes", kind: messageField, repeated: true},
	4:  {name: "output_changes", kind: messageField, repeated: true},
	5:  {name: "target_addrs", kind: textField, repeated: true},
	6:  {name: "exclude_addrs", kind: textField, repeated: true},
	13: {name: "backend", kind: messageField},
	14: {name: "terraform_version", kind: textField},
	15: {name: "relevant_attributes", kind: messageField, repeated: true},
	16: {name: "force_replace_addrs", kind: textField, repeated: true},
	17: {name: "ui_mode", kind: enumField},
	18: {name: "resource_drift", kind: messageField, repeated: true},
	19: {name: "check_results", kind: messageField, repeated: true},
	20: {name: "errored", kind: boolField},
	21: {name: "timestamp", kind: textField},
	22: {name: "function_results", kind: messageOrText, repeated: true},
	25: {name: "applyable", kind: boolField},
	26: {name: "complete", kind: boolField},
	27: {name: "deferred_changes", kind: messageField, repeated: true},
	28: {name: "apply_time_variables", kind: textField, repeated: true},
	29: {name: "state_store", kind: messageField},
	30: {name: "action_invocations", kind: messageField, repeated: true},
	31: {name: "deferred_action_invocations", kind: messageField, repeated: true},
	32: {name: "action_target_addrs", kind: textField, repeated: true},
}}

var variableType = &messageType{name: "VariablesEntry", fields: []fieldType{
	1: {name: "key", kind: textField},
	2: {name: "value", kind: messageField},
}}

var backendType = &messageType{name: "Backend", fields: []fieldType{
	1: {name: "type", kind: textField},
	2: {name: "config", kind: messageField},
	3: {name: "workspace", kind: textField},
	4: {name: "provider", kind: messageField},
}}

var providerType = &messageType{name: "Provider", fields: []fieldType{
	1: {name: "source", kind: textField},
	2: {name: "version", kind: textField},
}}

var resourceChangeType = &messageType{name: "ResourceInstanceChange", fields: []fieldType{
	1:  {name: "module_path", kind: textField},
	2:  {name: "mode", kind: enumField},
	3:  {name: "type", kind: textField},
	4:  {name: "name", kind: textField},
	5:  {name: "str", kind: textField, oneOf: 1},
	6:  {name: "int", kind: intField, oneOf: 1},
	7:  {name: "deposed_key", kind: textField},
	8:  {name: "provider", kind: textField},
	9:  {name: "change", kind: messageField},
	10: {name: "private", kind: bytesField},
	11: {name: "required_replace", kind: messageField, repeated: true},
	12: {name: "action_reason", kind: enumField},
	13: {name: "addr", kind: textField},
	14: {name: "prev_run_addr", kind: textField},
}}

var changeType = &messageType{name: "Change", fields: []fieldType{
	1: {name: "action", kind: enumField},
	2: {name: "values", kind: messageField, repeated: true},
	3: {name: "before_sensitive_paths", kind: messageField, repeated: true},
	4: {name: "after_sensitive_paths", kind: messageField, repeated: true},
	5: {name: "importing", kind: messageField},
	6: {name: "generated_config", kind: textField},
	7: {name: "before_identity", kind: messageField},
	8: {name: "after_identity", kind: messageField},
}}

var importingType = &messageType{name: "Importing", fields: []fieldType{
	1: {name: "id", kind: textField},
	2: {name: "unknown", kind: boolOrMessage},
	3: {name: "identity", kind: messageField},
}}

var outputChangeType = &messageType{name: "OutputChange", fields: []fieldType{
	1: {name: "name", kind: textField},
	2: {name: "change", kind: messageField},
	3: {name: "sensitive", kind: boolField},
}}

var deferredChangeType = &messageType{name: "DeferredResourceInstanceChange", fields: []fieldType{
	1: {name: "deferred", kind: messageField},
	2: {name: "change", kind: messageField},
}}

var deferredActionType = &messageType{name: "DeferredActionInvocation", fields: []fieldType{
	1: {name: "deferred", kind: messageField},
	2: {name: "action_invocation", kind: messageField},
}}

var deferredType = &messageType{name: "Deferred", fields: []fieldType{
	1: {name: "reason", kind: enumField},
}}

var pathType = &messageType{name: "Path", fields: []fieldType{
	1: {name: "steps", kind: messageField, repeated: true},
}}

var stepType = &messageType{name: "Path.Step", fields: []fieldType{
	1: {name: "attribute_name", kind: textField, oneOf: 1},
	2: {name: "element_key", kind: messageField, oneOf: 1},
}}

var dynamicType = &messageType{name: "DynamicValue", fields: []fieldType{
	1: {name: "msgpack", kind: bytesField},
}}

var checkType = &messageType{name: "CheckResults", fields: []fieldType{
	1: {name: "kind", kind: enumField},
	2: {name: "config_addr", kind: textField},
	3: {name: "status", kind: enumField},
	4: {name: "objects", kind: messageField, repeated: true},
}}

var checkObjectType = &messageType{name: "CheckResults.ObjectResult", fields: []fieldType{
	1: {name: "object_addr", kind: textField},
	2: {name: "status", kind: enumField},
	3: {name: "failure_messages", kind: textField, repeated: true},
}}

var actionType = &messageType{name: "ActionInvocationInstance", fields: []fieldType{
	1: {name: "addr", kind: textField},
	2: {name: "provider", kind: textField},
	4: {name: "config_value", kind: messageField},
	5: {name: "sensitive_config_paths", kind: messageField, repeated: true},
	6: {name: "lifecycle_action_trigger", kind: messageField, oneOf: 1},
	7: {name: "invoke_action_trigger", kind: messageField, oneOf: 1},
}}

var invokeType = &messageType{name: "InvokeActionTrigger", fields: []fieldType{
	1: {name: "calling_resource_addr", kind: textField},
}}

var functionType = &messageType{name: "FunctionCallHash", fields: []fieldType{
	1: {name: "key", kind: bytesField},
	2: {name: "result", kind: bytesField},
}}

var lifecycleType = &messageType{name: "LifecycleActionTrigger", fields: []fieldType{
	1: {name: "triggering_resource_addr", kind: textField},
	2: {name: "trigger_event", kind: enumField},
	3: {name: "action_trigger_block_index", kind: intField},
	4: {name: "actions_list_index", kind: intField},
	5: {name: "on_failure", kind: enumField},
}}

var relevantType = &messageType{name: "resource_attr", fields: []fieldType{
	1: {name: "resource", kind: textField},
	2: {name: "attr", kind: messageField},
}}
