package kit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// ManyDocuments returns documents with these texts. They are named a, b and so on.
func ManyDocuments(texts ...string) []planfmt.Document {
	var docs []planfmt.Document
	for i, text := range texts {
		docs = append(docs, planfmt.Document{Name: ManyName(i), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(text)), nil
		}})
	}
	return docs
}

// ManyName names documents in the order of the alphabet.
func ManyName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("z%04d", i)
}

// ShowMany shows documents in a format.
func ShowMany(t testing.TB, opts planfmt.Options, format string, docs []planfmt.Document) (string, *planfmt.ManyResult) {
	t.Helper()
	var out bytes.Buffer
	res, err := planfmt.ShowMany(context.Background(), docs, opts, planfmt.Target{W: &out, Format: format, Layout: opts.Layout})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), res
}

// ChangesPlan is a plan with a change.
func ChangesPlan(address, change string) string {
	typ, name, _ := strings.Cut(address, ".")
	return `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[{"address":"` + address + `","mode":"managed","type":"` + typ + `","name":"` + name +
		`","provider_name":"terraform.io/builtin/terraform","change":` + change + `}]}`
}

// PlanWithSecret is a plan with an attribute that is sensitive, and another that is not.
func PlanWithSecret(secret, other string) string {
	return ChangesPlan("terraform_data.new", `{"actions":["create"],"before":null,"after":{"input":"`+secret+`","triggers_replace":"`+other+
		`"},"after_unknown":{"id":true,"output":true},"before_sensitive":false,"after_sensitive":{"input":true}}`)
}
