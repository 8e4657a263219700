package reference_test

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// This says which pieces of a plan file enter the hash, and how: the second half of the third part of the second implementation.

// rules are the section "Which pieces enter".
func (f *refFile) rules() {
	if len(f.entered.resources)+len(f.entered.actions)+len(f.entered.outputs) == 0 {
		return
	}
	for p := range f.all { // rule 1
		kind, _, _ := strings.Cut(p.label, ".")
		if kind == "provider" || kind == "ephemeral" || p.label == "removed" || p.label == "lock" {
			f.enter(p, true)
		}
	}
	for _, rc := range f.entered.resources { // rule 2
		f.resourceRule(rc)
	}
	f.entered.open(f.enter, f.repetition)
	if f.backend != "" {
		f.entries[f.backend] = true
	}
	for _, e := range f.scope {
		f.entries[e] = true
	}
}

func (f *refFile) resourceRule(rc any) {
	block := blockOf(rc)
	change := get(rc, "change")
	actions := joined(get(change, "actions"))
	found := false
	for p := range f.all {
		name, ok := strings.CutPrefix(p.label, block.label(""))
		if p.module != block.module || !ok || name == "" || slices.Contains([]string{"count", "for_each", "depends_on"}, name) {
			continue
		}
		always := slices.Contains([]string{"provider", "lifecycle", "connection", "provisioner"}, name)
		if always || actions != "delete" && actions != "forget" && isUndecided(change, name) {
			found = f.enter(p, true) || found
		}
	}
	if found {
		f.repetition(block)
	}
	if block.mode == "data" && f.all[refPiece{block.module, block.label("")}] == nil {
		f.enter(refPiece{block.module, "check"}, true)
	}
	for module := block.module; module != ""; {
		outer, name := callOf(module)
		f.enter(refPiece{outer, "module." + name + ".providers"}, true)
		module = outer
	}
}

func (f *refFile) repetition(block refResource) {
	for _, name := range []string{"count", "for_each", "depends_on"} {
		f.enter(refPiece{block.module, block.label(name)}, true)
	}
}

// enter lets a piece enter, with all that it refers to.
func (f *refFile) enter(p refPiece, open bool) bool {
	piece := f.all[p]
	if piece == nil || len(piece.places) == 0 {
		return false
	}
	open = open || f.keyed
	was, entered := f.open[p]
	if entered && (was || !open) {
		return true
	}
	f.open[p] = open
	if !entered { // rule 5
		f.enter(refPiece{p.module, "terraform.required_providers"}, true)
		f.enter(refPiece{p.module, "terraform.provider_meta"}, true)
		if p.module != "" {
			outer, name := callOf(p.module)
			for _, argument := range []string{"source", "version", "count", "for_each", "providers", "depends_on"} {
				f.enter(refPiece{outer, "module." + name + "." + argument}, true)
			}
			about := f.modules[p.module]
			f.entries[refText("module")+refText(p.module)+refText(about[0])+refText(about[1])] = true
		}
	}
	masked := f.masked(p)
	for _, tokens := range piece.places {
		between := secretTokens(tokens)
		for i := range tokens {
			if names := namesAt(tokens, i); names != nil {
				f.refer(p, names, !masked && (f.keyed || !between[i]))
			}
		}
	}
	return true
}

func (f *refFile) masked(p refPiece) bool { return !f.keyed && (f.ownMask(p) || !f.open[p]) }

// secretTokens says which tokens stand between the parentheses of a call of sensitive.
func secretTokens(tokens []refToken) map[int]bool {
	secret := map[int]bool{}
	for i := range tokens {
		if tokens[i].text != "sensitive" || tokens[i].literal || i+1 >= len(tokens) || tokens[i+1].kind != hclsyntax.TokenOParen {
			continue
		}
		depth := 0
		for at := i + 1; at < len(tokens); at++ {
			if tokens[at].kind == hclsyntax.TokenOParen {
				depth++
			}
			if tokens[at].kind == hclsyntax.TokenCParen {
				if depth--; depth == 0 {
					break
				}
			}
			secret[at] = true
		}
	}
	return secret
}

