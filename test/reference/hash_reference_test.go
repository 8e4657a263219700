package reference_test

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// This is a second implementation of the hash, written after docs/hash.md and nothing else. It follows the text rule by rule, and is slow.

// referencePlan has the canonical forms of the entries of a plan.
type referencePlan struct {
	entries []string
	errored bool
	// skipped is why an entry that does not enter cannot be read: it may be skipped.
	skipped error
}

// hash is the section "The hash".
func (p referencePlan) hash(key []byte) string { return p.hashAs("plan", key) }

// hashAs is the hash of a form: that of a plan, or of a plan file with what only that says.
func (p referencePlan) hashAs(form string, key []byte) string {
	var digests []string
	for _, e := range p.entries {
		sum := sha256.Sum256([]byte(e))
		digests = append(digests, string(sum[:]))
	}
	slices.Sort(digests)
	state := "planned"
	if p.errored {
		state = "errored"
	}
	message := refText("planfmt-hash-3") + refText(form) + refText(state) + strings.Join(digests, "")
	prefix := ""
	if form == "file" {
		prefix = "file-"
	}
	if key == nil {
		sum := sha256.Sum256([]byte(message))
		return prefix + "sha256:" + hex.EncodeToString(sum[:])
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return prefix + "hmac-sha256:" + hex.EncodeToString(mac.Sum(nil))
}

// referenceEntries returns what enters the hash of a plan as JSON.
func referenceEntries(plan []byte, keyed bool) (p referencePlan, err error) {
	p, entered, r, err := referenceChanges(plan, keyed)
	if err == nil {
		p.entries = append(p.entries, r.configuration(entered)...)
	}
	return p, err
}

// referenceChanges returns what enters of the changes, in canonical form and as it is.
func referenceChanges(plan []byte, keyed bool) (p referencePlan, entered refEntered, r reference, err error) {
	doc, err := decodeLoosely(plan)
	if err != nil {
		return p, entered, r, err
	}
	if _, ok := doc.(map[string]any); !ok {
		return p, entered, r, fmt.Errorf("the document is not an object: %v", doc)
	}
	top := members{of: doc, err: &err}
	r = reference{top: doc, keyed: keyed, partners: map[[2]*any][]int{}, skipped: &p.skipped}
	p.errored = top.truth("errored")
	for _, rc := range top.list("resource_changes") {
		if e := r.resource(asObject(rc, &err)); e != "" {
			p.entries, entered.resources = append(p.entries, e), append(entered.resources, rc)
		}
	}
	outputs, _ := top.object("output_changes")
	if m, ok := outputs.of.(map[string]any); ok {
		entered.outputs = map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if e := r.output(name, asObject(m[name], &err)); e != "" {
				p.entries, entered.outputs[name] = append(p.entries, e), m[name]
			}
		}
	}
	for i, a := range top.list("action_invocations") {
		p.entries, entered.actions = append(p.entries, r.invocation(asObject(a, &err), i)), append(entered.actions, a)
	}
	return p, entered, r, err
}

func asObject(v any, err *error) members {
	if _, ok := v.(map[string]any); !ok && *err == nil {
		*err = fmt.Errorf("an entry is not an object: %v", v)
	}
	return members{of: v, err: err}
}

type reference struct {
	top      any
	keyed    bool
	partners map[[2]*any][]int // the counterparts of the elements of two arrays
	skipped  *error
}

func (r reference) resource(rc members) string {
	if isEphemeral(rc) {
		skipped := members{of: rc.of, err: r.skipped}
		change, _ := skipped.object("change")
		r.resourceEntry(skipped, change, "no-op", "", "")
		return ""
	}
	change, ok := rc.object("change")
	if !ok {
		rc.fail("change", "there")
	}
	actions := change.actions()
	address := rc.text("address")
	if address == "" {
		address = madeAddress(rc)
	}
	if fault := contradiction(rc, address); fault != "" && actions == "no-op" {
		*r.skipped = errors.New(fault)
	} else if fault != "" {
		rc.fail(fault, "what the address says")
	}
	previous := rc.text("previous_address")
	if previous == address {
		previous = ""
	}
	_, imports := change.object("importing")
	if actions == "no-op" && previous == "" && !imports || actions == "delete" && isData(rc, address) {
		skipped := members{of: rc.of, err: r.skipped}
		change, _ := skipped.object("change")
		r.resourceEntry(skipped, change, actions, address, previous)
		return ""
	}
	return r.resourceEntry(rc, change, actions, address, previous)
}

