package planfile_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// compareMade shows a plan's JSON and a plan file that is made of it. It returns why a plan file cannot
// say the same, if so.
func compareMade(t *testing.T, name string, document []byte, mode plans.Mode, opts planfmt.Options) error {
	t.Helper()
	file, err := made.FromJSON(document, made.Options{Mode: mode})
	if err != nil {
		return err
	}
	opts.RequireExact = true // the evidence is not the same
	opts.Mode = mode
	show := func(document []byte) (string, error) {
		text, remarks := kit.RenderGolden(document, kit.WithFormat(opts, "every"))
		if kit.IsRefused(remarks) {
			return "", errors.New(remarks)
		}
		return text + remarks, nil
	}
	want, err := show(document)
	if err != nil {
		return err
	}
	have, err := show(file)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, document)
	}
	if have != want {
		t.Errorf("%s: %s\nof %s", name, kit.FirstDifference(have, want), document)
	}
	for _, key := range [][]byte{nil, []byte(strings.Repeat("k", 32))} {
		a, err1 := planfmt.Hash(t.Context(), bytes.NewReader(document), planfmt.Options{HashKey: key, Comparison: opts.Comparison})
		b, err2 := planfmt.Hash(t.Context(), bytes.NewReader(file), planfmt.Options{HashKey: key, Comparison: opts.Comparison})
		if a != b || (err1 == nil) != (err2 == nil) {
			t.Errorf("%s: the hash is %v %v, not %v %v", name, b, err2, a, err1)
		}
	}
	return nil
}

// TestPlanFilesMade makes plan files of random plans, and shows both forms.
func TestPlanFilesMade(t *testing.T) {
	t.Parallel()
	compared := 0
	for seed := range sampling.Seeds(400) {
		p := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed&1 != 0, NoChanges: seed%7 == 0})
		mode := plans.NormalMode
		if p.Mode == "refresh-only" {
			mode = plans.RefreshOnlyMode
		}
		opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(p.Schemas)}}}
		opts.Product = p.Product
		err := compareMade(t, "random plan", kit.Modern(p.Plan), mode, opts)
		if err == nil {
			compared++
		} else if !errors.Is(err, made.ErrNotSame) {
			t.Log(err)
		}
	}
	if t.Logf("%d plans compared", compared); compared < 100 && sampling.Full() {
		t.Errorf("only %d plans were compared", compared)
	}
}

// TestPlanFilesGolden makes plan files of the goldens, as far as plan files can say what they say. Most
// goldens leave out what Terraform writes, such as empty marks.
func TestPlanFilesGolden(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, g := range kit.SomeGoldens(t) {
		switch name := strings.TrimSuffix(filepath.Base(g.File), ".txtar"); {
		case strings.Contains(name, "redacted"): // what HCP Terraform has changed in the JSON
			continue
		case slices.Contains([]string{"delete-without-index", "import", "mismatch-secret", "schema-mismatch", "number-text"}, name):
			continue // no program writes numbers, identities and marks as these have them
		}
		mode := g.Opts.Mode
		if mode == plans.AutoMode {
			mode = plans.NormalMode
		}
		if err := compareMade(t, g.File, kit.Modern(g.Document()), mode, g.Opts); err == nil {
			compared++
		} else if testing.Verbose() {
			t.Logf("%s: %.150v", g.File, err)
		}
	}
	if t.Logf("%d goldens compared", compared); compared < 80 && sampling.Full() {
		t.Errorf("only %d goldens were compared", compared)
	}
}

// TestPlanFilesLostSides checks that changes without the values that their actions need are drawn with what there is, and are problems, as those of
// JSON plans are.
func TestPlanFilesLostSides(t *testing.T) {
	t.Parallel()
	entry := func(name, actions, sides string) string {
		return `{"address":"t.` + name + `","mode":"managed","type":"t","name":"` + name + `","provider_name":"p/p/p",` +
			`"change":{"actions":[` + actions + `],` + sides + `"after_unknown":{},"before_sensitive":false,"after_sensitive":false}}`
	}
	all := strings.Join([]string{
		entry("a", `"update"`, `"before":null,"after":{"id":"2"},`), entry("b", `"update"`, `"before":{"id":"1"},`),
		entry("c", `"delete"`, `"before":null,"after":null,`), entry("d", `"create"`, `"before":null,`),
		entry("e", `"delete","create"`, `"before":null,"after":{"id":"2"},`), entry("f", `"create","delete"`, `"before":{"id":"1"},`),
		entry("g", `"forget"`, `"before":null,"after":null,`),
	}, ",")
	doc := `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[` + all + `]}`
	schemas := kit.SchemaText([]byte(`{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{"t":{"version":0,"block":{"attributes":{"id":{"type":"string","optional":true}}}}}}}}`))
	opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{schemas}}}
	if err := compareMade(t, "lost sides", kit.Modern([]byte(doc)), plans.NormalMode, opts); err != nil {
		t.Fatal(err)
	}
	file, err := made.FromJSON(kit.Modern([]byte(doc)), made.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	res, err := planfmt.Show(t.Context(), &out, bytes.NewReader(file), planfmt.Options{})
	if err != nil || len(res.Problems) != 7 || strings.Contains(out.String(), "cannot be rendered") {
		t.Errorf("%v, %v:\n%s", err, res.Problems, out.String())
	}
}

// TestPlanFilesEphemeral checks that an ephemeral resource is counted, and not one that is destroyed: that would hide a destroy.
func TestPlanFilesEphemeral(t *testing.T) {
	t.Parallel()
	for action, counted := range map[string]bool{`"no-op"`: true, `"create"`: true, `"delete"`: false, `"update"`: false, `"delete","create"`: false} {
		sides := map[string]string{`"no-op"`: `"before":{},"after":{}`, `"create"`: `"before":null,"after":{}`, `"delete"`: `"before":{},"after":null`}[action]
		if sides == "" {
			sides = `"before":{},"after":{}`
		}
		file, err := made.FromJSON([]byte(`{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[{"address":"ephemeral.t.a","mode":"ephemeral","type":"t","name":"a","provider_name":"p/p/p",`+
			`"change":{"actions":[`+action+`],`+sides+`,"after_unknown":{},"before_sensitive":false,"after_sensitive":false}}]}`), made.Options{Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		var out, warned strings.Builder
		opts := planfmt.Options{Warn: func(w planfmt.Warning) { warned.WriteString(w.Text) }}
		res, err := planfmt.Show(t.Context(), &out, bytes.NewReader(file), opts)
		if isCounted := err == nil && len(res.Problems) == 0 && strings.Contains(warned.String(), "1 ephemeral resource is not shown"); isCounted != counted {
			t.Errorf("%s: %v, %s\n%s", action, err, warned.String(), out.String())
		}
		if isShown := strings.Contains(out.String(), "ephemeral.t.a"); isShown == counted {
			t.Errorf("%s:\n%s", action, out.String())
		}
	}
}
