package main

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
)

// optionsText returns the exported options that are not zero, in their order.
func optionsText(options any) string {
	var all []string
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		for i := range v.NumField() {
			field, value := v.Type().Field(i), v.Field(i)
			switch {
			case field.Anonymous:
				add(value)
			case field.IsExported() && field.Type.Kind() == reflect.Struct:
				add(value)
			case !field.IsExported(), value.IsZero(), field.Name == "Streams", field.Name == "Command" && strings.HasPrefix(value.String(), "planfmt "):
			case field.Name == "ConfigPlaces": // these depend on where the test runs
			case value.Kind() == reflect.Func:
			case value.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Pointer:
				all = append(all, fmt.Sprintf("%s: %d", field.Name, value.Len()))
			case value.Kind() == reflect.Pointer && field.Type.Elem().Kind() == reflect.Struct:
				all = append(all, field.Name)
			case value.Kind() == reflect.Pointer:
				all = append(all, fmt.Sprintf("%s=%+v", field.Name, value.Elem()))
			default:
				all = append(all, fmt.Sprintf("%s=%+v", field.Name, value))
			}
		}
	}
	add(reflect.ValueOf(options).Elem())
	return strings.Join(all, " ")
}

// parsed returns what a command does its work by.
func parsed[O any](newCmd func(*command.Factory, func(context.Context, *O) error) *cobra.Command) func(*command.Factory, *string) *cobra.Command {
	return func(f *command.Factory, got *string) *cobra.Command {
		return newCmd(f, func(_ context.Context, opts *O) error { *got = optionsText(opts); return nil })
	}
}

