package canary_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// redacted redacts a document.
func redacted(doc []byte, opts planfmt.Options) ([]byte, error) {
	var out bytes.Buffer
	err := planfmt.Redact(context.Background(), &out, bytes.NewReader(doc), opts)
	return out.Bytes(), err
}

// TestRedactShows checks that each golden reads the same after it has been redacted.
func TestRedactShows(t *testing.T) {
	t.Parallel()
	for _, g := range kit.SomeGoldens(t) {
		checkRedacted(t, g.File, g.Archive, planfmt.Options{})
	}
}

// TestRedactShowsRecorded does the same for recorded cases.
func TestRedactShowsRecorded(t *testing.T) {
	n, bad := 0, 0
	for name, archive := range kit.RecordedCases(t) {
		n++
		// People see copies, which are replaced otherwise.
		if !checkRedacted(t, name, archive, planfmt.Options{Comparison: planfmt.Comparison{MaskCopies: planfmt.ChoiceNever}}) {
			bad++
		}
	}
	t.Logf("%d cases, %d differ", n, bad)
}

// TestRedactShowsMade does the same for generated plans, and checks that their secrets are gone.
func TestRedactShowsMade(t *testing.T) {
	t.Parallel()
	for seed := range sampling.Seeds(120) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 1, NoChanges: seed%7 == 0})
		opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}}}
		name := fmt.Sprintf("seed %d", seed)
		if why := readsOtherwiseMade[seed]; why != "" {
			t.Logf("%s: %s", name, why)
		} else {
			visible := opts
			visible.MaskCopies = planfmt.ChoiceNever // human shows copies, which are replaced otherwise
			checkReadsSame(t, name, made.Plan, visible, typesAndNotes)
		}
		// Without schemas, what is inferred from values may differ, as each type has one instance only.
		for _, opts := range []planfmt.Options{opts, {}} {
			if safe, err := redacted(made.Plan, opts); err != nil || bytes.Contains(safe, []byte(randplan.Secret)) {
				t.Errorf("%s: a secret is left: %v", name, err)
			} else if again, err := redacted(safe, opts); err != nil || !bytes.Equal(again, safe) {
				t.Errorf("%s: redacting it again changes it: %v", name, err)
			}
		}
	}
}

// typesAndNotes are what json says about hidden values beyond what people read. If a schema has "any", the type is that of the
// value. Two values that differ in what does not count, such as {} and {"k": null}, become the same.
var typesAndNotes = regexp.MustCompile(`,"type":"([a-z]+|[a-z]+\((\\.|[^"\\])*)"|,?"value-unchanged"`)

// readsOtherwiseMade are the generated plans that read differently, and why.
var readsOtherwiseMade = map[uint64]string{
	277: "drift that is not relevant is drawn as it was before, which has no mark, is no string, and is the same as a sensitive value after",
	302: "a cause has the index of an element of a list, for which a remote run wrote a string",
}

// readsOtherwise are the documents that read differently after they have been redacted, and why. Each reason is one of the format: it has
// no way to say what the original says.
var readsOtherwise = map[string]string{
	// There is one kind of marks. A value that only a schema or a name hides on a side has to be marked there, so that it is hidden
	// wherever the schema is missing. What the products draw for values with marks differs: warnings, and the sign of an empty string.
	"sensitive/action-by-schema.txtar":     "only the schema hides values: in the redacted document, marks do",
	"sensitive/unmarked-one-side.txtar":    "the document marks one side of a value, and a name hides the other: in the redacted document, marks do",
	"divergence/sensitive-by-schema.txtar": "the document marks one side of a value and the schema both: in the redacted document, marks hide both sides",
	// In human, names of members are shown whatever they are.
	"sensitive/copies.txtar": "the name of a member and the value that forces a replacement are copies of a secret",
	// A string has no parts.
	"sensitive/redacted-unknown.txtar": "a remote run has written a string for a map, whose keys are in after_unknown only",
	// Drift that is not relevant is drawn as it was before.
	"generated-opentofu/seed-64.txtar": "drift shows the value before, which has no mark, and is the same as a sensitive one after",
	// A null member counts in json, and does not in human.
	"generated-opentofu/seed-87.txtar": "a map becomes {\"k\": null}, which is a change for json only",
}

