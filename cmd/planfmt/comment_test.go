package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
)

// commenter runs planfmt comment against a forge of its own.
type commenter struct {
	*forgetest.Server
	t          *testing.T
	env        map[string]string
	transcript bytes.Buffer
}

func newCommenter(t *testing.T, kind string) *commenter {
	s := forgetest.New(kind)
	t.Cleanup(s.Close)
	api := s.URL + s.Path()
	return &commenter{Server: s, t: t, env: map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_API_URL": api, "GITHUB_REPOSITORY": s.Repository(), "GITHUB_REF": "refs/pull/7/merge", "GITHUB_TOKEN": forgetest.Token,
		"CI_API_V4_URL": api, "CI_PROJECT_ID": s.Repository(), "CI_MERGE_REQUEST_IID": "7", "GITLAB_TOKEN": forgetest.Token,
		"SYSTEM_COLLECTIONURI": api, "SYSTEM_TEAMPROJECT": "project", "BUILD_REPOSITORY_ID": "repo", "SYSTEM_PULLREQUEST_PULLREQUESTID": "7", "SYSTEM_ACCESSTOKEN": forgetest.Token,
		"BITBUCKET_REPO_FULL_NAME": s.Repository(), "BITBUCKET_PR_ID": "7", "BITBUCKET_TOKEN": forgetest.Token,
	}}
}

// run runs the command. What it prints never has the token.
func (c *commenter) run(what string, args ...string) (status int, out, errs string) {
	c.t.Helper()
	f, stdout, stderr := newTestFactory(c.env, planfmt.ShowAll)
	c.TakeLog()
	status = run(c.t.Context(), f, append([]string{"comment", "--quiet", "--no-cache", "--no-bundle", "--no-rules"}, args...))
	out, errs = stdout.String(), stderr.String()
	if strings.Contains(out+errs, forgetest.Token) {
		c.t.Errorf("the token is in what is printed:\n%s%s", out, errs)
	}
	for _, p := range c.Problems() {
		c.t.Error(p)
	}
	for i, arg := range args {
		args[i] = filepath.Base(arg)
	}
	fmt.Fprintf(&c.transcript, "\n# %s\n$ planfmt comment %s\n", what, strings.Join(args, " "))
	for _, line := range c.TakeLog() {
		fmt.Fprintln(&c.transcript, "    "+line)
	}
	fmt.Fprintf(&c.transcript, "%s%s[status %d]\n", out, errs, status)
	return status, out, errs
}

// head adds the beginning of the newest comment to the transcript.
func (c *commenter) head(lines int) string {
	all := c.Comments()
	if len(all) == 0 {
		return ""
	}
	body := all[len(all)-1].Body
	short := regexp.MustCompile(`[A-Za-z0-9+/=]{60,} -->`).ReplaceAllString(body, "(the entries) -->")
	for i, line := range strings.SplitN(short, "\n", lines+1) {
		if i < lines {
			fmt.Fprintln(&c.transcript, "  | "+line)
		}
	}
	return body
}

// TestCommentTranscript runs the command through the life of a pull request. With -v, it prints what happens.
func TestCommentTranscript(t *testing.T) {
	sampling.SkipShort(t)
	example, small := filepath.Join("..", "..", "testdata", "example", "plan.json"), filepath.Join("..", "..", "testdata", "example", "small.json")
	c := newCommenter(t, "github")
	expect := func(status int, out string, want int, wants ...string) {
		t.Helper()
		for _, w := range wants {
			if status != want || !strings.Contains(out, w) {
				t.Errorf("status %d, no %q in\n%s", status, w, out)
			}
		}
	}
	status, out, _ := c.run("The first plan: the comment is created", example)
	expect(status, out, 0, "created ")
	c.head(8)
	status, out, _ = c.run("The same plan again", example)
	expect(status, out, 0, "updated ")
	expect(0, c.head(8), 0, "**Same plan as before.**")
	status, out, _ = c.run("Another plan", small)
	expect(status, out, 0, "updated ")
	expect(0, c.head(12), 0, "**Since the previous plan:**")

	large := filepath.Join(t.TempDir(), "large.json")
	for n := range 2 {
		if err := os.WriteFile(large, manyCreates(4000+n), 0o600); err != nil {
			t.Fatal(err)
		}
		status, out, _ = c.run("A plan that is too large for a comment", large)
		expect(status, out, 0, "updated ")
		if body := c.head(12); len(body) > 65_536 || !strings.Contains(body, "Shortened to 65536 bytes") {
			t.Errorf("a comment of %d bytes", len(body))
		} else {
			fmt.Fprintf(&c.transcript, "  (%d bytes)\n", len(body))
		}
	}
	expect(0, c.head(0), 0, "**The plan is not the same as before.** Before: 4000 to add")

	c.Fail(forgetest.Fault{Match: "PATCH", Status: 502, Body: "<html>"})
	status, out, _ = c.run("An error of the server", example)
	expect(status, out, 0, "updated ")
	c.Fail(forgetest.Fault{Status: 401, Body: `{"message":"Bad credentials"}`})
	status, _, errs := c.run("A token that has expired", example)
	expect(status, errs, 1, "401")
	c.RefuseWrites()
	status, _, errs = c.run("A pull request from a fork", small)
	expect(status, errs, 1, "403")
	c.env["GITHUB_STEP_SUMMARY"] = filepath.Join(t.TempDir(), "summary.md")
	status, _, errs = c.run("A pull request from a fork, with a fallback", small, "--fallback", "step-summary")
	expect(status, errs, 0, "the summary of the step has the comment instead")
	t.Log(c.transcript.String())
}

