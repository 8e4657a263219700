package runlog_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/runlog"
)

// What a log says of a run is what the program says with its exit status.
func TestExitStatusOfRealRuns(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	missing := `data "terraform_remote_state" "s" {
  backend = "local"
  config  = { path = "no-such-file" }
}
`
	cases := map[string]struct {
		config string
		args   []string
	}{
		"a check that cannot read": {`check "c" {
  ` + missing + `  assert {
    condition     = data.terraform_remote_state.s.outputs != null
    error_message = "m"
  }
}
output "o" { value = 1 }
`, []string{"plan", "apply", "refresh", "destroy"}},
		"a data source that cannot be read": {missing, []string{"plan", "apply"}},
		"a check that fails": {`check "c" {
  assert {
    condition     = timestamp() == ""
    error_message = "m"
  }
}
`, []string{"plan", "apply"}},
		"a provisioner that fails": {`resource "terraform_data" "a" {
  provisioner "local-exec" { command = "exit 3" }
}
`, []string{"apply", "plan", "destroy"}},
		"a provisioner that may fail": {`resource "terraform_data" "a" {
  provisioner "local-exec" {
    command    = "exit 3"
    on_failure = continue
  }
}
`, []string{"apply"}},
		"a postcondition": {`resource "terraform_data" "a" {
  input = 1
  lifecycle {
    postcondition {
      condition     = self.output == 2
      error_message = "m"
    }
  }
}
`, []string{"plan", "apply", "destroy"}},
		"no configuration": {"", []string{"plan", "validate"}},
		"no argument":      {"resource \"terraform_data\" \"a\" { colour = 1 }\n", []string{"validate", "plan"}},
	}
	for name, c := range cases {
		if !sampling.TakesOneOf(3, t.Name(), name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(c.config), 0o666); err != nil {
				t.Fatal(err)
			}
			run := func(args ...string) (string, error) {
				cmd := exec.Command(terraform, args...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
				out, err := cmd.Output()
				return string(out), err
			}
			run("init")
			for _, command := range c.args {
				args := []string{command, "-json"}
				if command == "apply" || command == "destroy" {
					args = append(args, "-auto-approve")
				}
				log, err := run(args...)
				res, showErr := runlog.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(log), runlog.Options{})
				if showErr != nil || res.Failed() != (err != nil) {
					t.Errorf("%s: %v, but planfmt says failed=%v (%v) of\n%s", command, err, res.Failed(), showErr, log)
				}
			}
		})
	}
}
