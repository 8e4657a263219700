package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

// gitHub runs a workflow: its jobs one after the other, each in a directory of its own.
func (p *pipeline) gitHub(name string) {
	if len(p.s.stacks) > 0 {
		name = "docs/many.md"
	}
	doc := yamlDocuments(p.t, name)[0].(map[string]any)
	if on, ok := doc["on"]; ok && on == "pull_request" && p.s.push {
		return
	}
	jobs := doc["jobs"].(map[string]any)
	p.artifacts = map[string]string{}
	results := map[string]string{}
	for len(results) < len(jobs) {
		for _, id := range slices.Sorted(maps.Keys(jobs)) {
			job := jobs[id].(map[string]any)
			needs := ""
			if job["needs"] != nil {
				needs = fmt.Sprint(job["needs"])
			}
			if _, done := results[id]; done || needs != "" && results[needs] == "" {
				continue
			}
			if p.before != nil {
				p.before(id)
			}
			if job["environment"] == "approval" && p.rejected {
				results[id] = "failure"
				p.results = append(p.results, id+": rejected")
				continue
			}
			if !runsIf(job["if"], results[needs] == "failure" || results[needs] == "skipped") {
				results[id] = "skipped"
				p.results = append(p.results, id+": skipped")
				continue
			}
			results[id] = p.gitHubJob(id, job)
		}
	}
}

// runsIf evaluates the condition of a job or of a step, given that one before it has failed.
func runsIf(condition any, failed bool) bool {
	switch condition {
	case nil, "${{ success() }}", "${{ github.event.pull_request.merged }}":
		return !failed
	case "${{ failure() }}":
		return failed
	case "${{ !cancelled() }}":
		return true
	}
	panic(fmt.Sprintf("the test does not know the condition %v", condition))
}

// gitHubJob runs a job, once for each value of its matrix.
func (p *pipeline) gitHubJob(id string, job map[string]any) string {
	values := []any{""}
	if s, ok := job["strategy"].(map[string]any); ok {
		values = s["matrix"].(map[string]any)["stack"].([]any)
	}
	result := "success"
	for _, stack := range values {
		name := id
		if stack != "" {
			name += " " + fmt.Sprint(stack)
		}
		if failed := p.gitHubSteps(name, fmt.Sprint(stack), job); failed {
			result = "failure"
		}
	}
	return result
}

func (p *pipeline) gitHubSteps(id, stack string, job map[string]any) (failed bool) {
	temp, dir := p.t.TempDir(), p.t.TempDir()
	fill := strings.NewReplacer("${{ runner.temp }}", temp, "${{ github.event.pull_request.base.ref }}", "main", "${{ github.event.pull_request.merge_commit_sha }}", "main",
		"${{ matrix.stack }}", stack, "${{ secrets.PLAN_PASSPHRASE }}", passphrase, "${{ secrets.APPROVAL_KEY }}", p.secret(job["environment"]))
	permissions, _ := job["permissions"].(map[string]any)
	env := []string{
		"COMMENTS=true", "GITHUB_ACTIONS=true", "GITHUB_SERVER_URL=https://github.com", "GITHUB_API_URL=" + p.forge.URL, "GITHUB_REPOSITORY=owner/repo", "GITHUB_REF=refs/pull/7/merge",
		fmt.Sprint("GITHUB_RUN_ID=", p.s.run), "RUNNER_TEMP=" + temp, "HOME=" + temp, "XDG_CACHE_HOME=" + temp, "GITHUB_STEP_SUMMARY=" + filepath.Join(temp, "summary"),
	}
	if permissions["pull-requests"] == "write" {
		env = append(env, "INPUT_TOKEN="+forgetest.Token)
	}
	text := fmt.Sprint(job["steps"])
	for what, right := range permissions {
		if right == "write" && (what != "pull-requests" || strings.Contains(text, "terraform")) {
			p.t.Errorf("the job %s may write to %s", id, what)
		}
	}
	var failing []string
	for i, s := range job["steps"].([]any) {
		step := s.(map[string]any)
		if !runsIf(step["if"], failed) {
			continue
		}
		err := p.gitHubStep(step, &dir, fill, env)
		if err == nil {
			continue
		}
		failing = append(failing, fmt.Sprintf("step %d (%s)", i+1, stepName(step)))
		failed = failed || step["continue-on-error"] != true
	}
	if failed {
		p.results = append(p.results, id+": 1, by "+strings.Join(failing, ", "))
	} else {
		p.results = append(p.results, id+": 0")
	}
	if text, err := os.ReadFile(filepath.Join(temp, "summary")); err == nil {
		p.summary += string(text)
	}
	return failed
}