func (r reference) resourceEntry(rc, change members, actions, address, previous string) string {
	rc.readable(rc.of)
	importing, imports := change.object("importing")
	e := refText("resource") + refText(address) + refText(rc.text("deposed")) + refText(rc.text("provider_name")) + refText(actions) + refText(previous)
	needsBefore, needsAfter := needs(actions)
	if v := get(change.of, "before"); needsBefore && isNull(v) {
		change.fail("before", "there")
	}
	if v := get(change.of, "after"); needsAfter && v == any(absence{}) && !hasTrue(get(change.of, "after_unknown")) {
		change.fail("after", "there")
	}
	if !imports {
		e += "-"
	} else {
		e += "+" + refText(importing.text("id")) + map[bool]string{true: "t", false: "f"}[importing.truth("unknown")]
		identity := importing.value("identity")
		if _, ok := importing.object("identity"); !ok {
			identity = absence{}
		}
		e += r.side(refSide{identity, absence{}}, refSide{absence{}, absence{}})
	}
	before, after := refSide{change.value("before"), change.tree("before_sensitive", false)}, refSide{change.value("after"), change.tree("after_sensitive", false)}
	return e + r.replace(change, before, after) + r.changes(actions, before, after, change.flags("after_unknown", false))
}

// needs says which values must be there for actions on a resource.
func needs(actions string) (before, after bool) {
	switch actions {
	case "no-op":
		return false, false
	case "create", "read":
		return false, true
	case "delete", "forget":
		return true, false
	}
	return true, true
}

// isData says whether a resource is a data source.
func isData(rc members, address string) bool {
	switch mode := rc.text("mode"); mode {
	case "managed", "data":
		return mode == "data"
	case "":
		return strings.HasPrefix(inModule.ReplaceAllString(address, ""), "data.")
	default:
		rc.fail("mode", "known: "+mode)
		return false
	}
}

// resourceAddress has the modules, the mode, the type, the name and the index of a resource.
var resourceAddress = regexp.MustCompile(`(?s)^((?:module\.[^.\[]+(?:\[(?:[0-9.]+|"(?:[^"\\]|\\.)*")\])?\.)*)(?:(data|ephemeral)\.)?([^.\[]+)\.([^.\[]+)(\[.*\])?$`)

// contradiction returns the member of a resource that contradicts its address.
func contradiction(rc members, address string) string {
	parts := resourceAddress.FindStringSubmatch(address)
	if parts == nil {
		return ""
	}
	index := ""
	switch i := get(rc.of, "index").(type) {
	case string:
		index = "[" + quotedIndex(i) + "]"
	case json.Number:
		index = "[" + string(i) + "]"
	}
	for _, m := range []struct{ name, have, want string }{
		{"mode", rc.text("mode"), cmp.Or(parts[2], "managed")},
		{"type", rc.text("type"), parts[3]},
		{"name", rc.text("name"), parts[4]},
		{"module_address", rc.text("module_address"), cmp.Or(strings.TrimSuffix(parts[1], "."), rc.text("module_address"))},
		{"index", index, parts[5]},
	} {
		if lines := strings.NewReplacer(`\n`, "\n"); m.have != "" && lines.Replace(m.have) != lines.Replace(m.want) {
			return m.name
		}
	}
	return ""
}

// isEphemeral says whether a resource is opened, renewed or closed.
func isEphemeral(rc members) bool {
	actions := elems(get(get(rc.of, "change"), "actions"))
	address := str(get(rc.of, "address"))
	return str(get(rc.of, "mode")) == "ephemeral" && (address == "" || strings.HasPrefix(inModule.ReplaceAllString(address, ""), "ephemeral.")) &&
		!slices.ContainsFunc(actions, func(a any) bool {
			return !slices.Contains([]any{"open", "renew", "close", "no-op", "read", "create"}, a)
		})
}

var inModule = regexp.MustCompile(`^(module\.[^.\[]+(\[([0-9.]+|"([^"\\]|\\.)*")\])?\.)+`)

// madeAddress makes an address of the other members.
func madeAddress(rc members) string {
	s := ""
	if module := rc.text("module_address"); module != "" {
		s = module + "."
	}
	if rc.text("mode") == "data" {
		s += "data."
	}
	for _, name := range []string{"mode", "type", "name"} {
		if rc.text(name) == "" {
			rc.fail(name, "there")
		}
	}
	s += rc.text("type") + "." + rc.text("name")
	switch i := rc.value("index").(type) {
	case nil, absence:
		return s
	case string:
		return s + "[" + quotedIndex(i) + "]"
	case json.Number:
		return s + "[" + string(i) + "]"
	}
	rc.fail("index", "a string or a number")
	return s
}

func quotedIndex(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteString("\\" + string(c))
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case (c == '$' || c == '%') && strings.HasPrefix(s[i+1:], "{"):
			b.WriteString(string(c) + string(c))
		case c == ' ' || unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S):
			b.WriteRune(c)
		case c > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, c)
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return `"` + b.String() + `"`
}

