package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// releases are what a fake of the pages with releases has.
type releases struct {
	url string

	mu    sync.Mutex        // guards what follows: planfmt.sh asks from another process
	list  []byte            // the checksums of v1.2.3
	files map[string][]byte // by path
	asked []string          // paths, in the order of the requests
}

// requests returns the paths that were asked for.
func (r *releases) requests() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked
}

// newReleases serves the release v1.2.3. Its planfmt says how it is called, and then is that of the test.
func newReleases(t *testing.T) *releases {
	t.Helper()
	var zipped bytes.Buffer
	planfmt, err := exec.LookPath("planfmt")
	if err != nil {
		t.Fatal(err)
	}
	program := "#!/bin/sh\nif test \"$1\" = hash; then exec '" + planfmt + "' \"$@\"; fi\n" +
		"printf 'called with'\nfor a; do case $a in --facts=*) echo \"$a\" >\"$HOME/facts\";; *) printf ' <%s>' \"$a\";; esac; done\necho\nprintf '%s\\0' \"$@\" >\"$HOME/args\"\ntest -n \"${COMMENTS:-}\" || echo \"token: ${GITHUB_TOKEN:-none}${INPUT_TOKEN:-}\"\necho \"variable: ${token:-none}\"\n" +
		"if test -n \"${TEST_API:-}\" && test \"$1\" = comment; then shift; set -- comment \"--api-url=$TEST_API\" \"$@\"; fi\n" +
		"case \"$*\" in comment*--dry-run*) ;; comment*) test -n \"${COMMENTS:-}\" || exit 0;; esac\nexec '" + planfmt + "' \"$@\"\n"
	var archive bytes.Buffer
	gz := gzip.NewWriter(&archive)
	tw := tar.NewWriter(gz)
	for name, text := range map[string]string{"planfmt": program, "LICENSE": "a licence", "../outside": "not to be unpacked"} {
		if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tw.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	zw := zip.NewWriter(&zipped)
	if w, err := zw.Create("planfmt.exe"); err != nil {
		t.Fatal(err)
	} else if _, err := io.WriteString(w, program); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	r := &releases{list: fmt.Appendf(nil, "%064d  planfmt_1.2.3_linux_riscv64.tar.gz\n", 0), files: map[string][]byte{}}
	for _, platform := range []string{"linux_amd64", "linux_arm64", "darwin_arm64"} {
		r.add("planfmt_1.2.3_"+platform+".tar.gz", archive.Bytes())
	}
	r.add("planfmt_1.2.3_windows_amd64.zip", zipped.Bytes())
	r.files["/releases/download/v1.2.3/planfmt_1.2.3_checksums.txt"] = r.list
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.asked = append(r.asked, req.URL.Path)
		if req.Header.Get("Authorization") != "" {
			t.Error("a download has a token")
		}
		switch data, ok := r.files[req.URL.Path]; {
		case req.URL.Path == "/releases/latest":
			http.Redirect(w, req, "/releases/tag/v1.2.3", http.StatusFound)
		case ok && !strings.HasSuffix(req.URL.Path, ".txt"):
			http.Redirect(w, req, "/stored"+req.URL.Path, http.StatusFound)
		case strings.HasPrefix(req.URL.Path, "/stored"):
			_, _ = w.Write(r.files[strings.TrimPrefix(req.URL.Path, "/stored")])
		case ok:
			_, _ = w.Write(data)
		default:
			http.NotFound(w, req)
		}
	}))
	t.Cleanup(server.Close)
	r.url = server.URL + "/releases"
	return r
}

// add adds an archive to the release.
func (r *releases) add(name string, data []byte) {
	r.list = fmt.Appendf(r.list, "%x  %s\n", sha256.Sum256(data), name)
	r.files["/releases/download/v1.2.3/"+name] = data
}

// act runs the script of the action as a runner does, with these variables. It returns the output and the summary of the job.
func act(t *testing.T, r *releases, dir string, env ...string) (out, summary string, err error) {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("..", "..", "action", "planfmt.sh"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", script)
	cmd.Dir = dir
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "PLANFMT_RELEASES=" + r.url, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_TEMP=" + dir, "GITHUB_ACTIONS=true", "CI=true",
		"GITHUB_PATH=" + filepath.Join(dir, "path"), "GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary"),
		"INPUT_VERSION=v1.2.3", "GORACE=" + os.Getenv("GORACE"),
	}, env...)
	text, err := cmd.CombinedOutput()
	written, readErr := os.ReadFile(filepath.Join(dir, "summary"))
	if readErr != nil && !os.IsNotExist(readErr) {
		t.Fatal(readErr)
	}
	return string(text), string(written), err
}

