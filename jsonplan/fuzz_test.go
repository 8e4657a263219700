package jsonplan

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/testkit/encoded"
	"github.com/planfmt/planfmt/plans"
)

// FuzzRead reads anything: a plan or an error comes back, the same for a
// stream and for an input that can seek, and whatever is in the plan loads or
// says why not.
func FuzzRead(f *testing.F) {
	f.Add(fullPlan(f))
	f.Add(encoded.UTF16([]byte(`{"format_version":"1.2","output_changes":{"a":{"actions":["create"],"after":"\ud83d\ude00"}}}`), false, true))
	f.Add(encoded.Gzip([]byte(`{"resource_changes":[{"address":"a.b"}]}`)))
	for _, s := range []string{
		"", "[command]x", "::debug::", "PK\x03\x04", "{}", "[[[", "{\"@level\":1}", `{"version":4,"serial":1}`,
		`{"resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","change":{"actions":["delete","create"],"replace_paths":[[0,"x"],[{}]],"importing":{"id":"x"}}}]}`,
		`{"format_version":"1.0","prior_state":{"values":{"root_module":{"child_modules":[{}]}}}} `,
		`{"deferred_changes":[{"resource_change":1},null],"action_invocations":[{"config_values":1}],"relevant_attributes":[{"resource":"a","attribute":[1e9]}]}`,
		`{"configuration":{"root_module":{"outputs":{"o":{"expression":{"references":["a.b.c","a.b"]}}},"resources":[{"type":"a","name":"b","expressions":{"x":[{"y":{"references":[1,"var.v"]}}]}}],"module_calls":{"m":{"expressions":[],"module":{}}}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		opts := Options{Options: jsondoc.Options{TempDir: t.TempDir(), MemoryLimit: 100}, Evidence: &notes{}, KeepReferences: true}
		p, err := Read(context.Background(), stream{bytes.NewReader(doc)}, opts)
		q, err2 := Read(context.Background(), bytes.NewReader(doc), opts)
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("stream: %v\nseekable: %v", err, err2)
		}
		if err != nil {
			if ie := new(plans.InputError); !errors.As(err, &ie) {
				t.Fatalf("a %T: %v", err, err)
			}
			if len(err.Error()) > 1000 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		defer p.Close()
		defer q.Close()
		if a, b := describe(t, p), describe(t, q); a != b {
			t.Fatalf("stream:\n%s\nseekable:\n%s", a, b)
		}
	})
}
