package runlog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/runlog"
)

// anyLine returns a line of a log with a level, and with a type that may be known or not. What belongs to the type may be missing, or be of the
// wrong kind.
func anyLine(r *rand.Rand, level string) string {
	pick := func(all ...any) any { return all[r.IntN(len(all))] }
	types := []any{
		nil, "", "log", "diagnostic", "version", "change_summary", "planned_change", "resource_drift", "apply_start", "apply_complete", "apply_errored",
		"refresh_start", "provision_progress", "action_errored", "ephemeral_action_complete", "outputs", "test_run", "test_cleanup", "test_summary",
		"list_start", "list_resource_found", "list_complete", "init_output", "output", "policy_info", "policy_diagnostic", "policy_result",
		"policy_query_summary", "migration_complete", "provider_lockfile_updated", "planned_action_invocation", "zzz", "apply_paused", 7,
	}
	line := map[string]any{"@level": level, "@message": pick("", "Error: it broke", "Apply complete! Resources: 1 added", "\n", "a\nb"), "type": pick(types...)}
	for _, name := range []string{"@module", "hook", "diagnostic", "policy_diagnostic", "change", "changes", "outputs", "message_code"} {
		if r.IntN(3) == 0 {
			line[name] = pick(nil, 1, "terraform.ui", []int{}, map[string]any{}, map[string]any{"severity": "warning", "summary": "s", "operation": "apply"}, "output_init_success_message")
		}
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

// Wherever a log has a line of the level of an error, whatever it is about, no format says that the run has succeeded. Without it, it has.
func TestNoRunSucceedsWithAnError(t *testing.T) {
	endings := []string{
		`{"@level":"info","@message":"Plan: 1 to add","type":"change_summary","changes":{"add":1,"operation":"plan"}}`,
		`{"@level":"info","@message":"Apply complete!","type":"change_summary","changes":{"add":1,"operation":"apply"}}`,
		`{"@level":"info","@message":"Success! 1 passed","type":"test_summary","test_summary":{"status":"pass","passed":1}}`,
		`{"@level":"info","@message":"l: List complete","type":"list_complete","list_complete":{"address":"l","total":0}}`,
		`{"@level":"info","@message":"done","type":"init_output","message_code":"output_init_success_message"}`,
		`{"@level":"info","@message":"done","type":"migration_finalized"}`,
		`{"@level":"info","@message":"Outputs: 0","type":"outputs","outputs":{}}`,
		`{"valid":true,"error_count":0,"warning_count":0,"diagnostics":[]}`,
	}
	for i := range sampling.Seeds(6000) {
		r := rand.New(rand.NewPCG(43, i))
		ending := endings[r.IntN(len(endings))] + "\n"
		begin := `{"@level":"info","@message":"Terraform 1.99.0","type":"version","terraform":"1.99.0"}` + "\n"
		alarm := anyLine(r, []string{"error", "ERROR", "fatal", "panic", "critical"}[r.IntN(5)])
		log := begin + alarm + ending
		if r.IntN(2) == 0 && !strings.Contains(alarm, `"version"`) {
			log = begin + ending + alarm
		}
		for _, format := range runlog.Formats() {
			var out bytes.Buffer
			res, err := runlog.Show(context.Background(), &out, strings.NewReader(log), runlog.Options{Format: format.Name})
			if err != nil {
				t.Fatalf("%s: %v", log, err)
			}
			if !res.Failed() {
				t.Fatalf("the run has succeeded:\n%s", log)
			}
			for _, word := range []string{`"status":"succeeded"`, "**Apply complete", "**Plan:**", "**Complete", "passed.**", "Success!**"} {
				if (format.Name == "json" || format.Name == "markdown") && strings.Contains(out.String(), word) && !strings.Contains(alarm, `"version"`) {
					t.Fatalf("%s says %s of\n%s\n%s", format.Name, word, log, &out)
				}
			}
		}
		res, err := runlog.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(begin+ending), runlog.Options{})
		if err != nil || res.Failed() {
			t.Fatalf("%v: has failed:\n%s", fmt.Sprint(err), begin+ending)
		}
	}
}
