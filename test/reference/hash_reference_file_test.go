package reference_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt"
)

// This is the section "The configuration" of docs/hash.md for plan files, the third part of the second implementation.

// refToken is a token. Those of literals may be masked.
type refToken struct {
	literal bool
	text    string
	kind    hclsyntax.TokenType
}

// refFilePiece is a piece with a content for each place where it is written.
type refFilePiece struct{ places [][]refToken }

type refFile struct {
	reference
	entered refEntered
	// all are the pieces that the snapshot has, by their modules and labels.
	all     map[refPiece]*refFilePiece
	modules map[string][2]string // Source and Version
	state   any
	backend string         // its entry, or empty
	scope   []string       // entries
	values  map[string]any // of the variables in the plan itself, not those that are the default

	open    map[refPiece]bool // the pieces that enter, and whether something that is not masked brings them
	entries map[string]bool
}

// referenceFile returns what enters the hash of a plan file, and the form of the hash.
func referenceFile(file []byte, keyed bool) (p referencePlan, form string, err error) {
	var text bytes.Buffer
	if _, err := planfmt.WriteJSON(context.Background(), &text, bytes.NewReader(file), planfmt.Options{}); err != nil {
		return p, "", err
	}
	f := refFile{all: map[refPiece]*refFilePiece{}, modules: map[string][2]string{}, open: map[refPiece]bool{}, entries: map[string]bool{}}
	if f.state, err = f.read(file); err != nil {
		return p, "", err
	}
	p, f.entered, f.reference, err = referenceChanges(text.Bytes(), keyed)
	if err != nil {
		return p, "", err
	}
	f.rules()
	form = "plan"
	if pieces := f.pieceEntries(); len(pieces) > 0 {
		form, p.entries = "file", append(p.entries, pieces...)
	}
	return p, form, nil
}

