package planfile_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/read/source"
)

// TestManyUnknownFields makes very many fields that no version has, inside of an action that a change triggers.
func TestManyUnknownFields(t *testing.T) {
	plan := `{"resource_changes":[],"output_changes":{},"terraform_version":"1.16.0","action_invocations":[{"address":"action.t.a","type":"t","name":"a","provider_name":"p",` +
		`"lifecycle_action_trigger":{"triggering_resource_address":"t.a","action_trigger_event":"AfterCreate","on_failure":"ActionOnFailureTaint"}}]}`
	file, err := made.FromJSON([]byte(plan), made.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const many = 300_000
	var fields []byte
	for i := range many {
		fields = protowire.AppendVarint(protowire.AppendTag(fields, protowire.Number(60+i), protowire.VarintType), 1)
	}
	warnings := func(file []byte) string {
		in, err := jsondoc.Open(t.Context(), bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		f, err := planfile.Open(t.Context(), in, jsondoc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := planfile.Read(f, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if got := p.Actions[0].Lifecycle.OnFailure; got != "taint" {
			t.Errorf("on failure: %q", got)
		}
		return strings.Join(p.Warnings, "\n")
	}
	if w := warnings(file); w != "" {
		t.Errorf("nothing is unknown: %s", w)
	}
	w := warnings(withTriggerFields(t, file, fields))
	if !strings.HasPrefix(w, "the plan file has 300000 fields that this version of planfmt does not know (field 60 in LifecycleActionTrigger; ") || len(w) > 500 {
		t.Error(w)
	}
}

// withTriggerFields returns the file with more fields in the trigger of its only action.
func withTriggerFields(t *testing.T, file, fields []byte) []byte {
	t.Helper()
	in, err := jsondoc.Open(t.Context(), bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	f, err := planfile.Open(t.Context(), in, jsondoc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	message, err := f.Member(planfile.PlanMember)
	if err != nil {
		t.Fatal(err)
	}
	edited := editField(message, []protowire.Number{30, 6}, fields)
	var out bytes.Buffer
	if err := made.Write(&out, nil, func(w io.Writer) error { _, err := w.Write(edited); return err }); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// editField appends fields to the message that the numbers lead to.
func editField(message []byte, way []protowire.Number, fields []byte) (out []byte) {
	if len(way) == 0 {
		return append(bytes.Clone(message), fields...)
	}
	for len(message) > 0 {
		number, typ, n := protowire.ConsumeField(message)
		if number != way[0] || typ != protowire.BytesType {
			out = append(out, message[:n]...)
		} else {
			inner, _ := protowire.ConsumeBytes(message[protowire.SizeTag(number):n])
			out = protowire.AppendBytes(protowire.AppendTag(out, number, typ), editField(inner, way[1:], fields))
		}
		message = message[n:]
	}
	return out
}
