package policy_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// worldMaker fills in what a plan does not know, as the schemas say, in one of the ways that the future may be.
type worldMaker struct {
	*rand.Rand
	words   []string
	same    string                // what all texts are in a world where it is not empty
	nulls   int                   // 1 of so many is null
	schemas map[string]*jsonBlock // by mode and type
}

// jsonBlock is a block as terraform providers schema -json writes it.
type jsonBlock struct {
	Attributes map[string]*jsonAttribute   `json:"attributes"`
	BlockTypes map[string]*jsonNestedBlock `json:"block_types"`
}

type jsonAttribute struct {
	Type       any             `json:"type"`
	NestedType *jsonNestedType `json:"nested_type"`
	Required   bool            `json:"required"`
}

type jsonNestedType struct {
	Attributes  map[string]*jsonAttribute `json:"attributes"`
	NestingMode string                    `json:"nesting_mode"`
}

type jsonNestedBlock struct {
	NestingMode string     `json:"nesting_mode"`
	Block       *jsonBlock `json:"block"`
	MinItems    int        `json:"min_items"`
	MaxItems    int        `json:"max_items"`
}

func readJSONSchemas(t *testing.T, text []byte) map[string]*jsonBlock {
	var doc struct {
		Providers map[string]struct {
			Resources map[string]struct {
				Block *jsonBlock `json:"block"`
			} `json:"resource_schemas"`
			Data map[string]struct {
				Block *jsonBlock `json:"block"`
			} `json:"data_source_schemas"`
		} `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]*jsonBlock{}
	for _, p := range doc.Providers {
		for name, s := range p.Resources {
			all["managed "+name] = s.Block
		}
		for name, s := range p.Data {
			all["data "+name] = s.Block
		}
	}
	return all
}

func (m *worldMaker) text() string {
	if m.same != "" {
		return strings.TrimPrefix(m.same, "=")
	}
	switch m.IntN(8) {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(m.IntN(3) * m.IntN(400))
	case 2:
		return []string{"true", "false", "{}", "[]", `{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Principal":"*"}]}`, `{"Statement":{}}`, "TLSv1.2", "*"}[m.IntN(8)]
	case 3:
		return fmt.Sprintf("x-%d", m.IntN(1000))
	}
	return m.words[m.IntN(len(m.words))]
}

// ofType draws a value of a type that is spelt as in schemas.
func (m *worldMaker) ofType(t any, depth int) any {
	switch t := t.(type) {
	case string:
		switch t {
		case "bool":
			return m.IntN(2) == 0
		case "number":
			return []any{0, 1, -1, 7, 22, 30, 90, 443, 65535, 0.5}[m.IntN(10)]
		}
		return m.text()
	case []any:
		if t[0] == "object" {
			o := map[string]any{}
			attrs := t[1].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(attrs)) { // what is drawn depends on the order
				o[name] = m.orNull(attrs[name], depth+1)
			}
			return o
		}
		n := m.IntN(4)
		if t[0] == "map" {
			o := map[string]any{}
			for range n {
				o[m.text()] = m.orNull(t[1], depth+1)
			}
			return o
		}
		l := []any{}
		for range n {
			e := m.orNull(t[1], depth+1)
			if t[0] == "set" && slices.ContainsFunc(l, func(have any) bool { return fmt.Sprint(have) == fmt.Sprint(e) }) {
				continue
			}
			l = append(l, e)
		}
		return l
	}
	return nil
}

func (m *worldMaker) orNull(t any, depth int) any {
	if m.IntN(m.nulls) == 0 {
		return nil
	}
	return m.ofType(t, depth)
}

func (m *worldMaker) attribute(a *jsonAttribute) any {
	if !a.Required && m.IntN(m.nulls) == 0 {
		return nil
	}
	if n := a.NestedType; n != nil {
		one := func() any {
			o := map[string]any{}
			for _, name := range slices.Sorted(maps.Keys(n.Attributes)) {
				o[name] = m.attribute(n.Attributes[name])
			}
			return o
		}
		return m.nested(n.NestingMode, 0, 0, one)
	}
	return m.ofType(a.Type, 0)
}