// actionDir returns a directory with a plan.
func actionDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plan.json"), []byte(readDocument(t, "testdata/example/plan.json")), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "my policies"), os.DirFS(filepath.Join("..", "..", "testdata", "example", "policies"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// needsAction skips the test where the script of the action cannot run. On the runners of GitHub, it can.
func needsAction(t *testing.T) {
	t.Helper()
	for _, name := range []string{"sh", "curl", "tar"} {
		if _, err := exec.LookPath(name); err != nil || runtime.GOOS == "windows" {
			t.Skipf("there is no %s", name)
		}
	}
}

// TestAction runs the script of action.yml with a fake of the pages with releases.
func TestAction(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	tags, err := filepath.Abs(filepath.Join("..", "..", "docs", "policies", "required-tags.policy.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	sum := func(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
	for name, c := range map[string]struct {
		env                []string
		prepare            func(r *releases)
		want, wantSummary  []string
		not                string
		fails, asksNothing bool
	}{
		"show": {
			env:         []string{"INPUT_PLAN=plan.json"},
			want:        []string{"called with <show> <--format=human>", "<--> <plan.json>\n", "Plan: 2 to add, 2 to change, 2 to destroy.", "token: none\n"},
			wantSummary: []string{"aws_instance.web"},
		},
		"show without a summary":               {env: []string{"INPUT_PLAN=plan.json", "INPUT_SUMMARY=false"}, want: []string{"called with <show> <--> <plan.json>\n"}},
		"lines are arguments":                  {env: []string{"INPUT_PLAN=plan.json\r\n\n", "INPUT_SUMMARY=false", "INPUT_ARGS=--format=compact\r\n--hide\naction=no op\n"}, want: []string{"<show> <--format=compact> <--hide> <action=no op> <--> <plan.json>\n"}, fails: true},
		"check":                                {env: []string{"INPUT_COMMAND=check", "INPUT_PLAN=plan.json", "INPUT_POLICIES=my policies"}, want: []string{"<check> <--policies=my policies> <--format=github> <--> <plan.json>"}},
		"check as text":                        {env: []string{"INPUT_COMMAND=check", "INPUT_PLAN=plan.json", "INPUT_POLICIES=my policies", "INPUT_ARGS=--format=text"}, want: []string{"<--policies=my policies> <--format=text> <-->"}},
		"check that fails":                     {env: []string{"INPUT_COMMAND=check", "INPUT_PLAN=plan.json", "INPUT_POLICIES=" + tags}, want: []string{"\n::error "}, fails: true},
		"comment has the policies":             {env: []string{"INPUT_COMMAND=comment", "INPUT_PLAN=plan.json", "INPUT_TARGET=github", "INPUT_POLICIES=my policies"}, want: []string{"<comment> <--target=github> <--policies=my policies> <--> <plan.json>"}},
		"comment, planning failed":             {env: []string{"INPUT_COMMAND=comment", "INPUT_FAILED=true", "INPUT_PLAN=plan.log", "INPUT_POLICIES=my policies"}, want: []string{"called with <comment> <--failed> <--> <plan.log>\n"}},
		"comment, planning failed, no log":     {env: []string{"INPUT_COMMAND=comment", "INPUT_FAILED=true"}, want: []string{"called with <comment> <--failed> <-->\n"}},
		"comment, planning has not failed":     {env: []string{"INPUT_COMMAND=comment", "INPUT_FAILED=false"}, want: []string{"plan: is empty"}, fails: true},
		"comment, planning has perhaps failed": {env: []string{"INPUT_COMMAND=comment", "INPUT_FAILED=perhaps\n::x"}, want: []string{`::error title=planfmt::failed: "perhaps ::x" is neither true nor false`}, fails: true, asksNothing: true},
		"comment has the token":                {env: []string{"INPUT_COMMAND=comment", "INPUT_PLAN=plan.json", "INPUT_TARGET=github", "INPUT_TOKEN=secret"}, want: []string{"<comment> <--target=github> <--> <plan.json>", "token: secret\n"}},
		"comment, without a server": {
			env:  []string{"INPUT_COMMAND=comment", "INPUT_PLAN=plan.json", "INPUT_TARGET=github", "INPUT_ARGS=--dry-run"},
			want: []string{"<!-- planfmt:plan", "aws_instance.web"},
		},
		"show in another format": {
			env:         []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=--format=compact"},
			want:        []string{"called with <show> <--format=markdown=", "<--format=compact> <--> <plan.json>\n", "HAZARDS"},
			wantSummary: []string{"aws_instance.web"}, not: "--format=human",
		},
		"show in another format, as two arguments": {env: []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=-f\r\ncompact"}, want: []string{"<-f> <compact> <-->", "HAZARDS"}, not: "--format=human"},
		"show in another format, by the letter":    {env: []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=-f=compact"}, want: []string{"<-f=compact> <-->", "HAZARDS"}, not: "--format=human"},
		"show, and write a file": {
			env:         []string{"INPUT_PLAN=plan.json", "INPUT_ARGS=--format=html=plan.html\n-f\njson=plan-report.json\n-fjsonl=plan.jsonl"},
			want:        []string{"<show> <--format=human>", "Plan: 2 to add, 2 to change, 2 to destroy."},
			wantSummary: []string{"aws_instance.web"},
		},
		"show has no token":        {env: []string{"INPUT_PLAN=plan.json", "INPUT_TOKEN=secret"}, want: []string{"token: none\n"}, not: "secret"},
		"a variable named as ours": {env: []string{"INPUT_PLAN=plan.json", "INPUT_TOKEN=secret", "token=of the job"}, want: []string{"variable: none\n"}, not: "secret"},
		"install":                  {env: []string{"INPUT_COMMAND=install"}, not: "called"},
		"latest":                   {env: []string{"INPUT_VERSION=latest", "INPUT_PLAN=plan.json"}, want: []string{"called with <show>"}},
		"the tag of the action":    {env: []string{"INPUT_VERSION=", "ACTION_REF=v1.2.3", "INPUT_PLAN=plan.json"}, want: []string{"called with <show>"}},
		"a commit of the action":   {env: []string{"INPUT_VERSION=", "ACTION_REF=4f1c2a9", "INPUT_PLAN=plan.json"}, want: []string{"/releases/download/v0.1.0/"}, fails: true, not: "called"},
		"pinned":                   {env: []string{"INPUT_PLAN=plan.json"}, prepare: func(r *releases) {}, want: []string{"called with"}},
		"another list than pinned": {
			env:   []string{"INPUT_PLAN=plan.json", "INPUT_CHECKSUMS=" + strings.Repeat("a", 64)},
			want:  []string{"::error title=planfmt::the list of checksums of v1.2.3 has the SHA-256 ", "nothing is run"},
			fails: true, not: "called",
		},
		"a pin that is none": {env: []string{"INPUT_PLAN=plan.json", "INPUT_CHECKSUMS=abc"}, want: []string{"::error title=planfmt::checksums: is not a SHA-256"}, fails: true, asksNothing: true},
		"an archive that somebody has replaced": {
			env: []string{"INPUT_PLAN=plan.json"}, fails: true, not: "called",
			prepare: func(r *releases) {
				r.files["/releases/download/v1.2.3/planfmt_1.2.3_linux_amd64.tar.gz"] = []byte("another one")
			},
			want: []string{"::error title=planfmt::planfmt_1.2.3_linux_amd64.tar.gz does not have the checksum in planfmt_1.2.3_checksums.txt: nothing is run"},
		},
		"an archive without a checksum": {env: []string{"INPUT_PLAN=plan.json"}, prepare: func(r *releases) {
			r.files["/releases/download/v1.2.3/planfmt_1.2.3_checksums.txt"] = []byte("\n")
		}, want: []string{"nothing is run"}, fails: true, not: "called"},
		"no such release":        {env: []string{"INPUT_PLAN=plan.json", "INPUT_VERSION=1.2.4"}, want: []string{"cannot be downloaded; is v1.2.4 a release?"}, fails: true},
		"a version that is none": {env: []string{"INPUT_PLAN=plan.json", "INPUT_VERSION=v1.2.3/../../evil"}, want: []string{"is not the version of a release"}, fails: true, asksNothing: true},
		"a version with a line feed": {
			env:  []string{"INPUT_PLAN=plan.json", "INPUT_VERSION=v1.2.3\n::set-output name=a::b"},
			want: []string{`::error title=planfmt::version: "v1.2.3 ::set-output name=a::b" is not`}, fails: true, asksNothing: true, not: "\n::set",
		},
		"no plan":               {env: nil, want: []string{"::error title=planfmt::plan: is empty"}, fails: true},
		"a plan that is a flag": {env: []string{"INPUT_PLAN=--version", "INPUT_SUMMARY=false"}, want: []string{"<--> <--version>\n", "no such file"}, fails: true},
		"no such command":       {env: []string{"INPUT_COMMAND=json; id"}, want: []string{`::error title=planfmt::command: "json; id" is not known; valid values: show`}, fails: true, asksNothing: true},
		"nothing is executed": {
			env:  []string{"INPUT_PLAN=$(touch evil)`touch evil`\nplan.json", "INPUT_ARGS=;touch evil\n\"; touch evil; \"", "INPUT_SUMMARY=false"},
			want: []string{"<show> <;touch evil> <\"; touch evil; \"> <--> <$(touch evil)`touch evil`> <plan.json>\n"}, fails: true,
		},
		"not https": {env: []string{"PLANFMT_RELEASES=http://example.com/releases", "INPUT_PLAN=plan.json"}, want: []string{"is not an https URL"}, fails: true, asksNothing: true},
		"Solaris":   {env: []string{"RUNNER_OS=Solaris", "INPUT_PLAN=plan.json"}, want: []string{"there are no releases for Solaris"}, fails: true, asksNothing: true},
	} {
		if !sampling.TakesOneOf(3, t.Name(), name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, dir := newReleases(t), actionDir(t)
			if name == "pinned" {
				c.env = append(c.env, "INPUT_CHECKSUMS="+strings.ToUpper(sum(r.list)))
			}
			if c.prepare != nil {
				r.mu.Lock()
				c.prepare(r)
				r.mu.Unlock()
			}
			out, summary, err := act(t, r, dir, c.env...)
			if (err != nil) != c.fails {
				t.Errorf("the exit status: %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in the output", want)
				}
			}
			for _, want := range c.wantSummary {
				if !strings.Contains(summary, want) {
					t.Errorf("no %q in the summary:\n%s", want, summary)
				}
			}
			if c.not != "" && strings.Contains(out, c.not) {
				t.Errorf("%q is in the output", c.not)
			}
			if c.asksNothing && len(r.requests()) > 0 {
				t.Errorf("asked for %q", r.requests())
			}
			for _, stray := range []string{"evil", "outside", "../outside"} {
				if _, err := os.Stat(filepath.Join(dir, stray)); err == nil {
					t.Errorf("there is a file %s", stray)
				}
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// TestActionPlatforms runs the script as it runs on other systems, where these have what it needs.
func TestActionPlatforms(t *testing.T) {
	needsAction(t)
	for name, c := range map[string]struct {
		env    []string
		asked  string
		format string
	}{
		"macOS":   {[]string{"RUNNER_OS=macOS", "RUNNER_ARCH=ARM64"}, "planfmt_1.2.3_darwin_arm64.tar.gz", "markdown=/"},
		"Windows": {[]string{"RUNNER_OS=Windows", "RUNNER_ARCH=X64"}, "planfmt_1.2.3_windows_amd64.zip", "markdown=/native/"},
	} {
		t.Run(name, func(t *testing.T) {
			r, dir := newReleases(t), actionDir(t)
			if name == "Windows" {
				if _, err := exec.LookPath("unzip"); err != nil {
					t.Skip("there is no unzip, with which the action unpacks archives for Windows")
				}
				// What the program of this name does there to the name of a file.
				stub := "#!/bin/sh\nif test \"$1\" = -u; then echo \"$2\"; else echo \"/native$2\"; fi\n"
				if err := os.WriteFile(filepath.Join(dir, "cygpath"), []byte(stub), 0o755); err != nil {
					t.Fatal(err)
				}
				c.env = append(c.env, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
			}
			out, _, _ := act(t, r, dir, append(c.env, "INPUT_PLAN=plan.json")...)
			if !strings.Contains(out, "called with <show> <--format=human> <--format="+c.format) {
				t.Errorf("%s\nasked for %q", out, r.requests())
			}
			if last := r.requests()[len(r.requests())-1]; !strings.HasSuffix(last, c.asked) {
				t.Errorf("asked for %q", last)
			}
		})
	}
}

// TestActionTwice checks that the second step of a job uses what the first one has installed, unless it pins something else.
func TestActionTwice(t *testing.T) {
	needsAction(t)
	r, dir := newReleases(t), actionDir(t)
	for range 2 {
		if out, _, err := act(t, r, dir, "INPUT_PLAN=plan.json"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if len(r.requests()) != 3 { // the list, the archive, where it is stored
		t.Errorf("asked for %q", r.requests())
	}
	if out, _, err := act(t, r, dir, "INPUT_PLAN=plan.json", "INPUT_CHECKSUMS="+strings.Repeat("0", 64)); err == nil {
		t.Errorf("what was installed without the pin is used with it:\n%s", out)
	}
	output, err := os.ReadFile(filepath.Join(dir, "output"))
	if err != nil || !strings.HasPrefix(string(output), "version=v1.2.3\npath="+dir) {
		t.Errorf("%v: the outputs are %q", err, output)
	}
	path, err := os.ReadFile(filepath.Join(dir, "path"))
	if err != nil || !strings.HasPrefix(string(path), dir) {
		t.Errorf("%v: PATH gets %q", err, path)
	}
}

// TestActionPlanted checks that the action runs nothing that somebody has put where it keeps things.
func TestActionPlanted(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	plant := func(t *testing.T, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\necho planted\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const archive = "planfmt_1.2.3_linux_amd64.tar.gz"
	for _, pinned := range []bool{false, true} {
		for _, temp := range []string{"RUNNER_TEMP", "TMPDIR"} {
			t.Run(fmt.Sprintf("%s, pinned: %t", temp, pinned), func(t *testing.T) {
				r, dir := newReleases(t), actionDir(t)
				pin := ""
				if pinned {
					pin = fmt.Sprintf("%x", sha256.Sum256(r.list))
				}
				env := []string{"INPUT_PLAN=plan.json", "INPUT_CHECKSUMS=" + pin, "RUNNER_TEMP=", temp + "=" + dir}
				kept := filepath.Join(dir, "planfmt-1.2.3-amd64-"+pin)
				plant(t, filepath.Join(kept, "planfmt"))
				plant(t, filepath.Join(kept, "bin", "planfmt"))
				out, _, err := act(t, r, dir, env...)
				if err != nil || strings.Contains(out, "planted") || !strings.Contains(out, "called with <show>") {
					t.Errorf("with a planted binary: %v\n%s", err, out)
				}
				plant(t, filepath.Join(kept, archive))
				out, _, err = act(t, r, dir, env...)
				if strings.Contains(out, "planted") || (err != nil) != (temp == "RUNNER_TEMP") || err != nil && !strings.Contains(out, archive+" does not have the checksum") {
					t.Errorf("with a planted archive: %v\n%s", err, out)
				}
				if temp == "TMPDIR" && len(r.requests()) != 6 {
					t.Errorf("two runs without a directory of the job ask for %q", r.requests())
				}
			})
		}
	}
	r, dir := newReleases(t), actionDir(t)
	if out, _, err := act(t, r, dir, "INPUT_COMMAND=install"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	output, err := os.ReadFile(filepath.Join(dir, "output"))
	_, name, _ := strings.Cut(strings.TrimSpace(string(output)), "path=")
	info, statErr := os.Stat(filepath.Dir(filepath.Dir(name)))
	if err != nil || statErr != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v: where %s is, others may write: %v", err, statErr, name, info)
	}
}

// TestActionVersion checks that the action installs the release that the recipes name.
func TestActionVersion(t *testing.T) {
	version := strings.TrimSpace(readDocument(t, "action/VERSION"))
	for _, name := range []string{"docs/ci/github.yml", "docs/ci/approval/github.yml", "docs/many.md", "README.md"} {
		if !strings.Contains(readDocument(t, name), "planfmt/planfmt@"+version+"\n") {
			t.Errorf("%s does not use the action of %s, which is in action/VERSION", name, version)
		}
	}
}