// namesAt returns the reference that begins at a token, or nil.
func namesAt(tokens []refToken, i int) []refName {
	is := func(at int, kinds ...hclsyntax.TokenType) bool {
		return at < len(tokens) && slices.Contains(kinds, tokens[at].kind)
	}
	if !is(i, hclsyntax.TokenIdent) || i > 0 && is(i-1, hclsyntax.TokenDot) {
		return nil
	}
	names, brackets := []refName{{text: tokens[i].text}}, false
	for at := i + 1; ; {
		switch {
		case is(at, hclsyntax.TokenDot) && is(at+1, hclsyntax.TokenIdent):
			names, brackets = append(names, refName{tokens[at+1].text, brackets}), false
			at += 2
		case is(at, hclsyntax.TokenDot) && is(at+1, hclsyntax.TokenStar, hclsyntax.TokenNumberLit):
			brackets = true
			at += 2
		case is(at, hclsyntax.TokenOBrack):
			for depth := 0; at < len(tokens); at++ {
				if is(at, hclsyntax.TokenOBrack) {
					depth++
				} else if is(at, hclsyntax.TokenCBrack) {
					if depth--; depth == 0 {
						break
					}
				}
			}
			at++
			brackets = true
		default:
			return names
		}
	}
}

// refer is rule 6.
func (f *refFile) refer(from refPiece, names []refName, open bool) {
	module := from.module
	if len(names) > 2 && names[0].text == "resource" {
		names = names[1:]
	}
	if names[0].text == "self" {
		mode, kind, name, ok := ownerOf(from.label)
		if ok {
			f.states(refResource{module, mode, kind, name}, names[1:], open)
		}
		return
	}
	if len(names) < 2 {
		return
	}
	b := names[1].text
	switch names[0].text {
	case "local":
		f.enter(refPiece{module, "local." + b}, open)
	case "var":
		f.enter(refPiece{module, "var." + b}, open)
		if module != "" {
			outer, name := callOf(module)
			f.enter(refPiece{outer, "module." + name + "." + b}, open)
		}
	case "module":
		called := b
		if module != "" {
			called = module + "." + b
		}
		for p := range f.all {
			name, ok := strings.CutPrefix(p.label, "output.")
			if ok && p.module == called && (len(names) < 3 || names[2].behind || names[2].text == name) {
				f.enter(p, open)
			}
		}
	case "data":
		if len(names) > 2 {
			f.states(refResource{module, "data", b, names[2].text}, names[3:], open)
		}
	default:
		f.states(refResource{module, "managed", names[0].text, b}, names[2:], open)
	}
}

// ownerOf returns the resource that a piece is an argument of.
func ownerOf(label string) (mode, kind, name string, ok bool) {
	parts := strings.Split(label, ".")
	switch {
	case slices.Contains([]string{"local", "var", "output", "module", "provider", "ephemeral", "action", "check", "removed", "terraform", "lock"}, parts[0]):
		return "", "", "", false
	case parts[0] == "data" && len(parts) == 4:
		return "data", parts[1], parts[2], true
	}
	return "managed", parts[0], parts[1], len(parts) == 3
}

// states is the section "The state".
func (f *refFile) states(of refResource, rest []refName, open bool) {
	if !open {
		return
	}
	for _, r := range elems(get(f.state, "resources")) {
		module := str(get(r, "module"))
		key, _ := splitModules(module + ".x.y")
		if key != of.module || str(get(r, "mode")) != of.mode || str(get(r, "type")) != of.kind || str(get(r, "name")) != of.name {
			continue
		}
		for _, instance := range elems(get(r, "instances")) {
			if str(get(instance, "deposed")) != "" {
				continue
			}
			attributes := get(instance, "attributes")
			for _, name := range memberNames(attributes) {
				if len(rest) == 0 || rest[0].behind || rest[0].text == name {
					f.entries[refText("state")+refText(module)+refText(strings.TrimSuffix(of.label(""), "."))+f.side(refSide{get(instance, "index_key"), absence{}}, refSide{absence{}, absence{}})+
						refText(name)+f.stateValue(instance, name, get(attributes, name))] = true
				}
			}
		}
	}
}

