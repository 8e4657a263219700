package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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

// situation is what a pipeline runs for.
type situation struct {
	name string
	// plan is what terraform plans: a file in testdata/example, "none", which does nothing, or "" if planning fails.
	plan   string
	run    int  // the number of the run of the pipeline
	fork   bool // the pull request is from a fork
	push   bool // there is no pull request
	stacks []string
	target string // the branch into which the pull request goes, if it is not main
}

// situations are those that each recipe is run in, one after the other on the same forge.
func situations() []situation {
	return []situation{
		{name: "pull request", plan: "small.json", run: 100},
		{name: "a policy fails", plan: "plan.json", run: 101},
		{name: "planning fails", run: 102},
		{name: "rerun of an old job", plan: "small.json", run: 100},
		{name: "rerun of an old job that fails", run: 100},
		{name: "no changes", plan: "none", run: 103},
		{name: "push to main", plan: "small.json", run: 104, push: true},
		{name: "5 stacks, one of which fails", plan: "small.json", run: 105, stacks: []string{"app", "db", "dns", "network", "storage"}},
		{name: "fork", plan: "plan.json", run: 106, fork: true},
		{name: "fork, planning fails", run: 107, fork: true},
	}
}

// failingStack is the one of several that has no plan.
const failingStack = "dns"

// pipeline runs a recipe, in a repository and against a forge.
type pipeline struct {
	*recipeRun
	forge    *forgetest.Server
	releases *releases
	s        situation
	results  []string // of the jobs
	summary  string   // of the job, on GitHub

	// For recipes with approvals: rejected says that nobody lets the job begin that approves, before is called before each job.
	rejected bool
	before   func(job string)
}

// basePolicy fails for one of the plans.
const basePolicy = `policy {}

resource_policy "aws_instance" "base" {
  enforce {
    condition     = false
    error_message = "No instances here."
  }
}
`

// newPipeline returns a pipeline with a forge of a kind. The fake of terraform copies a plan, if there is one.
func newPipeline(t *testing.T, kind string) *pipeline {
	t.Helper()
	p := &pipeline{recipeRun: newRecipeRun(t), forge: forgetest.New(kind), releases: newReleases(t)}
	t.Cleanup(p.forge.Close)
	if err := os.Remove(filepath.Join(p.bin, "planfmt")); err != nil {
		t.Fatal(err)
	}
	p.git(p.origin, "checkout", "-q", "main")
	p.write(p.origin, "policies/base.policy.hcl", basePolicy)
	p.git(p.origin, "commit", "-q", "-a", "-m", "a policy")
	p.write(p.bin, "terraform", `#!/bin/sh
echo "terraform $1"
if test "$1" != plan; then exit 0; fi
if test -f main.json; then cp main.json tfplan; else echo 'Error: Reference to undeclared resource' >&2; exit 1; fi
`)
	p.env = append(p.env, "PLANFMT_RELEASES="+p.releases.url, "COMMENTS=true", "TEST_API="+p.forge.URL+p.forge.Path())
	return p
}

// branch makes the branch change what the situation says.
func (p *pipeline) branch() {
	p.git(p.origin, "checkout", "-q", "-B", "change", "main")
	plan := ""
	switch p.s.plan {
	case "":
	case "none":
		plan = string(manyCreates(0))
	default:
		plan = readDocument(p.t, "testdata/example/"+p.s.plan)
	}
	p.write(p.origin, "README", p.s.name)
	if plan != "" {
		p.write(p.origin, "main.json", plan)
	}
	for _, stack := range p.s.stacks {
		p.write(p.origin, "stacks/"+stack+"/README", stack)
		if stack != failingStack {
			p.write(p.origin, "stacks/"+stack+"/main.json", plan)
		}
	}
	p.git(p.origin, "add", "-A")
	p.git(p.origin, "commit", "-q", "-m", p.s.name)
}