// TestOptions checks what options the arguments and the environment become.
func TestOptions(t *testing.T) {
	list := func(names ...string) string { return strings.Join(names, string(filepath.ListSeparator)) }
	show := parsed(newCmdShow)
	for _, tt := range []struct {
		name    string
		command func(*command.Factory, *string) *cobra.Command
		args    []string
		env     map[string]string
		want    string
	}{
		{"nothing", show, nil, nil, "File=- Product=auto Color=auto Targets=[{Format:human File:}]"},
		{
			"everything", show,
			[]string{
				"p.json", "--schemas", "a.json", "--schemas=b,c.json", "--mode=refresh-only", "--product", "opentofu",
				"--color=always", "--width", "100", "--detailed-exitcode", "-o", "out",
			},
			nil,
			"File=p.json Mode=refresh-only Product=opentofu Schemas=[a.json b,c.json] Color=always Width=100 Targets=[{Format:human File:out}] Output=out DetailedExitCode=true",
		},
		{
			"schemas of the environment come last", show,
			[]string{"-", "--schemas", "a.json"},
			map[string]string{"PLANFMT_SCHEMAS": list("b.json", "", "c.json")},
			"File=- Product=auto Schemas=[a.json b.json c.json] Color=auto Targets=[{Format:human File:}]",
		},
		{"Terraform's spelling", show, []string{"-no-color", "p.json"}, nil, "File=p.json Product=auto Color=never NoColor=true Targets=[{Format:human File:}]"},
		{"a file of that name", show, []string{"--", "-no-color"}, nil, "File=-no-color Product=auto Color=auto Targets=[{Format:human File:}]"},
		{"NO_COLOR", show, nil, map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, "File=- Product=auto Color=never Targets=[{Format:human File:}]"},
		{"CLICOLOR_FORCE", show, nil, map[string]string{"CLICOLOR_FORCE": "1", "TERM": "dumb"}, "File=- Product=auto Color=always Targets=[{Format:human File:}]"},
		{"CLICOLOR_FORCE off", show, nil, map[string]string{"CLICOLOR_FORCE": "0"}, "File=- Product=auto Color=auto Targets=[{Format:human File:}]"},
		{"TERM=dumb", show, nil, map[string]string{"TERM": "dumb"}, "File=- Product=auto Color=never Targets=[{Format:human File:}]"},
		{"a flag beats the environment", show, []string{"--color", "always"}, map[string]string{"NO_COLOR": "1"}, "File=- Product=auto Color=always Targets=[{Format:human File:}]"},
		{"TF_IN_AUTOMATION", show, nil, map[string]string{"TF_IN_AUTOMATION": "yes"}, "File=- Product=auto Color=auto InAutomation=true Targets=[{Format:human File:}]"},
		{
			"a report", show,
			[]string{"-f", "compact", "-f", "html=a.html", "--limit", "7", "--group-by", "module", "--hash", "--title", "T", "--no-hazards", "--readable", "--match-by", "a,b", "--refinements", "--source"},
			nil, "File=- Product=auto Color=auto Targets=[{Format:compact File:} {Format:html File:a.html}] Title=T NoHazards=true Limit=7 GroupBy=module ShowHash=true Refinements=true Readable=always MatchBy=[a b] ShowSource=true Links=never",
		},
		{
			"a selection", show,
			[]string{"-f", "json", "--drift", "all", "--show-unchanged", "--ignore", "a_*:tags", "--where", "true", "--rules", "r.yaml", "--detailed-exitcode", "--exitcode-muted"},
			nil, "File=- Product=auto Color=auto Targets=[{Format:json File:}] Drift=all ShowUnchanged=true Ignore=[a_*:tags] Where RulesFile=r.yaml ExitCodeMuted=true DetailedExitCode=true",
		},
		{"secrets", show, []string{"--show-unmarked=a_*:b", "--show-sensitive", "--force", "--no-mask-copies"}, nil, "File=- Product=auto MaskCopies=never ShowUnmarked=[a_*:b] ShowSensitive=true Force=true Color=auto Targets=[{Format:human File:}]"},
		{"policies", show, []string{"-f", "compact", "--policies", "p", "--override", "o", "--assume", "a", "--max-steps", "9", "--key-file", "k"}, nil, "File=- Product=auto Color=auto Targets=[{Format:compact File:}] Paths=[p] Assume=[a] Override=[o] Flags=map[] MaxSteps=9 KeyFile=k"},
		{"documents", show, []string{"--max-unpacked", "1M", "--max-resources", "7", "--strict", "--quiet", "--require-exact", "--explain-schemas", "--no-known-facts", "--schemas-max-types", "5"}, nil, "File=- Product=auto MaxUnpacked=1048576 MaxResources=7 Strict=true Quiet=true Types=5 RequireExact=true NoKnownFacts=true Color=auto Targets=[{Format:human File:}] ExplainSchemas=true"},
		{"comment", parsed(newCmdComment), []string{"p.json", "--dry-run", "--target", "gitlab", "--id", "a", "--existing", "append", "--max-size", "9K", "--graph", "--collapse", "all", "--mode", "destroy", "--html-url", "https://example.com/a"}, nil, "File=p.json Mode=destroy Product=auto Color=auto Targets=[{Format:markdown File:}] Title=a Name=gitlab Limit=1000000 HasDetails=true HasDiff=true Changed=! HasAlerts=true HasMermaid=true Comment=<!-- %s --> MaxSize=9216 Collapse=all Graph=true CommentID=a Remember=true ReportURL=https://example.com/a Target=gitlab Mode=2 DryRun=true ID=a ReportURL=https://example.com/a"},
		{"why", parsed(newCmdWhy), []string{"a.b", "p.json", "-o", "f", "--refinements"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format:why File:f}] Output=f Refinements=true Address=a.b"},
		{"graph", parsed(newCmdGraph), []string{"a.b", "p.json", "-o", "f", "-f", "json", "--all", "--depth", "2", "--down"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format: File:f}] Output=f Address=a.b All=true Depth=2 Down=true Format=json"},
		{"graph of everything", parsed(newCmdGraph), []string{"p.json", "--up", "--module"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format: File:}] Up=true Modules=true Format=dot"},
		{"diff", parsed(newCmdDiff), []string{"a.json", "b.json", "-f", "compact", "--limit", "0", "--mask-copies"}, nil, "File=a.json Product=auto MaskCopies=always Color=auto Targets=[{Format:compact File:}] Limit=0 Old=a.json New=b.json"},
		{"check", parsed(newCmdCheck), []string{"p.json", "--policies", "a", "-f", "markdown", "--title", "T", "-o", "f", "--on-unknown", "pass", "--require-match", "--config", "d"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format:markdown File:f}] Output=f Title=T ConfigDir=d Paths=[a] Flags=map[] OnUnknown=pass MustMatch=true"},
		{"check in CI", parsed(newCmdCheck), []string{"--policies", "a"}, map[string]string{"CI": "true"}, "File=- Product=auto Color=auto Runner=true Targets=[{Format:text File:}] Paths=[a] Flags=map[] OnUnknown=fail"},
		{"query", parsed(newCmdQuery), []string{"p.json", "plan", "-f", "json", "--max-steps", "9", "-o", "f"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format: File:f}] Output=f MaxSteps=9 Expr=plan Format=json"},
		{"query --type", parsed(newCmdQuery), []string{"--type", "plan"}, nil, "Color=auto Expr=plan Format=hcl Type=true"},
		{"redact", parsed(newCmdRedact), []string{"p.json", "-o", "f", "--no-mask-copies"}, nil, "File=p.json Product=auto MaskCopies=never Targets=[{Format:json File:f}] Output=f"},
		{"hash", parsed(newCmdHash), []string{"p.json", "--key-file", "k", "--strict"}, nil, "File=p.json Strict=true KeyFile=k"},
		{"approve", parsed(newCmdApprove), []string{"p.json", "--by", "a", "--key", "k", "--yes", "-o", "f"}, nil, "File=p.json Product=auto Color=auto Targets=[{Format:html File:}] Colors=1 AskTerminal=true By=a Key=k Yes=true Output=f Approve=[{Found:{Path:p.json Err:<nil> Whole:false InDirectory:false Text:[] Part:0 Unit:} Name:p.json}]"},
		{"verify", parsed(newCmdVerify), []string{"p.json", "--approval", "a", "--key", "k", "--key", "l", "--match", "hash", "--max-age", "4h", "--require", "2"}, nil, "File=p.json Approvals=[a] Keys=[k l] Match=1 MaxAge=4h0m0s Require=2 Verify=[{Found:{Path:p.json Err:<nil> Whole:false InDirectory:false Text:[] Part:0 Unit:} Name:p.json}]"},
		{"stale", parsed(newCmdStale), []string{"p", "s", "--max-age", "90m", "--lock-file", "l"}, nil, "File=p Product=auto State=s MaxAge=1h30m0s LockFile=l"},
		{"mcp", parsed(newCmdMCP), []string{"--root", "a", "--root", "b", "--schemas", "s.json"}, nil, "Schemas=[s.json] Roots=[a b]"},
		{"outcome", parsed(newCmdOutcome), []string{"p", "--log", "l", "--state", "-", "-f", "json"}, nil, "File=p Product=auto Color=auto Targets=[{Format:json File:}] Log=l State=-"},
		{"json", parsed(newCmdJSON), []string{"p.json", "-o", "f", "--force", "--require-exact"}, nil, "File=p.json RequireExact=true Output=f Force=true"},
		{"log", parsed(newCmdLog), []string{"a.jsonl", "b.jsonl", "-f", "markdown", "--no-color", "--no-live"}, nil, "Color=never NoColor=true Targets=[{Format:markdown File:}] Files=[a.jsonl b.jsonl]"},
		{"log, plan", parsed(newCmdLog), []string{"--plan", "p", "-"}, nil, "Color=auto Targets=[{Format:human File:}] Files=[-] Plan=p Live=true"},
		{"validate", parsed(newCmdValidate), []string{"--fail-on-warnings", "-f", "json"}, nil, "Color=auto Paths=[.] Format=json Strict=true"},
		{"test", parsed(newCmdTest), []string{"p", "--as-plan", "--input", "a=b", "--max-steps", "9"}, nil, "Color=auto Paths=[p] Format=text Flags=map[a:b] MaxSteps=9 AsPlan=true"},
		{"functions", parsed(newCmdFunctions), []string{"startswith", "-f", "json", "--no-color"}, nil, "Color=never NoColor=true Functions: 1 Details=true Format=json"},
		{"version", parsed(newCmdVersion), []string{"-f", "json"}, nil, "Format=json"},
		{"completion", parsed(newCmdCompletion), []string{"zsh"}, nil, "Shell=zsh"},
		{"schemas add", parsed(newCmdSchemasAdd), []string{"a.json"}, nil, "Files=[a.json] Command=terraform"},
		{"schemas bundle", parsed(newCmdSchemasBundle), []string{"p.json", "--replace", "--schemas", "a"}, nil, "Plans=[p.json] Schemas=[a] Output=.planfmt/schemas.json.gz Replace=true"},
		{"schemas show", parsed(newCmdSchemasShow), []string{"--data", "a_b", "--provider", "a"}, nil, "Type=a_b Data=true Provider=a"},
		{"schemas clear", parsed(newCmdSchemasClear), []string{"aws"}, nil, "Provider=aws"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, _, _ := newTestFactory(tt.env, nil)
			var got string
			cmd := tt.command(f, &got)
			cmd.SetArgs(append([]string{}, terraformSpelling(cmd, tt.args)...)) // without any, cobra takes those of the test
			if err := cmd.Execute(); err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("options\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}
