package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The review in docs/agents.md is what the server answers to the SDK's client. -update rewrites it.
func TestMCPTranscript(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "example")
	c := startMCP(t, "--root", dir)
	prompt, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "review-plan", Arguments: map[string]string{"path": "plan.json"}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	part := func(call string, text string) {
		if strings.Contains(text, "```") {
			t.Errorf("%s has a fence:\n%s", call, text)
		}
		b.WriteString("`" + call + "`\n\n```text\n" + strings.TrimRight(text, "\n") + "\n```\n\n")
	}
	part(`review-plan {"path":"plan.json"}`, prompt.Messages[0].Content.(*mcp.TextContent).Text)
	for _, call := range []struct {
		tool string
		args map[string]any
	}{
		{"plan_summary", map[string]any{"path": "plan.json"}},
		{"plan_why", map[string]any{"path": "plan.json", "address": "aws_instance.web"}},
		{"plan_resource", map[string]any{"path": "plan.json", "address": "aws_iam_policy.deploy"}},
		{"plan_query", map[string]any{"path": "plan.json", "expression": `[for r in resources : r.address if contains(r.actions, "delete")]`}},
		{"plan_check", map[string]any{"path": "plan.json"}},
		{"plan_hash", map[string]any{"path": "plan.json"}},
	} {
		text, structured := c.ask(call.tool, call.args)
		if structured == nil {
			t.Fatalf("%s: %s", call.tool, text)
		}
		args, err := json.Marshal(call.args)
		if err != nil {
			t.Fatal(err)
		}
		part(call.tool+" "+string(args), text)
	}
	want := strings.TrimRight(b.String(), "\n") + "\n"

	const begin, end = "<!-- TestMCPTranscript writes this -->\n", "<!-- to here -->\n"
	name := filepath.Join("..", "..", "docs", "agents.md")
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, isBegun := strings.Cut(strings.ReplaceAll(string(page), "\r\n", "\n"), begin)
	got, after, isEnded := strings.Cut(rest, end)
	if !isBegun || !isEnded {
		t.Fatalf("%s has no place for the review", name)
	}
	switch {
	case strings.TrimSpace(got) == strings.TrimSpace(want):
	case *update:
		if err := os.WriteFile(name, []byte(before+begin+"\n"+want+"\n"+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s has another review; run the test with -update. The server says\n%s", name, want)
	}
}
