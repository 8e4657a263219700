package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Terraform runs scenarios with one terraform binary and one build of the provider.
type Terraform struct {
	// Binary is the terraform command.
	Binary string
	// Dir is a temporary directory for the provider, the CLI configuration and one directory per scenario.
	Dir string
	// States says whether the verb `state` is carried out. It starts terraform three times.
	States bool
	// Schemas is the output of `terraform providers schema -json`. Prepare sets it.
	Schemas []byte
}

// required is written next to every configuration.
const required = `terraform {
  required_providers {
    parity = {
      source = "planfmt/parity"
    }
  }
}
`

// Prepare builds the provider from the module in parityDir and asks terraform for its schemas.
func (t *Terraform) Prepare(ctx context.Context, parityDir string) error {
	bin := filepath.Join(t.Dir, "bin")
	build := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(bin, "terraform-provider-parity"), "./cmd/terraform-provider-parity")
	build.Dir = parityDir
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the provider: %w\n%s", err, out)
	}
	rc := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"planfmt/parity\" = %q\n  }\n  direct {}\n}\n", bin)
	if err := os.WriteFile(t.rc(), []byte(rc), 0o644); err != nil {
		return err
	}
	dir := filepath.Join(t.Dir, "schemas")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	config := required + "resource \"terraform_data\" \"x\" {}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o644); err != nil {
		return err
	}
	out, err := t.run(ctx, dir, "providers", "schema", "-json")
	t.Schemas = out
	return err
}

func (t *Terraform) rc() string { return filepath.Join(t.Dir, "terraformrc") }

// run starts terraform in a directory and returns its standard output. It ignores the settings of Terraform in the
// environment, and keeps terraform from checking for a newer version on the network.
func (t *Terraform) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := t.command(ctx, dir, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("terraform %s: %w\n%s%s", strings.Join(args, " "), err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.Bytes(), nil
}

// command returns the command that starts terraform.
func (t *Terraform) command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, t.Binary, args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "TF_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "TF_CLI_CONFIG_FILE="+t.rc(), "CHECKPOINT_DISABLE=1", "PARITY_STORE="+filepath.Join(dir, "store"))
	return cmd
}

// workplace is the directory of a scenario while it runs.
type workplace struct {
	*Terraform
	scenario *Scenario
	dir      string
	found    func(Case)
	// planned is the last plan, with its JSON and its file. prepared says that it was made for its outcome.
	planned  Case
	prepared bool
}

// Run runs a scenario and passes each case to found, in order. It stops at the first verb that fails.
func (t *Terraform) Run(ctx context.Context, s *Scenario, found func(Case)) error {
	w := &workplace{Terraform: t, scenario: s, dir: filepath.Join(t.Dir, "work", s.Name), found: found}
	if err := os.MkdirAll(filepath.Join(w.dir, "store"), 0o755); err != nil {
		return err
	}
	if err := w.write("versions.tf", []byte(required)); err != nil {
		return err
	}
	for name, data := range s.Files {
		first, _, deep := strings.Cut(name, "/")
		if strings.HasSuffix(name, ".tf") && !deep && s.uses(name) || deep && s.uses(first) {
			continue
		}
		if err := w.write(name, data); err != nil {
			return err
		}
		if deep && strings.HasSuffix(name, ".tf") {
			if err := w.write(filepath.Join(filepath.Dir(name), "versions.tf"), []byte(required)); err != nil {
				return err
			}
		}
	}
	for _, v := range s.Verbs {
		if err := w.do(ctx, v); err != nil {
			return fmt.Errorf("%s:%d: %w", s.Name, v.Line, err)
		}
	}
	return nil
}

// uses reports whether a verb `config` or `write` puts a file in place, or one below a directory of that name.
func (s *Scenario) uses(name string) bool {
	return slices.ContainsFunc(s.Verbs, func(v Verb) bool {
		switch v.Name {
		case "config":
			return v.Args[0]+".tf" == name
		case "write":
			return v.Args[0] == name || strings.HasPrefix(v.Args[0], name+"/")
		}
		return false
	})
}

