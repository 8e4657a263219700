package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/agents"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestQueryLists checks that it does not matter how the lists of a plan get to a query: an element at a time or together, from a
// file or through a pipe, in the command or from a server of mcp. The expressions refer to the lists in loops over each other.
func TestQueryLists(t *testing.T) {
	dir := t.TempDir()
	plan := planWithLists()
	if err := os.WriteFile(filepath.Join(dir, "plan.json"), plan, 0o600); err != nil {
		t.Fatal(err)
	}
	ask := askMCP(t, dir)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // each run allocates much, and keeps nothing
	loops, failed := 0, 0
	for seed := range uint64(sampling.CountOf(2_500, 10_000)) {
		d := listDrawer{Rand: rand.New(rand.NewPCG(seed, 43))}
		expr := d.top()
		want, err := runQueryOn(filepath.Join(dir, "plan.json"), nil, expr)
		if seed%4 == 0 {
			if got, pipeErr := runQueryOn("-", plan, expr); got != want || (pipeErr == nil) != (err == nil) {
				t.Fatalf("%s\nfrom a file %s %v\nfrom a pipe %s %v", expr, want, err, got, pipeErr)
			}
		}
		if got, ok := ask(expr); ok != (err == nil) || ok && got != want {
			t.Fatalf("%s\nthe command writes %s %v\nthe server says %s", expr, want, err, got)
		}
		// What stands in an object is never written an element at a time.
		whole, wholeErr := runQueryOn("-", plan, "{ v = "+expr+" }")
		if (err == nil) != (wholeErr == nil) {
			t.Fatalf("%s\nfails with %v, and in an object with %v", expr, err, wholeErr)
		}
		if strings.HasPrefix(expr, "[for") {
			loops++
		}
		if err != nil {
			failed++
			continue
		}
		if got, in := decoded(t, want), decoded(t, whole).(map[string]any)["v"]; !reflect.DeepEqual(got, in) {
			t.Fatalf("%s\nis %v\nand in an object %v", expr, got, in)
		}
	}
	if n := sampling.CountOf(2_500, 10_000); loops < n/4 || failed > n/4 {
		t.Errorf("of %d expressions, %d are loops and %d fail", n, loops, failed)
	}
}

// runQueryOn runs the command, and returns what it writes.
func runQueryOn(file string, stdin []byte, expr string) (string, error) {
	f, out, errs := newTestFactory(nil, nil)
	f.Streams.In = io.MultiReader(bytes.NewReader(stdin)) // which cannot seek
	cmd := newCmdQuery(f, runQuery)
	cmd.SetArgs([]string{file, expr, "-f", "json", "--no-cache"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.Execute()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errs)
	}
	return out.String(), err
}

// decoded returns a value of JSON.
func decoded(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// askMCP starts a server, and returns what calls its tool for queries.
func askMCP(t *testing.T, dir string) func(expr string) (answer string, ok bool) {
	roots, err := agents.OpenRoots([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	s := agents.NewServer(agents.Options{Roots: roots, Version: "test"})
	here, there := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		_ = s.Run(ctx, here)
		close(done)
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		cancel()
		<-done
		s.Close()
		_ = roots.Close()
	})
	return func(expr string) (string, bool) {
		res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "plan_query", Arguments: map[string]any{"path": "plan.json", "expression": expr, "max_bytes": 1_000_000}})
		if err != nil {
			t.Fatal(err)
		}
		text := res.Content[0].(*mcp.TextContent).Text
		if res.IsError {
			return text, false
		}
		_, text, _ = strings.Cut(text, "\n") // that it is not to be trusted
		for strings.HasPrefix(text, "Note: ") {
			_, text, _ = strings.Cut(text, "\n")
		}
		return text, true
	}
}

// planWithLists returns a plan in which resources, drift and deferred have elements that others do not have, and values that are unknown.
func planWithLists() []byte {
	entry := func(i int, action string) string {
		unknown, size := "", fmt.Sprintf(`, "size": %d`, i%3)
		if i%4 == 3 {
			unknown, size = `"size": true`, ""
		}
		if i%5 == 4 {
			size += `, "extra": "e"`
		}
		return fmt.Sprintf(`{"address": "m_%[1]d.x", "mode": "managed", "type": "m_%[1]d", "name": "x", "provider_name": "registry.terraform.io/a/m",
			"change": {"actions": [%[2]q], "before": {"name": "n%[1]d", "size": 1}, "after": {"name": "n%[1]d"%[3]s}, "after_unknown": {%[4]s}, "before_sensitive": {}, "after_sensitive": {}}}`,
			i%7, action, size, unknown)
	}
	list := func(from, to int, action string, wrap string) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf(wrap, entry(i, action)))
		}
		return strings.Join(all, ",")
	}
	return fmt.Appendf(nil, `{"format_version": "1.2", "terraform_version": "1.11.4",
		"resource_drift": [%s], "resource_changes": [%s], "deferred_changes": [%s],
		"variables": {"v": {"value": "n1"}}, "output_changes": {"o": {"actions": ["create"], "before": null, "after": "n2", "after_unknown": false}}}`,
		list(2, 5, "update", "%s"), list(0, 7, "update", "%s"), list(8, 10, "update", `{"reason": "absent_prereq", "resource_change": %s}`))
}

