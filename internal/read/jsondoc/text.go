package jsondoc

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/plans"
)

// Other programs write to the same file or pipe as the one that prints JSON, and people pass the output of other commands. This file says what
// stands there, as far as the first bytes show it.

// beginnings identify text by how a line begins, without colours.
var beginnings = []struct {
	prefix string
	kind   Kind
}{
	{"Terraform used the selected providers", PlanText},
	{"OpenTofu used the selected providers", PlanText},
	{"Terraform will perform", PlanText},
	{"OpenTofu will perform", PlanText},
	{"No changes.", PlanText},
	{"Refreshing state", PlanText},
	{"An execution plan has been generated", PlanText},
	{"Changes to Outputs:", PlanText},
	{"Acquiring state lock", PlanText},
	{"Note: Objects have changed outside", PlanText},
	{"Terraform planned the following", PlanText},
	{"OpenTofu planned the following", PlanText},
	{"Error:", ErrorText},
	{"No configuration files", ErrorText},
}

// progressLine is a line that a plan for people begins with: what is read before there is a plan.
var progressLine = lazy.Regexp(`^\S.*: (Refreshing state\.\.\.|Reading\.\.\.|Read complete after |Refresh complete|Still reading\.\.\. |Preparing import\.\.\.|Opening\.\.\.|Opening complete after )`)

// boxed are the lines of a message in a box.
const boxed = "╷│╵"

// textKind is the kind of text that is not JSON. It looks behind warnings and empty lines, and no further than the JSON, if there is any.
func textKind(text []byte) Kind {
	warnings := false
	for _, line := range strings.Split(stripColours(text), "\n") {
		line = strings.TrimSpace(line)
		inside := strings.TrimSpace(strings.TrimLeft(line, boxed))
		switch {
		case strings.HasPrefix(line, "{"):
			return OtherText
		case strings.HasPrefix(inside, "Warning:"):
			warnings = true
		case strings.HasPrefix(inside, "Error:"):
			return ErrorText
		case inside == "", warnings && inside != line, line == "There are some problems with the CLI configuration:":
		case progressLine().MatchString(line):
			return PlanText
		default:
			for _, b := range beginnings {
				if strings.HasPrefix(line, b.prefix) {
					return b.kind
				}
			}
			if inside != line {
				return ErrorText
			}
			if !warnings {
				return OtherText
			}
		}
	}
	return OtherText
}

const hintStderr = "keep standard error apart, as in `terraform show -json tfplan 2>/dev/null >plan.json`, and pass only the JSON"

// textBefore say what stands before JSON, by how it begins. The first one that fits counts.
var textBefore = []struct {
	begin     func() *regexp.Regexp
	what, fix string
}{
	{lazy.Regexp(`(?m)^(│ )?Warning: `), "a warning stands before the JSON", hintStderr},
	{lazy.Regexp(`^(\x1b\[[0-9;]*m)*Initializing `), "the output of `terraform init` stands before the JSON", "pass only the output of `terraform show -json`"},
	{lazy.Regexp(``), "there is other text before the JSON", "pass only the output of `terraform show -json`"},
}

// otherTexts say what a text without JSON is, by how it begins.
var otherTexts = []struct {
	begin     func() *regexp.Regexp
	what, fix string
}{
	{lazy.Regexp(`^(╷\s*\n)?(│ )?Warning: `), "this is a warning, and no JSON follows it", hintShow},
	{lazy.Regexp(`^(resource|data|ephemeral|action|module|variable|output|provider|check|list) "[^"\n]*"[^\n{]*\{`), "this is configuration, as `terraform fmt` prints it, not a plan", hintLog},
	{lazy.Regexp(`^(terraform|locals|moved|removed|import) \{`), "this is configuration, as `terraform fmt` prints it, not a plan", hintLog},
	{lazy.Regexp(`^# \S+:( \(tainted\))?\n(resource|data) "`), "this is a state as text, not JSON", hintShow},
	{lazy.Regexp(`^(strict )?digraph `), "this is the output of `terraform graph`, not a plan", hintShow},
	{lazy.Regexp(`^Success! The configuration is valid`), "this is the output of `terraform validate`, not a plan", "`terraform validate -json | planfmt log` shows it"},
	{lazy.Regexp(`^(Initializing |Upgrading modules)`), "this is the output of `terraform init`, not a plan", hintLog},
	{lazy.Regexp(`^(Terraform|OpenTofu) v\d`), "this is the output of `terraform version`, not a plan", hintShow},
	{lazy.Regexp(`^(--- old/|\S+\.tf(vars|test\.hcl)?\n)`), "this is the output of `terraform fmt`, not a plan", hintLog},
}

