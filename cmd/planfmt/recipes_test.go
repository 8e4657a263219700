package main

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// recipes are the files for CI systems. Those in Markdown have blocks of YAML.
var recipes = []string{
	"docs/ci/approval/github.yml", "docs/ci/approval/gitlab.yml", "docs/ci/approval/atlantis.yaml",
	"docs/ci/github.yml", "docs/ci/gitlab/planfmt.yml", "docs/ci/azure-pipelines.yml", "docs/ci/bitbucket-pipelines.yml", "docs/ci/atlantis.yaml", "docs/ci/pre-commit-config.yaml", "docs/ci/README.md", "docs/comment.md", "README.md", ".pre-commit-hooks.yaml",
}

// yamlDocuments returns the YAML documents of a file, or of the blocks in it.
func yamlDocuments(t *testing.T, name string) []any {
	t.Helper()
	texts := []string{readDocument(t, name)}
	if strings.HasSuffix(name, ".md") {
		texts = texts[:0]
		for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(readDocument(t, name), -1) {
			texts = append(texts, block[1])
		}
	}
	var all []any
	for _, text := range texts {
		for dec := yaml.NewDecoder(strings.NewReader(text)); ; {
			var doc any
			if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, doc)
		}
	}
	return all
}

// eachMapping calls f with every mapping in a document.
func eachMapping(v any, f func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		f(v)
		for _, child := range v {
			eachMapping(child, f)
		}
	case []any:
		for _, child := range v {
			eachMapping(child, f)
		}
	}
}

// shellScripts returns what the mapping gives to a shell.
func shellScripts(m map[string]any) []string {
	var all []string
	for _, key := range []string{"run", "bash", "script", "before_script", "command", "entry"} {
		switch v := m[key].(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, line := range v {
				if text, ok := line.(string); ok {
					all = append(all, text)
				}
			}
		}
	}
	return all
}

// commandWords matches a word of a shell command: quoted, or without quotes.
var commandWords = regexp.MustCompile(`(?:"[^"]*"|'[^']*'|[^\s"']+)+`)

// commandEnds matches what is between two commands.
var commandEnds = regexp.MustCompile(`[\n;|]|&&|\b(?:then|do|else)\b`)

// planfmtCommands returns the commands of planfmt in a script, as words. What comes from variables is a word of its own.
func planfmtCommands(script string) [][]string {
	var all [][]string
	for _, line := range commandEnds.Split(strings.ReplaceAll(script, "\\\n", " "), -1) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "planfmt ")
		if !ok {
			continue
		}
		words := commandWords.FindAllString(command, -1)
		for i, word := range words {
			words[i] = strings.NewReplacer(`"`, "", `'`, "", "$TARGET", "github").Replace(word)
		}
		all = append(all, words)
	}
	return all
}

// checkCommand checks that planfmt has the command, with these flags and arguments.
func checkCommand(t *testing.T, where string, words []string) {
	t.Helper()
	f, _, _ := newTestFactory(nil, nil)
	cmd, args, err := newCmdRoot(f).Find(words)
	if err == nil {
		err = cmd.ParseFlags(args)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err == nil && !cmd.Runnable() {
		err = errors.New("is not a command that can be run")
	}
	if err != nil {
		t.Errorf("%s: planfmt %s: %v", where, strings.Join(words, " "), err)
	}
}

// TestRecipeCommands checks that every planfmt command in the recipes has flags and arguments that planfmt takes.
func TestRecipeCommands(t *testing.T) {
	found := map[string]int{}
	for _, name := range recipes {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				for _, script := range shellScripts(m) {
					for _, words := range planfmtCommands(script) {
						found[name]++
						checkCommand(t, name, words)
					}
				}
			})
		}
	}
	for name, want := range map[string]int{"docs/ci/approval/github.yml": 3, "docs/ci/approval/gitlab.yml": 4, "docs/ci/approval/atlantis.yaml": 4, "docs/comment.md": 4, "docs/ci/gitlab/planfmt.yml": 4, "docs/ci/azure-pipelines.yml": 4, "docs/ci/atlantis.yaml": 3, ".pre-commit-hooks.yaml": 2} {
		if found[name] != want {
			t.Errorf("%s: %d commands of planfmt were found, not %d", name, found[name], want)
		}
	}
	f, _, _ := newTestFactory(nil, nil)
	cmd, args, err := newCmdRoot(f).Find([]string{"show", "--no-such-flag"})
	if err != nil || cmd.ParseFlags(args) == nil {
		t.Error("a flag that does not exist is not found")
	}
}

