package planhash

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

func hashOf(t *testing.T, h *Hasher, action plans.Action, v source.RawValues) computed.Hash {
	t.Helper()
	e, err := h.Resource(&source.Resource{Header: plans.Header{Address: "t.a", Action: action}}, v)
	if err != nil {
		t.Fatal(err)
	}
	var p Plan
	if err := p.Add(e); err != nil {
		t.Fatal(err)
	}
	hash, err := p.Hash(nil)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// TestPartsAreTextToo checks values that were built from parts, and long texts, which go
// through the buffer in several pieces.
func TestPartsAreTextToo(t *testing.T) {
	var h Hasher
	long := strings.Repeat("long ", chunk)
	parsed := source.RawValues{Change: values.Change{After: values.Of(`{"a":[1,true,null,"x\n","` + long + `"],"b":{}}`)}}
	built := source.RawValues{Change: values.Change{After: values.NewObject(
		values.Member{Name: "b", Value: values.NewObject()},
		values.Member{Name: "a", Value: values.NewArray(values.NewNumber("1.0"), values.NewBool(true), values.NewNull(), values.NewString("x\n"), values.NewString(long))},
	)}}
	have, want := hashOf(t, &h, plans.Create, built), hashOf(t, &h, plans.Create, parsed)
	if have != want {
		t.Errorf("have %v, want %v", have, want)
	}
	if other := hashOf(t, new(Hasher), plans.Create, parsed); other != want {
		t.Errorf("a new Hasher returns %v, and one that has been used %v", other, want)
	}
	if update := hashOf(t, &h, plans.Update, parsed); update == want {
		t.Error("an update and a create have the same hash")
	}
}

func TestWhatCannotBeReadHasNoDigest(t *testing.T) {
	var h Hasher
	wrong := &plans.Error{Address: "t.a", Field: "change"}
	for _, isProblem := range []bool{false, true} {
		r := &source.Resource{}
		if isProblem {
			r.SetFaults(nil, []error{wrong})
		} else {
			r.Fail(wrong)
		}
		if _, err := h.Resource(r, source.RawValues{}); err != wrong {
			t.Errorf("%+v: %v", r, err)
		}
	}
	identity := plans.Header{Address: "t.a", Importing: &plans.Importing{Identity: `{"a":1,"a":2}`}}
	if _, err := h.Resource(&source.Resource{Header: identity}, source.RawValues{}); err == nil || !strings.HasPrefix(err.Error(), "t.a: change.importing.identity: ") {
		t.Errorf("an identity that says two things: %v", err)
	}
}

// TestUnmarkedValues checks that values without marks, which are walked without looking for any, have the hash that they have when every
// value is asked about.
func TestUnmarkedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var plain Hasher
	asking := Hasher{Secret: func(values.Value) bool { return false }}
	for range 5000 {
		before := randomJSON(r, 3)
		after := before
		if r.IntN(4) > 0 {
			after = randomJSON(r, 3)
		}
		v := source.RawValues{Change: values.Change{Before: values.Of(before), After: values.Of(after)}}
		if have, want := hashOf(t, &plain, plans.Update, v), hashOf(t, &asking, plans.Update, v); have != want {
			t.Fatalf("%s -> %s: have %v, want %v", before, after, have, want)
		}
	}
}

// randomJSON returns a value whose parts are often equal to those of another one.
func randomJSON(r *rand.Rand, depth int) string {
	kind := r.IntN(6)
	if depth == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0:
		return "null"
	case 1:
		return []string{"1", "1.0", "true", "-0"}[r.IntN(4)]
	case 2:
		return []string{`""`, `"a"`, `"\u0061"`}[r.IntN(3)]
	case 3:
		return []string{"{}", "[]"}[r.IntN(2)]
	}
	var parts []string
	for i := range r.IntN(4) {
		part := randomJSON(r, depth-1)
		if kind == 4 {
			part = fmt.Sprintf("%q:%s", string(rune('a'+i)), part)
		}
		parts = append(parts, part)
	}
	if kind == 4 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func BenchmarkResource(b *testing.B) {
	text := `{"id":"vpc-0123456789","arn":"arn:aws:ec2:eu-central-1:123456789012:vpc/vpc-0123456789","tags":{"Name":"main","Team":"core"},` +
		`"cidr_block":"10.0.0.0/16","enable_dns_support":true,"ingress":[{"from_port":443,"to_port":443,"cidr_blocks":["0.0.0.0/0"]}]}`
	v := source.RawValues{Change: values.Change{After: values.Of(text)}}
	var h Hasher
	r := &source.Resource{Header: plans.Header{Address: "aws_vpc.main", Action: plans.Create, ProviderName: "registry.terraform.io/hashicorp/aws"}}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Resource(r, v); err != nil {
			b.Fatal(err)
		}
	}
}
