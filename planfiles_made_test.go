package planfmt_test

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
	"github.com/planfmt/planfmt/values"
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
		text, remarks := renderGolden(document, withFormat(opts, "every"))
		if isRefused(remarks) {
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
		t.Errorf("%s: %s\nof %s", name, firstDifference(have, want), document)
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

// firstDifference returns the lines around the first one that differs.
func firstDifference(have, want string) string {
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i == len(b) || a[i] != b[i] {
			around := func(lines []string) string {
				return strings.Join(lines[max(0, min(i, len(lines))-20):min(len(lines), i+5)], "\n")
			}
			return "have\n" + around(a) + "\nwant\n" + around(b)
		}
	}
	return "have less"
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
		opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{schemaText(p.Schemas)}}}
		opts.Product = p.Product
		err := compareMade(t, "random plan", modern(p.Plan), mode, opts)
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

// modern returns a plan as a version has written it that marks all that is sensitive, without
// the parts that are other members of a plan file.
func modern(document []byte) []byte {
	v, err := new(values.Parser).Parse(document)
	if err != nil {
		return document
	}
	var members []values.Member
	for _, m := range v.Members() {
		switch m.Name {
		case "configuration", "planned_values", "prior_state", "variables", "provider_schemas":
		case "format_version":
			members = append(members, values.Member{Name: m.Name, Value: values.NewString("1.2")})
		case "terraform_version":
		case "resource_changes", "resource_drift":
			m.Value = m.Value.MapElems(func(_ int, e values.Value) values.Value { return withMember(e, "change", marked) })
			members = append(members, m)
		case "deferred_changes":
			m.Value = m.Value.MapElems(func(_ int, e values.Value) values.Value {
				return withMember(e, "resource_change", func(v values.Value) values.Value { return withMember(v, "change", marked) })
			})
			members = append(members, m)
		case "output_changes":
			m.Value = m.Value.MapMembers(func(o values.Member) values.Value { return marked(o.Value) })
			members = append(members, m)
		default:
			members = append(members, m)
		}
	}
	members = append(members, values.Member{Name: "terraform_version", Value: values.NewString("1.14.0")})
	return []byte(values.NewObject(members...).JSON())
}

// withMember replaces a member of an object.
func withMember(object values.Value, name string, f func(values.Value) values.Value) values.Value {
	return object.MapMembers(func(m values.Member) values.Value {
		if m.Name == name {
			return f(m.Value)
		}
		return m.Value
	})
}

// marked gives a change the marks that Terraform writes where nothing is sensitive.
func marked(c values.Value) values.Value {
	if c.Kind() != values.Object {
		return c
	}
	var members []values.Member
	for _, m := range c.Members() {
		members = append(members, m)
	}
	for _, side := range []string{"before", "after"} {
		tree := c.Get(side + "_sensitive")
		if tree.Kind() == values.Absent {
			tree = values.NewBool(false)
		}
		if tree.Kind() != values.Bool || !tree.IsTrue() && !c.Get("actions").IsNull() && c.Get(side).Kind() >= values.Array {
			if tree.Kind() == values.Bool {
				tree = values.NewObject()
				if c.Get(side).Kind() == values.Array {
					tree = values.NewArray()
				}
			}
			tree = values.Of(values.SensitiveFlags(tree).Shape(c.Get(side)).String())
		}
		members = append(members, values.Member{Name: side + "_sensitive", Value: tree})
	}
	return values.NewObject(members...)
}

// TestPlanFilesGolden makes plan files of the goldens, as far as plan files can say what they say. Most
// goldens leave out what Terraform writes, such as empty marks.
func TestPlanFilesGolden(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, g := range someGoldens(t) {
		switch name := strings.TrimSuffix(filepath.Base(g.file), ".txtar"); {
		case strings.Contains(name, "redacted"): // what HCP Terraform has changed in the JSON
			continue
		case slices.Contains([]string{"delete-without-index", "import", "mismatch-secret", "schema-mismatch", "number-text"}, name):
			continue // no program writes numbers, identities and marks as these have them
		}
		mode := g.opts.Mode
		if mode == plans.AutoMode {
			mode = plans.NormalMode
		}
		if err := compareMade(t, g.file, modern(g.document()), mode, g.opts); err == nil {
			compared++
		} else if testing.Verbose() {
			t.Logf("%s: %.150v", g.file, err)
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
	schemas := schemaText([]byte(`{"format_version":"1.0","provider_schemas":{"p/p/p":{"resource_schemas":{"t":{"version":0,"block":{"attributes":{"id":{"type":"string","optional":true}}}}}}}}`))
	opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{schemas}}}
	if err := compareMade(t, "lost sides", modern([]byte(doc)), plans.NormalMode, opts); err != nil {
		t.Fatal(err)
	}
	file, err := made.FromJSON(modern([]byte(doc)), made.Options{})
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
