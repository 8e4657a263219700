package slack_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/examples/slack"
)

func Example() {
	plan, err := os.Open("../../testdata/example/plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer plan.Close()
	message, err := slack.Message(context.Background(), plan)
	fmt.Println(string(message), err)
	// Output:
	// {
	//   "blocks": [
	//     {
	//       "text": {
	//         "text": "Plan: 2 to add, 2 to change, 2 to destroy",
	//         "type": "plain_text"
	//       },
	//       "type": "header"
	//     },
	//     {
	//       "text": {
	//         "text": "delete aws_cloudwatch_log_group.old: not in configuration",
	//         "type": "plain_text"
	//       },
	//       "type": "section"
	//     },
	//     {
	//       "text": {
	//         "text": "replace aws_instance.web: ami \"ami-0a1b2c3d4e5f60718\" -\u003e \"ami-0f9e8d7c6b5a41302\"",
	//         "type": "plain_text"
	//       },
	//       "type": "section"
	//     }
	//   ]
	// } <nil>
}

// A message has no more blocks than Slack takes.
func TestManyResources(t *testing.T) {
	resource := `{"address": "a_b.c%d", "mode": "managed", "type": "a_b", "name": "c%[1]d", "provider_name": "x/a", "change": {"actions": ["delete"], "before": {"t": "<!channel>"}, "after": null}}`
	var all []string
	for i := range 60 {
		all = append(all, fmt.Sprintf(resource, i))
	}
	body, err := slack.Message(t.Context(), strings.NewReader(`{"format_version": "1.2", "resource_changes": [`+strings.Join(all, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	var message struct{ Blocks []any }
	if err := json.Unmarshal(body, &message); err != nil || len(message.Blocks) != 50 || !strings.Contains(string(body), `"and 12 more"`) {
		t.Errorf("%v: %d blocks: %.2000s", err, len(message.Blocks), body[len(body)-200:])
	}
}

// A message says what cannot be read.
func TestProblems(t *testing.T) {
	body, err := slack.Message(t.Context(), strings.NewReader(`{"format_version": "1.2", "resource_changes": [{"address": "a_b.c", "mode": "managed", "type": "a_b", "name": "c", "change": {"actions": ["explode"]}}]}`))
	if err != nil || !strings.Contains(string(body), `cannot be read: a_b.c: change.actions: no such action`) {
		t.Errorf("%v: %s", err, body)
	}
}
