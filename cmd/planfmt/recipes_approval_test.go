package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/internal/work/attest"
)

// passphrase encrypts plans on their way between jobs.
const passphrase = "for tests only"

// secret returns the key that approves, in the environment that has it.
func (p *pipeline) secret(environment any) string {
	if environment != "approval" {
		return ""
	}
	private, _ := keyPair("approver")
	return string(private)
}

// approvalCase is what happens on the way from a plan to its application.
type approvalCase struct {
	name     string
	rejected bool
	// after changes what the job that approves hands on. approval is the file, plan writes another plan in the place of the one that was approved.
	after func(t *testing.T, approval []byte, plan func(text string)) []byte
	// policy says that a policy forbids the plan.
	policy bool
	// once says that one recipe is enough: the others have the same command for it.
	once bool
	// applied says that the plan is applied.
	applied bool
}

// statementIn returns the statement that an envelope has signed.
func statementIn(t *testing.T, approval []byte) []byte {
	t.Helper()
	var envelope struct{ Payload string }
	if err := json.Unmarshal(approval, &envelope); err != nil {
		t.Fatal(err)
	}
	statement, err := base64.StdEncoding.DecodeString(envelope.Payload)
	if err != nil {
		t.Fatal(err)
	}
	return statement
}

func approvalCases() []approvalCase {
	same := func(_ *testing.T, approval []byte, _ func(string)) []byte { return approval }
	again := func(t *testing.T, approval []byte, key string, change func(string) string) []byte {
		t.Helper()
		private, _ := keyPair(key)
		k, err := attest.ReadPrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := attest.Sign([]byte(change(string(statementIn(t, approval)))), k)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	return []approvalCase{
		{name: "approved", after: same, applied: true},
		{name: "rejected", after: same, rejected: true},
		{name: "the plan has changed since", after: func(t *testing.T, approval []byte, plan func(string)) []byte {
			plan(readDocument(t, "testdata/example/plan.json"))
			return approval
		}},
		{name: "the approval is two days old", after: func(t *testing.T, approval []byte, _ func(string)) []byte {
			old := time.Now().Add(-48 * time.Hour).UTC().Format(time.RFC3339)
			return again(t, approval, "approver", func(s string) string {
				return regexp.MustCompile(`"approvedAt":"[^"]*"`).ReplaceAllString(s, `"approvedAt":"`+old+`"`)
			})
		}},
		{name: "signed by somebody else", once: true, after: func(t *testing.T, approval []byte, _ func(string)) []byte {
			return again(t, approval, "author", func(s string) string { return s })
		}},
		{name: "no approval", after: func(*testing.T, []byte, func(string)) []byte { return nil }},
		{name: "not signed", once: true, after: func(t *testing.T, approval []byte, _ func(string)) []byte {
			return statementIn(t, approval)
		}},
		{name: "a policy forbids it", after: same, policy: true, once: true},
	}
}

// newApprovalPipeline returns a pipeline whose pull request has been merged. Its terraform writes into a file what it applies.
func newApprovalPipeline(t *testing.T, kind string, c approvalCase) *pipeline {
	t.Helper()
	p := newPipeline(t, kind)
	p.s = situation{name: c.name, plan: "small.json", run: 100}
	p.rejected = c.rejected
	if c.policy {
		p.write(p.origin, "policies/base.policy.hcl", strings.Replace(basePolicy, "aws_instance", "aws_db_instance", 1))
	}
	_, public := keyPair("approver")
	p.write(p.origin, ".planfmt/approval.pub", string(public))
	p.write(p.origin, "main.json", readDocument(t, "testdata/example/small.json"))
	p.git(p.origin, "add", "-A")
	p.git(p.origin, "commit", "-q", "-m", "merged")
	p.write(p.bin, "apply.jsonl", appliedLog)
	p.write(p.bin, "terraform", `#!/bin/sh
case $1 in
plan) cp main.json tfplan ;;
apply) for plan; do :; done; cmp -s "$plan" main.json || echo another >>'`+p.bin+`/applied'; echo applied >>'`+p.bin+`/applied'; cat '`+p.bin+`/apply.jsonl' ;;
esac
`)
	return p
}

// appliedLog is the log of applying testdata/example/small.json.
const appliedLog = `{"@level":"info","@message":"Terraform 1.14.0","terraform":"1.14.0","type":"version","ui":"1.2"}
{"@level":"info","@message":"m","hook":{"resource":{"addr":"aws_db_instance.main"},"action":"update"},"type":"apply_complete"}
{"@level":"info","@message":"m","hook":{"resource":{"addr":"aws_route53_record.www"},"action":"delete"},"type":"apply_complete"}
{"@level":"info","@message":"m","hook":{"resource":{"addr":"aws_route53_record.www"},"action":"create"},"type":"apply_complete"}
{"@level":"info","@message":"Apply complete! Resources: 1 added, 1 changed, 1 destroyed.","changes":{"add":1,"change":1,"remove":1,"operation":"apply"},"type":"change_summary"}
`

// applied returns what terraform has applied.
func (p *pipeline) applied() string {
	text, err := os.ReadFile(filepath.Join(p.bin, "applied"))
	if err != nil {
		return "nothing"
	}
	return strings.TrimSpace(string(text))
}

// TestApprovalRecipes runs the recipes in docs/ci/approval: only the plan that was approved is applied.
func TestApprovalRecipes(t *testing.T) {
	sampling.SkipShort(t)
	needsAction(t)
	mustLookPath(t, "openssl")
	for name, r := range map[string]struct {
		kind string
		run  func(p *pipeline, c approvalCase)
	}{
		"github":   {"github", (*pipeline).approveOnGitHub},
		"gitlab":   {"gitlab", (*pipeline).approveOnGitLab},
		"atlantis": {"github", (*pipeline).approveForAtlantis},
	} {
		for _, c := range approvalCases() {
			if c.once && name != "github" || !c.applied && !sampling.TakesOneOf(4, t.Name(), name+c.name) {
				continue
			}
			t.Run(name+", "+c.name, func(t *testing.T) {
				t.Parallel()
				p := newApprovalPipeline(t, r.kind, c)
				r.run(p, c)
				want := "nothing"
				if c.applied {
					want = "applied"
				}
				if got := p.applied(); got != want {
					t.Errorf("%s was applied, want %s: %q", got, want, p.results)
				}
				if private, _ := keyPair("approver"); strings.Contains(p.out.String(), string(private)) || strings.Contains(fmt.Sprint(p.artifacts), "PRIVATE KEY") {
					t.Error("the key is in the log or in an artifact")
				}
				if c.applied != strings.Contains(p.out.String(), ": approved\n") || c.applied && !strings.Contains(p.out.String(), "changes done as planned") {
					t.Errorf("the log does not say that it is approved and what has become of it")
				}
				if t.Failed() || testing.Verbose() {
					t.Logf("%q\n%s", p.results, p.out.String())
				}
			})
		}
	}
}

func (p *pipeline) approveOnGitHub(c approvalCase) {
	p.before = func(job string) {
		const approval, plan = "approval/approval.json", "plan/tfplan.enc"
		if job != "apply" || p.artifacts[approval] == "" {
			return
		}
		got := c.after(p.t, []byte(p.artifacts[approval]), func(text string) {
			dir := p.t.TempDir()
			p.write(dir, "tfplan", text)
			if err := p.shell(dir, "openssl enc -aes-256-cbc -pbkdf2 -pass 'pass:"+passphrase+"' -in tfplan -out tfplan.enc"); err != nil {
				p.t.Fatal(err)
			}
			p.artifacts[plan] = readAll(p.t, filepath.Join(dir, "tfplan.enc"))
		})
		if p.artifacts[approval] = string(got); got == nil {
			delete(p.artifacts, approval)
		}
	}
	p.gitHub("docs/ci/approval/github.yml")
	for name, text := range p.artifacts {
		if strings.Contains(text, "resource_changes") {
			p.t.Errorf("anybody can read the plan in the artifact %s", name)
		}
	}
	if c.applied { // nothing but what the environments say needs the secret
		for _, doc := range yamlDocuments(p.t, "docs/ci/approval/github.yml") {
			for id, job := range doc.(map[string]any)["jobs"].(map[string]any) {
				if has := strings.Contains(fmt.Sprint(job), "secrets.APPROVAL_KEY"); has != (id == "approve") || has && job.(map[string]any)["environment"] != "approval" {
					p.t.Errorf("the job %s has the key, or has it not: %t", id, has)
				}
			}
		}
	}
	comments := p.forge.Comments()
	if len(comments) != 1 || !strings.Contains(comments[0].Body, "1 to add") {
		p.t.Errorf("comments: %+v", comments)
	}
}

func readAll(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// approveOnGitLab runs the jobs one after the other. Artifacts are files in the next checkout.
func (p *pipeline) approveOnGitLab(c approvalCase) {
	doc := yamlDocuments(p.t, "docs/ci/approval/gitlab.yml")[0].(map[string]any)
	base := doc[".planfmt"].(map[string]any)
	p.artifacts = map[string]string{}
	for _, stage := range doc["stages"].([]any) {
		job := doc[fmt.Sprint(stage)].(map[string]any)
		vars := map[string]string{"GITLAB_CI": "true", "CI_COMMIT_BRANCH": "main", "CI_DEFAULT_BRANCH": "main", "GITLAB_USER_LOGIN": "alice", "PLANFMT_VERSION": "1.2.3", "PLANFMT_CHECKSUMS": ""}
		where := job["environment"]
		if e, ok := where.(map[string]any); ok {
			where = e["name"]
		}
		if where == "approval" {
			if rules := job["rules"].([]any); rules[0].(map[string]any)["when"] != "manual" || job["allow_failure"] != false {
				p.t.Error("the job that approves runs by itself, or is not waited for")
			}
			if p.rejected {
				p.results = append(p.results, "approve: not started")
				return
			}
			dir := p.t.TempDir()
			p.write(dir, "key", p.secret(where))
			vars["APPROVAL_KEY"] = filepath.Join(dir, "key")
		}
		dir := p.checkout("main")
		if stage == "apply" {
			got := c.after(p.t, []byte(p.artifacts["approval.json"]), func(text string) { p.artifacts["tfplan"] = text })
			if p.artifacts["approval.json"] = string(got); got == nil {
				delete(p.artifacts, "approval.json")
			}
		}
		for name, text := range p.artifacts {
			p.write(dir, name, text)
		}
		text := script(strings.Join(append(shellScripts(map[string]any{"script": base["before_script"]}), shellScripts(map[string]any{"script": job["script"]})...), "\n"))
		err := p.shell(dir, "bash -e <<'END_OF_JOB'\n"+text+"\nEND_OF_JOB", environment(vars)...)
		if p.result(fmt.Sprint(stage), err); err != nil {
			return
		}
		if a, ok := job["artifacts"].(map[string]any); ok {
			for _, name := range a["paths"].([]any) {
				p.artifacts[fmt.Sprint(name)] = readAll(p.t, filepath.Join(dir, fmt.Sprint(name)))
			}
		}
	}
}

// approveForAtlantis has somebody approve the plan of the pull request, and then Atlantis plan and apply it.
func (p *pipeline) approveForAtlantis(c approvalCase) {
	workflow := yamlDocuments(p.t, "docs/ci/approval/atlantis.yaml")[0].(map[string]any)["workflows"].(map[string]any)["approved"].(map[string]any)
	if err := p.shell(p.origin, "command -v planfmt"); err != nil {
		p.write(p.bin, "planfmt", "#!/bin/sh\nexec '"+mustLookPath(p.t, "planfmt")+"' \"$@\"\n")
	}
	server := p.checkout("main")
	p.branch()
	own := p.checkout("change")
	private, _ := keyPair("approver")
	p.write(own, "key.pem", string(private))
	if !p.rejected {
		err := p.shell(own, "terraform plan && planfmt approve tfplan --by alice --key key.pem --yes -o approval.json")
		if err != nil {
			p.t.Fatal(err)
		}
		got := c.after(p.t, []byte(readAll(p.t, filepath.Join(own, "approval.json"))), func(text string) { p.write(p.origin, "main.json", text) })
		if got != nil {
			p.write(p.origin, "approval.json", string(got))
		}
		p.git(p.origin, "add", "-A")
		p.git(p.origin, "commit", "-q", "--allow-empty", "-m", "approval")
	}
	dir := p.checkout("change")
	replace := strings.NewReplacer("/etc/atlantis/policies", server+"/policies", "/etc/atlantis/approval.pub", server+"/.planfmt/approval.pub")
	for _, phase := range []string{"plan", "apply"} {
		for _, s := range workflow[phase].(map[string]any)["steps"].([]any) {
			name, text := atlantisStep(s)
			if s == "apply" {
				text = "terraform apply -json tfplan | planfmt log --plan tfplan"
			}
			err := p.shell(dir, replace.Replace(text), "PLANFILE=tfplan")
			if p.result(name, err); err != nil {
				return
			}
		}
	}
}

// TestApprovalInstallsAlike checks that the recipe for GitLab installs planfmt as the component does.
func TestApprovalInstallsAlike(t *testing.T) {
	doc := yamlDocuments(t, "docs/ci/approval/gitlab.yml")[0].(map[string]any)
	install := shellScripts(map[string]any{"script": doc[".planfmt"].(map[string]any)["before_script"]})[0]
	found := false
	for _, s := range installScripts(t) {
		found = found || bytes.Equal(bytes.TrimSpace([]byte(s)), bytes.TrimSpace([]byte(install)))
	}
	if !found {
		t.Errorf("the component installs planfmt in another way than\n%s", install)
	}
}