// plan runs terraform in a checkout as the job of a user does, and keeps what it has printed.
func (p *pipeline) plan() string {
	dir := p.checkout("change")
	if err := os.Remove(filepath.Join(dir, "tfplan")); err != nil {
		p.t.Fatal(err)
	}
	in := []string{"."}
	if len(p.s.stacks) > 0 {
		in = nil
		for _, stack := range p.s.stacks {
			in = append(in, "stacks/"+stack)
		}
	}
	failed := false
	for _, d := range in {
		failed = p.shell(filepath.Join(dir, d), "terraform plan >>plan.log 2>&1") != nil || failed
	}
	p.result("the user's job", boolStatus(failed))
	return dir
}

// plans are the plan files, one per line.
func (p *pipeline) plans() string {
	if len(p.s.stacks) == 0 {
		return "tfplan"
	}
	return "stacks/" + strings.Join(p.s.stacks, "/tfplan\nstacks/") + "/tfplan\n"
}

func boolStatus(failed bool) error {
	if failed {
		return errors.New("1")
	}
	return nil
}

// result notes how a job has ended.
func (p *pipeline) result(job string, err error) {
	status := "0"
	if err != nil {
		status = err.Error()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			status = fmt.Sprint(exit.ExitCode())
		}
	}
	p.results = append(p.results, job+": "+status)
}

// target is the branch into which the pull request goes. The name none stands for a variable that is empty.
func (p *pipeline) target() string {
	if p.s.target == "none" {
		return ""
	}
	return cmp.Or(p.s.target, "main")
}

// script is what a script of a recipe is here: releases come from a server without TLS.
func script(text string) string {
	return strings.NewReplacer("'=https'", "'=http'", "PLANFMT_VERSION=0.1.0", "PLANFMT_VERSION=1.2.3").Replace(text)
}

// report writes what has happened: the results, what the forge was asked, and what is on the pull request.
func (p *pipeline) report(to *bytes.Buffer, where string) {
	fmt.Fprintf(to, "\n%s: %s\n", where, p.s.name)
	if len(p.results) == 0 {
		fmt.Fprintln(to, "    does not run")
	}
	for _, r := range p.results {
		fmt.Fprintln(to, "    "+r)
	}
	for _, line := range p.forge.TakeLog() {
		fmt.Fprintln(to, "    forge: "+line)
	}
	for _, c := range p.forge.Comments() {
		fmt.Fprintln(to, "    comment: "+gist(c.Body))
	}
	if p.summary != "" {
		fmt.Fprintln(to, "    summary: "+gist(p.summary))
	}
	for _, problem := range p.forge.Problems() {
		p.t.Error(problem)
	}
	if strings.Contains(p.out.String(), forgetest.Token) {
		p.t.Errorf("%s, %s: the token is in the log", where, p.s.name)
	}
	p.results, p.summary = nil, ""
}

// gist is what tells comments apart: the run, and what is in bold or names what cannot be read.
func gist(body string) string {
	var all []string
	if m := regexp.MustCompile(`run=[a-z]+:\d+`).FindString(body); m != "" {
		all = append(all, m)
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if m := regexp.MustCompile(`^\*\*[^1].*|^\| .*could not be read.*|^Error: .*|^commit .*`).FindString(line); m != "" {
			all = append(all, m)
		}
	}
	return strings.Join(all, "; ")
}

