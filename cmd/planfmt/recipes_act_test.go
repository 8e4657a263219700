package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/forge/forgetest"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// actActions are what the workflows use of others, as actions that run on this machine: a checkout of the fake repository, and artifacts in a directory.
var actActions = map[string]string{
	"hashicorp/setup-terraform@v3": "inputs: {terraform_wrapper: {}}\nruns: {using: composite, steps: [{shell: bash, run: terraform version}]}\n",
	"actions/checkout@v6": `inputs: {ref: {default: change}, persist-credentials: {}}
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        git clone -q --depth=1 --branch "$REF" "file://$TEST_ORIGIN" .
        rm -f tfplan
      env: {REF: "${{ inputs.ref }}"}
`,
	"actions/upload-artifact@v4": `inputs: {name: {}, path: {}, retention-days: {}}
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        if test -f "$FILE"; then mkdir -p "$TEST_ARTIFACTS/$NAME" && cp "$FILE" "$TEST_ARTIFACTS/$NAME"; fi
      env: {NAME: "${{ inputs.name }}", FILE: "${{ inputs.path }}"}
`,
	"actions/download-artifact@v4": `inputs: {name: {}, path: {}, pattern: {}}
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        mkdir -p "$TO"
        if test -n "$NAME"; then cp "$TEST_ARTIFACTS/$NAME"/* "$TO"; else cp -r "$TEST_ARTIFACTS"/$PATTERN "$TO"; fi
      env: {NAME: "${{ inputs.name }}", PATTERN: "${{ inputs.pattern }}", TO: "${{ inputs.path }}"}
`,
}

// TestRecipeAct runs the workflows for GitHub with act (github.com/nektos/act, named by PLANFMT_ACT), which knows jobs, conditions, expressions and composite actions
// from a source of its own. Comments on the pull request, and what the forge was asked, must be those that TestRecipeSituations has found.
func TestRecipeAct(t *testing.T) {
	sampling.SkipShort(t)
	act := os.Getenv("PLANFMT_ACT")
	if act == "" {
		t.Skip("PLANFMT_ACT does not name the program act")
	}
	p := newPipeline(t, "github")
	a := &actRun{pipeline: p, program: act}
	a.prepare()
	table := readDocument(t, "cmd/planfmt/testdata/recipes.txt")
	for _, p.s = range situations() {
		if p.s.push || p.s.fork {
			continue // act has one token, with the rights that it has
		}
		p.branch()
		failed := a.run()
		var got bytes.Buffer
		p.report(&got, "docs/ci/github.yml")
		i := strings.Index(table, "\ndocs/ci/github.yml: "+p.s.name+"\n")
		if i < 0 {
			t.Fatalf("the table has no %q", p.s.name)
		}
		entry, _, _ := strings.Cut(table[i+1:], "\n\n")
		want, have := atForge(entry), atForge(got.String())
		status := regexp.MustCompile(`(?m)^ *\w+( \w+)?: 1,`).MatchString(entry)
		if !slices.Equal(have, want) || failed != status {
			t.Errorf("%s: act: failed %v, want %v\n%s\nnot\n%s\n\n%s", p.s.name, failed, status, strings.Join(have, "\n"), strings.Join(want, "\n"), a.log)
		}
	}
}

// atForge returns what the table says of the forge and of its comments, without the commit, which the fake of the other test does not name.
func atForge(table string) (lines []string) {
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "forge: ") || strings.HasPrefix(line, "comment: ") {
			lines = append(lines, regexp.MustCompile("; commit `\\w+`, \\[run\\]\\([^ ;]+\\)").ReplaceAllString(line, ""))
		}
	}
	return lines
}

// actRun runs workflows with act.
type actRun struct {
	*pipeline
	program, actions, log string
}

// prepare writes the actions. That of planfmt is the real one; it is asked for the release that the fake has.
func (a *actRun) prepare() {
	a.actions = a.t.TempDir()
	for name, text := range actActions {
		a.write(a.actions, name+"/action.yml", text)
	}
	a.write(a.actions, "planfmt/planfmt@v1.2.3/action.yml", readDocument(a.t, "action.yml"))
	a.write(a.actions, "planfmt/planfmt@v1.2.3/action/planfmt.sh", readDocument(a.t, "action/planfmt.sh"))
	a.write(a.actions, "planfmt/planfmt@v1.2.3/action/VERSION", "1.2.3\n")
	for name := range actActions {
		a.repository(name)
	}
	a.repository("planfmt/planfmt@v1.2.3")
}

// repository makes a repository of an action's directory, as act wants to have it.
func (a *actRun) repository(name string) {
	dir := filepath.Join(a.actions, filepath.FromSlash(name))
	a.git(dir, "init", "-q", "-b", "main")
	a.git(dir, "add", ".")
	a.git(dir, "commit", "-q", "-m", "action")
}

// run runs the workflow of the situation, and tells whether it has failed.
func (a *actRun) run() bool {
	name := "docs/ci/github.yml"
	if len(a.s.stacks) > 0 {
		name = "docs/many.md"
	}
	text := readDocument(a.t, name)
	if m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(text); strings.HasSuffix(name, ".md") {
		text = "name: Plan\non: pull_request\n" + m[1]
	}
	text = strings.ReplaceAll(text, "planfmt/planfmt@v0.1.0", "planfmt/planfmt@v1.2.3") // the release that the fake has
	work, artifacts := a.t.TempDir(), a.t.TempDir()
	a.git(work, "init", "-q", "-b", "change")
	a.git(work, "remote", "add", "origin", "https://github.com/owner/repo")
	a.write(work, "workflow.yml", text)
	a.write(work, "event.json", `{"number": 7, "pull_request": {"number": 7, "base": {"ref": "main"}, "head": {"ref": "change"}}}`)
	a.git(work, "add", ".")
	a.git(work, "commit", "-q", "-m", "workflow")
	args := []string{
		"pull_request", "--workflows=workflow.yml", "--eventpath=event.json", "--platform=ubuntu-latest=-self-hosted", "--no-cache-server", "--concurrent-jobs=1", "--no-skip-checkout",
		"--secret=GITHUB_TOKEN=" + forgetest.Token, "--use-new-action-cache", "--action-cache-path=" + a.t.TempDir(),
		"--env=TEST_ORIGIN=" + a.origin, "--env=TEST_ARTIFACTS=" + artifacts, fmt.Sprint("--env=GITHUB_RUN_ID=", a.s.run),
	}
	for _, e := range a.env {
		if name, _, _ := strings.Cut(e, "="); name != "PATH" {
			args = append(args, "--env="+e)
		}
	}
	for name := range actActions {
		args = append(args, "--local-repository="+name+"="+filepath.Join(a.actions, filepath.FromSlash(name)))
	}
	args = append(args, "--local-repository=planfmt/planfmt@v1.2.3="+filepath.Join(a.actions, "planfmt/planfmt@v1.2.3"))
	cmd := exec.Command(a.program, args...)
	cmd.Dir, cmd.Env = work, a.env
	out, err := cmd.CombinedOutput()
	a.log = string(out)
	return err != nil
}
