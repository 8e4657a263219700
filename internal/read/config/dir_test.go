package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/config"
)

// writeFiles writes files below a directory.
func writeFiles(tb testing.TB, dir string, files map[string]string) {
	tb.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestDir(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"stack/main.tf":                                 "module \"net\" {\n  source = \"../modules/net\"\n}\nmodule \"vpc\" {\n  source = \"acme/vpc/aws\"\n}\nmodule \"lost\" {\n  source = \"acme/lost/aws\"\n}\nmodule \"away\" {\n  source = \"./nothing\"\n}\n",
		"stack/.terraform/modules/modules.json":         `{"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"vpc","Source":"registry.terraform.io/acme/vpc/aws","Version":"1.0.0","Dir":".terraform/modules/vpc"},{"Key":"net.old","Source":"./gone","Dir":"gone"}]}`,
		"stack/.terraform/modules/vpc/main.tf":          "module \"sub\" {\n  source = \"./modules/sub\"\n}\n",
		"stack/.terraform/modules/vpc/modules/sub/a.tf": "resource \"t_x\" \"sub\" {}\n",
		"modules/net/main.tf":                           "\nresource \"t_x\" \"net\" {}\n",
	})
	c, err := config.Dir(filepath.Join(dir, "stack"), config.DirOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := `module away = "./nothing" "" map[] found=false @ main.tf:10
module lost = "acme/lost/aws" "" map[] found=false @ main.tf:7
module net = "../modules/net" "" map[] found=true @ main.tf:1
    t_x.net (t) count=[] for_each=[] depends_on=[] @ ../modules/net/main.tf:2
module vpc = "acme/vpc/aws" "" map[] found=true @ main.tf:4
    module sub = "./modules/sub" "" map[] found=true @ acme/vpc/aws 1.0.0, main.tf:1
        t_x.sub (t) count=[] for_each=[] depends_on=[] @ acme/vpc/aws 1.0.0, modules/sub/a.tf:1
! main.tf:10: the module cannot be read: no such file or directory
! main.tf:7: the module lost is not installed; to install it, run terraform init
`
	if got := describe(c); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
}

func TestDirErrors(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"empty/README": "", "file": ""})
	for name, want := range map[string]string{
		"empty": "this directory has no .tf files",
		"none":  "no such file or directory",
		"file":  "not a directory",
	} {
		if _, err := config.Dir(filepath.Join(dir, name), config.DirOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v, want %s", name, err, want)
		}
	}
}

// TestSymbolicLinks checks that links are followed inside of the allowed directory only.
func TestSymbolicLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need privileges on Windows")
	}
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"repo/stack/main.tf":  "resource \"t_x\" \"main\" {}\nmodule \"m\" {\n  source = \"./m\"\n}\n",
		"repo/common/all.tf":  "resource \"t_x\" \"common\" {}\n",
		"secret/secret.tf":    "resource \"t_x\" \"secret\" {}\n",
		"secret/other/all.tf": "resource \"t_x\" \"other\" {}\n",
	})
	for name, to := range map[string]string{"common.tf": "../common/all.tf", "secret.tf": "../../secret/secret.tf", "m": "../../secret/other", "pipe.tf": "/dev/null"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, "repo/stack", name)); err != nil {
			t.Fatal(err)
		}
	}
	for within, want := range map[string]string{
		"":     "main",
		"repo": "common main",
		".":    "common main other secret",
	} {
		opts := config.DirOptions{}
		if within != "" {
			opts.Within = filepath.Join(dir, within)
		}
		c, err := config.Dir(filepath.Join(dir, "repo/stack"), opts)
		if err != nil {
			t.Fatal(err)
		}
		text := describe(c)
		for _, name := range []string{"common", "main", "other", "secret"} {
			if have := strings.Contains(text, "t_x."+name+" "); have != strings.Contains(" "+want+" ", " "+name+" ") {
				t.Errorf("within %q: %s is read: %t\n%s", within, name, have, text)
			}
		}
	}
}
