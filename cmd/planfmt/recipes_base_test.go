package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// These are what a hostile pull request has in place of what the base branch has. Its bundle cannot be read, so that
// whatever tries to says so.
const (
	hostilePolicy = `policy {}

resource_policy "aws_instance" "hostile" {
  enforce {
    condition     = true
    error_message = "never"
  }
}
`
	hostileRules = "hide:\n  - type=*\n"
	baseRules    = "hide:\n  - action=read\n"
)

// recipeRun is a run of a recipe for a pull request that changes what judges it.
type recipeRun struct {
	t         *testing.T
	origin    string // the repository: the base branch is main, the pull request is change
	bin, temp string
	env       []string
	out       strings.Builder
	artifacts map[string]string // files, by the name of the artifact
}

// newRecipeRun makes the repository, and the programs that the recipes run.
func newRecipeRun(t *testing.T) *recipeRun {
	t.Helper()
	needsAction(t)
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS != "linux" {
		t.Skip("the recipes run on Linux, with git")
	}
	planfmt, err := exec.LookPath("planfmt")
	if err != nil {
		t.Fatal(err)
	}
	r := &recipeRun{t: t, origin: t.TempDir(), bin: t.TempDir(), temp: t.TempDir(), artifacts: map[string]string{}}
	home := t.TempDir()
	r.env = []string{
		"PATH=" + r.bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + home, "XDG_CACHE_HOME=" + home, "TMPDIR=" + r.temp, "CI=true",
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	r.write(r.bin, "planfmt", "#!/bin/sh\nif test \"$1\" = comment; then shift; set -- comment --dry-run \"$@\"; fi\nexec '"+planfmt+"' \"$@\"\n")
	r.write(r.bin, "terraform", "#!/bin/sh\nif test \"$1\" = plan; then cp main.json tfplan; fi\n")
	r.write(r.origin, "policies/base.policy.hcl", readDocument(t, "docs/policies/required-tags.policy.hcl"))
	r.write(r.origin, ".planfmt/rules.yaml", baseRules)
	r.git(r.origin, "init", "-q", "-b", "main")
	r.git(r.origin, "add", ".")
	r.git(r.origin, "commit", "-q", "-m", "base")
	r.git(r.origin, "checkout", "-q", "-b", "change")
	r.git(r.origin, "rm", "-q", "policies/base.policy.hcl")
	r.write(r.origin, "policies/hostile.policy.hcl", hostilePolicy)
	r.write(r.origin, ".planfmt/rules.yaml", hostileRules)
	r.write(r.origin, ".planfmt/schemas.json.gz", "not a bundle")
	r.write(r.origin, "main.json", readDocument(t, "testdata/example/plan.json"))
	r.git(r.origin, "add", ".")
	r.git(r.origin, "commit", "-q", "-m", "change")
	r.git(r.origin, "branch", "-q", "hostile")
	return r
}

func (r *recipeRun) write(dir, name, text string) {
	r.t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		r.t.Fatal(err)
	}
}

