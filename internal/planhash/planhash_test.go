package planhash

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/source"
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
	p.Add(e)
	return p.Hash(nil)
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
	for _, r := range []*source.Resource{{Err: wrong}, {Problems: []error{wrong}}} {
		if _, err := h.Resource(r, source.RawValues{}); err != wrong {
			t.Errorf("%+v: %v", r, err)
		}
	}
	identity := plans.Header{Address: "t.a", Importing: &plans.Importing{Identity: `{"a":1,"a":2}`}}
	if _, err := h.Resource(&source.Resource{Header: identity}, source.RawValues{}); err == nil || !strings.HasPrefix(err.Error(), "t.a: change.importing.identity: ") {
		t.Errorf("an identity that says two things: %v", err)
	}
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
