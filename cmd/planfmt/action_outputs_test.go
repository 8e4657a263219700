package main

import (
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/internal/forge/forgetest"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestActionOutputs checks what the action gives to later steps: just what action.yml declares, whatever planfmt's exit status is.
func TestActionOutputs(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	var action struct {
		Outputs map[string]struct{ Value string }
	}
	if err := yaml.Unmarshal([]byte(readDocument(t, "action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	for name, o := range action.Outputs {
		if o.Value != "${{ steps.planfmt.outputs."+name+" }}" {
			t.Errorf("the output %s is %s", name, o.Value)
		}
	}
	tags, err := filepath.Abs(filepath.Join("..", "..", "docs", "policies", "required-tags.policy.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	forge := forgetest.New("github")
	t.Cleanup(forge.Close)
	inPull := []string{"COMMENTS=true", "GITHUB_API_URL=" + forge.URL, "GITHUB_REPOSITORY=owner/repo", "GITHUB_REF=refs/pull/7/merge", "INPUT_TOKEN=" + forgetest.Token}
	seen := map[string]bool{}
	for _, c := range []struct {
		name  string
		env   []string
		want  []string
		not   []string
		fails bool
	}{
		{"show", []string{"INPUT_PLAN=plan.json"}, []string{"plans=1", "unread=0", "changes=true", "import=0", "add=2", "change=2", "destroy=2", "forget=0", "invoke=0"}, []string{"verdict"}, false},
		{"show with a status", []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=--fail-on=destroy"}, []string{"changes=true", "destroy=2"}, nil, true},
		{"several plans", []string{"INPUT_PLAN=plan.json\nplan.json"}, []string{"changes=true"}, []string{"hash"}, false},
		{"no plan", []string{"INPUT_PLAN=none.json"}, []string{"unread=1"}, []string{"changes", "add", "hash"}, true},
		{"the user's own file", []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=--facts\nmine.env"}, nil, []string{"changes", "add"}, false},
		{"check", []string{"INPUT_COMMAND=check", "INPUT_PLAN=plan.json", "INPUT_POLICIES=" + tags}, []string{"verdict=fail", "failed=2"}, []string{"changes"}, true},
		{"comment", append(inPull, "INPUT_COMMAND=comment", "INPUT_PLAN=plan.json"), []string{"comment-url=https://github.example/owner/repo/pull/7#issuecomment-101", "add=2"}, nil, false},
		{"comment, planning failed", append(inPull, "INPUT_COMMAND=comment", "INPUT_FAILED=true"), []string{"comment-url=https://github.example/owner/repo/pull/7#issuecomment-101"}, []string{"changes", "hash"}, false},
	} {
		dir := actionDir(t)
		out, _, err := act(t, newReleases(t), dir, c.env...)
		if (err != nil) != c.fails {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "output"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		has := map[string]bool{}
		for _, line := range lines {
			name, value, ok := strings.Cut(line, "=")
			if _, declared := action.Outputs[name]; !ok || !declared || value == "" || has[name] {
				t.Errorf("%s: action.yml has no output for %q", c.name, line)
			}
			has[name], seen[name] = true, true
		}
		for _, want := range c.want {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: no %s in %q", c.name, want, lines)
			}
		}
		for _, not := range c.not {
			if has[not] {
				t.Errorf("%s: there is %s in %q", c.name, not, lines)
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "planfmt-facts.*")); err != nil || len(left) > 0 {
			t.Errorf("%s: %q is left", c.name, left)
		}
	}
	for name := range action.Outputs {
		if !seen[name] {
			t.Errorf("nothing sets the output %s", name)
		}
	}
}

// TestActionMirror checks that the action downloads from a mirror, through a proxy, and trusts the authority that the job names, and no other.
func TestActionMirror(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	r := newReleases(t)
	mirror := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		data, ok := r.files[strings.Replace(req.URL.Path, "/mirror/planfmt/", "/releases/", 1)]
		if !ok {
			http.NotFound(w, req)
			return
		}
		_, _ = w.Write(data)
	}))
	mirror.Config.ErrorLog = log.New(io.Discard, "", 0) // it says that it is not trusted
	mirror.StartTLS()
	t.Cleanup(mirror.Close)
	var mu sync.Mutex
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		asked = append(asked, req.Method+" "+req.Host)
		mu.Unlock()
		there, err := net.Dial("tcp", mirror.Listener.Addr().String())
		if req.Method != http.MethodConnect || err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		here, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(there, buffered); there.Close() }()
		_, _ = io.Copy(here, there)
		here.Close()
	}))
	t.Cleanup(proxy.Close)
	authority := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: mirror.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	// The certificate is for example.com, which only the proxy can reach.
	env := []string{"INPUT_PLAN=plan.json", "PLANFMT_RELEASES=https://example.com/mirror/planfmt", "HTTPS_PROXY=" + proxy.URL, "CURL_CA_BUNDLE=" + authority}
	out, _, err := act(t, r, actionDir(t), env...)
	if err != nil || !strings.Contains(out, "called with <show>") {
		t.Errorf("%v\n%s", err, out)
	}
	mu.Lock()
	if len(asked) == 0 || slices.ContainsFunc(asked, func(s string) bool { return s != "CONNECT example.com:443" }) || len(r.requests()) > 0 {
		t.Errorf("the proxy was asked for %q, the server for %q", asked, r.requests())
	}
	mu.Unlock()
	out, _, err = act(t, r, actionDir(t), env[:3]...)
	if err == nil || strings.Contains(out, "called") {
		t.Errorf("an unknown authority is trusted: %s", out)
	}
}
