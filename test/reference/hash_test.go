package reference_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

const testKey = "this key is for tests only"

// hashBoth returns the hash of a plan without a key, and with one.
func hashBoth(plan []byte) (plain, keyed string, err error) {
	h, err := planfmt.Hash(context.Background(), bytes.NewReader(plan), planfmt.Options{})
	if err != nil {
		return "", "", err
	}
	k, err := planfmt.Hash(context.Background(), bytes.NewReader(plan), planfmt.Options{HashKey: []byte(testKey)})
	return h.Text, k.Text, err
}

// checkHash compares the hashes of a plan with those that docs/hash.md gives it, and with those
// that formats get.
func checkHash(t *testing.T, name string, plan []byte) (ok bool) {
	t.Helper()
	plain, keyed, err := hashBoth(plan)
	inFormats, err2 := planfmt.Load(context.Background(), bytes.NewReader(plan), planfmt.Options{Needs: planfmt.Needs{Hash: true, HashAnyway: true}})
	if err != nil {
		if err2 == nil && inFormats.Summary.Hash != nil {
			t.Errorf("%s: formats have a hash, but %v", name, err)
		}
		return false
	}
	if err2 != nil || inFormats.Summary.Hash == nil || inFormats.Summary.Hash.Text != plain {
		t.Errorf("%s: the hash is %s; that of formats is %+v, %v", name, plain, inFormats.Summary.Hash, err2)
	}
	for _, tt := range []struct {
		have string
		key  []byte
	}{{plain, nil}, {keyed, []byte(testKey)}} {
		p, err := referenceEntries(plan, tt.key != nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return false
		}
		if want := p.hash(tt.key); tt.have != want {
			t.Errorf("%s: have %s, want %s, of\n%s", name, tt.have, want, strings.Join(p.entries, "\n"))
		}
	}
	return true
}

func TestHashIsAsDefined(t *testing.T) {
	t.Parallel()
	var failed []string
	n := 0
	for _, g := range kit.SomeGoldens(t) {
		if checkHash(t, g.File, g.Document()) {
			n++
		} else {
			failed = append(failed, g.File)
		}
	}
	for seed := range sampling.Seeds(100) {
		if made := randplan.Make(randplan.Bytes(seed), randplan.Options{}); !checkHash(t, fmt.Sprint("randplan ", seed), made.Plan) {
			t.Errorf("randplan %d has no hash", seed)
		}
	}
	t.Logf("%d goldens have a hash, %d have none: %s", n, len(failed), strings.Join(failed, " "))
	if n < 150 && sampling.Full() {
		t.Errorf("only %d goldens have a hash", n)
	}
}

// TestHashVectors checks the test vectors of docs/hash.md. With -update, it writes what the
// reference returns, which was written after the definition.
func TestHashVectors(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "hash", "*.txtar"))
	page, err := os.ReadFile(filepath.Join("docs", "hash.md"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	text, _, _ := strings.Cut(string(page), "| vector |")
	var table strings.Builder
	table.WriteString("| vector | | hash |\n|---|---|---|\n")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plan := kit.Section(archive, "plan.json")
		want := map[string]string{}
		for _, key := range [][]byte{nil, []byte(testKey)} {
			with := ""
			if key != nil {
				with = " with the key"
			}
			p, err := referenceEntries(plan, key != nil)
			if err != nil {
				t.Fatal(file, err)
			}
			want["entries"+with], want["hash"+with] = strings.Join(append(p.entries, ""), "\n"), p.hash(key)+"\n"
			fmt.Fprintf(&table, "| `%s` | %s | `%s` |\n", name, strings.TrimSpace(with), p.hash(key))
			if name == "update" && key == nil {
				if entry := "\n```text\n" + p.entries[0] + "\n```\n"; !strings.Contains(text, entry) {
					t.Errorf("docs/hash.md lacks the entry of %s:%s", name, entry)
				}
				if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(p.entries[0]))); !strings.Contains(text, sum) {
					t.Errorf("docs/hash.md lacks the digest of %s: %s", name, sum)
				}
			}
		}
		for i, f := range archive.Files {
			if f.Name != "plan.json" && want[f.Name] != string(f.Data) {
				if *goldenflag.Update {
					archive.Files[i].Data = []byte(want[f.Name])
				} else {
					t.Errorf("%s: %s:\n%s", file, f.Name, kit.LineDiff(string(f.Data), want[f.Name]))
				}
			}
		}
		if *goldenflag.Update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !checkHash(t, file, plan) {
			t.Errorf("%s has no hash", file)
		}
	}
	if text += table.String(); text != string(page) {
		t.Error("docs/hash.md does not list the hashes of the test vectors: -update writes them")
		if *goldenflag.Update {
			if err := os.WriteFile(filepath.Join("docs", "hash.md"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// FuzzHash compares the hash of any plan with that of the definition.
func FuzzHash(f *testing.F) {
	for _, g := range kit.SomeGoldens(f) {
		f.Add(g.Document())
	}
	for seed := range sampling.Seeds(20) {
		f.Add(randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan)
	}
	f.Fuzz(func(t *testing.T, plan []byte) {
		if _, err := decodeAny(plan); err == nil && len(plan) < 100_000 {
			checkHash(t, "the plan", plan)
		}
	})
}
