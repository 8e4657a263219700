package jsonlog

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// decode returns the event of a line of a log. It adds the values of sensitive outputs to the
// secrets, and drops them. unclear says that somebody else may read the line differently.
func decode(v values.Value, unclear bool, secrets *Secrets) Event {
	e := Event{
		Type: Type(text(v, "type")), Level: text(v, "@level"), Message: text(v, "@message"), Code: text(v, "message_code"),
		Time: instant(text(v, "@timestamp")),
	}
	if e.Type == Text {
		e.Type = LogLine // OpenTofu writes some lines without a type
	}
	switch e.Type {
	case Version:
		e.Program = decodeProgram(v)
	case Diagnostics:
		e.Diagnostic = decodeOwnDiagnostic(&e, v.Get("diagnostic"))
	case PolicyDiagnostics:
		e.Diagnostic = decodeOwnDiagnostic(&e, v.Get("policy_diagnostic"))
		p := decodePolicy(v)
		e.Diagnostic.Policy = cmp.Or(p.Name, p.File, p.Set, "a policy")
		e.Diagnostic.Address = cmp.Or(e.Diagnostic.Address, p.Target)
	case PolicyInfo, PolicyResult, PolicySummary:
		e.Policy = decodePolicy(v)
	case ListFound:
		e.Found = decodeFound(v.Get(string(e.Type)))
	case PlannedChange, ResourceDrift:
		c := decodeChange(v.Get("change"))
		e.Change = &c
	case PlannedAction:
		e.Invocation = decodeInvocation(v)
		if e.Invocation.Address == "" {
			_, e.Invocation.Address, _ = strings.Cut(e.Message, ": ")
		}
	case ChangeSummary:
		e.Summary = decodeSummary(v.Get("changes"), e.Message)
	case OutputValues:
		e.Outputs = decodeOutputs(v.Get("outputs"), unclear, secrets)
	case TestFile, TestRun:
		e.Test = decodeTest(v.Get(string(e.Type)))
	case TestSummary:
		t := v.Get("test_summary")
		e.TestTotals = &TestTotals{
			Status: text(t, "status"), Passed: count(t, "passed"), Failed: count(t, "failed"),
			Errored: count(t, "errored"), Skipped: count(t, "skipped"),
		}
	case TestAbstract:
		e.Tests = map[string]int{}
		for _, m := range v.Get("test_abstract").Members() {
			e.Tests[strings.Clone(m.Name)] = m.Value.Len()
		}
	case TestCleanup:
		e.LeftOver = decodeLeftOver(v.Get("test_cleanup").Get("failed_resources"))
	case TestInterrupt:
		t := v.Get("test_interrupt")
		e.LeftOver = decodeLeftOver(t.Get("state"))
		for _, m := range t.Get("states").Members() {
			e.LeftOver = append(e.LeftOver, decodeLeftOver(m.Value)...)
		}
	default:
		if kind, phase := e.Type.Operation(); phase != NoPhase && kind == "list" {
			e.Hook = decodeHook(v.Get(string(e.Type)))
		} else if phase != NoPhase {
			e.Hook = decodeHook(v.Get("hook"))
		}
	}
	return e
}

// text returns a member that is a string, and "" if it is none. The text is valid for ever.
func text(v values.Value, name string) string {
	if m := v.Get(name); m.Kind() == values.String {
		return m.Text()
	}
	return ""
}

// count returns a member that is a whole number, and 0 if it is none.
func count(v values.Value, name string) int {
	n, _ := number(v, name)
	return max(0, int(n))
}

// number returns a member that is a number. Fractions count.
func number(v values.Value, name string) (n float64, ok bool) {
	m := v.Get(name)
	if m.Kind() != values.Number {
		return 0, false
	}
	n, err := strconv.ParseFloat(m.JSON(), 64)
	const most = 1 << 40
	return min(max(n, -most), most), err == nil
}

