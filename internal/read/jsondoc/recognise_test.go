package jsondoc

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/encoded"
)

// TestInputKind recognises documents by their first bytes, and leaves all of the
// text to whoever reads it.
func TestInputKind(t *testing.T) {
	for text, want := range map[string]Kind{
		"":                                 Empty,
		" \n":                              Empty,
		strings.Repeat(" ", headLen) + "x": Unknown,
		"PK\x03\x04\x14\x00":               PlanFile,
		"[command]/opt/terraform":          WrapperOutput,
		"::debug::x":                       WrapperOutput,
		"\x1b[1mNo changes.\x1b[0m":        PlanText,
		"╷\n│ Error":                       ErrorText,
		"hello":                            OtherText,
		"truth":                            OtherText,
		"true":                             Unknown,
		"[1]":                              Unknown,
		"{":                                Unknown,
		`{"version":4`:                     Unknown,
		` { "@level":"info"`:               Log,
		`{"@anything":1}`:                  Log,
		`{"@cut`:                           Unknown,
		"{\"@bad\xff\":1}":                 Unknown,
	} {
		for name, doc := range map[string][]byte{"plain": []byte(text), "gzip": encoded.Gzip([]byte(text)), "mark": []byte("\ufeff" + text)} {
			in, err := Open(t.Context(), struct{ io.Reader }{bytes.NewReader(doc)})
			if err != nil {
				t.Errorf("%s %.40q: %v", name, text, err)
				continue
			}
			if got := in.Kind(); got != want {
				t.Errorf("%s %.40q: have %s, want %s", name, text, got, want)
			}
			if all, err := io.ReadAll(in); err != nil || string(all) != text {
				t.Errorf("%s %.40q: read %.40q, %v", name, text, all, err)
			}
		}
	}
}

// TestHeaderKind recognises documents by their members, in whatever order.
func TestHeaderKind(t *testing.T) {
	for members, want := range map[string]Kind{
		`"format_version":"1.2","resource_changes":[]`:           Plan,
		`"plan_format_version":"1.0","planned_values":{}`:        Plan,
		`"format_version":"1.2","configuration":{}`:              Plan,
		`"format_version":"1.0","output_changes":{},"values":{}`: Plan,
		`"resource_changes":[]`:                                  Unknown,
		`"format_version":"1.0","values":{}`:                     State,
		`"format_version":"1.0","terraform_version":"1.9.0"`:     State,
		`"format_version":"1.0"`:                                 State,
		`"format_version":"1.0","x":1`:                           Unknown,
		`"version":4,"serial":1`:                                 StateFile,
		`"version":4,"terraform_version":"1.9.0","resources":[]`: StateFile,
		`"version":4,"x":1`:                                      Unknown,
		`"serial":1,"encrypted_data":"x"`:                        Encrypted,
		`"format_version":"1.0","provider_schemas":{}`:           Schemas,
		``: Unknown,
		`"format_version":"1.0","values":{},"configuration":true`: State,
	} {
		parts := strings.Split(members, ",")
		for range parts {
			parts = append(parts[1:], parts[0])
			doc := "{" + strings.Join(parts, ",") + "}"
			s, err := newScanner(t.Context(), strings.NewReader(doc), Options{})
			if err != nil {
				t.Fatal(err)
			}
			h, err := s.Document(func(string) error { return s.Skip() })
			if got := h.Kind(); got != want || err != nil {
				t.Errorf("%s: have %s, %v, want %s", doc, got, err, want)
			}
			if isPlan := h.NotPlan() == nil; isPlan != (want == Plan) {
				t.Errorf("%s: is a plan: %v", doc, isPlan)
			}
		}
	}
}