// TestRecipeActions runs the script of the action with the inputs of each step in the recipes that uses it, and checks
// that planfmt takes what the script calls it with.
func TestRecipeActions(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct{ Env map[string]string }
		}
	}
	if err := yaml.Unmarshal([]byte(readDocument(t, "action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	script, env := readDocument(t, "action/planfmt.sh"), action.Runs.Steps[0].Env
	for input := range action.Inputs {
		if input == "working-directory" {
			continue
		}
		name := "INPUT_" + strings.ToUpper(input)
		if env[name] != "${{ inputs."+input+" }}" || !strings.Contains(script, name) {
			t.Errorf("the input %s does not get into the script", input)
		}
	}
	n := 0
	for _, name := range recipes {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				uses, _ := m["uses"].(string)
				if !strings.HasPrefix(uses, "planfmt/planfmt@") {
					return
				}
				n++
				with, _ := m["with"].(map[string]any)
				var set []string
				for input, value := range with {
					if _, ok := action.Inputs[input]; !ok {
						t.Errorf("%s: the action has no input %s", name, input)
					}
					set = append(set, fmt.Sprintf("INPUT_%s=%v", strings.ToUpper(input), value))
				}
				dir := actionDir(t)
				if out, _, err := act(t, newReleases(t), dir, set...); err != nil && !strings.Contains(out, "called with") {
					t.Fatalf("%s: %v\n%s", name, err, out)
				}
				if with["command"] == "install" {
					return // planfmt is not called
				}
				args, err := os.ReadFile(filepath.Join(dir, "args"))
				if err != nil {
					t.Fatal(err)
				}
				checkCommand(t, name, strings.Split(strings.TrimSuffix(string(args), "\x00"), "\x00"))
			})
		}
	}
	if n < 4 {
		t.Errorf("the action is used only %d times", n)
	}
}

// TestRecipeInstalls runs the scripts of the recipes that install planfmt, with a fake of the pages with releases.
func TestRecipeInstalls(t *testing.T) {
	needsAction(t)
	if runtime.GOOS != "linux" {
		t.Skip("the scripts are for jobs that run on Linux")
	}
	scripts := installScripts(t)
	const archive = "/releases/download/v1.2.3/planfmt_1.2.3_linux_"
	for i, script := range scripts {
		for name, c := range map[string]struct {
			prepare func(*releases)
			pin     string
			fails   bool
		}{
			"as it is":               {},
			"another pin":            {pin: strings.Repeat("a", 64), fails: true},
			"an archive replaced":    {prepare: func(r *releases) { r.files[archive+"amd64.tar.gz"] = nil; r.files[archive+"arm64.tar.gz"] = nil }, fails: true},
			"no checksum":            {prepare: func(r *releases) { r.files["/releases/download/v1.2.3/planfmt_1.2.3_checksums.txt"] = nil }, fails: true},
			"the release is missing": {prepare: func(r *releases) { clear(r.files) }, fails: true},
		} {
			t.Run(fmt.Sprint(i, " ", name), func(t *testing.T) {
				t.Parallel()
				r := newReleases(t)
				if c.prepare != nil {
					c.prepare(r)
				}
				text := strings.ReplaceAll(script, "'=https'", "'=http'")
				dir := actionDir(t)
				cmd := exec.Command("sh", "-c", text+"\necho installed\nPATH=\"$dir:$PATH\" planfmt show -- plan.json\n")
				cmd.Dir = dir
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "PLANFMT_VERSION=1.2.3", "PLANFMT_CHECKSUMS=" + c.pin, "PLANFMT_RELEASES=" + r.url, "AGENT_OS=Linux", "AGENT_OSARCHITECTURE=X64"}
				out, err := cmd.CombinedOutput()
				if installed := strings.Contains(string(out), "installed\ncalled with <show>"); installed == c.fails || (err != nil) != c.fails {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

// installScripts returns the scripts of the recipes that install planfmt.
func installScripts(t *testing.T) (scripts []string) {
	t.Helper()
	for _, name := range []string{"docs/ci/gitlab/planfmt.yml", "docs/ci/bitbucket-pipelines.yml", "docs/ci/azure-pipelines.yml"} {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				for _, script := range shellScripts(m) {
					if strings.Contains(script, "/download/") && !slices.Contains(scripts, script) {
						scripts = append(scripts, script)
					}
				}
			})
		}
	}
	if len(scripts) != 2 { // two of the recipes have the same
		t.Fatalf("%d scripts", len(scripts))
	}
	return scripts
}

// TestAzureSystems runs the script that installs planfmt as agents of other systems do.
func TestAzureSystems(t *testing.T) {
	needsAction(t)
	scripts := installScripts(t)
	script := strings.ReplaceAll(scripts[len(scripts)-1], "'=https'", "'=http'")
	for agent, want := range map[string]string{"Linux X64": "linux_amd64.tar.gz", "Linux ARM64": "linux_arm64.tar.gz", "Darwin ARM64": "darwin_arm64.tar.gz", "Windows_NT X64": "windows_amd64.zip", "Plan9 X64": "", "Linux X86": "", "Linux ARM": ""} {
		r, dir := newReleases(t), actionDir(t)
		system, arch, _ := strings.Cut(agent, " ")
		if _, err := exec.LookPath("unzip"); err != nil && system == "Windows_NT" {
			continue
		}
		cmd := exec.Command("bash", "-c", script)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "PLANFMT_VERSION=1.2.3", "PLANFMT_CHECKSUMS=", "PLANFMT_RELEASES=" + r.url, "AGENT_OS=" + system, "AGENT_OSARCHITECTURE=" + arch}
		out, err := cmd.CombinedOutput()
		asked := r.requests()
		switch {
		case want == "":
			if err == nil || len(asked) > 0 || !strings.Contains(string(out), "there are no releases for ") {
				t.Errorf("%s: %v, asked for %q\n%s", agent, err, asked, out)
			}
		case err != nil || !strings.HasSuffix(asked[len(asked)-1], "planfmt_1.2.3_"+want) || !strings.Contains(string(out), "##vso[task.prependpath]"+dir):
			t.Errorf("%s: %v, asked for %q\n%s", agent, err, asked, out)
		}
	}
}

// TestWorkflowScripts checks that no script of a workflow or of the action contains an expression: what an expression
// stands for would become a part of the script.
func TestWorkflowScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", ".github", "workflows", "*.yml"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%v: %d workflows", err, len(files))
	}
	names := []string{"action.yml", "docs/ci/approval/github.yml", "docs/ci/approval/gitlab.yml", "docs/ci/github.yml", "docs/ci/azure-pipelines.yml", "docs/ci/gitlab/planfmt.yml", "docs/ci/bitbucket-pipelines.yml"}
	for _, file := range files {
		names = append(names, ".github/workflows/"+filepath.Base(file))
	}
	for _, name := range names {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				for _, script := range shellScripts(m) {
					if strings.Contains(script, "${{") || strings.Contains(script, "$[[") {
						t.Errorf("%s: an expression in a script: %s", name, script)
					}
				}
				if uses, ok := m["uses"].(string); ok && uses != "./" && !strings.Contains(uses, "@") {
					t.Errorf("%s: %s has no version", name, uses)
				}
			})
		}
	}
}