func (m *worldMaker) nested(mode string, low, high int, one func() any) any {
	if mode == "single" || mode == "group" {
		return one()
	}
	n := max(low, m.IntN(4))
	if high > 0 {
		n = min(n, high)
	}
	if mode == "map" {
		o := map[string]any{}
		for range n {
			o[m.text()] = one()
		}
		return o
	}
	l := []any{}
	for range n {
		l = append(l, one())
	}
	return l
}

func (m *worldMaker) block(b *jsonBlock) any {
	o := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(b.Attributes)) {
		o[name] = m.attribute(b.Attributes[name])
	}
	for _, name := range slices.Sorted(maps.Keys(b.BlockTypes)) {
		o[name] = m.nestedBlock(b.BlockTypes[name])
	}
	return o
}

func (m *worldMaker) nestedBlock(n *jsonNestedBlock) any {
	if n.NestingMode == "single" && m.IntN(2) == 0 && n.MinItems == 0 {
		return nil
	}
	return m.nested(n.NestingMode, n.MinItems, n.MaxItems, func() any { return m.block(n.Block) })
}

// fill returns a value in which nothing is unknown. whole draws the value in place of a wholly unknown one, below fills in a member.
func (m *worldMaker) fill(v, unknown any, whole func() any, below func(key string, v, unknown any) any) any {
	switch u := unknown.(type) {
	case bool:
		if u {
			return whole()
		}
	case map[string]any:
		o, ok := v.(map[string]any)
		if !ok {
			if v != nil {
				return v
			}
			o = map[string]any{}
		}
		o = maps.Clone(o)
		for _, name := range slices.Sorted(maps.Keys(u)) {
			o[name] = below(name, o[name], u[name])
			if o[name] == nil && u[name] == false {
				delete(o, name)
			}
		}
		return o
	case []any:
		l, ok := v.([]any)
		if !ok {
			l = nil
		}
		l = slices.Clone(l)
		for i := range u {
			if i >= len(l) {
				l = append(l, nil)
			}
			l[i] = below("", l[i], u[i])
		}
		if l == nil {
			return v
		}
		return l
	}
	return v
}

func (m *worldMaker) fillType(v, unknown, t any) any {
	return m.fill(v, unknown, func() any { return m.orNull(t, 0) }, func(key string, v, unknown any) any {
		l, ok := t.([]any)
		if !ok {
			return m.fillType(v, unknown, "string")
		}
		if of, ok := l[1].(map[string]any); ok {
			return m.fillType(v, unknown, of[key])
		}
		return m.fillType(v, unknown, l[1])
	})
}

func (m *worldMaker) fillAttribute(v, unknown any, a *jsonAttribute) any {
	if a.NestedType == nil {
		if unknown == true {
			return m.attribute(a)
		}
		return m.fillType(v, unknown, a.Type)
	}
	member := func(key string, v, unknown any) any {
		if inner := a.NestedType.Attributes[key]; inner != nil {
			return m.fillAttribute(v, unknown, inner)
		}
		return v
	}
	if a.NestedType.NestingMode == "single" {
		return m.fill(v, unknown, func() any { return m.attribute(a) }, member)
	}
	one := *a
	one.NestedType = &jsonNestedType{a.NestedType.Attributes, "single"}
	one.Required = true
	return m.fill(v, unknown, func() any { return m.attribute(a) }, func(_ string, v, unknown any) any { return m.fillAttribute(v, unknown, &one) })
}

func (m *worldMaker) fillBlock(v, unknown any, b *jsonBlock) any {
	return m.fill(v, unknown, func() any { return m.block(b) }, func(key string, v, unknown any) any {
		if a := b.Attributes[key]; a != nil {
			return m.fillAttribute(v, unknown, a)
		}
		n := b.BlockTypes[key]
		if n == nil {
			return v
		}
		if n.NestingMode == "single" || n.NestingMode == "group" {
			return m.fill(v, unknown, func() any { return m.nestedBlock(n) }, func(key string, v, unknown any) any {
				return m.fillBlock(map[string]any{key: v}, map[string]any{key: unknown}, n.Block).(map[string]any)[key]
			})
		}
		return m.fill(v, unknown, func() any { return m.nestedBlock(n) }, func(_ string, v, unknown any) any { return m.fillBlock(v, unknown, n.Block) })
	})
}

