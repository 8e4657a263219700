package docs_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/test/kit"
)

// TestRecipeSchemas checks files for CI systems against the schemas of schemastore.org, if PLANFMT_SCHEMASTORE names the
// directory that has them. Workflows are not among them: actionlint knows more about these.
func TestRecipeSchemas(t *testing.T) {
	dir := os.Getenv("PLANFMT_SCHEMASTORE")
	if dir == "" {
		t.Skip("PLANFMT_SCHEMASTORE is not set")
	}
	gitlab := "gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"
	for name, file := range map[string]string{
		"action.yml":                            "github-action.json",
		".github/ISSUE_TEMPLATE/bug.yml":        "github-issue-forms.json",
		".github/ISSUE_TEMPLATE/difference.yml": "github-issue-forms.json",
		".github/ISSUE_TEMPLATE/feature.yml":    "github-issue-forms.json",
		".github/ISSUE_TEMPLATE/config.yml":     "github-issue-config.json",
		".pre-commit-hooks.yaml":                "pre-commit-hooks.json",
		"docs/ci/pre-commit-config.yaml":        "pre-commit-config.json",
		"docs/ci/azure-pipelines.yml":           "raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json",
		"docs/ci/gitlab/planfmt.yml":            gitlab,
		"docs/ci/bitbucket-pipelines.yml":       "bitbucket.org/atlassianlabs/atlascode/raw/main/resources/schemas/pipelines-schema.json",
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
			if err != nil {
				t.Fatal(err)
			}
			schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) {
				if re, err := regexp.Compile(pattern); err == nil {
					return re, nil
				}
				return anything(pattern), nil // patterns of JavaScript that Go does not have
			})
			c.UseLoader(schemastore(dir))
			if err := c.AddResource("schema.json", schema); err != nil {
				t.Fatal(err)
			}
			compiled, err := c.Compile("schema.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(lastYAML(t, name)); err != nil {
				t.Errorf("%v", err)
			}
		})
	}
}

// anything is a pattern that matches everything.
type anything string

func (anything) MatchString(string) bool { return true }

func (a anything) String() string { return string(a) }

// schemastore loads the schemas to which others refer from a directory.
type schemastore string

func (s schemastore) Load(url string) (any, error) {
	f, err := os.Open(filepath.Join(string(s), filepath.Base(url)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return jsonschema.UnmarshalJSON(f)
}

// lastYAML returns the last YAML document of a file.
func lastYAML(t *testing.T, name string) (last any) {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	for dec := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var doc any
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return last
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		}
		last = doc
	}
}

// What version -f json writes, with little and with much known about the build, fits its schema.
func TestVersionFitsSchema(t *testing.T) {
	s := kit.PublishedSchema(t, "version-1.0.json")("")
	files, err := filepath.Glob(filepath.Join("cmd", "planfmt", "testdata", "version", "*.json"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := kit.Validate(s, string(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