// seconds returns a member that is a number of seconds.
func seconds(v values.Value, name string) (d time.Duration, ok bool) {
	n, ok := number(v, name)
	const longest = 100 * 365 * 24 * 3600
	return time.Duration(min(max(n, 0), longest) * float64(time.Second)), ok
}

func instant(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

func decodeProgram(v values.Value) *Program {
	p := &Program{UI: text(v, "ui")}
	switch {
	case text(v, "terraform") != "":
		p.Product, p.Version = "terraform", text(v, "terraform")
	case text(v, "tofu") != "":
		p.Product, p.Version = "opentofu", text(v, "tofu")
	}
	if p.Product == "terraform" && (strings.HasPrefix(text(v, "@module"), "tofu") || strings.HasPrefix(text(v, "@message"), "OpenTofu")) {
		p.Product = "opentofu"
	}
	return p
}

func decodeResource(v values.Value) Resource {
	r := Resource{
		Address: text(v, "addr"), Module: text(v, "module"), Type: text(v, "resource_type"), Name: text(v, "resource_name"),
		Deposed: text(v, "deposed_key"),
	}
	if k := v.Get("resource_key"); k.Kind() == values.String || k.Kind() == values.Number {
		r.Key = plans.InstanceKey(k.JSON())
	}
	return r
}

func decodeChange(v values.Value) Change {
	c := Change{
		Resource: decodeResource(v.Get("resource")), Previous: text(v.Get("previous_resource"), "addr"),
		Action: text(v, "action"), Reason: text(v, "reason"), HasConfig: text(v, "generated_config") != "",
	}
	if c.Action == "noop" && isOfReplacement(actionReason(c.Reason)) {
		c.Action = "replace" // OpenTofu calls one that forgets the old object so
	}
	if i := v.Get("importing"); i.Kind() == values.Object {
		c.Importing, c.ImportID = true, text(i, "id")
		if id := i.Get("identity"); id.Kind() == values.Object {
			c.ImportIdentity = id.JSON()
		}
	}
	return c
}

// decodeInvocation reads a planned invocation of an action.
func decodeInvocation(v values.Value) *Invocation {
	for _, name := range []string{"invocation", "action_invocation"} {
		if m := v.Get(name); m.Kind() == values.Object {
			v = m
			break
		}
	}
	i := &Invocation{}
	for _, name := range []string{"action_addr", "action", "address", "addr"} {
		switch a := v.Get(name); {
		case i.Address != "":
		case a.Kind() == values.Object:
			i.Address, i.Type = cmp.Or(text(a, "addr"), text(a, "address")), cmp.Or(text(a, "action_type"), text(a, "type"))
		default:
			i.Address, i.Type = text(v, name), text(v, "type")
		}
	}
	i.OnFailure = onFailure(v.Get("lifecycle_trigger"))
	if t := cmp.Or(text(v, "triggering_resource"), text(v.Get("lifecycle_action_trigger"), "triggering_resource_address")); t != "" {
		i.Trigger = t
	} else if l := v.Get("lifecycle_trigger"); l.Kind() == values.Object {
		i.Trigger = text(l.Get("resource"), "addr")
		if i.Trigger == "" {
			i.Trigger = text(l.Get("triggering_resource"), "addr")
		}
	}
	return i
}

// decodeHook reads a step of an operation. What it is about has another name in some types.
func decodeHook(v values.Value) *Hook {
	h := &Hook{
		Resource: decodeResource(v.Get("resource")), Action: text(v, "action"), Provisioner: text(v, "provisioner"),
		IDKey: text(v, "id_key"), ID: text(v, "id_value"), Output: text(v, "output"),
		Message: text(v, "message"), Err: text(v, "error"),
	}
	for _, name := range []string{"action", "address", "addr"} {
		if h.Resource.Address != "" {
			break
		}
		if m := v.Get(name); m.Kind() == values.Object {
			h.Resource = Resource{Address: cmp.Or(text(m, "addr"), text(m, "action_addr"), text(m, "address")), Module: text(m, "module")}
		} else if name != "action" {
			h.Resource.Address = text(v, name)
		}
	}
	if h.Action == "" {
		h.Action = ephemeralAction(text(v, "Msg"))
	}
	h.Continues = onFailure(v.Get("lifecycle")) == "continue"
	h.Elapsed, h.HasElapsed = seconds(v, "elapsed_seconds")
	return h
}

// onFailure returns what happens if an action fails that a resource triggers: continue or halt.
func onFailure(trigger values.Value) string {
	return strings.TrimPrefix(strings.ToLower(text(trigger, "on_failure")), "actiononfailure")
}

// ephemeralAction returns what is done to an ephemeral resource, of which OpenTofu has only a text such as "Open complete".
func ephemeralAction(message string) string {
	for _, action := range []string{"open", "renew", "clos"} {
		if strings.HasPrefix(strings.ToLower(message), action) {
			return strings.Replace(action, "clos", "close", 1)
		}
	}
	return ""
}

// decodePolicy reads what a policy says.
func decodePolicy(v values.Value) *Policy {
	m, info := v.Get("policy_metadata"), v.Get("policy_info")
	return &Policy{
		Target: cmp.Or(text(v, "target_address"), text(v, "list_block_address")),
		Name:   cmp.Or(text(m, "policy_name"), text(v, "policy_address")),
		Set:    text(m, "policy_set_name"), File: text(m, "file_name"), Enforcement: text(m, "enforcement_level"),
		Result:  strings.ToLower(strings.TrimSuffix(cmp.Or(text(v, "result"), text(v, "overall_result")), "Result")),
		Message: cmp.Or(text(info, "message"), text(info, "detail"), text(info, "summary")),
	}
}

// decodeFound reads an object that a query has found. Its values are not kept: nothing says which of them are sensitive.
func decodeFound(v values.Value) *Found {
	f := &Found{
		List: text(v, "address"), Type: text(v, "resource_type"), DisplayName: text(v, "display_name"),
		Config: text(v, "config"), ImportConfig: text(v, "import_config"),
	}
	if id := v.Get("identity"); id.Kind() == values.Object {
		f.Identity = values.Of(id.JSON())
	}
	return f
}

// decodeSummary reads counts. Older versions have only some of them, and the message may say
// more.
func decodeSummary(v values.Value, message string) *Summary {
	s := &Summary{Operation: text(v, "operation")}
	s.Import, s.Add, s.Change = count(v, "import"), count(v, "add"), count(v, "change")
	s.Destroy, s.Forget, s.Invoke = count(v, "remove"), count(v, "forget"), count(v, "action_invocation")
	s.InvokeFailed = count(v, "action_fail")
	if s.Operation == "" {
		switch {
		case strings.HasPrefix(message, "Plan:"):
			s.Operation = "plan"
		case strings.HasPrefix(message, "Destroy complete!"):
			s.Operation = "destroy"
		case strings.HasPrefix(message, "Apply complete!"):
			s.Operation = "apply"
		}
	}
	return s
}

// decodeOutputs reads the outputs of a line. unclear is that of [decode].
func decodeOutputs(v values.Value, unclear bool, secrets *Secrets) (all []Output) {
	marked := false // so that the program writes marks
	for _, m := range v.Members() {
		marked = marked || m.Value.Get("sensitive").Kind() != values.Absent
	}
	for _, m := range v.Members() {
		all = append(all, decodeOutput(strings.Clone(m.Name), m.Value, unclear, marked, secrets))
	}
	return all
}

// decodeOutput reads an output. If it is unclear whether the value is sensitive, or if it was sensitive before, it is hidden.
func decodeOutput(name string, v values.Value, unclear, marked bool, secrets *Secrets) Output {
	o := Output{Name: name, Action: text(v, "action")}
	mark := v.Get("sensitive")
	o.Sensitive = unclear || secrets.outputs[name] || mark.Kind() == values.Absent && marked || mark.Kind() != values.Absent && !isFalse(mark)
	value := v.Get("value")
	if o.Sensitive {
		secrets.addOutput(name)
		secrets.addValue(value)
		return o
	}
	o.Value, o.Type = value.JSON(), v.Get("type").JSON()
	return o
}

func isFalse(v values.Value) bool { return v.Kind() == values.Bool && !v.IsTrue() }

func decodeTest(v values.Value) *Test {
	t := &Test{Path: text(v, "path"), Run: text(v, "run"), Progress: text(v, "progress"), Status: text(v, "status")}
	if ms, ok := number(v, "elapsed"); ok {
		t.Elapsed = time.Duration(ms * float64(time.Millisecond))
	}
	return t
}

// decodeLeftOver reads a list of objects that are left over.
func decodeLeftOver(v values.Value) (all []Resource) {
	for _, m := range v.Elems() {
		address := text(m, "instance")
		all = append(all, Resource{Address: address, Deposed: text(m, "deposed_key")})
	}
	return all
}

func decodeValidation(v values.Value) Event {
	e := Event{Type: Validation, Validity: &Validity{
		Valid: v.Get("valid").IsTrue(), Errors: count(v, "error_count"), Warnings: count(v, "warning_count"),
	}}
	for _, d := range v.Get("diagnostics").Elems() {
		e.Diagnostics = append(e.Diagnostics, decodeDiagnostic(d))
	}
	return e
}

// decodeOwnDiagnostic reads the diagnostic that a line is about. If the line says less than its level does, the level counts.
func decodeOwnDiagnostic(e *Event, v values.Value) *Diagnostic {
	d := decodeDiagnostic(v)
	if d.Summary == "" && d.Detail == "" {
		d.Summary = e.Message
	}
	switch {
	case e.isAlarm():
		d.Severity = "error"
	case d.Severity == "" && e.Level == "warn":
		d.Severity = "warning"
	}
	return &d
}

func decodeDiagnostic(v values.Value) Diagnostic {
	d := Diagnostic{Severity: text(v, "severity"), Summary: text(v, "summary"), Detail: text(v, "detail"), Address: text(v, "address")}
	if r := v.Get("range"); r.Kind() == values.Object {
		start, end := r.Get("start"), r.Get("end")
		d.Range = &Range{
			File: text(r, "filename"), StartLine: count(start, "line"), StartColumn: count(start, "column"),
			EndLine: count(end, "line"), EndColumn: count(end, "column"),
		}
	}
	if s := v.Get("snippet"); s.Kind() == values.Object {
		d.Snippet = decodeSnippet(s)
	}
	return d
}

func decodeSnippet(v values.Value) *Snippet {
	s := &Snippet{
		Context: text(v, "context"), Code: text(v, "code"), StartLine: count(v, "start_line"),
		Start: count(v, "highlight_start_offset"), End: count(v, "highlight_end_offset"),
	}
	s.Start = min(s.Start, len(s.Code))
	s.End = min(max(s.End, s.Start), len(s.Code))
	for _, m := range v.Get("values").Elems() {
		s.Values = append(s.Values, ExpressionValue{text(m, "traversal"), text(m, "statement")})
	}
	if f := v.Get("function_call"); f.Kind() == values.Object {
		s.Function = &FunctionCall{Name: text(f, "called_as")}
		if sig := f.Get("signature"); sig.Kind() == values.Object {
			s.Function.HasSignature = true
			for _, p := range sig.Get("params").Elems() {
				s.Function.Parameters = append(s.Function.Parameters, text(p, "name"))
			}
			if p := sig.Get("variadic_param"); p.Kind() == values.Object {
				s.Function.Parameters = append(s.Function.Parameters, text(p, "name")+"...")
			}
		}
	}
	if t := v.Get("test_assertion_expr"); t.Kind() == values.Object {
		s.Comparison = &Comparison{text(t, "lhs"), text(t, "rhs"), text(t, "warning"), t.Get("show_verbose").IsTrue()}
	}
	return s
}