// world returns the plan with values for all that it does not know. It reports false if there is nothing that it does not know, or a schema is missing.
func (m *worldMaker) world(t *testing.T, doc []byte) ([]byte, bool) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var plan map[string]any
	if err := d.Decode(&plan); err != nil {
		t.Fatal(err)
	}
	// Worlds in which all is alike are rare, and the ones in which a condition comes out in another way.
	m.same, m.nulls = "", []int{1, 3, 3, 6, 20}[m.IntN(5)]
	switch m.IntN(4) {
	case 0:
		m.same = "="
	case 1:
		m.same = "=" + m.words[m.IntN(len(m.words))]
	}
	changes, _ := plan["resource_changes"].([]any)
	found := false
	for _, c := range changes {
		entry := c.(map[string]any)
		change, _ := entry["change"].(map[string]any)
		unknown := change["after_unknown"]
		if !anyTrue(unknown) {
			continue
		}
		b := m.schemas[fmt.Sprint(entry["mode"], " ", entry["type"])]
		if b == nil {
			return nil, false
		}
		if change["after"] == nil && unknown != true {
			return nil, false // contradicts itself
		}
		found = true
		change["after"] = m.fillBlock(change["after"], unknown, b)
		change["after_unknown"] = map[string]any{}
	}
	if !found {
		return nil, false
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	return text, true
}

func anyTrue(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case []any:
		return slices.ContainsFunc(v, anyTrue)
	case map[string]any:
		for _, below := range v {
			if anyTrue(below) {
				return true
			}
		}
	}
	return false
}

