package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// documents returns the pages whose commands are run.
var documents = sync.OnceValue(func() []string {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		panic("there are no documents")
	}
	all := []string{"README.md", "SECURITY.md", "docs/ci/README.md"}
	for _, page := range pages {
		if name := "docs/" + filepath.Base(page); name != "docs/web.md" && name != "docs/agents.md" && name != session { // what these say is for a browser, for clients of a server, and for TestDocumentedSession
			all = append(all, name)
		}
	}
	return all
})

// notRun are the documented commands that no test runs, and why.
var notRun = map[string]string{
	"planfmt query":      "needs an expression",
	"planfmt log":        "reads a log, not the plan on standard input",
	"planfmt log --plan": "needs a plan and a log",
	"go install github.com/planfmt/planfmt/cmd/planfmt@latest": "needs the network",
	"go test ./...":                                                     "runs this test",
	"source <(planfmt completion bash)":                                 "not for sh",
	`planfmt completion zsh > "${fpath[1]}/_planfmt"`:                   "not for sh",
	"planfmt completion fish > ~/.config/fish/completions/planfmt.fish": "writes to the home directory",
	"planfmt completion powershell | Out-String | Invoke-Expression":    "not for sh",
	"planfmt view":               "needs a terminal: see TestViewInTerminal",
	"planfmt view --ask":         "needs a terminal: see TestViewAsks",
	"planfmt show --interactive": "needs a terminal: see TestViewAsks",
	"planfmt view tfplan":        "needs a terminal: see TestViewInTerminal",
	"planfmt view --ask tfplan && terraform apply tfplan":                                                                                "needs a terminal: see TestViewInTerminal",
	"planfmt comment plan.json --target gitlab --api-url https://git.example.com/api/v4 --repo infra/network --pr 12 --token-file token": "needs this server",

	"planfmt approve":            "needs a plan and a terminal",
	"planfmt verify":             "needs a plan and an approval",
	"planfmt outcome":            "needs a plan, and a log or a state",
	"planfmt stale PLAN [STATE]": "is no command but its form",
	"planfmt verify tfplan --approval approval.json \\\n":                          "goes on in the next line, with the key",
	"planfmt verify tfplan --approval approval.json \\":                            "goes on in the next line, with the key",
	"planfmt approve 'stacks/**/tfplan' --by alice --key key.pem -o approval.json": "needs a terminal: see TestViewAsks",
	"planfmt stale": "needs a plan and a state",
	"terraform state pull | planfmt stale tfplan":                                                         "the state of the tests is another one",
	"planfmt stale tfplan terraform.tfstate --max-age 4h":                                                 "the state of the tests is another one",
	"planfmt approve tfplan --by alice --key key.pem -o approval.json":                                    "needs a terminal: see TestViewAsks",
	"planfmt verify tfplan --approval approval.json --key pub.pem --max-age 4h && terraform apply tfplan": "the approval of the tests is older",

	"make bench":    "measures for minutes",
	"make web":      "compiles for a minute; the tests in browser do it",
	"planfmt diff":  "needs two plans",
	"planfmt check": "needs policies",
	"make bench BENCHFLAGS='-mb 1000 -runs 3'":                         "measures for minutes",
	"make bench BENCHFLAGS='-only view'":                               "measures for a minute",
	"go -C bench run . -generate /tmp/planfmt-bench -mb 20":            "writes to a fixed place",
	"go test -run '^$' -bench Stages/show/text -cpuprofile cpu.prof .": "measures for minutes",
	"xdg-open bin/web/index.html":                                      "needs a desktop",
	"python3 -m http.server --directory bin/web 8000":                  "serves until it is ended",
	"go tool pprof -top -cum planfmt.test cpu.prof":                    "needs the profile",
}