// read reads the snapshot of the configuration, and the state.
func (f *refFile) read(file []byte) (state any, err error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	members := map[string][]byte{}
	for _, m := range archive.File {
		r, err := m.Open()
		if err != nil {
			return nil, err
		}
		if members[m.Name], err = io.ReadAll(r); err != nil {
			return nil, err
		}
	}
	if text, ok := members["tfstate"]; ok {
		if state, err = decodeLoosely(text); err != nil {
			return nil, err
		}
	}
	if f.backend, err = backendEntry(members["tfplan"]); err != nil {
		return nil, err
	}
	f.scope = scopeEntries(members["tfplan"])
	if f.values, err = variableValues(members["tfplan"]); err != nil {
		return nil, err
	}
	if text, ok := members["tfconfig/modules.json"]; ok {
		list, err := decodeLoosely(text)
		if err != nil {
			return nil, err
		}
		for _, m := range append(elems(list), elems(get(list, "Modules"))...) {
			f.modules[str(get(m, "Key"))] = [2]string{str(get(m, "Source")), str(get(m, "Version"))}
		}
	}
	if text, ok := members[".terraform.lock.hcl"]; ok {
		if tokens := lexed(text, hclsyntax.LexConfig); len(tokens) > 0 {
			f.add(refPiece{"", "lock"}, tokens)
		}
	}
	var names []string
	for name := range members {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := overrides(names[i]), overrides(names[j])
		return !a && b || a == b && names[i] < names[j]
	})
	for _, name := range names {
		module, base, ok := strings.Cut(strings.TrimPrefix(name, "tfconfig/m-"), "/")
		if !ok || !strings.HasPrefix(name, "tfconfig/m-") || strings.HasPrefix(base, ".") {
			continue
		}
		switch {
		case strings.HasSuffix(base, ".tf.json"), strings.HasSuffix(base, ".tofu.json"):
			err = f.readJSON(module, members[name])
		case strings.HasSuffix(base, ".tf"), strings.HasSuffix(base, ".tofu"):
			err = f.readNative(module, members[name])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return state, nil
}

// overrides says whether a file overrides others.
func overrides(name string) bool {
	for _, ending := range []string{".json", ".tf", ".tofu"} {
		name = strings.TrimSuffix(name, ending)
	}
	base := name[strings.LastIndex(name, "/")+1:]
	return base == "override" || strings.HasSuffix(base, "_override")
}

func (f *refFile) add(p refPiece, tokens []refToken) {
	if f.all[p] == nil {
		f.all[p] = &refFilePiece{}
	}
	f.all[p].places = append(f.all[p].places, tokens)
}

func lexed(text []byte, lex func([]byte, string, hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)) []refToken {
	tokens, _ := lex(text, "", hcl.InitialPos)
	var kept []refToken
	for _, t := range tokens {
		if len(keptToken(t)) > 0 {
			kept = append(kept, keptToken(t)...)
		}
	}
	return kept
}

func keptToken(t hclsyntax.Token) []refToken {
	switch t.Type {
	case hclsyntax.TokenNewline, hclsyntax.TokenComment, hclsyntax.TokenEOF:
		return nil
	case hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
		return []refToken{{true, string(t.Bytes), t.Type}}
	}
	if string(t.Bytes) == "\xef\xbb\xbf" {
		return nil
	}
	return []refToken{{false, string(t.Bytes), t.Type}}
}

// labelsOf is how many labels blocks have.
var labelsOf = map[string]int{"resource": 2, "data": 2, "ephemeral": 2, "action": 2, "provider": 1, "variable": 1, "output": 1, "module": 1, "check": 1, "locals": 0, "removed": 0, "terraform": 0}

// readNative reads a file in native syntax.
func (f *refFile) readNative(module string, text []byte) error {
	file, diags := hclsyntax.ParseConfig(text, "", hcl.InitialPos)
	if diags.HasErrors() {
		return diags
	}
	all, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	between := func(from, to int) (tokens []refToken) {
		for _, t := range all {
			if t.Range.Start.Byte >= from && t.Range.Start.Byte < to {
				tokens = append(tokens, keptToken(t)...)
			}
		}
		return tokens
	}
	for _, b := range file.Body.(*hclsyntax.Body).Blocks {
		if n, ok := labelsOf[b.Type]; !ok || n != len(b.Labels) {
			continue
		}
		whole := between(b.TypeRange.Start.Byte, b.CloseBraceRange.End.Byte)
		type item struct {
			name  string
			start int
		}
		var items []item
		hasProvisioner := false
		for name, a := range b.Body.Attributes {
			items = append(items, item{name, a.NameRange.Start.Byte})
		}
		for _, inner := range b.Body.Blocks {
			name := inner.Type
			if name == "dynamic" && len(inner.Labels) == 1 {
				name = inner.Labels[0]
			}
			hasProvisioner = hasProvisioner || inner.Type == "provisioner"
			items = append(items, item{name, inner.TypeRange.Start.Byte})
		}
		slices.SortFunc(items, func(a, b item) int { return a.start - b.start })
		f.block(module, b.Type, b.Labels, hasProvisioner, whole, func(add func(name string, tokens []refToken)) {
			for i, it := range items {
				end := b.CloseBraceRange.Start.Byte
				if i+1 < len(items) {
					end = items[i+1].start
				}
				add(it.name, between(it.start, end))
			}
		})
	}
	return nil
}

// block adds the pieces of a block.
func (f *refFile) block(module, kind string, labels []string, hasProvisioner bool, whole []refToken, arguments func(func(string, []refToken))) {
	each := func(prefix string) {
		arguments(func(name string, tokens []refToken) { f.add(refPiece{module, prefix + name}, tokens) })
	}
	switch kind {
	case "locals":
		each("local.")
	case "variable":
		f.add(refPiece{module, "var." + labels[0]}, whole)
	case "output":
		f.add(refPiece{module, "output." + labels[0]}, whole)
	case "module":
		each("module." + labels[0] + ".")
	case "resource":
		each(labels[0] + "." + labels[1] + ".")
		f.exists(refResource{module, "managed", labels[0], labels[1]})
	case "data":
		each("data." + labels[0] + "." + labels[1] + ".")
		f.exists(refResource{module, "data", labels[0], labels[1]})
	case "provider":
		f.add(refPiece{module, "provider." + labels[0]}, whole)
	case "ephemeral", "action":
		f.add(refPiece{module, kind + "." + labels[0] + "." + labels[1]}, whole)
	case "check":
		f.add(refPiece{module, "check"}, whole)
	case "removed":
		if hasProvisioner {
			f.add(refPiece{module, "removed"}, whole)
		}
	case "terraform":
		arguments(func(name string, tokens []refToken) {
			if name == "required_providers" || name == "provider_meta" {
				f.add(refPiece{module, "terraform." + name}, tokens)
			}
		})
	}
}

// exists remembers that there is a block, even if it has no arguments.
func (f *refFile) exists(b refResource) {
	if p := (refPiece{b.module, b.label("")}); f.all[p] == nil {
		f.all[p] = &refFilePiece{}
	}
}

// readJSON reads a file in JSON's syntax.
func (f *refFile) readJSON(module string, text []byte) error {
	doc, err := decodeAny(text)
	if err != nil {
		return err
	}
	top, ok := doc.(map[string]any)
	if !ok {
		return errors.New("not an object")
	}
	for _, kind := range memberNames(top) {
		n, known := labelsOf[kind]
		if !known {
			continue
		}
		if err := f.jsonBlocks(module, kind, nil, n, top[kind]); err != nil {
			return err
		}
	}
	return nil
}

func (f *refFile) jsonBlocks(module, kind string, labels []string, left int, v any) error {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := f.jsonBlocks(module, kind, labels, left, e); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if left > 0 {
			for _, name := range memberNames(v) {
				if err := f.jsonBlocks(module, kind, append(slices.Clone(labels), name), left-1, v[name]); err != nil {
					return err
				}
			}
			return nil
		}
		body := maps.Clone(v)
		delete(body, "//")
		_, hasProvisioner := body["provisioner"]
		f.block(module, kind, labels, hasProvisioner, jsonTokens(v), func(add func(string, []refToken)) {
			for _, name := range memberNames(body) {
				if m, ok := body[name].(map[string]any); ok && name == "dynamic" {
					for _, inner := range memberNames(m) {
						add(inner, jsonTokens(m[inner]))
					}
					continue
				}
				add(name, jsonTokens(body[name]))
			}
		})
		return nil
	}
	return errors.New("not an object")
}

func mark(text string) refToken { return refToken{text: text} }

// jsonTokens are the tokens of a value in JSON's syntax.
func jsonTokens(v any) (tokens []refToken) {
	quoted := func(s string) []refToken {
		return append(append([]refToken{mark(`"`)}, lexed([]byte(s), hclsyntax.LexTemplate)...), mark(`"`))
	}
	switch v := v.(type) {
	case map[string]any:
		tokens = append(tokens, mark("{"))
		for _, name := range memberNames(v) {
			tokens = append(append(append(tokens, quoted(name)...), mark(":")), jsonTokens(v[name])...)
		}
		return append(tokens, mark("}"))
	case []any:
		tokens = append(tokens, mark("["))
		for _, e := range v {
			tokens = append(tokens, jsonTokens(e)...)
		}
		return append(tokens, mark("]"))
	case string:
		return quoted(v)
	case json.Number:
		return []refToken{{literal: true, text: string(v)}}
	}
	text, _ := json.Marshal(v)
	return []refToken{mark(string(text))}
}
