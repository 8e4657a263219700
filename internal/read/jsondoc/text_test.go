package jsondoc

import (
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/planfmt/planfmt/internal/testkit/encoded"
)

// said returns what is said about an input that is no plan.
func said(t *testing.T, text string) string {
	t.Helper()
	in, err := Open(t.Context(), struct{ io.Reader }{strings.NewReader(text)})
	if err != nil {
		return err.Error()
	}
	s, err := NewScanner(in, Options{})
	if err != nil {
		return err.Error()
	}
	defer s.Store().Close()
	h, err := s.Document(func(string) error { return s.Skip() })
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(h.NotPlan())
}

// TestWhatIsNoPlan passes what people pass in the place of a plan, in the encodings and with the line ends that they have.
func TestWhatIsNoPlan(t *testing.T) {
	plan := `{"format_version":"1.2","resource_changes":[]}`
	warning := "╷\n│ Warning: Provider development overrides are in effect\n│ \n│ Something.\n╵\n"
	text := "Terraform will perform the following actions:\n"
	for input, want := range map[string]string{
		`{"remote_plan_format":1,"run_id":"run-abc","hostname":"tfe.example.com"}`:   "tfe.example.com, in the run run-abc; where you are logged in to it, run `terraform show -json",
		`{"hostname":"a b\u001b[31m","remote_plan_format":1,"run_id":{"x":1}}`:       "in HCP Terraform or Terraform Enterprise; where",
		`{"format_version":"1.0","valid":true,"error_count":0,"diagnostics":[]}`:     "`terraform validate -json`, not a plan; `planfmt log` shows it",
		`{"a":{"sensitive":true,"type":["list","string"],"value":["s3cr3t-v4lue"]}}`: "`terraform output -json`",
		`{"a":{"type":"string","value":"s3cr3t-v4lue","sensitive":true}}`:            "`terraform output -json`",
		`{"format_version":"1.0","provider_schemas":{"a":{}}}`:                       "provider schemas",
		`{"format_version":"1.0","function_signatures":{"abs":{}}}`:                  "metadata functions",
		"aws_vpc.a: Refreshing state... [id=vpc-1]\n" + text:                         "this is a plan as text",
		"\x1b[0m\x1b[1mmodule.a.data.aws_ami.b[\"c\"]: Reading...\x1b[0m\n":          "this is a plan as text",
		"data.aws_ami.b: Read complete after 2s [id=ami-1]\n\n" + text:               "this is a plan as text",
		warning + "\n" + text:                                         "this is a plan as text",
		warning + plan:                                                "a warning stands before the JSON; keep standard error apart",
		warning + warning + "\n" + plan:                               "a warning stands before the JSON",
		"\nWarning: old\n\nSomething.\n\n" + plan:                     "a warning stands before the JSON",
		"There are problems:\n" + warning + plan:                      "a warning stands before the JSON",
		warning:                                                       "this is a warning, and no JSON follows it",
		warning + "╷\n│ Error: none\n╵\n":                             "an error message",
		"Initializing the backend...\n\n" + plan:                      "the output of `terraform init` stands before the JSON",
		"resource \"aws_vpc\" \"a\" {\n}\n":                           "this is configuration",
		"terraform {\n}\n":                                            "this is configuration",
		"# aws_vpc.a:\nresource \"aws_vpc\" \"a\" {":                  "this is a state as text",
		"digraph {\n}":                                                "terraform graph",
		"main.tf\nmodules/a/b.tf\n":                                   "terraform fmt",
		"10:11:12.123 STDOUT [vpc] terraform: " + plan:                "the name of a unit in brackets",
		"[live/app] " + plan:                                          "the name of a unit in brackets",
		"[INFO] text\n" + plan:                                        "there is other text before the JSON",
		base64.StdEncoding.EncodeToString([]byte(plan)):               "this is JSON in base64",
		base64.StdEncoding.EncodeToString(encoded.Gzip([]byte(plan))): "this is gzip data in base64",
		base64.StdEncoding.EncodeToString([]byte("PK\x03\x04" + strings.Repeat("x", 99))): "this is a binary plan in base64",
		"c29tZSB0ZXh0IHRoYXQgaXMgbm8gcGxhbg==":                                            "this is not JSON",
		"hello":                                                                           "this is not JSON",
	} {
		for name, form := range map[string]string{
			"plain": input, "CRLF": strings.ReplaceAll(input, "\n", "\r\n"), "mark": "\ufeff" + input, "gzip": string(encoded.Gzip([]byte(input))),
			"UTF-16": "\xff\xfe" + string(encoded.Units(false, utf16.Encode([]rune(input))...)),
		} {
			got := said(t, form)
			if !strings.Contains(got, want) || strings.Contains(got, "s3cr3t") || strings.Contains(got, "\x1b") {
				t.Errorf("%s: %.80q: %s, want %s", name, input, got, want)
			}
		}
	}
}

// What terraform prints is named as its output.
func TestOutputOfOtherCommands(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	for args, want := range map[string]string{
		"version -json":            "`terraform version -json`",
		"metadata functions -json": "`terraform metadata functions -json`",
		"validate -json":           "`terraform validate -json`",
		"output -json":             "it is an empty object",
		"providers schema -json":   "", // without a provider, it looks like an empty state
		"plan":                     "an error message",
		"graph":                    "`terraform graph`",
	} {
		cmd := exec.Command(terraform, strings.Fields(args)...)
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "TF_CLI_CONFIG_FILE="+os.DevNull)
		out, _ := cmd.CombinedOutput()
		if got := said(t, string(out)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s\n%s", args, got, want, out)
		}
	}
}