// listDrawer draws expressions over the lists of a plan. All of them are valid, but some of them fail.
type listDrawer struct {
	*rand.Rand
	vars []string // that stand for resources
	next int
}

func (d *listDrawer) pick(all ...string) string { return all[d.IntN(len(all))] }

// list draws the name of a list.
func (d *listDrawer) list() string { return d.pick("resources", "resources", "drift", "deferred") }

// source draws a list of resources.
func (d *listDrawer) source(depth int) string {
	switch {
	case depth > 0 && d.IntN(5) == 0:
		return fmt.Sprintf("concat(%s, %s)", d.source(depth-1), d.source(depth-1))
	case depth > 0 && d.IntN(5) == 0:
		return d.loop(d.list(), depth, func(v string) string { return v }, "[%s]")
	}
	return d.list()
}

// loop draws a loop over a list. In its value, a new variable is bound.
func (d *listDrawer) loop(source string, depth int, value func(v string) string, form string) string {
	v := fmt.Sprintf("x%d", d.next)
	d.next++
	d.vars = append(d.vars, v)
	s := fmt.Sprintf("for %s in %s : %s", v, source, value(v))
	if d.IntN(2) == 0 {
		s += " if " + d.condition(depth-1)
	}
	d.vars = d.vars[:len(d.vars)-1]
	return fmt.Sprintf(form, s)
}

// top draws an expression. Most are loops over a list, as only these can be written an element at a time.
func (d *listDrawer) top() string {
	loop := d.loop(d.list(), 2, func(string) string { return d.value(2) }, "[%s]")
	switch d.IntN(8) {
	case 0:
		return d.value(2)
	case 1:
		return fmt.Sprintf("(%s)", loop)
	case 2:
		return fmt.Sprintf("%s(%s)", d.pick("length", "tolist", "jsonencode", "reverse"), loop)
	}
	return loop
}

// value draws a value of any type.
func (d *listDrawer) value(depth int) string {
	if depth <= 0 {
		return d.leaf()
	}
	switch d.IntN(9) {
	case 0:
		return fmt.Sprintf("length(%s)", d.source(depth-1))
	case 1:
		return fmt.Sprintf("%s[%d].%s", d.list(), d.IntN(2), d.pick("address", "action", "after.name"))
	case 2:
		return d.source(depth-1) + d.pick("[*].address", "[*].type")
	case 3, 4:
		return d.loop(d.source(depth-1), depth-1, func(string) string { return d.value(depth - 1) }, "[%s]")
	case 5:
		return d.loop(d.list(), depth-1, func(v string) string { return v + ".address => " + d.value(depth-1) + "..." }, "{%s}")
	case 6:
		return fmt.Sprintf("{ a = %s, b = %s }", d.value(depth-1), d.leaf())
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", d.condition(depth-1), d.leaf(), d.leaf())
	}
	return d.leaf()
}

// leaf draws a text, or a number.
func (d *listDrawer) leaf() string {
	if len(d.vars) == 0 || d.IntN(6) == 0 {
		return d.pick(`"a"`, "plan.counts.update", "outputs.o.after", "variables.v", "length(resources)", "drift[0].address")
	}
	v := d.pick(d.vars...)
	return v + d.pick(".address", ".type", ".action", ".after.name", ".after.size", ".before.size", ".after.extra", ".drift", ".unknown")
}

// condition draws a condition.
func (d *listDrawer) condition(depth int) string {
	switch d.IntN(6) {
	case 0:
		return fmt.Sprintf("length(%s) > %d", d.source(depth), d.IntN(4))
	case 1:
		return fmt.Sprintf("contains(%s[*].address, %s)", d.source(depth), d.text())
	case 2:
		return fmt.Sprintf("%s(%s)", d.pick("anytrue", "alltrue"), d.loop(d.list(), depth, func(v string) string { return v + ".address == " + d.text() }, "[%s]"))
	case 3:
		return fmt.Sprintf("!(%s == %s)", d.text(), d.text())
	}
	return fmt.Sprintf("%s == %s", d.text(), d.text())
}

// text draws a text.
func (d *listDrawer) text() string {
	if len(d.vars) == 0 {
		return d.pick(`"m_1.x"`, "outputs.o.after", "resources[1].address", "variables.v")
	}
	return d.pick(d.vars...) + d.pick(".address", ".type", ".after.name")
}
