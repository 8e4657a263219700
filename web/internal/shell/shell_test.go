package shell

import (
	"encoding/base64"
	"strings"
	"testing"
)

const report = `<head><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src &#39;sha256-AAA=&#39;; style-src &#39;sha256-BBB=&#39;; base-uri &#39;none&#39;">`

func TestPage(t *testing.T) {
	got, err := Page(Parts{Module: []byte("module {{facts}}"), Facts: []byte{1, 2}, Exec: "// exec {{module}}", Report: report})
	if err != nil {
		t.Fatal(err)
	}
	want := `content="default-src 'none'; script-src ` + hash(script) + ` ` + hash(frame) + ` 'sha256-AAA=' 'wasm-unsafe-eval'; style-src ` + hash(style) + ` 'sha256-BBB='; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"`
	if strings.Count(got, want) != 1 {
		t.Errorf("the page has not the policy %s", want)
	}
	// What stands between the tags is what has been hashed, to the byte.
	for _, element := range []string{"<style>" + style + "</style>", "<script>" + script + "</script>", `id="frame">` + frame + "</script>"} {
		if strings.Count(got, element) != 1 {
			t.Errorf("the page has not one %.40s", element)
		}
	}
	if strings.Count(got, "// exec {{module}}\n") != 1 || !strings.Contains(got, base64.StdEncoding.EncodeToString([]byte("module {{facts}}"))) {
		t.Error("a part has been taken for a template")
	}
	if strings.Contains(got, "http://") || strings.Contains(got, "https://") || strings.Contains(got, " style=") || strings.Contains(got, " onclick=") {
		t.Error("the page refers to something, or has an attribute that its policy forbids")
	}
}

func TestPageErrors(t *testing.T) {
	for _, p := range []Parts{
		{},
		{Report: strings.Replace(report, "&#39;sha256-AAA=&#39;", "&#39;unsafe-inline&#39;", 1)},
		{Report: strings.Replace(report, "script-src", "img-src", 1)},
		{Report: report, Exec: "x = '</SCRIPT>'"},
		{Report: report, Exec: "x = '<!--'"},
	} {
		if _, err := Page(p); err == nil {
			t.Errorf("no error for %+v", p)
		}
	}
}