func checkRedacted(t *testing.T, name string, archive *txtar.Archive, opts planfmt.Options) bool {
	t.Helper()
	doc, schemas := kit.Document(archive), kit.Section(archive, "schemas.json")
	for suffix, why := range readsOtherwise {
		if strings.HasSuffix(name, suffix) {
			t.Logf("%s: %s", name, why)
			return true
		}
	}
	all := true
	for _, withSchemas := range []bool{true, false} {
		opts := opts
		if withSchemas && len(schemas) > 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(schemas)}
		} else if withSchemas || strings.HasPrefix(name, "generated-") { // of which each type has one instance
			continue
		}
		var drop []*regexp.Regexp
		if strings.HasPrefix(name, "generated-") {
			drop = append(drop, typesAndNotes)
		}
		if !checkReadsSame(t, fmt.Sprintf("%s, schemas %v", name, withSchemas), doc, opts, drop...) {
			all = false
		}
	}
	return all
}

// checkReadsSame checks that a document reads the same after it has been redacted, and that it is not
// changed when it is redacted again.
func checkReadsSame(t *testing.T, name string, doc []byte, opts planfmt.Options, drop ...*regexp.Regexp) bool {
	t.Helper()
	safe, err := redacted(doc, opts)
	if err != nil {
		if _, shown := planfmt.Show(context.Background(), &bytes.Buffer{}, bytes.NewReader(doc), opts); shown == nil {
			t.Logf("%s: %v", name, err)
		}
		return true
	}
	if !json.Valid(safe) {
		t.Errorf("%s: the result is not valid JSON", name)
		return false
	}
	if bytes.Equal(safe, doc) { // nothing is sensitive
		return true
	}
	ok := true
	if again, err := redacted(safe, opts); err != nil || !bytes.Equal(again, safe) {
		ok = false
		t.Errorf("%s: redacting it again changes it: %v\n%s", name, err, firstRedactedDifference(string(safe), string(again)))
	}
	before, after := shown(t, doc, opts), shown(t, safe, opts)
	for i, f := range redactedFormats {
		for _, one := range drop {
			before[i], after[i] = one.ReplaceAllString(before[i], ""), one.ReplaceAllString(after[i], "")
		}
		if before[i] != after[i] {
			ok = false
			t.Errorf("%s: %s differs:\n%s", name, f, firstRedactedDifference(before[i], after[i]))
		}
	}
	return ok
}

// redactedFormats are the formats in which documents are compared.
var redactedFormats = []string{"human", "compact", "brief", "markdown", "html", "json"}

// shown returns a document in all of the formats.
func shown(t *testing.T, doc []byte, opts planfmt.Options) []string {
	t.Helper()
	outs := make([]strings.Builder, len(redactedFormats))
	var targets []planfmt.Target
	for i, f := range redactedFormats {
		targets = append(targets, planfmt.Target{W: &outs[i], Format: f})
	}
	texts := make([]string, len(redactedFormats))
	_, err := planfmt.ShowAll(context.Background(), bytes.NewReader(doc), opts, targets...)
	for i := range outs {
		texts[i] = about.ReplaceAllString(hashes.ReplaceAllString(outs[i].String(), "HASH"), "")
		if err != nil {
			texts[i] = err.Error()
		}
		if len(opts.Schemas) == 0 {
			texts[i] = inferred.ReplaceAllString(texts[i], "")
		}
	}
	return texts
}

// A hash covers the marks, of which the redacted plan may have more: then nothing is hidden because
// of its name any more, and a schema may fit better or worse. The type that is inferred for a value may
// be another one if all of them are hidden. The JSON of a state has another version than the file.
var (
	hashes   = regexp.MustCompile(`"hash":(\{[^}]*\}|null)`) // a redacted document marks all that is hidden, so that it has one
	inferred = regexp.MustCompile(`,"type":"(string|any|number|bool|[a-z]+\([^"]*)"`)
	about    = regexp.MustCompile(`"schema":"[a-z-]*"|"hidden_by_name":\[[^]]*\]|"source":\{"kind":"state"[^}]*\}`)
)

// firstRedactedDifference returns the first line that differs, with a few lines before it.
func firstRedactedDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	line := func(lines []string) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(end)"
	}
	p, q := line(x), line(y)
	for len(p) > 300 && len(q) > 300 && p[:100] == q[:100] {
		p, q = p[100:], q[100:]
	}
	return fmt.Sprintf("%s\nhave %.600s\nwant %.600s", strings.Join(x[max(0, i-4):min(i, len(x))], "\n"), q, p)
}