func (f *refFile) stateValue(instance any, name string, v any) string {
	isSecret := slices.ContainsFunc(elems(get(instance, "sensitive_attributes")), func(path any) bool {
		steps := elems(path)
		return len(steps) == 0 || get(steps[0], "value") == any(name)
	})
	if isSecret && !f.keyed && !isNull(v) && v != any("") && !isEmptyContainer(v) {
		return "*"
	}
	return f.side(refSide{v, absence{}}, refSide{absence{}, absence{}})
}

// ownMask says whether a piece has a mask, whatever refers to it.
func (f *refFile) ownMask(p refPiece) bool {
	kind, rest, _ := strings.Cut(p.label, ".")
	name, argument, _ := strings.Cut(rest, ".")
	switch kind {
	case "var", "output":
		return f.isSecret(p)
	case "module":
		called := name
		if p.module != "" {
			called = p.module + "." + name
		}
		return f.isSecret(refPiece{called, "var." + argument})
	}
	mode, of, name, ok := ownerOf(p.label)
	if !ok {
		return false
	}
	block := refResource{p.module, mode, of, name}
	argument = strings.TrimPrefix(p.label, block.label(""))
	for _, rc := range f.entered.resources {
		for _, side := range []string{"before_sensitive", "after_sensitive"} {
			marks := get(get(rc, "change"), side)
			if blockOf(rc) == block && (marks == nil || marks == any(true) || marksAt(marks, argument)) {
				return true
			}
		}
	}
	return false
}

// isSecret says whether the block of a variable or an output is sensitive or ephemeral.
func (f *refFile) isSecret(p refPiece) bool {
	if f.all[p] == nil {
		return false
	}
	for _, tokens := range f.all[p].places {
		depth := 0
		for i, t := range tokens {
			switch t.text {
			case "{", "[", "(", "${", "%{", "${~", "%{~":
				depth++
			case "}", "]", ")", "~}":
				depth--
			}
			if t.literal && (t.text == "sensitive" || t.text == "ephemeral") && depth == 1 && i+2 < len(tokens) && tokens[i+2].text == ":" && tokens[i+3].text != "false" {
				return true // in JSON's syntax, behind a quote
			}
			if t.kind == hclsyntax.TokenIdent && (t.text == "sensitive" || t.text == "ephemeral") && depth == 1 && i+2 < len(tokens) && tokens[i+1].text == "=" {
				next := ""
				if i+3 < len(tokens) {
					next = tokens[i+3].text
				}
				if tokens[i+2].text != "false" || strings.ContainsAny(next, "?&|=!<>+-*/%") {
					return true
				}
			}
		}
	}
	return false
}

// pieceEntries are the entries of the configuration.
func (f *refFile) pieceEntries() (entries []string) {
	for p := range f.open {
		entries = append(entries, refText("piece")+refText(p.module)+refText(p.label)+f.fileContent(p))
	}
	return append(entries, slices.Collect(maps.Keys(f.entries))...)
}

// fileContent is the section "Contents", for plan files.
func (f *refFile) fileContent(p refPiece) string {
	masked, s := f.masked(p), ""
	for _, tokens := range f.all[p].places {
		s += "("
		between := secretTokens(tokens)
		inRow := false
		for i, t := range tokens {
			switch hidden := masked || between[i] && !f.keyed; {
			case t.literal && hidden && inRow:
			case t.literal && hidden:
				s, inRow = s+"*", true
			case t.literal:
				s, inRow = s+"w"+refText(t.text), false
			default:
				s, inRow = s+"y"+refText(t.text), false
			}
		}
		s += ")"
	}
	if name, ok := strings.CutPrefix(p.label, "var."); ok && p.module == "" {
		v := get(f.values, name)
		switch {
		case v == any(absence{}):
			s += "-"
		case masked && !isNull(v) && v != any("") && !isEmptyContainer(v):
			s += "+*"
		default:
			s += "+" + f.side(refSide{v, absence{}}, refSide{absence{}, absence{}})
		}
	}
	return s
}