func (r *recipeRun) git(dir string, args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, r.env
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// checkout returns a checkout of a branch, as CI systems make it, with the plan of the pull request in tfplan.
func (r *recipeRun) checkout(branch string) string {
	r.t.Helper()
	dir := r.t.TempDir()
	r.git(dir, "clone", "-q", "--depth=1", "--branch", branch, "file://"+r.origin, ".")
	if branch == "change" {
		r.write(dir, "tfplan", readDocument(r.t, "testdata/example/plan.json"))
	}
	return dir
}

// shell runs a script in a directory.
func (r *recipeRun) shell(dir, script string, env ...string) error {
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir, cmd.Env = dir, append(r.env[:len(r.env):len(r.env)], env...)
	out, err := cmd.CombinedOutput()
	r.out.Write(out)
	return err
}

// verify checks that the base branch has judged: hasFailed is whether the recipe has, and usesRules says that it reads rules from there.
func (r *recipeRun) verify(hasFailed, usesRules bool) {
	r.t.Helper()
	out := r.out.String()
	if !hasFailed || !strings.Contains(out, "base.policy.hcl") || strings.Contains(out, "No policy matches") {
		r.t.Error("the policies of the base branch have not failed")
	}
	for _, not := range []string{"hostile", "1 policy, 2 verdicts: 1 passed", "schemas.json.gz", "are muted", "muted by rules"} {
		if strings.Contains(out, not) {
			r.t.Errorf("what the pull request brings along is used: there is %q", not)
		}
	}
	if strings.Contains(out, "using the rules in .planfmt/rules.yaml") != usesRules {
		r.t.Errorf("rules are used, or not: want %t", usesRules)
	}
	if !strings.Contains(out, "aws_instance.web") {
		r.t.Error("the plan is not shown")
	}
	if r.t.Failed() {
		r.t.Log(out)
	}
}

// TestHostileCheckout checks that the pull request of these tests would judge itself if planfmt ran in its checkout.
func TestHostileCheckout(t *testing.T) {
	r := newRecipeRun(t)
	dir := r.checkout("change")
	if err := r.shell(dir, "planfmt check --no-bundle --policies=policies -- tfplan && planfmt comment --no-bundle --target=github -- tfplan"); err != nil {
		t.Errorf("%v\n%s", err, r.out.String())
	}
	for _, want := range []string{"1 policy, 2 verdicts: 1 passed, 1 skipped", "2 changes are muted"} {
		if !strings.Contains(r.out.String(), want) {
			t.Errorf("no %q:\n%s", want, r.out.String())
		}
	}
	if err := r.shell(dir, "planfmt check --policies=policies -- tfplan"); !strings.Contains(r.out.String(), "schemas.json.gz") {
		t.Errorf("the bundle is not read: %v\n%s", err, r.out.String())
	}
}

// TestHostilePullRequests checks that each recipe judges by the base branch, whatever the pull request brings along, and judges nothing without it.
func TestHostilePullRequests(t *testing.T) {
	sampling.SkipShort(t)
	for name, c := range map[string]struct {
		kind string
		run  func(p *pipeline)
	}{
		"GitHub":    {"github", func(p *pipeline) { p.gitHub("docs/ci/github.yml") }},
		"GitLab":    {"gitlab", (*pipeline).gitLab},
		"Azure":     {"azure-devops", func(p *pipeline) { p.azure("azure-devops") }},
		"Bitbucket": {"bitbucket", (*pipeline).bitbucket},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPipeline(t, c.kind)
			p.s = situation{name: "hostile", plan: "plan.json", run: 1}
			p.git(p.origin, "checkout", "-q", "hostile")
			p.git(p.origin, "branch", "-q", "-f", "change", "hostile")
			c.run(p)
			last := p.results[len(p.results)-1]
			p.verify(strings.Contains(last, ": 1"), true)
			comments := p.forge.Comments()
			if len(comments) != 1 || !strings.Contains(comments[0].Body, "No instances here") || strings.Contains(comments[0].Body, "hostile") || strings.Contains(comments[0].Body, "muted") {
				t.Errorf("the comment is not judged by the base branch: %+v", comments)
			}
			for name, text := range p.artifacts {
				if strings.Contains(text, "correct horse") || strings.Contains(text, "battery staple") || !strings.Contains(text, "planned_values") && !strings.Contains(text, "resource_changes") {
					t.Errorf("the artifact %s is not a redacted plan", name)
				}
			}
			if name == "GitHub" {
				return // the checkout of a branch that does not exist is GitHub's own step
			}
			for _, p.s.target = range []string{"gone", "none"} {
				if name == "GitLab" && p.s.target == "none" {
					continue // the default branch judges
				}
				p.out.Reset()
				p.results = nil
				c.run(p)
				if last := p.results[len(p.results)-1]; strings.HasSuffix(last, ": 0") || strings.Contains(p.out.String(), "aws_instance") {
					t.Errorf("without a base branch: %s\n%s", last, p.out.String())
				}
			}
		})
	}
}

// TestAtlantisBase runs what Atlantis runs in the checkout of the pull request. The policies are on the server.
func TestAtlantisBase(t *testing.T) {
	sampling.SkipShort(t)
	r := newRecipeRun(t)
	var scripts []string
	for _, doc := range yamlDocuments(t, "docs/ci/atlantis.yaml") {
		workflows, _ := doc.(map[string]any)["workflows"].(map[string]any)
		workflow, _ := workflows["planfmt"].(map[string]any)
		plan, _ := workflow["plan"].(map[string]any)
		steps, _ := plan["steps"].([]any)
		for _, s := range steps {
			if step, ok := s.(map[string]any); ok {
				if script, ok := step["run"].(string); ok {
					scripts = append(scripts, script)
				}
			}
		}
	}
	server := r.checkout("main")
	script := strings.ReplaceAll(strings.Join(scripts, "\n"), "/etc/atlantis/policies", server+"/policies")
	err := r.shell(r.checkout("change"), script, "PLANFILE=tfplan")
	r.verify(err != nil, false)
}

// TestRecipeCheckouts checks that commands that run in the checkout of a pull request use neither its rules nor its bundle.
func TestRecipeCheckouts(t *testing.T) {
	n := 0
	check := func(name, command string, words []string) {
		switch command {
		case "show", "check", "comment":
		default:
			return
		}
		n++
		if !slices.Contains(words, "--no-bundle") || command != "check" && !slices.Contains(words, "--no-rules") {
			t.Errorf("%s: planfmt %s %q uses files of the pull request", name, command, words)
		}
	}
	for _, name := range []string{"docs/comment.md", "README.md", "docs/ci/atlantis.yaml"} {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				for _, script := range shellScripts(m) {
					for _, words := range planfmtCommands(script) {
						check(name, words[0], words)
					}
				}
				if uses, _ := m["uses"].(string); strings.HasPrefix(uses, "planfmt/planfmt@") {
					with, _ := m["with"].(map[string]any)
					check(name, fmt.Sprint(with["command"]), strings.Fields(fmt.Sprint(with["args"])))
				}
			})
		}
	}
	if n < 8 {
		t.Errorf("only %d commands", n)
	}
}