// TestRecipeSituations runs each recipe in each situation. The golden file is the table of what happens, and a sample has some parts of it.
func TestRecipeSituations(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	tables := make([]bytes.Buffer, 6)
	all := true
	run := func(t *testing.T, i int, name, kind string, f func(p *pipeline)) {
		if i > 0 && !*update && !sampling.TakesOneOf(3, t.Name(), name) {
			all = false
			return
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPipeline(t, kind)
			for _, p.s = range situations() {
				p.branch()
				if p.s.fork {
					p.forge.RefuseWrites()
				}
				before := p.out.Len()
				f(p)
				p.report(&tables[i], name)
				if testing.Verbose() {
					t.Logf("%s:\n%s", p.s.name, p.out.String()[before:])
				}
			}
		})
	}
	t.Run("recipes", func(t *testing.T) { // and wait for all of them
		run(t, 0, "docs/ci/github.yml", "github", func(p *pipeline) { p.gitHub("docs/ci/github.yml") })
		run(t, 1, "docs/ci/gitlab/planfmt.yml", "gitlab", (*pipeline).gitLab)
		run(t, 2, "docs/ci/azure-pipelines.yml", "azure-devops", func(p *pipeline) { p.azure("azure-devops") })
		run(t, 3, "docs/ci/azure-pipelines.yml, a repository on GitHub", "github", func(p *pipeline) { p.azure("github") })
		run(t, 4, "docs/ci/bitbucket-pipelines.yml", "bitbucket", (*pipeline).bitbucket)
		run(t, 5, "docs/ci/atlantis.yaml", "github", (*pipeline).atlantis)
	})
	var got bytes.Buffer
	got.WriteString("What each recipe does: the exit statuses of its jobs, what it asks the forge for, and the comments that there are then.\n")
	for i := range tables {
		got.Write(tables[i].Bytes())
	}
	const golden = "testdata/recipes.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	same := !all || bytes.Equal(got.Bytes(), want)
	for i := range tables {
		same = same && bytes.Contains(want, tables[i].Bytes())
	}
	if !same {
		t.Errorf("another table than in %s (-update writes it):\n%s", golden, got.String())
	}
}

// gitLab runs the component, with a job before it that plans.
func (p *pipeline) gitLab() {
	docs := yamlDocuments(p.t, "docs/ci/gitlab/planfmt.yml")
	spec := docs[0].(map[string]any)["spec"].(map[string]any)["inputs"].(map[string]any)
	job := docs[1].(map[string]any)["planfmt"].(map[string]any)
	vars := map[string]string{
		"GITLAB_CI": "true", "CI_API_V4_URL": p.forge.URL + p.forge.Path(), "CI_PROJECT_ID": p.forge.Repository(), "CI_PIPELINE_ID": fmt.Sprint(p.s.run), "CI_DEFAULT_BRANCH": "main",
		"CI_PIPELINE_URL": fmt.Sprintf("https://gitlab.example/p/-/pipelines/%d", p.s.run), "GITLAB_TOKEN": forgetest.Token,
		"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": p.target(),
	}
	if p.s.push {
		for _, name := range []string{"CI_MERGE_REQUEST_IID", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"} {
			delete(vars, name)
		}
		vars["CI_PIPELINE_SOURCE"], vars["CI_COMMIT_BRANCH"] = "push", "main"
	}
	if p.s.fork {
		delete(vars, "GITLAB_TOKEN")
	}
	inputs := map[string]string{"plan": p.plans(), "policies": "policies", "version": "1.2.3"}
	fill := regexp.MustCompile(`\$\[\[ inputs\.(\w+) \]\]`)
	for name, value := range job["variables"].(map[string]any) {
		vars[name] = fill.ReplaceAllStringFunc(fmt.Sprint(value), func(s string) string {
			name := fill.FindStringSubmatch(s)[1]
			if v, ok := inputs[name]; ok {
				return v
			}
			return fmt.Sprint(spec[name].(map[string]any)["default"])
		})
	}
	when := "never"
	for _, r := range job["rules"].([]any) {
		rule := r.(map[string]any)
		if gitLabRule(p.t, fmt.Sprint(rule["if"]), vars) {
			when = fmt.Sprint(rule["when"])
			break
		}
	}
	if when == "never" {
		return
	}
	dir := p.plan()
	if failed := strings.HasSuffix(p.results[0], "1"); failed && when != "always" {
		return
	}
	p.result("planfmt", p.shell(dir, script(strings.Join(shellScripts(job), "\n")), environment(vars)...))
}

// gitLabRule evaluates the condition of a rule.
func gitLabRule(t *testing.T, text string, vars map[string]string) bool {
	for part := range strings.SplitSeq(text, " && ") {
		m := regexp.MustCompile(`^\$(\w+)(?: == "([^"]*)")?$`).FindStringSubmatch(part)
		if m == nil {
			t.Fatalf("the test does not know what %s means", part)
		}
		if v := vars[m[1]]; strings.Contains(part, "==") && v != m[2] || v == "" {
			return false
		}
	}
	return true
}

