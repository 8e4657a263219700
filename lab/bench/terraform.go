package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

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