func (w *workplace) write(name string, data []byte) error {
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func (w *workplace) do(ctx context.Context, v Verb) error {
	switch v.Name {
	case "config":
		return w.config(ctx, v.Args[0])
	case "write":
		data, ok := w.scenario.Files[v.Args[0]]
		if !ok {
			return fmt.Errorf("write %s: no such file", v.Args[0])
		}
		_, name, _ := strings.Cut(v.Args[0], "/")
		return w.write(name, data)
	case "plan":
		return w.plan(ctx, v)
	case "prepare":
		return w.prepare(ctx, v)
	case "apply":
		return w.apply(ctx, v, "")
	case "interrupt":
		return w.apply(ctx, v, v.Args[0])
	case "state":
		return w.state(ctx, v.Args[0])
	case "terraform":
		return w.expect(ctx, v, v.Args...)
	case "seed":
		return w.seed(v.Args[0], v.Rest)
	case "edit":
		return w.edit(v.Args[0], v.Rest)
	case "remove":
		return os.Remove(w.object(v.Args[0]))
	case "fail":
		return w.write(filepath.Join("store", "fail-"+v.Args[0]+"-"+v.Args[1]), nil)
	case "heal":
		marks, err := filepath.Glob(filepath.Join(w.dir, "store", "fail-*"))
		for _, m := range marks {
			err = errors.Join(err, os.Remove(m))
		}
		return err
	}
	return fmt.Errorf("unknown verb %q", v.Name)
}

// config puts a configuration in place. If it has modules, terraform installs them; for local modules, this needs no
// network.
func (w *workplace) config(ctx context.Context, n string) error {
	data := w.scenario.Files[n+".tf"]
	if err := w.write("main.tf", data); err != nil {
		return err
	}
	if !bytes.Contains(data, []byte("module \"")) {
		return nil
	}
	_, err := w.run(ctx, w.dir, "get", "-no-color")
	return err
}

// expect runs terraform. If the verb says so, terraform must fail.
func (w *workplace) expect(ctx context.Context, v Verb, args ...string) error {
	out, err := w.run(ctx, w.dir, args...)
	if v.Fails && err == nil {
		return fmt.Errorf("terraform %s: it was expected to fail but succeeded\n%s", strings.Join(args, " "), out)
	}
	if v.Fails {
		return nil
	}
	return err
}

// prepare makes a plan that is to be applied.
func (w *workplace) prepare(ctx context.Context, v Verb) error {
	args := append([]string{"plan", "-input=false", "-no-color", "-out=tfplan"}, v.Args[1:]...)
	if err := w.expect(ctx, v, args...); err != nil {
		return err
	}
	var err error
	w.prepared = true
	w.planned = Case{Scenario: w.scenario.Name, Step: v.Args[0]}
	if w.planned.JSON, err = w.run(ctx, w.dir, "show", "-json", "tfplan"); err != nil {
		return err
	}
	w.planned.File, err = os.ReadFile(filepath.Join(w.dir, "tfplan"))
	return err
}

func (w *workplace) plan(ctx context.Context, v Verb) error {
	if err := os.Remove(filepath.Join(w.dir, "tfplan")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	args := append([]string{"plan", "-input=false", "-no-color", "-out=tfplan"}, v.Args[1:]...)
	if err := w.expect(ctx, v, args...); err != nil {
		return err
	}
	c := Case{Scenario: w.scenario.Name, Step: v.Args[0], Kind: "plan", Mode: "normal", Schemas: w.Schemas}
	switch {
	case slices.Contains(v.Args, "-destroy"):
		c.Mode = "destroy"
	case slices.Contains(v.Args, "-refresh-only"):
		c.Mode = "refresh-only"
	}
	return w.record(ctx, c, "tfplan")
}

func (w *workplace) state(ctx context.Context, step string) error {
	if !w.States {
		return nil
	}
	return w.record(ctx, Case{Scenario: w.scenario.Name, Step: step, Kind: "state", Mode: "normal", Schemas: w.Schemas})
}

// record asks terraform for the JSON and the text of a plan file, or of the state if there is none.
func (w *workplace) record(ctx context.Context, c Case, file ...string) error {
	for _, ask := range []struct {
		flag string
		into *[]byte
	}{{"-json", &c.JSON}, {"-no-color", &c.Text}, {"", &c.ANSI}} {
		args := []string{"show"}
		if ask.flag != "" {
			args = append(args, ask.flag)
		}
		out, err := w.run(ctx, w.dir, append(args, file...)...)
		if err != nil {
			return err
		}
		*ask.into = out
	}
	name := "terraform.tfstate"
	if len(file) > 0 {
		name = file[0]
	}
	var err error
	if c.File, err = os.ReadFile(filepath.Join(w.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if c.Kind == "plan" {
		w.planned, w.prepared = c, false
	}
	w.found(c)
	return nil
}

func (w *workplace) object(id string) string { return filepath.Join(w.dir, "store", id+".json") }

// stored is a file in the provider's store.
type stored struct {
	Generation int                        `json:"generation"`
	Value      map[string]json.RawMessage `json:"value"`
}

func (w *workplace) seed(id, text string) error {
	s := stored{Generation: 1}
	if err := json.Unmarshal([]byte(text), &s.Value); err != nil {
		return fmt.Errorf("seed %s: %w", id, err)
	}
	s.Value["id"] = json.RawMessage(fmt.Sprintf("%q", id))
	return w.store(id, s)
}

func (w *workplace) edit(id, text string) error {
	data, err := os.ReadFile(w.object(id))
	if err != nil {
		return err
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("%s: %w", w.object(id), err)
	}
	if err := json.Unmarshal([]byte(text), &s.Value); err != nil {
		return fmt.Errorf("edit %s: %w", id, err)
	}
	return w.store(id, s)
}

func (w *workplace) store(id string, s stored) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(w.object(id), data, 0o644)
}
