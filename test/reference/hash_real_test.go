package reference_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestHashOfRealPlans makes plan files of configurations with the real program, and compares their hashes: of configurations that would do the same, and of
// those that would not, although the plans themselves are the same.
func TestHashOfRealPlans(t *testing.T) {
	program, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	const first = `resource "terraform_data" "x" {}` + "\n"
	base := first + `resource "terraform_data" "y" { input = "${local.a} ${terraform_data.x.id}" }` + "\n"
	for i, test := range []struct {
		name, a, b string
		same       bool
	}{
		{"layout", base + `locals { a = "b" }`, "# comment\n" + base + "locals {\n a = \"b\" // here\n}", true},
		{"local that nobody needs", base + `locals { a = "b" }`, base + "locals {\n a = \"b\"\n c = 1\n}", true},
		{"local", base + `locals { a = "b" }`, base + `locals { a = "evil" }`, false},
		{"local behind a local", base + "locals {\n a = local.c\n c = 1\n}", base + "locals {\n a = local.c\n c = 2\n}", false},
		{"default", base + "locals { a = var.v }\nvariable \"v\" { default = 1 }", base + "locals { a = var.v }\nvariable \"v\" { default = 2 }", false},
		{"order", first + `resource "terraform_data" "y" { input = [terraform_data.x.id, "a"] }`, first + `resource "terraform_data" "y" { input = ["a", terraform_data.x.id] }`, false},
		{"expression", first + `resource "terraform_data" "y" { input = terraform_data.x.id }`, first + `resource "terraform_data" "y" { input = "${terraform_data.x.id}-evil" }`, false},
		{"provisioner", first, `resource "terraform_data" "x" { 
 provisioner "local-exec" { command = "evil" }
}`, false},
		{"command", `resource "terraform_data" "x" {
 provisioner "local-exec" { command = "true" }
}`, `resource "terraform_data" "x" {
 provisioner "local-exec" { command = "evil" }
}`, false},
		{"on_failure", `resource "terraform_data" "x" {
 provisioner "local-exec" { command = "true" }
}`, `resource "terraform_data" "x" {
 provisioner "local-exec" {
  command = "true"
  on_failure = continue
 }
}`, false},
		{"lifecycle", first, `resource "terraform_data" "x" {
 lifecycle { create_before_destroy = true }
}`, false},
		{"output", first + `output "o" { value = terraform_data.x.id }`, first + `output "o" { value = "evil ${terraform_data.x.id}" }`, false},
		{"for_each", first + `resource "terraform_data" "y" {
 for_each = { a = "good" }
 input = "${each.value} ${terraform_data.x.id}"
}`, first + `resource "terraform_data" "y" {
 for_each = { a = "evil" }
 input = "${each.value} ${terraform_data.x.id}"
}`, false},
	} {
		if i > 2 && !sampling.Full() {
			break
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, b := hashOf(t, program, test.a, nil), hashOf(t, program, test.b, nil)
			if (a == b) != test.same {
				t.Errorf("%s and %s: %v is wanted for\n%s\nand\n%s", a, b, test.same, test.a, test.b)
			}
		})
	}
}

// TestHashOfRealSecrets does the same for a secret, which nobody may find out from a hash without a key.
func TestHashOfRealSecrets(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	sampling.SkipShort(t)
	with := func(secret string) string {
		return "variable \"s\" {\n sensitive = true\n default = \"" + secret + "\"\n}\nresource \"terraform_data\" \"x\" {}\n" +
			"resource \"terraform_data\" \"y\" { input = \"${var.s} ${terraform_data.x.id}\" }\n"
	}
	if a, b := hashOf(t, program, with("hunter2"), nil), hashOf(t, program, with("guessed"), nil); a != b {
		t.Errorf("without a key, %s and %s tell which secret it is", a, b)
	}
	key := []byte(testKey)
	if a, b := hashOf(t, program, with("hunter2"), key), hashOf(t, program, with("guessed"), key); a == b {
		t.Errorf("with a key, %s does not cover the secret", a)
	}
}

// hashOf returns the hash of the plan file of a configuration.
func hashOf(t *testing.T, program, configuration string, key []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-input=false"}, {"plan", "-input=false", "-out=tfplan"}} {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "CHECKPOINT_DISABLE=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("terraform %s: %v\n%s", args[0], err, out)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "tfplan"))
	if err != nil {
		t.Fatal(err)
	}
	hash, err := planfmt.Hash(t.Context(), bytes.NewReader(text), planfmt.Options{HashKey: key})
	if err != nil {
		t.Fatal(err)
	}
	return hash.Text
}
