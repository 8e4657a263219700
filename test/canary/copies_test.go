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
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// created returns an entry that creates something with these values, which nothing marks.
func created(name string, v any) string {
	text, _ := json.Marshal(v)
	return kit.EntryOf(name, `"actions":["create"],"before":null,"after":`+string(text)+`,"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}`)
}

func tokenOf(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, 20)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return "x1Y2z3" + string(b)
}

// maskingFormats are those that hide copies without being told so.
func maskingFormats() []string {
	var names []string
	for _, f := range planfmt.Formats() {
		if f.Needs.MaskCopies {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestCopiesPlanted plants 1,000 copies of strings that are marked in other places.
func TestCopiesPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var secrets, entries []string
	for range max(sampling.Count(1000), 200) {
		secrets = append(secrets, tokenOf(r))
	}
	for i, s := range secrets {
		switch name := fmt.Sprintf("secret%d", i); i % 3 {
		case 0: // in what is left out
			entries = append(entries, kit.EntryOf(name, `"actions":["no-op"],"before":{"p":"`+s+`"},"after":{"p":"`+s+`"},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}`))
		case 1:
			entries = append(entries, kit.EntryOf(name, `"actions":["update"],"before":{"p":["`+s+`"]},"after":{"p":["x"]},"after_unknown":{},"before_sensitive":{"p":[true]},"after_sensitive":{"p":[true]}}`))
		default:
			entries = append(entries, kit.EntryOf(name, `"actions":["create"],"before":null,"after":{"p":{"k":"`+s+`"}},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"p":true}}`))
		}
	}
	for i, s := range secrets {
		inJSON, _ := json.Marshal(map[string]any{"a": []any{s}})
		values := []any{s, []any{"a", s}, map[string]any{"k": s}, string(inJSON)}
		entries = append(entries, created(fmt.Sprintf("copy%d", i), map[string]any{"v": values[i%len(values)]}))
	}
	plan := kit.PlanOf(entries, "")
	for _, name := range maskingFormats() {
		for _, choice := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			var out bytes.Buffer
			res, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), planfmt.Options{Format: name, Comparison: planfmt.Comparison{MaskCopies: choice}})
			if err != nil {
				t.Fatal(err)
			}
			open := 0
			for _, s := range secrets {
				if bytes.Contains(out.Bytes(), []byte(s)) {
					open++
				}
			}
			switch {
			case choice == planfmt.ChoiceAuto && (open > 0 || len(res.Copies) != len(secrets)):
				t.Errorf("%s: %d copies are hidden, %d secrets are open", name, len(res.Copies), open)
			case choice == planfmt.ChoiceNever && (len(res.Copies) > 0 || name == "json" && open != len(secrets)):
				t.Errorf("%s, without masking: %d copies are hidden, %d secrets are open", name, len(res.Copies), open)
			}
		}
	}
}

// The same copies are listed whatever else is written, and however many workers there are.
func TestCopiesOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	secret := tokenOf(r)
	entries := []string{kit.EntryOf("secret", `"actions":["no-op"],"before":{"p":"`+secret+`"},"after":{"p":"`+secret+`"},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}`)}
	for i := range 50 {
		entries = append(entries, created(fmt.Sprintf("copy%d", i), map[string]any{"b": secret, "a": []any{secret}}))
	}
	plan := kit.PlanOf(entries, `,"output_changes":{"o":{"actions":["create"],"before":null,"after":"`+secret+`","after_unknown":false,"before_sensitive":false,"after_sensitive":false}}`)
	var want string
	for _, formats := range [][]string{{"compact"}, {"human", "json"}, {"html", "compact", "human"}, {"jsonl"}} {
		for _, workers := range []int{1, 4} {
			var targets []planfmt.Target
			outs := make([]bytes.Buffer, len(formats))
			for i, name := range formats {
				targets = append(targets, planfmt.Target{W: &outs[i], Format: name})
			}
			res, err := planfmt.ShowAll(context.Background(), strings.NewReader(plan), planfmt.Options{Comparison: planfmt.Comparison{Workers: workers}}, targets...)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(res.Copies)
			if want == "" {
				want = got
			}
			if got != want || len(res.Copies) != 101 {
				t.Errorf("%v, %d workers: %d copies are listed: %s", formats, workers, len(res.Copies), got)
			}
			for i, name := range formats {
				if open := strings.Contains(outs[i].String(), secret); open != (name == "human") {
					t.Errorf("%v: the secret is in %s: %v", formats, name, open)
				}
			}
		}
	}
}

