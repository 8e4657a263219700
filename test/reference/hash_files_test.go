package reference_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// checkFileHash compares the hashes of a plan file with those that docs/hash.md gives it. It returns the one without a key.
func checkFileHash(t *testing.T, name string, file []byte) string {
	t.Helper()
	first := ""
	for _, key := range [][]byte{nil, []byte(testKey)} {
		have, err := planfmt.Hash(context.Background(), bytes.NewReader(file), planfmt.Options{HashKey: key})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return ""
		}
		p, form, err := referenceFile(file, key != nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return ""
		}
		if want := p.hashAs(form, key); have.Text != want {
			t.Errorf("%s: have %s, want %s", name, have.Text, want)
		}
		if key == nil {
			first = have.Text
		}
	}
	return first
}

// TestHashOfRecordedFiles compares the hashes of recorded plan files with the reference.
func TestHashOfRecordedFiles(t *testing.T) {
	dir := os.Getenv("PLANFMT_PLANFILES")
	if dir == "" {
		t.Skip("PLANFMT_PLANFILES does not name a directory with plan files")
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := os.ReadFile(path)
		if err == nil && bytes.HasPrefix(file, []byte("PK\x03\x04")) {
			n++
			checkFileHash(t, path, file)
		}
		return err
	})
	t.Logf("%d plan files", n)
	if err != nil || n == 0 {
		t.Error(n, err)
	}
}

// attacked is a configuration in which each text lit0, lit1 and so on decides what happens when the plan is applied, and each text dead0, dead1 and so on does not.
const attacked = `# dead0
variable "used" { default = "lit0" }
variable "unused" { default = "dead1" }
variable "given" {}
locals {
  a = "${local.b}-lit1" // dead2
  b = upper(join("lit2", [local.c, "x"]))
  c = { k = "lit3" }["k"]
  d = "dead3"
}
resource "terraform_data" "x" {}
resource "terraform_data" "y" {
  input = { text = "${local.a} ${var.used} ${var.given}", id = terraform_data.x.id, more = [for s in ["lit4"] : "${s}${terraform_data.x.id}"] }
  provisioner "local-exec" {
    command     = "echo lit5 ${self.id}"
    environment = { K = "lit6" }
    quiet       = false
  }
}
resource "terraform_data" "each" {
  for_each = { k = "lit7" }
  input    = "${each.value} ${terraform_data.x.id}"
  triggers_replace = "dead4"
}
resource "terraform_data" "heredoc" {
  input = <<-EOT
    lit8
    ${terraform_data.x.id != "" ? "lit9" : "lit10"}
  EOT
}
module "m" {
  source = "./m"
  in     = "${terraform_data.x.id} lit11"
}
output "o" { value = "${module.m.out} lit12 ${try(terraform_data.each["k"].output, "lit13")}" }
output "known" { value = "dead5" }
`

const attackedModule = `variable "in" {}
locals { l = "lit14 ${var.in}" }
resource "terraform_data" "z" {
  input = local.l
  lifecycle {
    postcondition {
      condition     = self.output != "lit15"
      error_message = "lit16"
    }
  }
}
output "out" { value = "${terraform_data.z.output} lit17" }
output "nobody" { value = "dead6 ${var.in}" }
`

const (
	attackedLits = 18
	attackedDead = 7
)

// TestHashIsAttacked makes a plan with the real program, and then other texts in the configuration that the file has. Two files have the same hash only if what
// decides is the same in them. With PLANFMT_TEST=full, the real program applies some of them, which shows that each text is of the kind that it is said to be.
func TestHashIsAttacked(t *testing.T) {
	program, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not installed")
	}
	dir := t.TempDir()
	run := func(args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TF_VAR_given=given", "CHECKPOINT_DISABLE=1")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("main.tf", attacked)
	write("m/main.tf", attackedModule)
	for _, args := range [][]string{{"init", "-no-color"}, {"plan", "-no-color", "-out=tfplan"}} {
		if out, err := run(args...); err != nil {
			t.Fatalf("terraform %v: %v\n%s", args, err, out)
		}
	}
	plan, err := os.ReadFile(filepath.Join(dir, "tfplan"))
	if err != nil {
		t.Fatal(err)
	}
	hash := func(file []byte) string {
		h, err := planfmt.Hash(context.Background(), bytes.NewReader(file), planfmt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return h.Text
	}
	own := checkFileHash(t, "the plan", plan)
	checkOtherFiles(t, plan)
	var apply func(file []byte) string
	if sampling.Full() {
		apply = func(file []byte) string {
			write("mutant", string(file))
			state := filepath.Join(t.TempDir(), "state")
			out, _ := run("apply", "-no-color", "-state="+state, "mutant") // it refuses some: values that were known are others now
			return settled(out)
		}
	}
	for i := range attackedLits {
		file := rewritten(t, plan, []string{fmt.Sprintf("lit%d", i)})
		if checkFileHash(t, fmt.Sprintf("lit%d", i), file) == own {
			t.Errorf("lit%d decides, and the hash does not cover it", i)
		}
	}
	for i := range attackedDead {
		if file := rewritten(t, plan, []string{fmt.Sprintf("dead%d", i)}); checkFileHash(t, fmt.Sprintf("dead%d", i), file) != own {
			t.Errorf("dead%d does nothing, but the hash is another one", i)
		}
	}
	hashes := map[string]string{}
	for range sampling.CountOf(3_000, 20_000) {
		var changed []string
		for i := range attackedLits {
			if rand.IntN(2) == 0 {
				changed = append(changed, fmt.Sprintf("lit%d", i))
			}
		}
		which := fmt.Sprint(changed)
		for i := range attackedDead {
			if rand.IntN(2) == 0 {
				changed = append(changed, fmt.Sprintf("dead%d", i))
			}
		}
		h := hash(rewritten(t, plan, changed))
		if before, ok := hashes[h]; ok && before != which {
			t.Fatalf("the hash of %s is that of %s", which, before)
		}
		hashes[h] = which
	}
	if apply == nil {
		return
	}
	want := apply(plan)
	if !strings.Contains(want, "lit5") {
		t.Fatalf("the provisioner of the plan itself has not run: %s", want)
	}
	for i := range attackedLits {
		if i == 9 || i == 10 || i == 13 || i == 15 || i == 16 { // what they decide depends on what does not happen here
			continue
		}
		if apply(rewritten(t, plan, []string{fmt.Sprintf("lit%d", i)})) == want {
			t.Errorf("lit%d decides nothing: the test is wrong", i)
		}
	}
}

// settled is what terraform says that it has done, without what differs between two runs.
func settled(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "echo ") || strings.Contains(line, "lit") || strings.Contains(line, "evil") {
			kept = append(kept, line)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, "")
}

