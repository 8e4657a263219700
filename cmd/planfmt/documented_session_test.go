package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

// session is the page that is one session: each command finds what those before it have left.
const session = "docs/approval-session.md"

// sessionStatuses are the exit statuses of the commands of the session, by what is done.
var sessionStatuses = []string{
	"stale 2",
	"terraform 0", "show 0", "comment 0", "approve 0", "verify 0",
	"terraform 0", "verify 0", "stale 2", "diff 2",
	"terraform 0", "verify 2", "diff 2", "approve 0", "verify 0", "stale 0",
	"terraform 1", "outcome 2", "comment 0", "stale 2",
}

// replay stands for terraform in the session: it does what the real one has done, which testdata/session/record.sh has recorded, if it is asked for the same.
const replay = `#!/bin/sh
n=$(($(cat "$CALLS") + 1))
echo $n >"$CALLS"
test "$*" = "$(cat "$SESSION/$n/args")" || { echo "run testdata/session/record.sh: call $n was not terraform $*" >&2; exit 99; }
cp "$SESSION/$n/files/"* .
cat "$SESSION/$n/stdout"
exit "$(cat "$SESSION/$n/status")"
`

// TestDocumentedSession runs the commands of the session in their order, and checks what they print and their statuses. The time of
// the approvals is always the same in the page.
func TestDocumentedSession(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sh: the session is for a shell of Unix")
	}
	recorded, err := filepath.Abs(filepath.Join("..", "..", "testdata", "session"))
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	calls := filepath.Join(bin, "calls")
	private, public := keyPair("alice")
	if err := errors.Join(
		os.CopyFS(dir, os.DirFS(filepath.Join(recorded, "start"))),
		os.WriteFile(filepath.Join(dir, "key.pem"), private, 0o600), os.WriteFile(filepath.Join(dir, "pub.pem"), public, 0o600),
		os.WriteFile(filepath.Join(bin, "terraform"), []byte(replay), 0o755), os.WriteFile(calls, []byte("0"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	forge := forgetest.New("github")
	defer forge.Close()
	env := append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "SESSION="+recorded, "CALLS="+calls, "XDG_CACHE_HOME="+t.TempDir(), "PLANFMT_SCHEMAS=")
	env = append(env, commentEnvOf(forge)...)
	when := regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
	var statuses []string
	first := ""
	rewriteDocument(t, session, func(text string) string {
		n := 0
		text = printed.ReplaceAllStringFunc(text, func(example string) string {
			m := printed.FindStringSubmatch(example)
			if n++; n == 1 { // the page opens with what comes later
				first = m[1]
				return example
			}
			cmd := exec.Command("sh", "-c", m[1])
			cmd.Dir, cmd.Env = dir, env
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s%v\n%s", m[1], err, out)
			}
			got := when.ReplaceAllString(string(out), "2026-11-28T12:00:00Z")
			statuses = append(statuses, statusOf(m[1], got))
			return m[1] + "\n```text\n" + got + "```\n"
		})
		// What the page opens with is what the command prints where it comes.
		all := printed.FindAllStringSubmatchIndex(text, -1)
		for _, at := range all[1:] {
			if text[at[2]:at[3]] == first {
				statuses = slices.Insert(statuses, 0, statusOf(first, text[at[4]:at[5]]))
				return text[:all[0][4]] + text[at[4]:at[5]] + text[all[0][5]:]
			}
		}
		t.Error("the first command of the page does not come in the session")
		return text
	})
	if !slices.Equal(statuses, sessionStatuses) {
		t.Errorf("the statuses are %q, want %q", statuses, sessionStatuses)
	}
	comments := forge.Comments()
	if len(comments) != 1 || !strings.Contains(comments[0].Body, "web answers 503") || !strings.Contains(comments[0].Body, "terraform_data.dns") {
		t.Errorf("the comments are %+v, want one with what became of the plan", comments)
	}
}

// statusOf returns what a command does, and its exit status.
func statusOf(command, out string) string {
	words := strings.Fields(command)
	if words[0] == "planfmt" {
		words = words[1:]
	}
	_, status, _ := strings.Cut(out[strings.LastIndex(strings.TrimSuffix(out, "\n"), "\n")+1:], "status ")
	return words[0] + " " + strings.TrimSpace(status)
}