// TestRecipesJudgeAlike checks that what is mended in one recipe is mended in all: what they have in common is the same.
func TestRecipesJudgeAlike(t *testing.T) {
	const begin = "# The names of files"
	bodies := map[string][]string{}
	for _, name := range []string{"docs/ci/gitlab/planfmt.yml", "docs/ci/bitbucket-pipelines.yml", "docs/ci/azure-pipelines.yml"} {
		for _, doc := range yamlDocuments(t, name) {
			eachMapping(doc, func(m map[string]any) {
				for _, script := range shellScripts(m) {
					if i := strings.Index(script, begin); i >= 0 {
						body := regexp.MustCompile(`--target=\S+`).ReplaceAllString(strings.TrimSpace(script[i:]), "--target=FORGE")
						if !slices.Contains(bodies[body], name) {
							bodies[body] = append(bodies[body], name)
						}
					}
				}
			})
		}
	}
	for body, names := range bodies {
		if len(bodies) != 1 || len(names) != 3 {
			t.Errorf("only %q have:\n%s", names, body)
		}
	}
	if len(bodies) == 0 {
		t.Error("no recipe judges")
	}
}

// TestGitLabIntegrity checks that the documentation has the hash of the component.
func TestGitLabIntegrity(t *testing.T) {
	sum := sha256.Sum256([]byte(readDocument(t, "docs/ci/gitlab/planfmt.yml")))
	want := "integrity: sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + " "
	if *update {
		name := filepath.Join("..", "..", "docs", "ci", "README.md")
		text := regexp.MustCompile(`integrity: sha256-\S+ `).ReplaceAllLiteralString(readDocument(t, "docs/ci/README.md"), want)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(readDocument(t, "docs/ci/README.md"), want) {
		t.Errorf("docs/ci/README.md does not have %s(-update writes it)", want)
	}
}

// TestDependabot checks that Dependabot knows of every module.
func TestDependabot(t *testing.T) {
	var config struct {
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directories []string
		}
	}
	if err := yaml.Unmarshal([]byte(readDocument(t, ".github/dependabot.yml")), &config); err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, u := range config.Updates {
		if u.Ecosystem == "gomod" {
			known = append(known, u.Directories...)
		}
	}
	root := os.DirFS(filepath.Join("..", ".."))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(name) > 1 && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if dir := "/" + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "."); err == nil && d.Name() == "go.mod" && !slices.Contains(known, dir) {
			t.Errorf(".github/dependabot.yml: no %s", dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
