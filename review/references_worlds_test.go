package review_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// aboutBlocks asks in several ways which blocks belong to a bucket.
const aboutBlocks = `
resource_policy "aws_s3_bucket" "has_one" {
  enforce {
    condition = core::length(core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })) > 0
  }
}

resource_policy "aws_s3_bucket" "has_none" {
  enforce {
    condition = core::length(core::getresources("aws_s3_bucket_public_access_block", { bucket = attrs.id })) == 0
  }
}

resource_policy "aws_s3_bucket" "none_is_equal" {
  enforce {
    condition = core::alltrue([for b in core::getresources("aws_s3_bucket_public_access_block") : b.bucket != attrs.id])
  }
}
`

// estate is a configuration with buckets, blocks that refer to them, and something that is known later.
type estate struct {
	existing []bool // the buckets, which have IDs already
	blocks   []struct{ form, a, b int }
}

// applied says what becomes of what is not known.
type applied struct {
	ids []string // of the buckets
	pet string
}

func drawEstate(d *rand.Rand) (e estate) {
	for range 1 + d.IntN(4) {
		e.existing = append(e.existing, d.IntN(3) == 0)
	}
	for range d.IntN(4) {
		n := len(e.existing)
		e.blocks = append(e.blocks, struct{ form, a, b int }{d.IntN(9), d.IntN(n), d.IntN(n)})
	}
	return e
}

// drawWorld gives all buckets IDs, no two of which are equal. The pet is independent of them.
func (e estate) drawWorld(d *rand.Rand) (w applied) {
	for i, existing := range e.existing {
		id := fmt.Sprintf("bucket-%d", i)
		if !existing {
			id = fmt.Sprintf("new-%d-%d", i, d.IntN(5))
		}
		w.ids = append(w.ids, id)
	}
	w.pet = w.ids[d.IntN(len(w.ids))]
	if d.IntN(3) == 0 {
		w.pet = "x"
	}
	return w
}

// bucket returns the expression of the argument of a block, and its value in a world.
func (e estate) bucket(i int, w applied) (expr, value string) {
	b := e.blocks[i]
	id := func(n int) string { return fmt.Sprintf("aws_s3_bucket.b%d.id", n) }
	switch b.form {
	case 0:
		return id(b.a), w.ids[b.a]
	case 1:
		return fmt.Sprintf("local.id%d", b.a), w.ids[b.a]
	case 2:
		return fmt.Sprintf(`"${%s}"`, id(b.a)), w.ids[b.a]
	case 3:
		return "random_pet.p.id", w.pet
	case 4:
		value = w.ids[b.b]
		if w.pet == "x" {
			value = w.ids[b.a]
		}
		return fmt.Sprintf(`random_pet.p.id == "x" ? %s : %s`, id(b.a), id(b.b)), value
	case 7:
		value = w.ids[b.b]
		if w.pet == "x" {
			value = w.ids[b.a]
		}
		return fmt.Sprintf(`[%s, local.id%d][random_pet.p.id == "x" ? 0 : 1]`, id(b.a), b.b), value
	case 8:
		value = w.ids[b.b]
		if w.pet == "x" {
			value = w.ids[b.a]
		}
		return fmt.Sprintf(`coalesce(random_pet.p.id == "x" ? %s : null, %s)`, id(b.a), id(b.b)), value
	case 5:
		return fmt.Sprintf(`[%s, %s][0]`, id(b.a), id(b.b)), w.ids[b.a]
	}
	return `"bucket-0"`, "bucket-0" // the ID of an existing bucket, or a name that nothing says anything about
}

func (e estate) config(t *testing.T, w applied) string {
	var text strings.Builder
	text.WriteString("resource \"random_pet\" \"p\" {}\n")
	for i := range e.existing {
		fmt.Fprintf(&text, "resource \"aws_s3_bucket\" \"b%d\" {}\nlocals {\n  id%d = aws_s3_bucket.b%d.id\n}\n", i, i, i)
	}
	for i := range e.blocks {
		expr, _ := e.bucket(i, w)
		fmt.Fprintf(&text, "resource \"aws_s3_bucket_public_access_block\" \"a%d\" {\n  bucket = %s\n}\n", i, expr)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// plan returns the plan: with the values of the world, or without what is not known before it has been applied.
func (e estate) plan(t *testing.T, w applied, later bool) []byte {
	var changes []any
	change := func(address, action, name, value string, known bool) {
		c := map[string]any{"address": address, "actions": []any{action}, "after": map[string]any{name: value}}
		if !known {
			c["after"], c["unknown"] = map[string]any{}, map[string]any{name: true}
		}
		if action == "no-op" {
			c["before"] = c["after"]
		}
		changes = append(changes, c)
	}
	for i, existing := range e.existing {
		action := "create"
		if existing {
			action = "no-op"
		}
		change(fmt.Sprintf("aws_s3_bucket.b%d", i), action, "id", w.ids[i], later || existing)
	}
	for i, b := range e.blocks {
		_, value := e.bucket(i, w)
		known := b.form == 6 || (b.form == 0 || b.form == 1 || b.form == 2 || b.form == 5) && e.existing[b.a]
		change(fmt.Sprintf("aws_s3_bucket_public_access_block.a%d", i), "create", "bucket", value, later || known)
	}
	short, err := json.Marshal(map[string]any{"changes": changes})
	if err != nil {
		t.Fatal(err)
	}
	return kit.WholePlan(t, short)
}

// TestReferencesInWorlds judges plans whose arguments refer to IDs that are not known yet, and the same plans when all is known. What is
// decided before must be what comes out.
func TestReferencesInWorlds(t *testing.T) {
	judge := func(plan []byte, dir string) map[string]verdict.Outcome {
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(aboutBlocks)}}}}
		opts.ConfigDir = dir
		report, err := planfmt.Check(t.Context(), bytes.NewReader(plan), opts)
		if err != nil {
			t.Fatal(err)
		}
		return kit.Outcomes(report)
	}
	decided, without, all := 0, 0, 0
	for seed := range uint64(sampling.Count(300)) {
		d := rand.New(rand.NewPCG(seed, 30))
		e := drawEstate(d)
		w := e.drawWorld(d)
		dir := e.config(t, w)
		before := judge(e.plan(t, w, false), dir)
		for key, o := range judge(e.plan(t, w, false), "") {
			all++
			if o != verdict.Undecided {
				without++
			}
			if o != verdict.Undecided && before[key] != o {
				t.Fatalf("seed %d: %s is %s without the configuration, and %s with it", seed, key, o, before[key])
			}
		}
		for range 4 {
			after := judge(e.plan(t, w, true), "")
			for key, o := range before {
				if o != verdict.Undecided && o != after[key] {
					t.Fatalf("seed %d: %s is %s, and %s when all is known: %+v\n%+v", seed, key, o, after[key], e, w)
				}
			}
			w = e.drawWorld(d)
		}
		for _, o := range before {
			if o != verdict.Undecided {
				decided++
			}
		}
	}
	t.Logf("%d of %d verdicts are decided, %d without the configuration", decided, all, without)
	if decided <= without {
		t.Error("the configuration decides nothing")
	}
}
