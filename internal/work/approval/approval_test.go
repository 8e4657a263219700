package approval

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"
	"time"

	v1 "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/attest"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

const (
	fileSum = "11"
	hash    = "sha256:2222222222222222222222222222222222222222222222222222222222222222"
)

func digestOf(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

func key(t testing.TB) (*attest.PrivateKey, *attest.PublicKey) {
	t.Helper()
	_, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	private, err := attest.ReadPrivateKey(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	if err != nil {
		t.Fatal(err)
	}
	return private, private.Public()
}

// subjectIn is a plan for a workspace and a state.
func subjectIn(workspace, lineage string) Subject {
	return Subject{Name: "tfplan", Digest: digestOf(0x11), Summary: &computed.Summary{
		Product: "terraform", Workspace: workspace, Lineage: lineage, Hash: &computed.Hash{Text: hash, CoversSensitive: true},
	}}
}

func read(t testing.TB, name string, document []byte) *Approval {
	t.Helper()
	a, err := Read(name, document)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func signed(t testing.TB, k *attest.PrivateKey, at time.Time, all ...Subject) *Approval {
	t.Helper()
	st, err := Statement("alice", at, "1", all)
	if err != nil {
		t.Fatal(err)
	}
	document, err := attest.Sign(st, k)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, "a.json", document)
}

// TestReplay checks that an approval does not count for another workspace or another state, as far as both sides say which.
func TestReplay(t *testing.T) {
	k, pub := key(t)
	for _, tt := range []struct{ approved, plan, why string }{
		{"prod/a", "prod/a", ""},
		{"prod/a", "dev/a", "the workspace prod, but the plan is for dev"},
		{"prod/a", "prod/b", "the lineage a, but the plan is for b"},
		{"prod/a", "dev/b", "the workspace prod"},
		{"prod/a", "/", ""},
		{"/", "prod/a", ""},
		{"prod/", "prod/a", ""},
		{"prod/a", "/b", "the lineage a"},
	} {
		workspace, lineage, _ := strings.Cut(tt.approved, "/")
		a := signed(t, k, noon, subjectIn(workspace, lineage))
		for _, match := range []Match{ByFile, ByHash} {
			p := &Plan{File: strings.Repeat(fileSum, 32), Hash: hash}
			p.Workspace, p.Lineage, _ = strings.Cut(tt.plan, "/")
			terms := &Terms{Match: match, Keys: []*attest.PublicKey{pub}, Require: 1, Now: noon}
			r := terms.Verify(p, []*Approval{a})
			if r.Approved != (tt.why == "") || !strings.Contains(strings.Join(r.Refused, "\n"), tt.why) {
				t.Errorf("%s for %s: approved %t, %q, want %q", tt.approved, tt.plan, r.Approved, r.Refused, tt.why)
			}
		}
	}
}

// TestOneOfSeveral checks that the workspace that counts is that of the plan which matches, and not that of another one in the approval.
func TestOneOfSeveral(t *testing.T) {
	k, pub := key(t)
	other := subjectIn("dev", "b")
	other.Digest, other.Summary.Hash = digestOf(0x33), &computed.Hash{Text: strings.ReplaceAll(hash, "2222", "3333")}
	a := signed(t, k, noon, other, subjectIn("prod", "a"))
	terms := &Terms{Match: ByHash, Keys: []*attest.PublicKey{pub}, Require: 1, Now: noon}
	for plan, want := range map[Plan]bool{
		{Hash: hash, Workspace: "prod", Lineage: "a"}:                                     true,
		{Hash: hash, Workspace: "dev", Lineage: "b"}:                                      false,
		{Hash: strings.ReplaceAll(hash, "2222", "3333"), Workspace: "dev", Lineage: "b"}:  true,
		{Hash: strings.ReplaceAll(hash, "2222", "3333"), Workspace: "prod", Lineage: "a"}: false,
		{Hash: strings.ReplaceAll(hash, "2222", "4444"), Workspace: "prod", Lineage: "a"}: false,
		{KeyedHash: "hmac-" + hash, Workspace: "prod", Lineage: "a"}:                      false,
		{File: strings.Repeat(fileSum, 32), Hash: "", Workspace: "prod", Lineage: "a"}:    false,
		{Hash: strings.TrimPrefix(hash, "sha256:"), Workspace: "prod", Lineage: "a"}:      false,
	} {
		if r := terms.Verify(&plan, []*Approval{a}); r.Approved != want {
			t.Errorf("%+v: approved %t %q", plan, r.Approved, r.Refused)
		}
	}
}

// TestAge checks how old an approval may be, and that none is from the future.
func TestAge(t *testing.T) {
	k, pub := key(t)
	for _, tt := range []struct {
		age, most time.Duration
		want      bool
	}{
		{0, 0, true},
		{1e6 * time.Hour, 0, true},
		{time.Hour, time.Hour, true},
		{time.Hour + time.Second, time.Hour, false},
		{-time.Minute, time.Hour, true},
		{-6 * time.Minute, time.Hour, false},
		{-6 * time.Minute, 0, false},
	} {
		a := signed(t, k, noon.Add(-tt.age), subjectIn("", ""))
		terms := &Terms{Keys: []*attest.PublicKey{pub}, Require: 1, Now: noon, MaxAge: tt.most}
		if r := terms.Verify(&Plan{File: strings.Repeat(fileSum, 32)}, []*Approval{a}); r.Approved != tt.want {
			t.Errorf("age %s of %s: approved %t %q", tt.age, tt.most, r.Approved, r.Refused)
		}
	}
}

// TestRequire checks that different keys are needed, and that only those count that have signed an approval of this plan.
func TestRequire(t *testing.T) {
	a, pubA := key(t)
	b, pubB := key(t)
	c, _ := key(t)
	mine, other := subjectIn("", ""), subjectIn("", "")
	other.Digest = digestOf(0x44)
	keys := []*attest.PublicKey{pubA, pubB}
	plan := &Plan{File: strings.Repeat(fileSum, 32)}
	bare, err := Statement("mallory", noon, "1", []Subject{mine})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		all     []*Approval
		require int
		want    bool
	}{
		"both":               {[]*Approval{signed(t, a, noon, mine), signed(t, b, noon, mine)}, 2, true},
		"one twice":          {[]*Approval{signed(t, a, noon, mine), signed(t, a, noon.Add(time.Second), mine)}, 2, false},
		"another plan":       {[]*Approval{signed(t, a, noon, mine), signed(t, b, noon, other)}, 2, false},
		"a key that is not":  {[]*Approval{signed(t, a, noon, mine), signed(t, c, noon, mine)}, 2, false},
		"a bare one":         {[]*Approval{signed(t, a, noon, mine), read(t, "b", bare)}, 2, false},
		"a bare one alone":   {[]*Approval{read(t, "b", bare)}, 1, false},
		"one of two is fine": {[]*Approval{signed(t, c, noon, mine), signed(t, b, noon, mine)}, 1, true},
		"none":               {nil, 1, false},
	} {
		terms := &Terms{Keys: keys, Require: tt.require, Now: noon}
		if r := terms.Verify(plan, tt.all); r.Approved != tt.want {
			t.Errorf("%s: approved %t, %q %q", name, r.Approved, r.Refused, r.Missing)
		}
	}
	terms := &Terms{Unsigned: true, Require: 1, Now: noon}
	if r := terms.Verify(plan, []*Approval{read(t, "b", bare)}); !r.Approved {
		t.Errorf("a statement that need not be signed: %q", r.Refused)
	}
	if r := terms.Verify(plan, []*Approval{signed(t, a, noon, mine)}); r.Approved {
		t.Error("without a key, a signed approval counts")
	}
}

// TestNotApprovals checks that a predicate is read in one way only, so that none says less than it seems to.
func TestNotApprovals(t *testing.T) {
	sub := subjectIn("prod", "a")
	good, err := Statement("alice", noon, "1", []Subject{sub})
	if err != nil {
		t.Fatal(err)
	}
	read(t, "good", good)
	for name, r := range map[string][2]string{
		"another type":               {PredicateType, "https://slsa.dev/provenance/v1"},
		"another version":            {"approval-1.0", "approval-2.0"},
		"nobody":                     {`"approvedBy":"alice"`, `"approvedBy":""`},
		"a number":                   {`"approvedBy":"alice"`, `"approvedBy":1`},
		"no time":                    {`"approvedAt":"2026-11-27T12:00:00Z"`, `"approvedAt":"noon"`},
		"a time that is a number":    {`"approvedAt":"2026-11-27T12:00:00Z"`, `"approvedAt":1`},
		"a workspace null":           {`"workspace":"prod"`, `"workspace":null`},
		"an empty workspace":         {`"workspace":"prod"`, `"workspace":""`},
		"a workspace in a list":      {`"workspace":"prod"`, `"workspace":["prod"]`},
		"a state null":               {`"state":{"lineage":"a"}`, `"state":null`},
		"a lineage that is a number": {`"lineage":"a"`, `"lineage":1`},
		"another name":               {`"plans":[{"name":"tfplan"`, `"plans":[{"name":"x"`},
		"no plans":                   {`"plans":[{`, `"plans":[],"x":[{`},
		"more plans":                 {`"plans":[{`, `"plans":[{},{`},
		"capitals in a digest":       {fileSum + fileSum, "AA" + fileSum},
		"a digest that is too short": {fileSum + fileSum, fileSum},
		"no digest of the file":      {`"sha256":"11`, `"sha512":"11`},
		"two workspaces":             {`"workspace":"prod"`, `"workspace":"prod","workspace":"dev"`},
	} {
		bad := strings.Replace(string(good), r[0], r[1], 1)
		if bad == string(good) {
			t.Fatalf("%s: no %s in %s", name, r[0], good)
		}
		if _, err := Read("x", []byte(bad)); err == nil {
			t.Errorf("%s is read: %s", name, bad)
		} else if strings.Contains(err.Error(), "slsa") {
			t.Errorf("%s: the error quotes the document: %v", name, err)
		}
	}
}

// TestInToto checks that in-toto's own library reads statements, and finds nothing wrong with them.
func TestInToto(t *testing.T) {
	for i, hash := range []*computed.Hash{nil, {Text: hash}, {Text: "hmac-" + hash}, {Text: hash, Exposes: true}} {
		sub := subjectIn("a\u202eb\x1b[2J\n::error::x", "l")
		sub.Summary.Hash = hash
		if hash != nil {
			sub.Name += fmt.Sprint("\u2028", i)
		}
		document, err := Statement("al\u202eice", noon, "1", []Subject{sub})
		if err != nil {
			t.Fatal(err)
		}
		var st v1.Statement
		if err := protojson.Unmarshal(document, &st); err != nil {
			t.Fatal(err)
		}
		if err := st.Validate(); err != nil {
			t.Errorf("%v\n%s", err, document)
		}
		if got := st.Predicate.AsMap()["approvedBy"]; got != "al\u202eice" || st.Subject[0].Name != sub.Name {
			t.Errorf("in-toto reads %q and %q", got, st.Subject[0].Name)
		}
		if want := hash != nil && !hash.Exposes; (len(st.Subject[0].Digest) == 2) != want {
			t.Errorf("%+v: digests %v", hash, st.Subject[0].Digest)
		}
		for _, unsafe := range []string{"\u202e", "\x1b", "\n", "\u2028"} {
			if strings.Contains(string(document), unsafe) {
				t.Errorf("the document has %q: %s", unsafe, document)
			}
		}
	}
}

// FuzzApproval checks that no statement makes reading or verifying panic, and that none counts without a signature.
func FuzzApproval(f *testing.F) {
	good, err := Statement("alice", noon, "1", []Subject{subjectIn("prod", "a")})
	if err != nil {
		f.Fatal(err)
	}
	k, _ := key(f)
	envelope, err := attest.Sign(good, k)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(envelope)
	_, other := key(f)
	f.Fuzz(func(t *testing.T, document []byte) {
		a, err := Read("x", document)
		if err != nil {
			return
		}
		terms := &Terms{Keys: []*attest.PublicKey{other}, Require: 1, Now: noon}
		if r := terms.Verify(&Plan{File: strings.Repeat(fileSum, 32), Workspace: "prod", Lineage: "a"}, []*Approval{a}); r.Approved {
			t.Errorf("it is approved: %+v", r.Accepted)
		}
	})
}