// known returns the plan with the values of the world in place of the attributes and blocks that are unknown and for which know is true.
func known(t *testing.T, doc, world []byte, know func(address, name string) bool) []byte {
	var plan, filled map[string]any
	if err := errors.Join(json.Unmarshal(doc, &plan), json.Unmarshal(world, &filled)); err != nil {
		t.Fatal(err)
	}
	changes, _ := plan["resource_changes"].([]any)
	for i, c := range changes {
		entry := c.(map[string]any)
		change, _ := entry["change"].(map[string]any)
		unknown, _ := change["after_unknown"].(map[string]any)
		after, _ := change["after"].(map[string]any)
		all, _ := filled["resource_changes"].([]any)[i].(map[string]any)["change"].(map[string]any)["after"].(map[string]any)
		for name := range unknown {
			if know(fmt.Sprint(entry["address"]), name) && after != nil {
				delete(unknown, name)
				if delete(after, name); all[name] != nil {
					after[name] = all[name]
				}
			}
		}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var quotedWord = regexp.MustCompile(`"([^"\\\n]{1,40})"`)

// failsToo reports whether a condition is false. Another one may be an error, which counts as worse.
func failsToo(r verdict.Result) bool {
	return slices.ContainsFunc(r.Conditions, func(c verdict.Condition) bool { return c.Outcome == verdict.Fail })
}

// waitsRight checks, for the first undecided verdicts about a plan, what they wait for: with values in place of all else that is not known, they are
// still undecided, and with values in place of just that, they are not. It returns how many it has checked, and what is wrong.
func waitsRight(t *testing.T, doc, world []byte, before map[string]verdict.Result, judge func([]byte) map[string]verdict.Result) (n int, wrong []string) {
	full := judge(world)
	for _, key := range slices.Sorted(maps.Keys(before)) {
		v := before[key]
		if v.Outcome != verdict.Undecided || full[key].Outcome == verdict.Undecided || n == 4 {
			continue
		}
		n++
		first := regexp.MustCompile(`^[^.\[]+`)
		listed := func(address, name string) bool {
			return slices.ContainsFunc(v.Causes, func(c verdict.Cause) bool {
				return c.Address == address && (c.Path.String() == "" || first.FindString(c.Path.String()) == name)
			})
		}
		rest := judge(known(t, doc, world, func(address, name string) bool { return !listed(address, name) }))
		if o := rest[key].Outcome; o != verdict.Undecided {
			wrong = append(wrong, fmt.Sprintf("%s is %s although what it waits for is not known: %v", key, o, v.Causes))
		}
		enough := judge(known(t, doc, world, listed))
		if enough[key].Outcome == verdict.Undecided {
			wrong = append(wrong, fmt.Sprintf("%s is undecided although what it waits for is known: %v, then %v", key, v.Causes, enough[key].Causes))
		}
	}
	return n, wrong
}

// wordsOf returns the texts in a policy. In worlds that have them, its conditions come out in another way.
func wordsOf(text []byte) (words []string) {
	for _, word := range quotedWord.FindAllSubmatch(text, -1) {
		words = append(words, string(word[1]))
	}
	return words
}

// witness looks for a world in which a verdict is another one than in all worlds that have been drawn for all policies. It draws worlds for this policy alone,
// with its texts in place of those of all policies. What has no witness may be the same in all worlds.
func (m *worldMaker) witness(t *testing.T, doc []byte, policy []byte, other func([]byte) bool) bool {
	own := &worldMaker{Rand: rand.New(rand.NewPCG(uint64(len(policy)), 39)), schemas: m.schemas, words: append(wordsOf(policy), "x", "planfmt-x", "0")}
	for range 600 {
		if w, ok := own.world(t, doc); ok && other(w) {
			return true
		}
	}
	return false
}

// TestCheckPublicWorlds judges plans with unknown values, and the same plans with values in their place. What is decided before must be what comes
// out. It logs how many of the undecided verdicts come out the same in all worlds, what these wait for, and, if it takes all samples, for how many of them
// no world is found in which they come out in another way: only these could be decided.
//
// The policies are those in docs and, if PLANFMT_POLICIES names an archive, the recorded ones. The plans are the public ones in the directory that
// PLANFMT_CASES names.
func TestCheckPublicWorlds(t *testing.T) {
	archive := os.Getenv("PLANFMT_POLICIES")
	if archive == "" {
		t.Skip("PLANFMT_POLICIES names no archive with recorded policies")
	}
	sources := kit.RecordedPolicies(t, archive)
	for _, pattern := range []string{"docs/policies/*.policy.hcl", "docs/common-policies/*.policy.hcl"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			src := policy.Source{Name: file, Text: text}
			set, diags := policy.Load(src)
			if diags = append(diags, set.Bind(nil)...); diags.HasErrors() {
				continue
			}
			if _, diags := set.Inputs(policy.InputValues{}); !diags.HasErrors() {
				sources = append(sources, kit.RecordedPolicy{Source: src, Patterns: set.Needs().Patterns})
			}
		}
	}
	worlds := 3
	if sampling.Full() {
		worlds = 16
	}
	plans, decided, compared, undecided, missing, agree, alone, waited := 0, 0, 0, 0, 0, 0, 0, 0
	causes, agreed := map[string]int{}, map[string]int{}
	details := os.Getenv("PLANFMT_WORLDS")
	var log strings.Builder
	for name, c := range kit.RecordedCases(t) {
		doc, schemas := kit.Document(c), kit.Section(c, "schemas.json")
		if !strings.HasPrefix(name, "real-") || len(doc) == 0 || len(schemas) == 0 {
			continue
		}
		set := kit.Matching(sources, doc)
		if len(set) == 0 {
			continue
		}
		judgeBy := func(doc []byte, set ...policy.Source) map[string]verdict.Result {
			opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: set}}
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(schemas)}
			report, err := planfmt.Check(t.Context(), bytes.NewReader(doc), opts)
			if err != nil || report == nil {
				return nil
			}
			found := map[string]verdict.Result{}
			for _, v := range report.Results.All() {
				found[fmt.Sprint(v.Policy.Name, " ", v.Policy.Range.File, " ", v.Address, " ", v.Operation)] = v
			}
			return found
		}
		judge := func(doc []byte) map[string]verdict.Result { return judgeBy(doc, set...) }
		m := &worldMaker{Rand: rand.New(rand.NewPCG(uint64(plans), 38)), schemas: readJSONSchemas(t, schemas)}
		m.words = append(m.words, "x")
		if _, ok := m.world(t, doc); !ok {
			continue
		}
		before := judge(doc)
		if before == nil {
			continue
		}
		waiting := map[string]bool{}
		for _, v := range before {
			waiting[v.Policy.Range.File] = waiting[v.Policy.Range.File] || v.Outcome == verdict.Undecided
		}
		for _, s := range set {
			if !waiting[s.Name] && m.IntN(8) > 0 {
				continue // the words of those that wait are the ones that matter
			}
			m.words = append(m.words, wordsOf(s.Text)...)
		}
		plans++
		seen := map[string]map[verdict.Outcome]bool{}
		for nth := range worlds {
			w, _ := m.world(t, doc)
			if nth == 0 {
				more, wrong := waitsRight(t, doc, w, before, judge)
				waited += more
				for _, text := range wrong {
					t.Errorf("%s: %s", name, text)
				}
			}
			after := judge(w)
			if after == nil {
				t.Fatalf("%s: a world cannot be judged", name)
			}
			for key, v := range before {
				o := after[key].Outcome
				if o == verdict.Skipped {
					o = verdict.Pass // a policy that passes whether or not its filter selects the resource
				}
				if seen[key] == nil {
					seen[key] = map[verdict.Outcome]bool{}
				}
				seen[key][o] = true
				if v.Outcome == verdict.Undecided {
					continue
				}
				compared++
				if have := v.Outcome; have != o && !(have == verdict.Skipped && o == verdict.Pass) && !(have == verdict.Fail && failsToo(after[key])) {
					t.Errorf("%s: %s is %s, and %s in a world: %s", name, key, have, o, after[key].Message)
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(before)) {
			v := before[key]
			if v.Outcome != verdict.Undecided {
				decided++
				continue
			}
			if seen[key][verdict.Undecided] {
				missing++ // it depends on something that no plan says, such as a provider's version
				continue
			}
			undecided++
			same := len(seen[key]) == 1
			if same {
				agree++
			}
			if same && sampling.Full() {
				i := slices.IndexFunc(set, func(s policy.Source) bool { return s.Name == v.Policy.Range.File })
				same = !m.witness(t, doc, set[i].Text, func(w []byte) bool {
					o := judgeBy(w, set[i])[key].Outcome
					return !seen[key][o] && !(o == verdict.Skipped && seen[key][verdict.Pass])
				})
			}
			if same {
				alone++
			}
			for _, c := range v.Causes {
				typ := regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(c.Address, "")
				if i := strings.LastIndexByte(typ, '.'); i > 0 {
					typ = typ[:i]
				}
				cause := fmt.Sprintf("%s %s %q", typ, regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(fmt.Sprint(c.Path), "[]"), c.Reason)
				causes[cause]++
				if same {
					agreed[cause]++
				}
			}
			if details != "" {
				fmt.Fprintf(&log, "%t %v %s %s\n  %v\n", same, slices.Collect(maps.Keys(seen[key])), name, key, v.Causes)
				for _, c := range v.Conditions {
					fmt.Fprintf(&log, "  %s %s\n", c.Outcome, fmt.Sprint(c))
				}
			}
		}
	}
	if details != "" {
		if err := os.WriteFile(details, []byte(log.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if plans < 100 || compared < 10_000 {
		t.Errorf("only %d plans were judged, and %d verdicts compared", plans, compared)
	}
	t.Logf("%d undecided verdicts wait for the right values", waited)
	t.Logf("%d policy files, %d plans, %d verdicts: %d depend on what no plan says, %d are undecided, of which %d agree in all of %d worlds, and %d in those drawn for them alone, too; %d decided ones compared with worlds",
		len(sources), plans, decided+missing+undecided, missing, undecided, agree, worlds, alone, compared)
	most := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(causes[b], causes[a]), cmp.Compare(a, b))
	})
	for _, cause := range most[:min(len(most), 20)] {
		t.Logf("%5d, %5d agree: %s", causes[cause], agreed[cause], cause)
	}
}
