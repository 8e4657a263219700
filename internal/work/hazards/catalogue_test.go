package hazards

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/policy"
)

var update = goldenflag.Update

// list returns what the catalogue says of a file: what the parsed policies judge and read.
func list(t *testing.T, src policy.Source) []listed {
	t.Helper()
	file, diags := policyfile.Parse(src.Name, src.Text)
	if len(diags) > 0 || len(file.Policies) == 0 {
		t.Fatal(src.Name, diags)
	}
	first := file.Policies[0].At.Start.Byte
	var all []listed
	for i, p := range file.Policies {
		l := listed{File: src.Name, Shared: first, From: p.At.Start.Byte, To: len(src.Text)}
		if i+1 < len(file.Policies) {
			l.To = file.Policies[i+1].At.Start.Byte
		}
		if len(p.Operations) != 1 || len(p.Enforce) != 1 {
			t.Fatalf("%s: it has %d operations, and %d conditions", p.Address(), len(p.Operations), len(p.Enforce))
		}
		l.Policy = Policy{
			Name: p.Address(), Label: p.Name, Pattern: p.Target, Operation: p.Operations[0].String(),
			Attributes: attributes(p), OnlyWith: onlyWith(t, src.Text[l.From:l.To]), Message: literal(t, p.Enforce[0].ErrorMessage).AsString(),
		}
		all = append(all, l)
	}
	return all
}

// attributes returns the names of the attributes to which a policy refers.
func attributes(p *policyfile.Policy) []string {
	var names []string
	for _, e := range p.Expressions() {
		for _, ref := range policyfile.References(e) {
			if ref.Root == "attrs" || ref.Root == "prior_attrs" {
				names = append(names, ref.Attr)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// onlyWith returns the texts in the comment of a policy that begins with "only with".
func onlyWith(t *testing.T, text []byte) (texts []string) {
	tokens, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	for _, token := range tokens {
		words, found := strings.CutPrefix(strings.TrimSpace(strings.TrimLeft(string(token.Bytes), "# ")), "only with ")
		if token.Type != hclsyntax.TokenComment || !found {
			continue
		}
		e, diags := hclsyntax.ParseExpression([]byte("["+words+"]"), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, v := range literal(t, e).AsValueSlice() {
			texts = append(texts, v.AsString())
		}
	}
	return texts
}

func literal(t *testing.T, e hclsyntax.Expression) cty.Value {
	t.Helper()
	v, diags := e.Value(nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return v
}

// TestCatalogue checks that the catalogue says what the files say.
func TestCatalogue(t *testing.T) {
	var all []listed
	for _, src := range Sources() {
		all = append(all, list(t, src)...)
	}
	var want bytes.Buffer
	for i, l := range all {
		line, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "%s%s", []string{"[\n", ",\n"}[min(i, 1)], line)
	}
	want.WriteString("\n]\n")
	if *update {
		if err := os.WriteFile("internal/work/hazards/catalogue.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(want.Bytes(), catalogue) {
		t.Error("catalogue.json does not say what the files say: run go test ./internal/work/hazards -run TestCatalogue -update")
	}
}

// loosened returns a file with more blanks, comments and empty lines, wherever the language allows them.
func loosened(t *testing.T, src policy.Source) policy.Source {
	t.Helper()
	tokens, diags := hclsyntax.LexConfig(src.Text, src.Name, hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var b bytes.Buffer
	quoted, joined := false, false // joined is what must stand directly behind the token before
	for _, token := range tokens {
		joined = joined || token.Type == hclsyntax.TokenDoubleColon
		if !quoted && !joined {
			b.WriteString(" /* resource_policy \"x\" \"y\" */\t")
		}
		b.Write(token.Bytes)
		joined = token.Type == hclsyntax.TokenDoubleColon
		switch {
		case token.Type == hclsyntax.TokenOQuote, token.Type == hclsyntax.TokenCQuote:
			quoted = token.Type == hclsyntax.TokenOQuote
		case bytes.HasSuffix(token.Bytes, []byte("\n")):
			b.WriteString("\n  # operations        = [\"no-op\"], attrs.nothing\n\n")
		}
	}
	src.Text = b.Bytes()
	return src
}

// TestBlanks checks that more blanks, comments and lines in the files switch no hazard off, and change nothing that is known of one.
func TestBlanks(t *testing.T) {
	files, err := policy.ReadFiles("internal/work/hazards")
	if err != nil {
		t.Fatal(err)
	}
	for i, src := range files.Policies {
		loose := loosened(t, src)
		if len(loose.Text) < 2*len(src.Text) {
			t.Fatalf("%s: nothing has been added", src.Name)
		}
		before, after := list(t, src), list(t, loose)
		if len(before) != len(after) {
			t.Fatalf("%s: %d policies in place of %d", src.Name, len(after), len(before))
		}
		for k, l := range after {
			if !reflect.DeepEqual(l.Policy, before[k].Policy) {
				t.Errorf("%+v\nis %+v", before[k].Policy, l.Policy)
			}
			set, diags := policy.Load(l.source(loose))
			if diags = append(diags, set.Bind(nil)...); len(diags) > 0 || len(set.Policies()) != 1 || set.Policies()[0].Name != l.Name {
				t.Errorf("%s by itself: %v", l.Name, diags)
			}
		}
		files.Policies[i] = loose
	}
	res, diags := policy.Test(context.Background(), files, policy.TestOptions{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, f := range res.Files {
		for _, m := range f.Mocks {
			if !m.AsExpected {
				t.Errorf("%s: %s: %s %s", f.Name, m.Name, m.Outcome, m.Message)
			}
		}
	}
}
