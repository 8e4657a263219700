package canary_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestCommentKnowsNoSecrets checks that nothing in a comment depends on what is sensitive: two plans that differ only in their
// secrets have the same comment, to the byte.
func TestCommentKnowsNoSecrets(t *testing.T) {
	t.Parallel()
	var sum planted
	for i, g := range kit.SomeGoldens(t) {
		// Each case gets one of the treatments, in turn.
		sum.add(treatments[i%len(treatments)].comment(t, g.File, g.Archive, i%2 == 1))
	}
	if t.Log(sum); sum.canaries < 100 && sampling.Full() {
		t.Error("too few secrets")
	}
}

// TestCommentKnowsNoSecretsRecorded checks the same of the recorded cases, a sample of them unless PLANFMT_TEST=full.
func TestCommentKnowsNoSecretsRecorded(t *testing.T) {
	t.Parallel()
	var all lockedSum
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		var sum planted
		for c := range cases {
			n := c.Number + 1
			if !sampling.Full() && n%4 > 0 {
				continue
			}
			sum.add(treatments[n/4%len(treatments)].comment(t, c.Name, c.Archive, n/4/len(treatments)%2 == 1))
		}
		all.add(sum)
	})
	t.Log(all.planted)
}

// comment treats a document, plants secrets in it, and compares its comment, and its report in JSON,
// with those of a document with other secrets.
func (tr treatment) comment(t *testing.T, name string, archive *txtar.Archive, readable bool) planted {
	t.Helper()
	var plan, types map[string]any
	if kit.Decode(kit.Document(archive), &plan) != nil {
		return planted{}
	}
	if kit.Decode(kit.Section(archive, "schemas.json"), &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := kit.Canaries{Schemas: types, Strip: tr.strip}
	p.Document(plan)
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	opts := kit.CommentOptions(sinks.Flavours()[0], 0, "")
	if readable {
		opts.Readable = planfmt.ChoiceAlways
	}
	if types != nil {
		schemas, err := json.Marshal(types)
		if err != nil {
			t.Fatal(err)
		}
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(schemas)}
	}
	for _, format := range []string{"markdown", "json"} { // the one with its marker, the other with the hash, unless that depends on secrets
		opts.Format = format
		var one, two bytes.Buffer
		_, err1 := planfmt.Show(t.Context(), &one, bytes.NewReader(text), opts)
		_, err2 := planfmt.Show(t.Context(), &two, bytes.NewReader(bytes.ReplaceAll(text, []byte(kit.Canary), []byte("BARLEY"))), opts)
		if (err1 == nil) != (err2 == nil) || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s, %s: the reports in %s are not the same: %v, %v\n%s", name, tr.name, format, err1, err2, kit.LineDiff(one.String(), two.String()))
		}
		if err1 != nil {
			return planted{}
		}
	}
	return planted{documents: 1, canaries: bytes.Count(text, []byte(kit.Canary))}
}