// changes are the values of a change, which depend on the action.
func (r reference) changes(actions string, before, after refSide, unknown any) string {
	switch actions {
	case "delete", "forget":
		return "---"
	case "create", "read":
		before.value = absence{}
	}
	return r.side(before, after) + r.side(after, before) + r.unknown(unknown, after, before)
}

func (r reference) output(name string, change members) string {
	actions := change.actions()
	if actions == "no-op" {
		skipped := members{of: change.of, err: r.skipped}
		r.outputEntry(name, skipped, actions)
		return ""
	}
	return r.outputEntry(name, change, actions)
}

func (r reference) outputEntry(name string, change members, actions string) string {
	change.readable(change.of)
	before, after := refSide{change.value("before"), change.tree("before_sensitive", true)}, refSide{change.value("after"), change.tree("after_sensitive", true)}
	if refSensitiveOutput(r.top, name) {
		before.mark, after.mark = true, true
	}
	return refText("output") + refText(name) + refText(actions) + r.changes(actions, before, after, change.flags("after_unknown", true))
}

// refSensitiveOutput says whether an output is sensitive as a whole.
func refSensitiveOutput(top any, name string) bool {
	for _, outputs := range []any{
		get(get(top, "planned_values"), "outputs"),
		get(get(get(top, "prior_state"), "values"), "outputs"),
		get(get(get(top, "configuration"), "root_module"), "outputs"),
	} {
		if sensitive := get(get(outputs, name), "sensitive"); sensitive != any(absence{}) && sensitive != any(false) {
			return true
		}
	}
	return false
}

func (r reference) invocation(a members, n int) string {
	address := a.text("address")
	if address == "" {
		address = fmt.Sprintf("action_invocations[%d]", n)
	}
	a.readable(a.of)
	e := refText("action") + refText(address) + refText(a.text("provider_name"))
	if by, ok := a.object("lifecycle_action_trigger"); ok {
		e += "+" + refText(by.text("triggering_resource_address")) + refText(by.event()) +
			refText(by.count("action_trigger_block_index")) + refText(by.count("actions_list_index")) + refText(by.failure())
	} else {
		e += "-"
	}
	if by, ok := a.object("invoke_action_trigger"); ok {
		e += "+" + refText(by.text("calling_resource_address"))
	} else {
		e += "-"
	}
	marks := a.tree("config_sensitive", false)
	nothing, config := refSide{absence{}, marks}, refSide{a.value("config_values"), marks}
	return e + r.side(nothing, config) + r.side(config, nothing) + r.unknown(a.flags("config_unknown", false), config, nothing)
}

// refName is a name in a reference, and whether brackets stand in front of it.
type refName struct {
	text   string
	behind bool
}

// refNames returns the references in a text, which are made of names, dots, numbers, and brackets with numbers or strings in them.
func refNames(text string) (all [][]refName) {
	var tokens []string
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		n := 1
		switch c := []rune(rest)[0]; {
		case unicode.IsLetter(c) || c == '_':
			n = len(rest)
			for i, c := range rest {
				if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' {
					n = i
					break
				}
			}
		case c == '"':
			for n < len(rest) && rest[n] != '"' {
				if rest[n] == '\\' {
					n++
				}
				n++
			}
			n = min(n+1, len(rest))
		default:
			n = len(string(c))
		}
		tokens, rest = append(tokens, rest[:n]), rest[n:]
	}
	isName := func(i int) bool {
		if i >= len(tokens) {
			return false
		}
		c := []rune(tokens[i])[0]
		return unicode.IsLetter(c) || c == '_'
	}
	is := func(i int, want string) bool { return i < len(tokens) && tokens[i] == want }
	for i := range tokens {
		if !isName(i) || i > 0 && tokens[i-1] == "." {
			continue
		}
		names, brackets := []refName{{text: tokens[i]}}, false
		for at := i + 1; at < len(tokens); {
			switch {
			case is(at, ".") && isName(at+1):
				names, brackets = append(names, refName{tokens[at+1], brackets}), false
				at += 2
				continue
			case is(at, ".") && at+1 < len(tokens) && (tokens[at+1] == "*" || strings.Trim(tokens[at+1], "0123456789") == ""):
				brackets = true
				at += 2
				continue
			case is(at, "["):
				depth := 0
				for ; at < len(tokens); at++ {
					if tokens[at] == "[" {
						depth++
					} else if tokens[at] == "]" {
						if depth--; depth == 0 {
							break
						}
					}
				}
				at++
				brackets = true
				continue
			}
			break
		}
		all = append(all, names)
	}
	return all
}