func environment(vars map[string]string) (all []string) {
	for name, value := range vars {
		all = append(all, name+"="+value)
	}
	slices.Sort(all)
	return all
}

// azure runs the template, with a job before it that plans.
func (p *pipeline) azure(target string) {
	doc := yamlDocuments(p.t, "docs/ci/azure-pipelines.yml")[0].(map[string]any)
	values := map[string]string{}
	for _, x := range doc["parameters"].([]any) {
		parameter := x.(map[string]any)
		values[fmt.Sprint(parameter["name"])] = fmt.Sprint(parameter["default"])
	}
	values["plan"], values["policies"], values["version"], values["target"] = p.plans(), "policies", "1.2.3", target
	var pairs []string
	for name, value := range values {
		pairs = append(pairs, "${{ parameters."+name+" }}", value)
	}
	token, gitHubToken := forgetest.Token, "$(GITHUB_TOKEN)"
	vars := map[string]string{
		"TF_BUILD": "True", "AGENT_OS": "Linux", "AGENT_OSARCHITECTURE": "X64", "BUILD_BUILDID": fmt.Sprint(p.s.run), "BUILD_REASON": "PullRequest", "BUILD_SOURCEBRANCH": "refs/pull/7/merge",
		"BUILD_REPOSITORY_ID": "repo", "SYSTEM_COLLECTIONURI": p.forge.URL + p.forge.Path(), "SYSTEM_TEAMPROJECT": "project", "SYSTEM_TEAMPROJECTID": "1-2-3", "SYSTEM_PULLREQUEST_PULLREQUESTID": "7", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/" + p.target(),
	}
	if target == "github" {
		token, gitHubToken = "t0ken-of-azure", forgetest.Token
		vars["BUILD_REPOSITORY_PROVIDER"], vars["BUILD_REPOSITORY_NAME"], vars["GITHUB_API_URL"] = "GitHub", p.forge.Repository(), p.forge.URL
		vars["SYSTEM_PULLREQUEST_PULLREQUESTNUMBER"], vars["SYSTEM_PULLREQUEST_TARGETBRANCH"] = "7", "main"
		if p.s.fork {
			gitHubToken = "$(GITHUB_TOKEN)" // forks get no secrets
		}
	}
	if p.s.push {
		vars["BUILD_REASON"], vars["BUILD_SOURCEBRANCH"] = "IndividualCI", "refs/heads/main"
		for name := range vars {
			if strings.HasPrefix(name, "SYSTEM_PULLREQUEST_") {
				delete(vars, name)
			}
		}
	}
	dir := p.plan()
	fill := strings.NewReplacer(append(pairs, "$(System.CollectionUri)", "https://dev.azure.example/", "$(System.AccessToken)", token, "$(GITHUB_TOKEN)", gitHubToken)...)
	path, failed := os.Getenv("PATH"), error(nil)
	path = p.bin + string(os.PathListSeparator) + path
	for _, s := range doc["steps"].([]any) {
		step := s.(map[string]any)
		if step["condition"] != "succeededOrFailed()" {
			p.t.Errorf("the condition %v is not known", step["condition"])
		}
		own := append(environment(vars), "PATH="+path)
		if values, ok := step["env"].(map[string]any); ok {
			for name, value := range values {
				own = append(own, name+"="+fill.Replace(fmt.Sprint(value)))
			}
		}
		before := p.out.Len()
		if err := p.shell(dir, "bash <<'END_OF_STEP'\n"+script(fmt.Sprint(step["bash"]))+"\nEND_OF_STEP", own...); err != nil {
			failed = err
		}
		for _, m := range regexp.MustCompile(`##vso\[task\.prependpath\](.*)`).FindAllStringSubmatch(p.out.String()[before:], -1) {
			path = m[1] + string(os.PathListSeparator) + path
		}
	}
	p.result("planfmt", failed)
}

