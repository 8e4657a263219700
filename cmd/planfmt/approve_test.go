package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/approval"
	"github.com/planfmt/planfmt/internal/work/attest"
)

// keyPair returns a key pair as PEM files. For the same name, the key is the same, if it is an ed25519 one.
func keyPair(name string) (private, public []byte) {
	seed := sha256.Sum256([]byte("for tests: " + name))
	key := any(ed25519.NewKeyFromSeed(seed[:]))
	pub := any(key.(ed25519.PrivateKey).Public())
	if strings.HasPrefix(name, "ecdsa") {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err)
		}
		key, pub = k, k.Public()
	}
	a, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		panic(err)
	}
	b, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: a}), pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: b})
}

// cmdKeys is the command keys NAME... of scripts: it writes NAME.key and NAME.pem.
func cmdKeys(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("keys cannot fail")
	}
	for _, name := range args {
		private, public := keyPair(name)
		ts.Check(os.WriteFile(ts.MkAbs(name+".key"), private, 0o600))
		ts.Check(os.WriteFile(ts.MkAbs(name+".pem"), public, 0o600))
	}
}

// TestApproveNeedsTerminal checks that nothing is approved without a question, and that nobody is asked where nobody can answer.
func TestApproveNeedsTerminal(t *testing.T) {
	f, _, _ := newTestFactory(nil, nil)
	cmd := newCmdApprove(f, nil)
	cmd.SetArgs([]string{"p.json", "--by", "a", "--unsigned"})
	if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "standard output is not a terminal") || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("error %v, want that there is no terminal", err)
	}
}

// approvals writes keys and approvals of the plan tfplan into a directory, for documented commands.
func approvals(t *testing.T, dir string) {
	t.Helper()
	plan, err := os.ReadFile(filepath.Join(dir, "tfplan"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(plan)
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("approved.tfplan", plan)
	for _, who := range []struct{ name, key, pub, file string }{
		{"alice", "key.pem", "pub.pem", "approval.json"}, {"alice", "alice.key", "alice.pem", "a.json"}, {"bob", "bob.key", "bob.pem", "b.json"}, {"eve", "eve.key", "eve.pem", "e.json"},
	} {
		private, public := keyPair(who.name)
		key, err := attest.ReadPrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		statement, err := approval.Statement(who.name, time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), "(devel)", []approval.Subject{
			{Name: "tfplan", Digest: sum[:], Summary: &computed.Summary{Product: "terraform", Hash: &computed.Hash{Text: "sha256:" + strings.Repeat("0", 64)}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		signed, err := attest.Sign(statement, key)
		if err != nil {
			t.Fatal(err)
		}
		write(who.key, private)
		write(who.pub, public)
		write(who.file, signed)
	}
}

// TestApprovalSchema checks that what `planfmt approve` writes fits the schema that is published.
func TestApprovalSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	s, err := c.Compile(filepath.Join("..", "..", "docs", "schema", "approval-1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.policy.hcl"), []byte(canaryPolicy), 0o600); err != nil {
		t.Fatal(err)
	}
	plan := filepath.Join(dir, "plan.json")
	if err := os.WriteFile(plan, []byte(canaryPlan), 0o600); err != nil {
		t.Fatal(err)
	}
	example := filepath.Join("..", "..", "testdata", "example")
	for _, args := range [][]string{
		{filepath.Join(example, "plan.json")},
		{filepath.Join(example, "refinements.tfplan")},
		{filepath.Join(example, "plan.json"), filepath.Join(example, "refinements.tfplan")},
		{plan, "--only", "type=x_y", "--hide", "action=read", "--ignore", "x_y:n", "--where", "true", "--grep", "x", "--policies", "builtin:hazards"},
		{filepath.Join("..", "..", "testdata", "planfiles", "terraform-1.14", "tfplan")},
	} {
		f, out, errs := newTestFactory(nil, nil)
		if status := run(t.Context(), f, slices.Concat([]string{"approve", "--by", "a", "--yes", "--statement"}, args)); status != 0 {
			t.Fatalf("%v: status %d: %s", args, status, errs)
		}
		var st struct {
			Type      string `json:"_type"`
			Predicate any    `json:"predicate"`
			Subject   []any  `json:"subject"`
		}
		if err := json.Unmarshal(out.Bytes(), &st); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(st.Predicate); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		if st.Type != attest.StatementType || len(st.Subject) == 0 {
			t.Errorf("%v: %s", args, out)
		}
	}
}
