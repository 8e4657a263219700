package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const provider = "registry.terraform.io/example/bench"

// attributes is the length of a resource's list of settings.
const attributes = 24

// resource writes the values of one instance, some of them different if changed
// is set.
func resource(b *strings.Builder, i int, changed bool) {
	size, note := 8, "as it was"
	if changed {
		size, note = 16, "as it will be"
	}
	fmt.Fprintf(b, `{"id":"i-%016x","name":"node-%d","size":%d,"note":%q,"script":"#!/bin/sh\nset -eu\necho %s\nexec node\n",`, i, i, size, note, note)
	fmt.Fprintf(b, `"policy":"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":[\"s3:GetObject\"],\"Resource\":\"arn:aws:s3:::bucket-%d/*\"}]}",`, i)
	fmt.Fprintf(b, `"tags":{"Environment":"production","Name":"node-%d","Owner":"platform"},"zones":["a","b","c"],"disk":[{"device":"/dev/xvda","encrypted":true,"size":%d}]`, i, size)
	for a := range attributes {
		fmt.Fprintf(b, `,"setting_%02d":"value %d of %d"`, a, a, i)
	}
	b.WriteByte('}')
}

// writePlan writes a plan of about size bytes in the proportions of real plans:
// half of it is changes, most of them no-ops, a quarter is planned values, and
// a quarter is prior state.
func writePlan(w *bufio.Writer, size int) {
	var one strings.Builder
	resource(&one, 0, false)
	n := max(1, size/(4*(one.Len()+300)))
	fmt.Fprint(w, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{"resources":[`)
	values(w, n, true)
	fmt.Fprint(w, `]}},"resource_changes":[`)
	for i := range n {
		changed := i%20 == 0
		var before, after strings.Builder
		resource(&before, i, false)
		resource(&after, i, changed)
		action := "no-op"
		if changed {
			action = "update"
		}
		comma(w, i)
		fmt.Fprintf(w, `{%s,"change":{"actions":[%q],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":{"tags":{}},"after_sensitive":{"tags":{}}}}`,
			head(i), action, &before, &after)
	}
	fmt.Fprint(w, `],"prior_state":{"format_version":"1.0","terraform_version":"1.14.0","values":{"root_module":{"resources":[`)
	values(w, n, false)
	fmt.Fprint(w, `]}}},"configuration":{"root_module":{"resources":[{"address":"bench_node.n","mode":"managed","type":"bench_node","name":"n",`+
		`"expressions":{"name":{"references":["each.key"]},"disk":[{"size":{"constant_value":8}}]}}]}},"errored":false}`+"\n")
}

func values(w *bufio.Writer, n int, planned bool) {
	for i := range n {
		var v strings.Builder
		resource(&v, i, planned && i%20 == 0)
		comma(w, i)
		fmt.Fprintf(w, `{%s,"schema_version":0,"values":%s,"sensitive_values":{"tags":{}}}`, head(i), &v)
	}
}

func head(i int) string {
	return fmt.Sprintf(`"address":"bench_node.n[%d]","mode":"managed","type":"bench_node","name":"n","index":%d,"provider_name":%q`, i, i, provider)
}

func comma(w *bufio.Writer, i int) {
	if i > 0 {
		fmt.Fprint(w, ",")
	}
}

// writeSchemas writes the schema of the only type in the plan.
func writeSchemas(w *bufio.Writer) {
	var attrs []string
	add := func(name, typ string) {
		attrs = append(attrs, fmt.Sprintf(`%q:{"type":%s,"optional":true}`, name, typ))
	}
	for _, name := range []string{"id", "name", "note", "policy", "script"} {
		add(name, `"string"`)
	}
	add("size", `"number"`)
	add("tags", `["map","string"]`)
	add("zones", `["list","string"]`)
	for a := range attributes {
		add(fmt.Sprintf("setting_%02d", a), `"string"`)
	}
	fmt.Fprintf(w, `{"format_version":"1.0","provider_schemas":{%q:{"resource_schemas":{"bench_node":{"version":0,"block":{"attributes":{%s},`,
		provider, strings.Join(attrs, ","))
	fmt.Fprint(w, `"block_types":{"disk":{"nesting_mode":"list","block":{"attributes":{"device":{"type":"string","optional":true},`+
		`"encrypted":{"type":"bool","optional":true},"size":{"type":"number","optional":true}}}}}}}}}}}`+"\n")
}

// planFiles are the files of a plan that terraform has made.
type planFiles struct{ dir, plan, json, schemas string }

// terraformPlan makes terraform plan a configuration that uses its built-in
// provider, which needs no network.
func terraformPlan(parent string, count int) (planFiles, error) {
	dir := filepath.Join(parent, "terraform")
	files := planFiles{
		dir: dir, plan: filepath.Join(dir, "tfplan"), json: filepath.Join(dir, "plan.json"), schemas: filepath.Join(dir, "schemas.json"),
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return files, err
	}
	config := fmt.Sprintf(`resource "terraform_data" "node" {
  count = %d
  input = {
    name   = "node-${count.index}"
    script = "#!/bin/sh\nset -eu\nexec node ${count.index}\n"
    policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Resource = "bucket-${count.index}" }] })
    tags   = { Environment = "production", Owner = "platform" }
  }
}
`, count)
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o644); err != nil {
		return files, err
	}
	for _, step := range []struct {
		output string
		args   []string
	}{
		{"", []string{"init"}},
		{"", []string{"plan", "-out", files.plan}},
		{files.json, []string{"show", "-json", files.plan}},
		{files.schemas, []string{"providers", "schema", "-json"}},
	} {
		cmd := exec.Command("terraform", step.args...)
		cmd.Dir = dir
		if err := runInto(cmd, step.output); err != nil {
			return files, fmt.Errorf("terraform %s: %w", step.args[0], err)
		}
	}
	return files, nil
}

// runInto runs a command. If a file is named, it gets the output.
func runInto(cmd *exec.Cmd, name string) error {
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if name != "" {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer f.Close()
		cmd.Stdout = f
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, errs.Bytes())
	}
	return nil
}