// bitbucket runs the pipeline.
func (p *pipeline) bitbucket() {
	doc := yamlDocuments(p.t, "docs/ci/bitbucket-pipelines.yml")[0].(map[string]any)["pipelines"].(map[string]any)
	vars := map[string]string{
		"BITBUCKET_BUILD_NUMBER": fmt.Sprint(p.s.run), "BITBUCKET_REPO_FULL_NAME": p.forge.Repository(), "BITBUCKET_BRANCH": "change", "BITBUCKET_PR_ID": "7",
		"BITBUCKET_PR_DESTINATION_BRANCH": p.target(), "BITBUCKET_TOKEN": forgetest.Token,
	}
	steps := doc["pull-requests"].(map[string]any)["**"].([]any)
	if p.s.push {
		steps = doc["branches"].(map[string]any)["main"].([]any)
		vars = map[string]string{"BITBUCKET_BUILD_NUMBER": fmt.Sprint(p.s.run), "BITBUCKET_REPO_FULL_NAME": p.forge.Repository(), "BITBUCKET_BRANCH": "main", "BITBUCKET_TOKEN": forgetest.Token}
	}
	if p.s.fork {
		delete(vars, "BITBUCKET_TOKEN")
	}
	artifacts := map[string]string{}
	for _, s := range steps {
		step := s.(map[string]any)["step"].(map[string]any)
		dir := p.checkout("change")
		if err := os.Remove(filepath.Join(dir, "tfplan")); err != nil {
			p.t.Fatal(err)
		}
		for name, text := range artifacts {
			p.write(dir, name, text)
		}
		text := script(strings.Join(shellScripts(step), "\n"))
		if len(p.s.stacks) > 0 {
			text = strings.Replace(text, `STACKS="."`, `STACKS="stacks/`+strings.Join(p.s.stacks, " stacks/")+`"`, 1)
		}
		err := p.shell(dir, text, environment(vars)...)
		p.result(fmt.Sprint(step["name"]), err)
		if err != nil {
			return
		}
		if names, ok := step["artifacts"].([]any); ok {
			p.collect(dir, names, artifacts)
		}
	}
}

// atlantisStep returns the name of a step of a workflow of Atlantis, and what it runs: a command of terraform, or one of planfmt.
func atlantisStep(step any) (name, text string) {
	if own, ok := step.(map[string]any); ok {
		text = fmt.Sprint(own["run"])
		return "planfmt " + planfmtCommands(text)[0][0], text
	}
	return fmt.Sprint(step), "terraform " + fmt.Sprint(step)
}

// collect keeps the files in dir that the patterns name. Each pattern is a name in any directory.
func (p *pipeline) collect(dir string, patterns []any, artifacts map[string]string) {
	files := os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains(patterns, any("**/"+d.Name())) {
			return err
		}
		text, err := fs.ReadFile(files, name)
		artifacts[name] = string(text)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// atlantis runs the steps of a plan, for each project. Atlantis makes the plan and writes the comment.
func (p *pipeline) atlantis() {
	if p.s.push {
		return // Atlantis plans what is in pull requests
	}
	doc := yamlDocuments(p.t, "docs/ci/atlantis.yaml")[0].(map[string]any)
	workflow := doc["workflows"].(map[string]any)["planfmt"].(map[string]any)
	dir, server := p.checkout("change"), p.checkout("main")
	if err := os.Remove(filepath.Join(dir, "tfplan")); err != nil {
		p.t.Fatal(err)
	}
	if err := p.shell(dir, "command -v planfmt"); err != nil {
		p.write(p.bin, "planfmt", "#!/bin/sh\nexec '"+mustLookPath(p.t, "planfmt")+"' \"$@\"\n")
	}
	projects := []string{""}
	if len(p.s.stacks) > 0 {
		projects = p.s.stacks
	}
	for _, project := range projects {
		in, prefix := dir, ""
		if project != "" {
			in, prefix = filepath.Join(dir, "stacks", project), project+": "
		}
		for _, s := range workflow["plan"].(map[string]any)["steps"].([]any) {
			name, text := atlantisStep(s)
			err := p.shell(in, strings.ReplaceAll(text, "/etc/atlantis/policies", server+"/policies"), "PLANFILE=tfplan")
			p.result(prefix+name, err)
			if err != nil {
				break
			}
		}
	}
}

func mustLookPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
