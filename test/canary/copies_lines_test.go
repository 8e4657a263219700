package canary_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// longerTexts returns texts of which a secret is a part. Inside of a word, nobody looks for it.
func longerTexts(secret string) (found, inside []string) {
	inJSON := func(v any) string {
		text, _ := json.MarshalIndent(v, "", "  ")
		return string(text)
	}
	found = []string{
		"x\n" + secret + "\ny",
		"x\n    " + secret + "  \ny\n",
		"x\r\n" + secret + "\r\ny\r\n",
		secret + "\nx",
		"#!/bin/sh\ncurl -H " + secret + " https://example.com\n",
		"#!/bin/sh\nexport TOKEN=" + secret + "\nrun\n",
		"cat <<EOT\n  password = \"" + secret + "\"\nEOT\n",
		"a: b\nc:\n  d: " + secret + "\n",
		"a: b\nc:\n  - " + secret + "\n  - x\n",
		"a: b\nc: |\n  x\n  " + secret + "\n",
		"a: b\nc: run --token " + secret + " now\n",
		"a: \"b\\\n  " + secret + "\"\n",
		"a: b\n" + secret + ": c\n",
		"# " + secret + "\na: b\n",
		inJSON(map[string]any{"a": []any{secret, 1}}),
		inJSON(map[string]any{"a": "x\n" + secret + "\ny"}),
		inJSON(map[string]any{"a": inJSON(map[string]any{"b": []any{"x " + secret}})}),
		inJSON(map[string]any{secret: "b"}),
		"\n" + inJSON([]any{"x\n" + secret}),
		"x\n" + inJSON(map[string]any{"a": secret}),
		"postgres://app:" + secret + "@db/app",
	}
	inside = []string{
		"x\ny" + secret + "\nz",
		"x\n" + secret + "y\nz",
		inJSON(map[string]any{"a": "x" + secret + "\ny"}),
	}
	return found, inside
}

// TestCopiesInLongerTexts checks that redact and the formats find the same copies in longer texts.
func TestCopiesInLongerTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 5))
	type planted struct {
		token, text string
		found       bool
	}
	var all []planted
	var entries []string
	add := func(round int, token, secret, text string, found bool) {
		name := fmt.Sprint(len(all))
		all = append(all, planted{token, text, found})
		marked, _ := json.Marshal(map[string]any{"p": secret})
		other, _ := json.Marshal(map[string]any{"v": strings.Replace(text, secret, "other", 1)})
		is, _ := json.Marshal(map[string]any{"v": text})
		entries = append(entries, kit.EntryOf("secret"+name, `"actions":["create"],"before":null,"after":`+string(marked)+`,"after_unknown":{},"before_sensitive":false,"after_sensitive":{"p":true}}`))
		const rest = `,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}`
		switch round {
		case 0:
			entries = append(entries, kit.EntryOf("copy"+name, `"actions":["create"],"before":null,"after":`+string(is)+rest))
		case 1:
			entries = append(entries, kit.EntryOf("copy"+name, `"actions":["delete"],"before":`+string(is)+`,"after":null`+rest))
		case 2:
			entries = append(entries, kit.EntryOf("copy"+name, `"actions":["update"],"before":`+string(is)+`,"after":`+string(other)+rest))
		default:
			entries = append(entries, kit.EntryOf("copy"+name, `"actions":["update"],"before":`+string(other)+`,"after":`+string(is)+rest))
		}
	}
	found, inside := longerTexts("")
	for round := range 4 { // each text comes with each action
		for i := range len(found) + len(inside) {
			token := tokenOf(r)
			secret := token
			if i%2 == 1 && i < 8 {
				secret += "/x=" // not one word
			}
			if found, inside := longerTexts(secret); i < len(found) {
				add(round, token, secret, found[i], true)
			} else {
				add(round, token, secret, inside[i-len(found)], false)
			}
		}
	}
	plan := kit.PlanOf(entries, "")
	seen := func(out []byte, p planted) bool { return bytes.Contains(out, []byte(p.token)) }
	hidden, err := redacted([]byte(plan), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if seen(hidden, p) == p.found {
			t.Errorf("redact: found %v: %q", !p.found, p.text)
		}
	}
	for _, name := range append(maskingFormats(), "human") {
		var out bytes.Buffer
		_, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), planfmt.Options{Format: name, Comparison: planfmt.Comparison{MaskCopies: planfmt.ChoiceAlways}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			switch {
			case p.found && seen(out.Bytes(), p):
				t.Errorf("%s shows the secret in %q", name, p.text)
			case !p.found && name == "json" && !seen(out.Bytes(), p):
				t.Errorf("%s hides what redact does not: %q", name, p.text)
			}
		}
	}
}

// What is hidden as a part of a longer text cannot be found out in another way either: by a hash without a key, where something is
// imported, in the message of a check, or by an expression.
func TestCopiesInLongerTextsElsewhere(t *testing.T) {
	secret := tokenOf(rand.New(rand.NewPCG(3, 6)))
	marked := kit.EntryOf("secret", `"actions":["no-op"],"before":{"p":"`+secret+`"},"after":{"p":"`+secret+`"},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}`)
	for _, text := range []string{"x\n" + secret + "\ny", "a: b\n" + secret + ": c\n"} {
		spelled, _ := json.Marshal(text)
		copied := string(spelled)
		for name, plan := range map[string]string{
			"value":    kit.PlanOf([]string{marked, created("copy", map[string]any{"v": text})}, ""),
			"output":   kit.PlanOf([]string{marked}, `,"output_changes":{"o":{"actions":["create"],"before":null,"after":`+copied+`,"after_unknown":false,"before_sensitive":false,"after_sensitive":false}}`),
			"imported": kit.PlanOf([]string{marked, kit.EntryOf("i", `"actions":["no-op"],"before":{"q":"x"},"after":{"q":"x"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{},"importing":{"id":`+copied+`}}`)}, ""),
			"message":  kit.PlanOf([]string{marked}, `,"checks":[{"address":{"kind":"check","to_display":"check.c","name":"c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":`+copied+`}]}]}]`),
		} {
			var out bytes.Buffer
			res, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), planfmt.Options{Format: "json"})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.String(), secret) || len(res.Copies) != 1 || name != "message" && !strings.Contains(out.String(), `"hash":null`) {
				t.Errorf("%s, %q: %v, %s", name, text, res.Copies, out.String())
			}
		}
		q, diags := planfmt.NewQuery("EXPR", `[for r in resources : r.after if r.name == "copy"]`)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		var out bytes.Buffer
		plan := kit.PlanOf([]string{marked, created("copy", map[string]any{"v": text})}, "")
		if _, err := q.Run(context.Background(), &out, strings.NewReader(plan), planfmt.Options{}, "json"); err != nil || strings.Contains(out.String(), secret) || out.Len() == 0 {
			t.Errorf("query: %v, %s", err, out.String())
		}
	}
}
