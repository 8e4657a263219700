package graph_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/internal/report/subject/graph"
	"github.com/planfmt/planfmt/internal/testkit/hostile"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// hostileGraph has all hostile names, as nodes, modules and unknown references.
func hostileGraph() *computed.Graph {
	g := &computed.Graph{}
	for i, name := range hostile.Names() {
		g.Nodes = append(g.Nodes,
			&computed.GraphNode{Address: name, Unknown: []string{name}, Focus: true},
			&computed.GraphNode{Address: "module." + name + ".t.a", Module: "module." + name, Kind: computed.ModuleNode, Instances: []computed.GraphInstance{{Address: name, Action: plans.Delete, Deposed: name}}})
		g.Edges = append(g.Edges, computed.GraphEdge{From: 2 * i, To: 2*i + 1, How: computed.ByReference | computed.ForcesReplacement | computed.AnyInstance})
	}
	g.AllNodes, g.AllEdges = len(g.Nodes), len(g.Edges)
	return g
}

// TestEveryActionIsDrawn draws a node for each action, also for one that nobody knows.
func TestEveryActionIsDrawn(t *testing.T) {
	for action := range plans.Unknown + 2 {
		g := &computed.Graph{Nodes: []*computed.GraphNode{{Address: "t.a", Instances: []computed.GraphInstance{{Address: "t.a", Action: action}}}}, AllNodes: 1}
		for name, write := range map[string]graph.Writer{"dot": graph.WriteDOT, "mermaid": graph.WriteMermaid} {
			var out bytes.Buffer
			if err := write(&out, g); err != nil || !strings.Contains(out.String(), "t.a") {
				t.Errorf("%s, %v: %v\n%s", name, action, err, &out)
			}
		}
	}
}

// textsInPicture returns the texts in a picture that Graphviz makes.
func textsInPicture(t *testing.T, text []byte) []string {
	t.Helper()
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	cmd := exec.Command(dot, "-Tsvg")
	cmd.Stdin = bytes.NewReader(text)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil || messages.Len() > 0 {
		t.Fatalf("dot: %v: %s", err, messages.String())
	}
	var texts []string
	d := xml.NewDecoder(&out)
	d.Strict = false // the title of a node, which is not shown, may have what XML has not
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if inText = token.Name.Local == "text"; inText {
				texts = append(texts, "")
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				texts[len(texts)-1] += string(token)
			}
		}
	}
}

// unspaced is a text without spaces, which pictures spell in other ways.
func unspaced(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00a0' {
			return -1
		}
		return r
	}, text)
}

// TestGraphvizDrawsNames looks for hostile names in a picture: each is there as it is, and nothing else is.
func TestGraphvizDrawsNames(t *testing.T) {
	g := hostileGraph()
	var out bytes.Buffer
	if err := graph.WriteDOT(&out, g); err != nil {
		t.Fatal(err)
	}
	dotText := out.String()
	texts := textsInPicture(t, out.Bytes())
	for i := range texts {
		texts[i] = unspaced(texts[i])
	}
	for _, n := range g.Nodes {
		for _, line := range graph.Label(n) {
			if want := unspaced(sinks.Escape(line)); want != "" && !slices.Contains(texts, want) {
				t.Errorf("the picture lacks %q", want)
			}
		}
	}
	lines := 0
	for _, n := range g.Nodes {
		lines += len(graph.Label(n))
	}
	modules := strings.Count(dotText, "subgraph cluster_")
	if most := lines + modules + len(g.Edges); len(texts) > most {
		t.Errorf("the picture has %d lines of text, want %d at most", len(texts), most)
	}
}

// TestGraphsAreSafe looks for what is unsafe in what is written.
func TestGraphsAreSafe(t *testing.T) {
	g := hostileGraph()
	for name, write := range map[string]graph.Writer{"dot": graph.WriteDOT, "mermaid": graph.WriteMermaid, "json": machine.GraphJSON} {
		var out bytes.Buffer
		if err := write(&out, g); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r < ' ' && r != '\n' && r != '\t' || r == '\u202e' || r == '\ufffd' && name != "json" {
				t.Errorf("%s: there is a %q", name, r)
			}
		}
		if name == "json" && !json.Valid(out.Bytes()) {
			t.Errorf("not valid: %s", out.Bytes())
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "::") || strings.HasPrefix(line, "##") || name == "mermaid" && strings.ContainsAny(line, "`<>") && !isMermaidSyntax(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

// isMermaidSyntax reports whether a line has no other characters of HTML than arrows and line breaks.
func isMermaidSyntax(line string) bool {
	line = strings.NewReplacer("<br/>", "", "==>", "", "-->", "", ".->", "").Replace(line)
	return !strings.ContainsAny(line, "`<>")
}

// TestMermaidReadsNames has mermaid read hostile names, if PLANFMT_MERMAID names a directory in which `npm install mermaid jsdom` has been run: each
// is the label of its node, and nothing else is a node.
func TestMermaidReadsNames(t *testing.T) {
	dir := os.Getenv("PLANFMT_MERMAID")
	if dir == "" {
		t.Skip("PLANFMT_MERMAID names no directory with mermaid")
	}
	program, err := filepath.Abs(filepath.Join("testdata", "mermaid.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	g := hostileGraph()
	if err := graph.WriteMermaid(&out, g); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "graph.mmd")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", program, file)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var labels map[string]string
	if err := json.Unmarshal(text, &labels); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if len(labels) != len(g.Nodes) {
		t.Errorf("mermaid finds %d nodes, want %d", len(labels), len(g.Nodes))
	}
	encoded := regexp.MustCompile("\ufb02°°(\\d+)¶ß") // how mermaid keeps #35;
	for i, n := range g.Nodes {
		var want []string
		for _, line := range graph.Label(n) {
			want = append(want, sinks.Escape(line))
		}
		label := labels["n"+strconv.Itoa(i)]
		label = strings.ReplaceAll(label, "<br>", "\n")
		label = encoded.ReplaceAllStringFunc(label, func(code string) string {
			c, _ := strconv.Atoi(encoded.FindStringSubmatch(code)[1])
			return string(rune(c))
		})
		if have := strings.TrimSpace(label); have != strings.TrimSpace(strings.Join(want, "\n")) {
			t.Errorf("the label of node %d is %q, want %q", i, have, want)
		}
	}
}
