package planfmt_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/randplan"
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
	inFormats, err2 := planfmt.Load(context.Background(), bytes.NewReader(plan), planfmt.Options{Needs: planfmt.Needs{Hash: true}})
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
	var failed []string
	n := 0
	for _, g := range goldens(t) {
		if checkHash(t, g.file, g.document()) {
			n++
		} else {
			failed = append(failed, g.file)
		}
	}
	for seed := range uint64(300) {
		if made := randplan.Make(randplan.Bytes(seed), randplan.Options{}); !checkHash(t, fmt.Sprint("randplan ", seed), made.Plan) {
			t.Errorf("randplan %d has no hash", seed)
		}
	}
	t.Logf("%d goldens have a hash, %d have none: %s", n, len(failed), strings.Join(failed, " "))
	if n < 150 {
		t.Errorf("only %d goldens have a hash", n)
	}
}