// unitPrefix is what Terragrunt and others put before each line of the programs that they run: the name of a unit in brackets, perhaps behind a
// time and a level, and perhaps the name of the program.
var unitPrefix = lazy.Regexp(`^(?:(?:\x1b\[[0-9;]*m|[^\s{["\x1b])+[ \t]+)*(?:\x1b\[[0-9;]*m|[^\s{["\x1b])*\[([^\]\s{}"]+)\](?:\x1b\[[0-9;]*m)* *(?:[A-Za-z]+(?:\x1b\[[0-9;]*m)*: *)?`)

// CutUnit returns a line without what stands before the document in it, and the unit that this names. ok is false if the line has no such prefix,
// or if no JSON follows it.
func CutUnit(line []byte) (unit string, document []byte, ok bool) {
	m := unitPrefix().FindSubmatchIndex(line[:min(len(line), 1<<10)])
	if m == nil || m[1] >= len(line) || line[m[1]] != '{' {
		return "", line, false
	}
	return string(line[m[2]:m[3]]), line[m[1]:], true
}

// rejectText says what text it is that is not JSON.
func rejectText(head, text []byte) error {
	notJSON := func(what, fix string) error {
		return &plans.InputError{Kind: plans.InputNotJSON, Msg: what, Hint: fix}
	}
	switch {
	case isOldPlan(head):
		return &plans.InputError{
			Kind: plans.InputVersion, Msg: "this is a plan file of Terraform 0.11 or older, which planfmt does not read",
			Hint: "the version of Terraform that wrote it can print it: `terraform show FILE`",
		}
	case isTar(head):
		return notJSON("this is a tar archive, not a plan", "unpack it, and pass the plan in it")
	}
	if what := inBase64(text); what != "" {
		return notJSON("this is "+what+" in base64", "decode it, as in `base64 -d FILE >plan`, and pass the result")
	}
	if _, _, ok := CutUnit(text); ok {
		return notJSON("the name of a unit in brackets, as Terragrunt adds it, stands before the JSON on each line", "`planfmt show` takes such lines as the plans of the units; for other commands, use `terragrunt run --all --json-out-dir DIR -- plan`, and pass the files")
	}
	all := otherTexts
	plain := bytes.ReplaceAll([]byte(stripColours(text)), []byte("\r\n"), []byte("\n"))
	if i := bytes.Index(plain, []byte("\n{")); i >= 0 && utf8.Valid(plain[:i]) {
		all, plain = textBefore, plain[:i]
	}
	for _, t := range all {
		if t.begin().Match(plain) {
			return notJSON(t.what, t.fix)
		}
	}
	return notJSON("this is not JSON", hintShow)
}

// inBase64 says what a text holds that is in base64, if that is a plan.
func inBase64(text []byte) string {
	word := strings.Join(strings.Fields(strings.TrimPrefix(string(text), "data:application/octet-stream;base64,")), "")
	word = word[:min(len(word), 400)/4*4]
	decoded, err := base64.StdEncoding.DecodeString(word)
	if err != nil || len(decoded) < 16 {
		return ""
	}
	switch kind := headKind(decoded); {
	case kind == PlanFile:
		return "a binary plan"
	case bytes.HasPrefix(decoded, []byte("\x1f\x8b")):
		return "gzip data"
	case kind == Unknown && trimSpace(decoded)[0] == '{':
		return "JSON"
	}
	return ""
}