// The message of a check may be a sensitive string.
func TestCopiesInChecks(t *testing.T) {
	const secret = "Zq9!xK2#vLp7"
	plan := kit.PlanOf([]string{
		kit.EntryOf("a", `"actions":["update"],"before":{"p":"`+secret+`"},"after":{"p":"x"},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{}}`),
	}, `,"checks":[{"address":{"kind":"check","to_display":"check.c","name":"c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"seen"},{"message":"`+secret+`"}]}]}]`)
	for _, name := range maskingFormats() {
		var out bytes.Buffer
		res, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), planfmt.Options{Format: name})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), secret) || !strings.Contains(out.String(), "seen") || len(res.Copies) != 1 || res.Copies[0].Address != "check.c" {
			t.Errorf("%s: %v, %s", name, res.Copies, out.String())
		}
	}
}

// Some resources are imported by their value.
func TestCopiesImported(t *testing.T) {
	const secret = "Zq9!xK2#vLp7"
	for _, importing := range []string{`{"id":"` + secret + `"}`, `{"identity":{"a":["` + secret + `"]}}`, `{"id":"open","identity":{"a":"` + secret + `"}}`, `{"id":"{\"a\":\"` + secret + `\"}"}`, `{"identity":{"a":"[\"` + secret + `\"]"}}`} {
		plan := kit.PlanOf([]string{
			kit.EntryOf("a", `"actions":["no-op"],"before":{"p":"`+secret+`"},"after":{"p":"`+secret+`"},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{"p":true},"importing":`+importing+`}`),
			kit.EntryOf("b", `"actions":["no-op"],"before":{"p":"x"},"after":{"p":"x"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{},"importing":{"id":"seen"}}`),
		}, "")
		for _, name := range append(maskingFormats(), "human") {
			var out bytes.Buffer
			res, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), planfmt.Options{Format: name, Comparison: planfmt.Comparison{MaskCopies: planfmt.ChoiceAlways}})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.String(), secret) || len(res.Copies) != 1 || res.Copies[0].Address != "acme_thing.a" || !res.Copies[0].Path.IsEmpty() {
				t.Errorf("%s: %v, %s", name, res.Copies, out.String())
			}
			if name == "json" && !strings.Contains(out.String(), "seen") {
				t.Errorf("%s: another ID is hidden: %s", name, out.String())
			}
		}
	}
}

// TestReadableCopies: kubectl_manifest has an attribute in which people may read what can be read of a sensitive one. Other copies stay hidden.
func TestReadableCopies(t *testing.T) {
	t.Parallel()
	plan := func(typ, marks, before, after string) string {
		value := func(text string) string {
			return fmt.Sprintf(`{"yaml_body":%q,"yaml_body_parsed":%[1]q,"token":"s3cr3t-token-value"}`, text)
		}
		return fmt.Sprintf(`{"format_version":"1.2","resource_changes":[{"address":"%s.x","mode":"managed","type":"%[1]s","name":"x","provider_name":"registry.terraform.io/x/x","change":{"actions":["update"],
  "before":%s,"after":%s,"after_unknown":{},"before_sensitive":%s,"after_sensitive":%[4]s}}]}`, typ, value(before), value(after), marks)
	}
	const marks, before, after = `{"yaml_body":true,"token":true}`, "kind: Deployment\nimage: shop/web:1.4.0\n", "kind: Deployment\nimage: shop/web:1.5.0\n"
	for _, test := range []struct {
		name, plan string
		shown      bool
	}{
		{"the pair", plan("kubectl_manifest", marks, before, after), true},
		{"both are marked", plan("kubectl_manifest", `{"yaml_body":true,"yaml_body_parsed":true}`, before, after), false},
		{"all is marked", plan("kubectl_manifest", "true", before, after), false},
		{"another secret", plan("kubectl_manifest", marks, "s3cr3t-token-value", "s3cr3t-token-value"), false},
		{"another type", plan("other_manifest", marks, before, after), false},
	} {
		for _, format := range []string{"compact", "markdown", "json"} {
			got := kit.ShowText(t, test.plan, planfmt.Options{Format: format})
			if strings.Contains(got, "1.5.0") != test.shown || strings.Contains(got, "s3cr3t-token-value") {
				t.Errorf("%s, %s: shown: %v, want %v:\n%s", test.name, format, !test.shown, test.shown, got)
			}
		}
	}
}
