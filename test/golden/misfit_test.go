package golden_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// planter adds members to objects that no schema has.
type planter struct{ planted []string }

func (p *planter) next(what string) string {
	s := fmt.Sprintf("planted-%s-%d.", what, len(p.planted))
	p.planted = append(p.planted, s)
	return s
}

// plant adds a member to every object in a value. An object of objects may be a
// map of blocks, whose members have to be blocks, so it is left alone.
func (p *planter) plant(v any, what string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			p.plant(e, what)
		}
	case map[string]any:
		objects := 0
		for _, name := range slices.Sorted(maps.Keys(v)) {
			p.plant(v[name], what)
			if _, ok := v[name].(map[string]any); ok {
				objects++
			}
		}
		if objects < len(v) || objects == 0 {
			v["zz_planted"] = p.next(what)
		}
	}
}

// TestMembersThatNoSchemaHas plants members at every level of the values of all
// goldens that have schemas: all are in the output.
func TestMembersThatNoSchemaHas(t *testing.T) {
	total := 0
	for _, g := range kit.SomeGoldens(t) {
		plan := kit.Section(g.Archive, "plan.json")
		if plan == nil || len(g.Opts.Schemas) == 0 || g.Opts.Mode != plans.NormalMode {
			continue
		}
		// What is sensitive is not drawn; nor does OpenTofu draw what was in blocks
		// that become unknown.
		if bytes.Contains(g.Schemas(), []byte(`"sensitive"`)) || strings.Contains(g.File, "unknown-blocks") {
			continue
		}
		var doc map[string]any
		dec := json.NewDecoder(bytes.NewReader(plan))
		dec.UseNumber()
		if dec.Decode(&doc) != nil {
			continue
		}
		var p planter
		changes, _ := doc["resource_changes"].([]any)
		delete(doc, "resource_drift")
		kept := changes[:0]
		for _, rc := range changes {
			if p.change(rc) {
				kept = append(kept, rc)
			}
		}
		if len(p.planted) == 0 {
			continue
		}
		doc["resource_changes"] = kept
		planted, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		res, err := planfmt.Show(context.Background(), &out, bytes.NewReader(planted), g.Opts)
		if err != nil {
			continue // a document, or schemas, that cannot be read at all
		}
		if len(res.Problems) > 0 {
			continue // drawn in part
		}
		if bytes.Contains(planted, []byte("zz_unknown")) && !strings.Contains(out.String(), "zz_unknown") {
			t.Errorf("%s: the unknown member is not in the output\n%s", g.File, out.String())
		}
		for _, s := range p.planted {
			if !strings.Contains(out.String(), s) {
				t.Errorf("%s: %s is not in the output\n%s", g.File, s, out.String())
				break
			}
		}
		total += len(p.planted)
	}
	if total < 500 && sampling.Full() {
		t.Errorf("only %d members were planted", total)
	}
}

// change plants into a change that is drawn as one.
func (p *planter) change(rc any) bool {
	entry, _ := rc.(map[string]any)
	c, _ := entry["change"].(map[string]any)
	actions := fmt.Sprint(c["actions"])
	switch actions {
	case "[create]", "[update]", "[delete]", "[delete create]", "[create delete]":
	default:
		return false
	}
	before, okBefore := c["before"].(map[string]any)
	after, okAfter := c["after"].(map[string]any)
	unknown, _ := c["after_unknown"].(map[string]any)
	if !okBefore && !okAfter || entry["mode"] == "data" {
		return false
	}
	for _, flags := range []string{"before_sensitive", "after_sensitive"} {
		delete(c, flags)
	}
	if okBefore {
		p.plant(before, "before")
	}
	if okAfter {
		p.plant(after, "after")
		if unknown == nil {
			unknown = map[string]any{}
			c["after_unknown"] = unknown
		}
		unknown["zz_unknown"] = true
	}
	return true
}
