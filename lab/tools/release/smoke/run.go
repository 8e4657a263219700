package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The plan that the README shows, and its schemas.
const (
	examplePlan    = "testdata/example/small.json"
	exampleSchemas = "testdata/example/schemas.json"
)

// maxImage is how large the container image may be, compressed.
const maxImage = 15_000_000

// run runs the binary of this platform.
func (s *smoke) run() {
	data := s.binaries[runtime.GOOS+"_"+runtime.GOARCH]
	if data == nil {
		s.fail("there is no binary for %s/%s: nothing is run", runtime.GOOS, runtime.GOARCH)
		return
	}
	dir, err := os.MkdirTemp("", "planfmt-smoke-*")
	if err != nil {
		s.fail("%v", err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "planfmt")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := os.WriteFile(name, data, 0o755); err != nil {
		s.fail("%v", err)
		return
	}
	out := s.output("the binary", exec.Command(name, "show", examplePlan, "--schemas", exampleSchemas))
	if !strings.Contains(out, "\nPlan: ") {
		s.fail("the binary shows the example plan as:\n%s", out)
	}
	out = s.output("the binary", exec.Command(name, "version", "-f", "json"))
	var v struct{ Version string }
	if err := json.Unmarshal([]byte(out), &v); err != nil || v.Version == "" {
		s.fail("planfmt version -f json prints:\n%s", out)
	}
	fmt.Print("the binary shows the example plan and says:\n", out)
}

// container makes the root directory of the image, measures it and, if the system allows that, runs planfmt in it as
// the image's user.
func (s *smoke) container() {
	certificates := "/etc/ssl/certs/ca-certificates.crt"
	if runtime.GOOS != "linux" {
		fmt.Println("container: this is not Linux, not checked")
		return
	}
	if _, err := os.Stat(certificates); err != nil {
		fmt.Println("container: there are no certificates here, not checked")
		return
	}
	data := s.binaries["linux_"+runtime.GOARCH]
	if data == nil {
		s.fail("container: there is no binary for linux/%s", runtime.GOARCH)
		return
	}
	dir, err := os.MkdirTemp("", "planfmt-smoke-*")
	if err != nil {
		s.fail("%v", err)
		return
	}
	defer os.RemoveAll(dir)
	binary, root := filepath.Join(dir, "planfmt"), filepath.Join(dir, "root")
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		s.fail("%v", err)
		return
	}
	s.output("root.sh", exec.Command("sh", "packaging/container/root.sh", root, binary, certificates, "LICENSE", "NOTICE"))
	size := len(s.output("tar", exec.Command("tar", "-C", root, "-cz", ".")))
	fmt.Printf("the root directory of the container image has %s compressed\n", megabytes(size))
	if size > maxImage {
		s.fail("that is more than %s", megabytes(maxImage))
	}
	if os.Geteuid() != 0 {
		fmt.Println("container: only root may run planfmt in it without a container runtime, not run")
		return
	}
	if err := os.Chmod(dir, 0o755); err != nil { // others than root may go in
		s.fail("%v", err)
	}
	chroot := func(args ...string) *exec.Cmd {
		cmd := exec.Command("chroot", append([]string{"--userspec=65532:65532", root, "/usr/bin/planfmt"}, args...)...)
		cmd.Env = []string{}
		return cmd
	}
	cmd := chroot("show", "-")
	if cmd.Stdin, err = os.Open(examplePlan); err != nil {
		s.fail("%v", err)
		return
	}
	if out := s.output("the binary in the image", cmd); !strings.Contains(out, "\nPlan: ") {
		s.fail("in the image, planfmt shows the example plan as:\n%s", out)
	}
	fmt.Println("planfmt runs in it, as user 65532")
}

// docker runs an image.
func (s *smoke) docker(image string) {
	plan, err := os.Open(examplePlan)
	if err != nil {
		s.fail("%v", err)
		return
	}
	defer plan.Close()
	cmd := exec.Command("docker", "run", "--rm", "--interactive", "--read-only", "--network", "none", "--cap-drop", "ALL", image, "show", "-")
	cmd.Stdin = plan
	if out := s.output(image, cmd); !strings.Contains(out, "\nPlan: ") {
		s.fail("%s shows the example plan as:\n%s", image, out)
	}
	fmt.Println(image, "shows the example plan")
}

// output runs a command and returns what it prints.
func (s *smoke) output(what string, cmd *exec.Cmd) string {
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		s.fail("%s: %s: %v\n%s", what, strings.Join(cmd.Args, " "), err, errs.String())
	}
	return string(out)
}

// permissions returns those of a mode of Unix.
func permissions(mode uint16) os.FileMode { return os.FileMode(mode) & os.ModePerm }