// backendEntry returns the entry for the backend of a plan: the message with the number 13, in which 1 is the type, 2 the configuration, in which 1 is
// MessagePack, and 3 the workspace.
func backendEntry(plan []byte) (string, error) {
	all, _ := fieldsOf(plan)
	if len(all[13]) == 0 {
		return "", nil
	}
	_, backend := fieldsOf(all[13][0])
	config, err := packedValue(backend[2])
	if err != nil {
		return "", err
	}
	workspace := string(backend[3])
	if string(backend[1]) == "local" && (workspace == "" || workspace == "default") && !hasLeaf(config) {
		return "", nil
	}
	none := refSide{absence{}, absence{}}
	return refText("backend") + refText(string(backend[1])) + refText(workspace) + reference{partners: map[[2]*any][]int{}}.side(refSide{config, absence{}}, none), nil
}

// scopeEntries returns the entries for what limits the products: the texts with the numbers 5, 6 and 32, and the mode with the number 17, which is 1 for a plan
// that destroys everything.
func scopeEntries(plan []byte) (entries []string) {
	all, last := fieldsOf(plan)
	for number, kind := range map[int]string{5: "target", 6: "exclude", 32: "invoke"} {
		for _, address := range all[number] {
			entries = append(entries, refText("scope")+refText(kind)+refText(string(address)))
		}
	}
	if string(last[17]) == "\x01" {
		entries = append(entries, refText("scope")+refText("mode")+refText("destroy"))
	}
	return entries
}

// hasLeaf says whether a value has a leaf but null.
func hasLeaf(v any) bool {
	switch v := v.(type) {
	case nil, absence:
		return false
	case []any:
		return len(v) == 0 || slices.ContainsFunc(v, hasLeaf)
	case map[string]any:
		return len(v) == 0 || slices.ContainsFunc(slices.Collect(maps.Values(v)), hasLeaf)
	}
	return true
}

// variableValues returns the values of variables: the messages with the number 2, in which 1 is the name and 2 the value.
func variableValues(plan []byte) (map[string]any, error) {
	values := map[string]any{}
	all, _ := fieldsOf(plan)
	for _, entry := range all[2] {
		_, fields := fieldsOf(entry)
		v, err := packedValue(fields[2])
		if err != nil {
			return nil, err
		}
		values[string(fields[1])] = v
	}
	return values, nil
}

// packedValue returns a value that stands as MessagePack in the field 1 of a message.
func packedValue(message []byte) (any, error) {
	_, fields := fieldsOf(message)
	packed := fields[1]
	if len(packed) == 0 {
		return absence{}, nil
	}
	typ := cty.DynamicPseudoType // the type is in front of values of variables
	if packed[0] != 0x92 || packed[1] != 0xc4 {
		var err error
		if typ, err = msgpack.ImpliedType(packed); err != nil {
			return nil, err
		}
	}
	v, err := msgpack.Unmarshal(packed, typ)
	if err != nil {
		return nil, err
	}
	text, err := ctyjson.Marshal(v, v.Type())
	if err != nil {
		return nil, err
	}
	return decodeAny(text)
}

// fieldsOf returns the fields of a message that have bytes, or a number as it is written: all of each number, and the last.
func fieldsOf(message []byte) (all map[int][][]byte, last map[int][]byte) {
	all, last = map[int][][]byte{}, map[int][]byte{}
	for len(message) > 0 {
		tag, n := binary.Uvarint(message)
		message = message[n:]
		switch tag & 7 {
		case 0:
			_, n = binary.Uvarint(message)
			last[int(tag>>3)], message = message[:n], message[n:]
		case 1:
			message = message[8:]
		case 5:
			message = message[4:]
		default:
			size, n := binary.Uvarint(message)
			number, value := int(tag>>3), message[n:n+int(size)]
			all[number], last[number] = append(all[number], value), value
			message = message[n+int(size):]
		}
	}
	return all, last
}