// standIns are the programs that documented commands call.
var standIns = map[string]string{
	"terraform": `case "$*" in
"show -json tfplan") cat "$EXAMPLE/plan.json";;
"show -json") echo '{"format_version":"1.0","terraform_version":"1.14.0","values":{"root_module":{}}}';;
"providers schema -json") cat "$EXAMPLE/schemas.json";;
"apply tfplan") ;;
"apply -json"*) cat "$EXAMPLE/apply.jsonl";;
"version -json") echo '{"terraform_version":"1.14.0","provider_selections":{"registry.terraform.io/hashicorp/aws":"5.31.0"}}';;
*) echo "terraform $*: not expected" >&2; exit 1;;
esac`,
	"openssl": `case "$1" in
genpkey|pkey) ;; # the keys are there
*) echo 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef;;
esac`,
	"tofu": `exec terraform "$@"`,
	"git": `case "$1" in
clone) ln -s "$REPOSITORY" "${2##*/}";;
show) case "$2" in *exceptions*) echo "exceptions: []";; *) echo "hide: [action=read]";; esac;;
*) exit 1;;
esac`,
	"dot":        `cat >/dev/null`,
	"terragrunt": `:`,
	"atmos":      `:`,
	"man":        `test -s "$1"`,
	"jq":         `for file; do :; done; test -s "$file"`,
}

// TestDocumentedCommands runs every command in the documents and in the
// examples of the help texts, or a sample of them. Commands on consecutive lines are one script.
func TestDocumentedCommands(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sh: the documented commands, and the stand-ins for terraform and others, are for a shell of Unix")
	}
	env := documentedEnv(t)
	n := 0
	run := func(where, script string) {
		if !sampling.Takes(t.Name(), where+script) {
			return
		}
		n++
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			runDocumented(t, env, script)
		})
	}
	names := strings.NewReplacer("DIR", "dir", "OLD", "approved.json", "NEW", "now.json")
	inline := regexp.MustCompile("`(planfmt( [^`]+)?)`")
	for _, name := range documents() {
		text := readDocument(t, name)
		for _, script := range scripts(printed.ReplaceAllString(text, "")) { // what prints text is checked with it, whatever the status
			run(name, script)
		}
		for _, m := range inline.FindAllStringSubmatch(text, -1) {
			if notRun[m[1]] != "" {
				continue
			}
			run(name, names.Replace(m[1]))
		}
	}
	f, _, _ := newTestFactory(nil, nil)
	walkCommands(newCmdRoot(f), func(c *cobra.Command) {
		for _, examples := range []string{c.Example, command.BriefExamples(c)} {
			for _, script := range scripts("\n" + regexp.MustCompile(`(?m)^  `).ReplaceAllString(examples, "    ")) {
				run(c.CommandPath(), script)
			}
		}
	})
	if n == 0 || n < 30 && sampling.Full() {
		t.Errorf("only %d scripts were found", n)
	}
}

// documentedEnv is the environment of documented commands: stand-ins in PATH,
// and schemas in the cache.
func documentedEnv(t *testing.T) []string {
	t.Helper()
	bin, cache := t.TempDir(), t.TempDir()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range standIns {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// The go command keeps its cache in XDG_CACHE_HOME unless it is told where.
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "REPOSITORY="+root, "EXAMPLE="+filepath.Join(root, "testdata", "example"), "XDG_CACHE_HOME="+cache,
		"GOCACHE="+strings.TrimSpace(string(gocache)), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PLANFMT_SCHEMAS=")
	add := exec.Command("planfmt", "schemas", "add", "--run")
	add.Env = env
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("schemas add: %v\n%s", err, out)
	}
	return env
}

// runDocumented runs a script, and reports if it fails where it is not meant to.
func runDocumented(t *testing.T, env []string, script string) {
	cmd := documentedCommand(t, env, script)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() == int(command.StatusChanges) && (strings.Contains(script, "--detailed-exitcode") || strings.Contains(script, "--fail-on") || strings.Contains(script, "--exit-status")) {
		err = nil
	}
	if cmd.ProcessState.ExitCode() == int(command.StatusChanges) && (strings.Contains(script, "planfmt outcome") || strings.Contains(script, "log --plan tfplan")) {
		err = nil // the run has failed, or is that of another plan
	}
	if cmd.ProcessState.ExitCode() == 1 && strings.Contains(script, "planfmt check") && (strings.Contains(string(out), "These tags are missing") || strings.Contains(script, " -o ") || strings.Contains(script, "--assert")) {
		err = nil // a policy fails, and is meant to
	}
	if cmd.ProcessState.ExitCode() == 1 && strings.Contains(script, "fleet.jsonl") && strings.Contains(string(out), "plans/prod/us/cut/plan.json: the document is cut off") {
		err = nil // one plan of the fleet cannot be read
	}
	if err != nil {
		t.Errorf("%s\n%v\n%s", script, err, out)
	}
}