// manyCreates returns a plan that creates n resources.
func manyCreates(n int) []byte {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`{"address":"demo_disk.d[%d]","mode":"managed","type":"demo_disk","name":"d","index":%[1]d,"provider_name":"p","change":{"actions":["create"],"before":null,"after":{"size":%[1]d},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}`, i))
	}
	return fmt.Appendf(nil, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{}},"resource_changes":[%s]}`, strings.Join(all, ","))
}

// TestCommentForges runs the command on all forges: the comment is created, updated and deleted, and fits.
func TestCommentForges(t *testing.T) {
	sampling.SkipShort(t)
	large := filepath.Join(t.TempDir(), "large.json")
	if err := os.WriteFile(large, manyCreates(max(sampling.Count(3000), 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	nothing := filepath.Join(t.TempDir(), "nothing.json")
	if err := os.WriteFile(nothing, manyCreates(0), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, kind := range forge.Names() {
		c := newCommenter(t, kind)
		flavour, err := sinks.FlavourNamed(kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ plan, flag, want string }{
			{large, "", "created"},
			{large, "", "updated"},
			{large, "", "unchanged"},
			{nothing, "", "updated"},
			{large, "--existing=append", "created"},
			{nothing, "--delete-when-empty", "nothing changes: deleted"},
		} {
			args := []string{step.plan, "--target", kind}
			if step.flag != "" {
				args = append(args, step.flag)
			}
			if kind == "bitbucket" { // no variable has its address
				args = append(args, "--api-url", c.URL+c.Path())
			}
			status, out, errs := c.run(kind, args...)
			if status != 0 || !strings.HasPrefix(out, step.want) {
				t.Errorf("%s, %s: status %d, %s%s", kind, step.want, status, out, errs)
			}
			for _, comment := range c.Comments() {
				if n := len(comment.Body); n > flavour.Limit {
					t.Errorf("%s: %d bytes", kind, n)
				}
			}
		}
	}
}

// TestCommentKnowsForges checks that everything that is needed for a comment is known of each forge.
func TestCommentKnowsForges(t *testing.T) {
	// What says that a CI job is for the forge.
	jobs := map[string]string{"github": "GITHUB_ACTIONS", "gitlab": "GITLAB_CI", "azure-devops": "TF_BUILD", "bitbucket": "BITBUCKET_BUILD_NUMBER"}
	for _, kind := range forge.Names() {
		ci := commentCI{func(name string) string { return map[string]string{jobs[kind]: "1"}[name] }}
		if name, err := ci.target(); name != kind {
			t.Errorf("the CI job of %s is taken for one of %q: %v", kind, name, err)
		}
		if _, err := sinks.FlavourNamed(kind); err != nil {
			t.Error(err)
		}
		p := commentCI{func(string) string { return "" }}.place(kind)
		if p.api == "" && p.needs.api == "" || p.needs.repository == "" || p.needs.pull == "" || len(p.tokens) == 0 || p.tokenNeeds == "" {
			t.Errorf("%s: something is missing: %+v", kind, p)
		}
		for _, token := range p.tokens {
			if !strings.Contains(commentHelp, "  "+kind+" ") || !strings.Contains(commentHelp, token) {
				t.Errorf("the help does not say that the token of %s is in %s", kind, token)
			}
		}
	}
}

// TestCommentDefaultAPI checks that a token goes to a public server only if nothing names another one.
func TestCommentDefaultAPI(t *testing.T) {
	const gitHub, gitLab = "https://api.github.com", "https://gitlab.com/api/v4"
	for _, test := range []struct {
		target, env, want string // want is the address, or the end of the error
	}{
		{"github", "", gitHub},
		{"github", "GH_HOST=github.com", gitHub},
		{"github", "GITHUB_BASE_URL=https://api.github.com/", gitHub},
		{"github", "GITHUB_ACTIONS=true GITHUB_SERVER_URL=https://github.com", gitHub},
		{"github", "GITHUB_ACTIONS=true", "(GITHUB_API_URL): use --api-url"},
		{"github", "GITHUB_ACTIONS=true GITHUB_API_URL=https://git.example.com/api/v3", "https://git.example.com/api/v3"},
		{"github", "GITHUB_SERVER_URL=https://git.example.com", "GITHUB_SERVER_URL"},
		{"github", "GITHUB_BASE_URL=https://git.example.com/api/v3/", "GITHUB_BASE_URL"},
		{"github", "GH_HOST=git.example.com", "GH_HOST"},
		{"github", "GH_HOST=github.com.example.com", "GH_HOST"},
		{"github", "GH_HOST=%zz", "GH_HOST"},
		{"github", "TF_BUILD=True BUILD_REPOSITORY_PROVIDER=GitHub BUILD_REPOSITORY_URI=https://github.com/a/b", gitHub},
		{"github", "TF_BUILD=True BUILD_REPOSITORY_PROVIDER=GitHub BUILD_REPOSITORY_URI=https://example.ghe.com/a/b", "BUILD_REPOSITORY_URI"},
		{"github", "TF_BUILD=True BUILD_REPOSITORY_PROVIDER=TfsGit BUILD_REPOSITORY_URI=https://dev.azure.com/a/b", gitHub},
		{"github", "TF_BUILD=True BUILD_REPOSITORY_PROVIDER=GitHubEnterprise BUILD_REPOSITORY_URI=https://github.com/a/b", "BUILD_REPOSITORY_PROVIDER"},
		{"gitlab", "", gitLab},
		{"gitlab", "GITLAB_HOST=https://gitlab.com", gitLab},
		{"gitlab", "GITLAB_CI=true CI_SERVER_URL=https://gitlab.com", gitLab},
		{"gitlab", "GITLAB_CI=true", "(CI_API_V4_URL): use --api-url"},
		{"gitlab", "CI_SERVER_URL=https://git.example.com", "CI_SERVER_URL"},
		{"gitlab", "GITLAB_BASE_URL=https://git.example.com/api/v4/", "GITLAB_BASE_URL"},
		{"gitlab", "GITLAB_HOST=git.example.com", "GITLAB_HOST"},
		{"azure-devops", "", "(SYSTEM_COLLECTIONURI): use --api-url"},
	} {
		env := map[string]string{}
		for field := range strings.FieldsSeq(test.env) {
			name, value, _ := strings.Cut(field, "=")
			env[name] = value
		}
		ci := commentCI{func(name string) string { return env[name] }}
		pull, err := ci.pullRequest(&commentOptions{Target: test.target, Repo: "a/b", Pull: 7})
		switch {
		case strings.HasPrefix(test.want, "https:"):
			if err != nil || pull.config.APIURL != test.want {
				t.Errorf("%s, %s: %v", test.target, test.env, err)
			}
		case err == nil:
			t.Errorf("%s, %s: %s", test.target, test.env, pull.config.APIURL)
		case !strings.HasPrefix(err.Error(), test.want+" names another server than the public one") && !strings.HasSuffix(err.Error(), test.want):
			t.Errorf("%s, %s: %v", test.target, test.env, err)
		}
	}
}

// TestCommentProxy checks that a variable that is not the address of a proxy is an error that names it, before anything is
// sent: otherwise net/http would connect without a proxy.
func TestCommentProxy(t *testing.T) {
	plan := filepath.Join("..", "..", "testdata", "example", "small.json")
	for _, kind := range forge.Names() {
		for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
			c := newCommenter(t, kind)
			c.env[name] = ":::"
			status, out, errs := c.run("a malformed proxy", plan, "--target", kind, "--fallback", "step-summary")
			if status != 1 || out != "" || !strings.Contains(errs, name+": is not the address of a proxy") || strings.Contains(c.transcript.String(), " -> ") {
				t.Errorf("%s, %s: %s", kind, name, c.transcript.String())
			}
		}
	}
	for address, isGood := range map[string]bool{
		"http://proxy.example.com:3128": true, "https://user:secret@proxy.example.com/": true, "proxy.example.com:3128": true, "proxy": true, "10.0.0.1:80": true,
		"socks5://localhost:1080": true, "socks5h://[::1]:1080": true, "[2001:db8::1]:3128": true, "HTTP://proxy": true,
		":::": false, "::1": false, "http://": false, "http:proxy": false, "http:///proxy": false, "://proxy": false, ":3128": false, "proxy:": false, "proxy:http": false, "proxy:0": false,
		"proxy:65536": false, "ftp://proxy": false, "socks4://proxy": false, "http://a b:80": false, "http://[::1": false, "http://secret%zz@proxy": false, " ": false, "proxy\n": false,
		"file:///etc/passwd": false, "http://user:secret@": false, "http://a:1:2": false,
	} {
		ci := commentCI{func(name string) string { return map[string]string{"HTTPS_PROXY": address}[name] }}
		if err := ci.checkProxies(); (err == nil) != isGood || err != nil && (strings.Contains(err.Error(), "secret") || !strings.HasPrefix(err.Error(), "HTTPS_PROXY: ")) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