// TestRedactCanaries plants canaries in all goldens, and copies of them in other places. None may be in
// the redacted document.
func TestRedactCanaries(t *testing.T) {
	t.Parallel()
	var sum planted
	for _, g := range kit.SomeGoldens(t) {
		for i, tr := range treatments {
			if i%3 == 0 {
				sum.add(tr.redact(t, g.File, kit.Document(g.Archive), kit.Section(g.Archive, "schemas.json")))
			}
		}
	}
	t.Log(sum)
	if sum.canaries < 300 && sampling.Full() {
		t.Errorf("only %d canaries", sum.canaries)
	}
}

var planting = regexp.MustCompile(kit.Canary + `[0-9a-f]+`)

// redact treats a document, plants canaries in it, redacts it and looks for them.
func (tr treatment) redact(t *testing.T, name string, doc, schemas []byte) planted {
	t.Helper()
	var plan, types map[string]any
	if kit.Decode(doc, &plan) != nil {
		return planted{}
	}
	if kit.Decode(schemas, &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := kit.Canaries{Schemas: types, Strip: tr.strip}
	p.Document(plan)
	var opts planfmt.Options
	if types != nil {
		text, err := json.Marshal(types)
		if err != nil {
			t.Fatal(err)
		}
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(text)}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	if secret := planting.Find(text); secret != nil {
		for _, where := range []string{
			`"a_future_member":[{"x":["%s"]},{"%s":1}]`, `"another":{"%s":{"y":"words and %s, too"}}`,
			`"variables":{"v":{"value":"%s"}}`, `"third":"{\"json\":[\"%s\"]}"`,
			`"checks":[{"address":{"to_display":"check.c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"%s"}]}]}]`,
			`"relevant_attributes":[{"resource":"a_b.c[\"%s\"]","attribute":["x","%s"]}]`,
		} {
			member := strings.ReplaceAll(where, "%s", string(secret))
			if key, _, _ := strings.Cut(member, ":"); !bytes.Contains(text, []byte(key)) {
				text = append([]byte("{"+member+","), text[1:]...)
			}
		}
	}
	out := planted{documents: 1, runs: 1, canaries: p.Count}
	safe, err := redacted(text, opts)
	all := fmt.Sprint(string(safe), err)
	if i := strings.Index(all, kit.Canary); i >= 0 {
		out.leaks++
		t.Errorf("%s, %s: a secret is left: …%s", name, tr.name, all[max(0, i-300):min(len(all), i+60)])
	}
	return out
}

// FuzzRedact redacts any document. The result is valid JSON, reads as the original does, is not
// changed if it is redacted again, and has none of the canaries that are planted first.
func FuzzRedact(f *testing.F) {
	for i, g := range kit.SomeGoldens(f) {
		f.Add(g.Document(), g.Schemas(), uint8(i))
	}
	f.Fuzz(func(t *testing.T, doc, schemas []byte, i uint8) {
		treatments[int(i)%len(treatments)].redact(t, "fuzzed", doc, schemas)
		safe, err := redacted(doc, planfmt.Options{})
		if err != nil {
			return
		}
		if again, err := redacted(safe, planfmt.Options{}); err != nil || !bytes.Equal(again, safe) {
			t.Errorf("redacting it again changes it: %v\n%s\n%s", err, safe, again)
		}
	})
}

// TestRedactReachesAll redacts a document in which secrets stand in rare places: the deferred invocation of an action, the path of what
// forces a replacement, and lists in sets.
func TestRedactReachesAll(t *testing.T) {
	t.Parallel()
	const doc = `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[
		{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p/p/p","change":{"actions":["delete","create"],
		"before":{"id":"1","l":[{"m":{"a":"x"}},{"m":{"CANARY1":"b"}}]},"after":{"id":"1","l":[{"m":{"a":"x"}},{"m":{"CANARY1":"c"}}]},
		"after_unknown":{},"before_sensitive":{"l":true},"after_sensitive":{"l":true},"replace_paths":[["l",1,"m","CANARY1"],["l",1,{"CANARY1":1},"CANARY1"]]}}],
		"deferred_action_invocations":[{"reason":"instance_count_unknown","action_invocation":{"address":"action.x_y.y","type":"x_y","name":"y",
		"provider_name":"registry.terraform.io/z/x","config_values":{"p":"CANARY2"},"config_sensitive":{"p":true}}}]}`
	checkReadsSame(t, "rare places", []byte(doc), planfmt.Options{})
	safe, err := redacted([]byte(doc), planfmt.Options{})
	if err != nil || bytes.Contains(safe, []byte("CANARY")) {
		t.Errorf("a secret is left: %v\n%s", err, safe)
	}
}