// stepName is what a step does, in a few words.
func stepName(step map[string]any) string {
	uses, _, _ := strings.Cut(fmt.Sprint(step["uses"]), "@")
	with, _ := step["with"].(map[string]any)
	switch {
	case step["uses"] == nil:
		return "run"
	case with["command"] != nil:
		return uses + " " + fmt.Sprint(with["command"])
	}
	return uses
}

// gitHubStep runs a step. dir is the directory of the checkout.
func (p *pipeline) gitHubStep(step map[string]any, dir *string, fill *strings.Replacer, env []string) error {
	with := map[string]string{}
	if inputs, ok := step["with"].(map[string]any); ok {
		for name, value := range inputs {
			with[name] = fill.Replace(fmt.Sprint(value))
		}
	}
	uses, _, _ := strings.Cut(fmt.Sprint(step["uses"]), "@")
	if step["uses"] == nil {
		text := fill.Replace(fmt.Sprint(step["run"]))
		if step["shell"] == "bash" {
			text = "bash -eo pipefail <<'END_OF_STEP'\n" + text + "\nEND_OF_STEP"
		}
		in := *dir
		if d, ok := step["working-directory"].(string); ok {
			in = filepath.Join(in, fill.Replace(d))
		}
		own := slices.DeleteFunc(slices.Clone(env), func(v string) bool { return strings.HasPrefix(v, "INPUT_") })
		if values, ok := step["env"].(map[string]any); ok {
			for name, value := range values {
				own = append(own, name+"="+fill.Replace(fmt.Sprint(value)))
			}
		}
		return p.shell(in, text, own...)
	}
	switch uses {
	case "hashicorp/setup-terraform":
	case "actions/checkout":
		if with["persist-credentials"] != "false" {
			p.t.Error("the token is kept in the checkout")
		}
		branch := "change"
		if with["ref"] != "" {
			branch = with["ref"]
		}
		*dir = p.checkout(branch)
		if branch == "change" {
			return os.Remove(filepath.Join(*dir, "tfplan"))
		}
	case "actions/upload-artifact":
		text, err := os.ReadFile(filepath.Join(*dir, with["path"]))
		if err == nil { // otherwise there is a warning
			p.artifacts[with["name"]+"/"+filepath.Base(with["path"])] = string(text)
		}
	case "actions/download-artifact":
		found := false
		for file, text := range p.artifacts {
			artifact, file, _ := strings.Cut(file, "/")
			to := with["path"]
			if !filepath.IsAbs(to) {
				to = filepath.Join(*dir, to)
			}
			if prefix, ok := strings.CutSuffix(with["pattern"], "*"); ok && strings.HasPrefix(artifact, prefix) {
				p.write(filepath.Join(to, artifact), file, text)
				found = true
			} else if artifact == with["name"] {
				p.write(to, file, text)
				found = true
			}
		}
		if !found && with["pattern"] == "" {
			return fmt.Errorf("no artifact %s", with["name"])
		}
	case "planfmt/planfmt":
		inputs := env[:len(env):len(env)]
		for input, value := range with {
			inputs = append(inputs, "INPUT_"+strings.ToUpper(input)+"="+value)
		}
		out, _, err := act(p.t, p.releases, *dir, inputs...)
		p.out.WriteString(out)
		return err
	default:
		p.t.Errorf("the test does not know %s", uses)
	}
	return nil
}