// rewritten returns a plan file in which some texts of the configuration are others.
func rewritten(t *testing.T, file []byte, texts []string) []byte {
	t.Helper()
	return withMembers(t, file, nil, func(name string, text []byte) []byte {
		if strings.HasSuffix(name, ".tf") {
			for _, s := range texts {
				text = replaceWord(text, s, "evil"+s)
			}
		}
		return text
	})
}

// withMembers returns an archive with other members, and some more.
func withMembers(t *testing.T, file []byte, more map[string]string, change func(name string, text []byte) []byte) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	write := func(h *zip.FileHeader, text []byte) {
		h.Method = zip.Deflate
		to, err := w.CreateHeader(h)
		if err == nil {
			_, err = to.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range archive.File {
		r, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		write(&zip.FileHeader{Name: m.Name, Modified: m.Modified}, change(m.Name, text))
	}
	for name, text := range more {
		write(&zip.FileHeader{Name: name}, []byte(text))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// checkOtherFiles changes what the real program reads of a plan file besides what is written in its configuration. The hash changes, or there is none.
func checkOtherFiles(t *testing.T, plan []byte) {
	own := checkFileHash(t, "the plan", plan)
	appended := func(text string) func(string, []byte) []byte {
		return func(name string, member []byte) []byte {
			if name == "tfplan" {
				return append(slices.Clone(member), text...)
			}
			return member
		}
	}
	listed := func(entry string) func(string, []byte) []byte {
		return func(name string, member []byte) []byte {
			if name == "tfconfig/modules.json" {
				return bytes.Replace(member, []byte("["), []byte("["+entry+","), 1)
			}
			return member
		}
	}
	asItIs := appended("")
	evil := "resource \"terraform_data\" \"y\" { input = terraform_data.x.id }"
	for _, test := range []struct {
		name   string
		more   map[string]string
		change func(string, []byte) []byte
		what   string // same, other, or a part of the error
	}{
		{"a file that editors leave behind", map[string]string{"tfconfig/m-/.x_override.tf": evil}, asItIs, "same"},
		{"a file that looks like that, but is read", map[string]string{"tfconfig/m-/#x_override.tf": evil}, asItIs, "other"},
		{"a target", nil, appended("\x2a\x10terraform_data.x"), "other"},
		{"an exclude", nil, appended("\x32\x10terraform_data.x"), "other"},
		{"destroy", nil, appended("\x88\x01\x01"), "other"},
		{"a directory of two modules", map[string]string{"tfconfig/m-zz/main.tf": evil}, listed(`{"Key":"zz","Source":"./m","Dir":"m"}`), "have different files"},
		{"the same directory, spelled in another way", map[string]string{"tfconfig/m-zz/main.tf": evil}, listed(`{"Key":"zz","Source":"./m","Dir":"./x/../m/"}`), "have different files"},
		{"a directory of two modules with the same files", map[string]string{"tfconfig/m-zz/main.tf": attackedModule}, listed(`{"Key":"zz","Source":"./m","Dir":"m"}`), "same"},
		{"a module that is listed twice", nil, listed(`{"Key":"m","Source":"./evil","Dir":"m"}`), "is listed twice"},
	} {
		file := withMembers(t, plan, test.more, test.change)
		if test.what != "same" && test.what != "other" {
			if _, err := planfmt.Hash(t.Context(), bytes.NewReader(file), planfmt.Options{}); err == nil || !strings.Contains(err.Error(), test.what) {
				t.Errorf("%s: the error is %v", test.name, err)
			}
		} else if hash := checkFileHash(t, test.name, file); (hash == own) != (test.what == "same") {
			t.Errorf("%s: the hash is %s, that of the plan is %s", test.name, hash, own)
		}
	}
}

// replaceWord replaces a word that no digit follows.
func replaceWord(text []byte, word, by string) []byte {
	for i := 0; ; {
		n := bytes.Index(text[i:], []byte(word))
		if n < 0 {
			return text
		}
		i += n
		if end := i + len(word); end == len(text) || text[end] < '0' || text[end] > '9' {
			text = slices.Concat(text[:i], []byte(by), text[end:])
			i += len(by)
			continue
		}
		i += len(word)
	}
}

// TestHashLikeJSONOfBlocks makes plan files with blocks in the configuration, and the JSON that the products make of them: blocks of the old SDK may be
// attributes. The hash is that of the JSON, or planfmt says that it may not be.
func TestHashLikeJSONOfBlocks(t *testing.T) {
	const asAttribute, asBlocks = `{"references":["x.a.id","x.a"]}`, `[{"cidr_block":{"constant_value":"10.0.0.0/8"},"gateway_id":{"references":["x.a.id","x.a"]}}]`
	route := func(form string) string {
		return `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/acme/acme":{"resource_schemas":{"acme_table":{"version":0,"block":{` + form + `}}}}}}`
	}
	for _, test := range []struct{ name, typ, provider, schemas, json, said string }{
		{"an attribute that planfmt knows", "aws_route_table", "hashicorp/aws", "", asAttribute, ""},
		{"a block that planfmt knows", "aws_launch_template", "hashicorp/aws", "", asBlocks, ""},
		{"unknown", "acme_table", "acme/acme", "", asBlocks, "blocks may be attributes (acme_table.b.NAME)"},
		{"attribute", "acme_table", "acme/acme", route(`"attributes":{"NAME":{"type":["set",["object",{"cidr_block":"string","gateway_id":"string"}]],"optional":true}}`), asAttribute, ""},
		{"block", "acme_table", "acme/acme", route(`"block_types":{"NAME":{"nesting_mode":"set","block":{"attributes":{"cidr_block":{"type":"string"},"gateway_id":{"type":"string"}}}}}`), asBlocks, ""},
	} {
		name := "route"
		if test.typ == "aws_launch_template" {
			name = "block_device_mappings"
		}
		filled := strings.NewReplacer("NAME", name)
		opts := planfmt.Options{HashLikeJSON: true}
		if test.schemas != "" {
			opts.Comparison.Schemas = []planfmt.SchemaSource{kit.SchemaText([]byte(filled.Replace(test.schemas)))}
		}
		var said []string
		opts.Warn = func(w planfmt.Warning) { said = append(said, w.Text) }
		address := test.typ + ".b"
		plan := `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"` + address + `","mode":"managed","type":"` + test.typ + `","name":"b",` +
			`"provider_name":"registry.terraform.io/` + test.provider + `","change":{"actions":["create"],"before":null,"after":{"` + name + `":[{"cidr_block":"10.0.0.0/8"}]},` +
			`"after_unknown":{"` + name + `":[{"gateway_id":true}]},"before_sensitive":false,"after_sensitive":{}}}]`
		config := `terraform { required_providers { ` + test.provider[strings.Index(test.provider, "/")+1:] + ` = { source = "` + test.provider + `" } } }
resource "` + test.typ + `" "b" {
  ` + name + ` {
    cidr_block = "10.0.0.0/8"
    gateway_id = x.a.id
  }
}`
		config = strings.Replace(config, "{ required", "{\n required", 1)
		config = strings.Replace(config, "} } }", "} }\n}", 1)
		file, err := made.FromJSON([]byte(plan+"}"), made.Options{Lenient: true, Members: map[string][]byte{
			"tfconfig/modules.json": []byte(`[{"Key":"","Source":"","Dir":"m-"}]`), "tfconfig/m-/main.tf": []byte(config),
		}})
		if err != nil {
			t.Fatal(err)
		}
		document := plan + `,"configuration":{"root_module":{"resources":[{"address":"` + address + `","mode":"managed","type":"` + test.typ + `","name":"b","expressions":{"` + name + `":` + test.json + `}}]}}}`
		of, err1 := planfmt.Hash(t.Context(), strings.NewReader(document), planfmt.Options{})
		have, err2 := planfmt.Hash(t.Context(), bytes.NewReader(file), opts)
		if have.Text != of.Text || err1 != nil || err2 != nil {
			t.Errorf("%s: the hash is %s, %v; that of the JSON %s, %v", test.name, have.Text, err2, of.Text, err1)
		}
		if text := strings.Join(said, "\n"); strings.Contains(text, "without a schema") != (test.said != "") || !strings.Contains(text, filled.Replace(test.said)) {
			t.Errorf("%s: said %q", test.name, text)
		}
	}
}