// documentedCommand returns the command that runs a script in a directory with the files that documented commands name, and with a
// plan on standard input.
func documentedCommand(t *testing.T, env []string, script string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	plan, schemas := readDocument(t, "testdata/example/plan.json"), readDocument(t, "testdata/example/schemas.json")
	for name, text := range map[string]string{
		"plan.json": plan, "other.json": plan, "approved.json": plan, "now.json": plan, "later.json": strings.ReplaceAll(plan, `"t3.medium"`, `"t3.large"`), "stacks/app/plan.json": plan, "live/app/plan.json": plan, "plans/app/tfplan.json": plan, "components/terraform/vpc/ue2-prod-vpc.planfile": plan, "stacks/db/plan.json": readDocument(t, "testdata/example/small.json"),
		"schemas.json": schemas, "network/schemas.json": schemas, "app/schemas.json": schemas,
		"apply.jsonl": readDocument(t, "testdata/example/apply.jsonl"), "plan.jsonl": readDocument(t, "testdata/example/apply.jsonl"),
		"annotations.json": readDocument(t, "testdata/example/annotations.json"), "plan.log": "Error: Invalid reference\n",
		"tfplan":                            readDocument(t, "testdata/example/refinements.tfplan"),
		"policies/instances.policy.hcl":     readDocument(t, "testdata/example/policies/instances.policy.hcl"),
		"policies/instances.policytest.hcl": readDocument(t, "testdata/example/policies/instances.policytest.hcl"),
		"main.tf":                           "resource \"aws_instance\" \"web\" {\n}\n",
		"exceptions.yaml":                   readDocument(t, "testdata/example/exceptions.yaml"),
		"hash.key":                          "a key that has more than 16 bytes\n",
		"plans/prod/eu/web/plan.json":       plan,
		"plans/prod/eu/db/plan.json":        strings.Replace(readDocument(t, "testdata/example/small.json"), `"full_name": "`, `"version_constraint": "~> 5.31", "full_name": "`, 1),
		"plans/prod/us/shop/plan.json":      readDocument(t, "testdata/view/shop.json"),
		"plans/prod/us/cut/plan.json":       plan[:3000],
		"plans/staging/eu/tools/tfplan":     readDocument(t, "testdata/planfiles/terraform-1.14/tfplan"),
		"old.tfstate":                       readDocument(t, "testdata/example/old.tfstate"),
		"new.tfstate":                       readDocument(t, "testdata/example/new.tfstate"),
		"terraform.tfstate.backup":          `{"version":4,"terraform_version":"1.14.0","serial":0,"lineage":"a","outputs":{},"resources":[]}`,
		"terraform.tfstate":                 `{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"a","outputs":{},"resources":[]}`,
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	approvals(t, dir)
	if strings.Contains(script, "planfmt outcome") || strings.Contains(script, "--plan tfplan") { // of a run that has failed in the middle
		run := txtar.Parse([]byte(readDocument(t, "testdata/outcome/update-fail.txtar")))
		for _, f := range run.Files {
			if f.Name == "plan.json" {
				f.Name = "tfplan"
			}
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Contains(script, "policies") {
		if err := os.CopyFS(filepath.Join(dir, "policies"), os.DirFS(filepath.Join("..", "..", "docs", "policies"))); err != nil {
			t.Fatal(err)
		}
	}
	// Under the name of a link, the go command would compile everything again.
	script = strings.ReplaceAll(script, "cd planfmt", "cd -P planfmt")
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(plan)
	cmd.Env = env
	if strings.Contains(script, "planfmt comment") {
		cmd.Env = append(env[:len(env):len(env)], commentEnv(t)...)
	}
	if strings.Contains(script, "clear") { // it would leave nothing to the others
		cmd.Env = append(env[:len(env):len(env)], "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
		cmd.Args[2] = strings.ReplaceAll(script, "planfmt schemas clear", "planfmt schemas add --run\nplanfmt schemas clear")
	}
	return cmd
}

// commentEnv is the environment of a job for a pull request on a forge of this test.
func commentEnv(t *testing.T) []string {
	s := forgetest.New("github")
	t.Cleanup(s.Close)
	return commentEnvOf(s)
}

func commentEnvOf(s *forgetest.Server) []string {
	return []string{"GITHUB_ACTIONS=true", "GITHUB_API_URL=" + s.URL, "GITHUB_GRAPHQL_URL=", "GITHUB_REPOSITORY=" + s.Repository(), "GITHUB_REF=refs/pull/7/merge", "GITHUB_TOKEN=" + forgetest.Token}
}

// scripts finds the commands in a text: lines that are indented by four spaces
// after an empty line or a comment. Those that are not run are left out.
func scripts(text string) []string {
	var all []string
	var script strings.Builder
	end := func() {
		if script.Len() > 0 {
			all = append(all, script.String())
		}
		script.Reset()
	}
	block, before := false, ""
	for line := range strings.Lines(text + "\n\n") {
		command, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		block = indented && (block || before == "" || before == "```")
		switch {
		case !block, strings.HasPrefix(command, "#"):
			end()
		case notRun[command] == "" && shellWord.MatchString(command):
			script.WriteString(command + "\n")
		}
		before = strings.TrimSpace(line)
	}
	return all
}

// shellWord tells commands from drawings, which are indented, too.
var shellWord = regexp.MustCompile(`^(planfmt|terraform|tofu|go|git|make|man|source)\b`)

// TestDocumentedFlags checks that the flags in the documents exist.
func TestDocumentedFlags(t *testing.T) {
	known := map[string]bool{"-json": true, "--out-dir": true, "--json-out-dir": true} // of other programs
	f, _, _ := newTestFactory(nil, nil)
	walkCommands(newCmdRoot(f), func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(func(flag *pflag.Flag) { known["--"+flag.Name] = true })
	})
	word := regexp.MustCompile("`--[a-z][a-z-]*")
	for _, name := range documents() {
		for _, flag := range word.FindAllString(readDocument(t, name), -1) {
			if !known[strings.Trim(flag, "`")] {
				t.Errorf("%s: no flag %s`", name, flag)
			}
		}
	}
}

// TestDocumentedTargets checks that the targets of make in CONTRIBUTING.md exist.
func TestDocumentedTargets(t *testing.T) {
	makefile := readDocument(t, "Makefile")
	for _, m := range regexp.MustCompile(`(?m)^    make ([a-z]+)`).FindAllStringSubmatch(readDocument(t, "CONTRIBUTING.md"), -1) {
		if !strings.Contains(makefile, "\n"+m[1]+":") {
			t.Errorf("no target %s in Makefile", m[1])
		}
	}
}

// TestDocumentedCode checks that the lines of Go in docs/library.md, and of what they print, are also in an
// example, which is compiled and run.
func TestDocumentedCode(t *testing.T) {
	examples := readDocument(t, "example_test.go")
	blocks := regexp.MustCompile("(?s)```(?:go|text)\n(.*?)```").FindAllStringSubmatch(readDocument(t, "docs/library.md"), -1)
	for _, block := range blocks {
		for line := range strings.Lines(block[1]) {
			if !strings.Contains(examples, strings.TrimSpace(line)) {
				t.Errorf("not in example_test.go: %s", line)
			}
		}
	}
	if len(blocks) == 0 {
		t.Error("no code in docs/library.md")
	}
}

// TestDocumentedOutput checks that the output in the README is what planfmt prints.
func TestDocumentedOutput(t *testing.T) {
	f, out, errs := newTestFactory(nil, planfmt.ShowAll)
	plan := filepath.Join("..", "..", "testdata", "example", "plan.json")
	if code := run(t.Context(), f, []string{"show", "--no-cache", "--no-bundle", plan, "-f", "compact"}); code != 0 {
		t.Fatalf("exit status %d: %s", code, errs)
	}
	if !strings.Contains(readDocument(t, "README.md"), "```text\n"+out.String()+"```\n") {
		t.Errorf("not in README.md:\n%s", out)
	}
}

// readDocument returns a file of the repository.
func readDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// walkCommands calls f with a command and those below it.
func walkCommands(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		walkCommands(sub, f)
	}
}

// TestDocumentedPolicies checks that the policies in docs/policy.md are those in docs/policies and docs/plan-policies, where
// TestDocumentedCommands tests them.
func TestDocumentedPolicies(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```hcl\n(.*?)```").FindAllStringSubmatch(readDocument(t, "docs/policy.md"), -1)
	if len(blocks) < 10 {
		t.Fatalf("docs/policy.md has %d policies", len(blocks))
	}
	var all strings.Builder
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*policies", "*.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, b := range blocks {
		if !strings.Contains(all.String(), b[1]) {
			t.Errorf("no file in docs/policies has this:\n%s", b[1])
		}
	}
}
