package eval

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// undecidedConsole is what Terraform prints of what it does not know. It does not know what it formats if that is null.
const undecidedConsole = "(known after apply)\n"

// terraformConsole prints values as Terraform does: an expression for each name. All of them refer to the same known values.
func terraformConsole(t *testing.T, terraform string, root string, expressions map[string]string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	fmt.Fprintf(&b, "locals {\n%s\nall = {\n", root)
	for _, name := range sortedNames(expressions) {
		fmt.Fprintf(&b, "%s = %s\n", name, expressions[name])
	}
	b.WriteString("}\n}\n")
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(terraform, "console", "-no-color")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+os.DevNull, "TF_IN_AUTOMATION=1")
	cmd.Stdin = strings.NewReader("local.all\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, stderr.String(), out)
	}
	printed := map[string]string{}
	name := ""
	for line := range strings.Lines(strings.TrimSuffix(string(out), "}\n")) {
		// A line of the object itself has two spaces, what is in a value has more, and a text of several lines, too.
		if rest, ok := strings.CutPrefix(line, `  "`); ok {
			name, line, _ = strings.Cut(rest, `" = `)
		}
		printed[name] += line
	}
	return printed
}

// TestKnownAgainstTerraform draws expressions over known values, and compares with what a real Terraform prints. So it does with the
// functions that go-cty does not have.
func TestKnownAgainstTerraform(t *testing.T) {
	terraform, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	n := uint64(sampling.CountOf(5_000, 40_000))
	for first := uint64(0); first < n; first += knownBatch {
		checkTerraform(t, terraform, first, min(first+knownBatch, n))
	}
}

// checkTerraform compares some expressions.
func checkTerraform(t *testing.T, terraform string, first, end uint64) {
	expressions := map[string]string{}
	cases := map[string]knownCase{}
	var root strings.Builder
	for seed := first; seed < end; seed++ {
		c := drawKnownCase(t, seed, true)
		if seed == first {
			for name, v := range c.root.AsValueMap() {
				fmt.Fprintf(&root, "%s = %s\n", name, sourceOf(v))
			}
		}
		ways, seen := c.ways(), map[string]bool{}
		for _, way := range sortedNames(ways) {
			name := fmt.Sprintf("%s%d", way, seed)
			got, ok := printable(t, c, ways[way])
			if !ok || seen[got] {
				continue
			}
			seen[got] = true // most often, all are the same
			cases[name] = c
			expressions[name] = got
		}
		expressions[fmt.Sprintf("terraform%d", seed)] = "try([" + c.src + `], "error")`
	}
	printed := terraformConsole(t, terraform, root.String(), expressions)
	for _, name := range sortedNames(cases) {
		seed := name[strings.IndexAny(name, "0123456789"):]
		if got, want := printed[name], printed["terraform"+seed]; got != want && want != undecidedConsole {
			t.Errorf("%s: %s\n%s\nplanfmt: %sTerraform: %s", name, cases[name].src, expressions[name], got, want)
		}
	}
}

// printable evaluates an expression, and returns an expression of Terraform for the result. It reports false if there is none, because
// something in the expression is always wrong.
func printable(t *testing.T, c knownCase, run func() *Result) (src string, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v", c.src, p)
		}
	}()
	r := run()
	switch {
	case r == nil:
		return "", false
	case r.Err != nil:
		return `"error"`, true
	case r.MayFail != nil || !r.Value.IsWhollyKnown():
		t.Errorf("%s: not known: %#v %v", c.src, r.Value.Cty(), r.MayFail)
		return "", false
	}
	return "[" + sourceOf(r.Value.Cty()) + "]", true
}
