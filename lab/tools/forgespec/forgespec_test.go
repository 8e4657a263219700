package forgespec

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

// A published is the description that a forge publishes.
type published struct {
	env string // the variable that names the file
	// paths are those that planfmt uses. A whole description has many, which take long to load.
	paths []string
	// loosen takes out of a description of requests what the forge itself does not ask for; nil for none.
	loosen func(*openapi3.T)
	base   string // the path of the address of the interface
}

var gitHub = published{env: "PLANFMT_GITHUB_OPENAPI", paths: []string{
	"/repos/{owner}/{repo}/issues/{issue_number}/comments", "/repos/{owner}/{repo}/issues/comments/{comment_id}",
	"/repos/{owner}/{repo}/issues/{issue_number}/labels", "/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
}}

var bitbucket = published{env: "PLANFMT_BITBUCKET_OPENAPI", base: "/2.0", paths: []string{
	"/user", "/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments",
	"/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments/{comment_id}",
}, loosen: func(doc *openapi3.T) {
	// Requests and answers have the same schemas, which say that every object has a type. Bitbucket's own examples of requests have none.
	doc.Components.Schemas["object"].Value.Required = nil
}}

// routers returns the description of the paths, for requests and for answers.
func (p *published) routers(t *testing.T) (requests, answers routers.Router) {
	t.Helper()
	name := os.Getenv(p.env)
	if name == "" {
		t.Skip(p.env + " is not set")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	all, kept := whole["paths"].(map[string]any), map[string]any{}
	for _, path := range p.paths {
		if all[path] == nil {
			t.Fatalf("the description has no %s", path)
		}
		kept[path] = all[path]
	}
	whole["paths"] = kept
	delete(whole, "x-webhooks")
	if text, err = json.Marshal(whole); err != nil {
		t.Fatal(err)
	}
	load := func(change func(*openapi3.T)) routers.Router {
		doc, err := openapi3.NewLoader().LoadFromData(text)
		if err != nil {
			t.Fatal(err)
		}
		doc.Servers = nil // any host
		if p.base != "" {
			doc.Servers = openapi3.Servers{{URL: p.base}}
		}
		if change != nil {
			change(doc)
		}
		router, err := gorillamux.NewRouter(doc)
		if err != nil {
			t.Fatal(err)
		}
		return router
	}
	answers = load(nil)
	if p.loosen == nil {
		return answers, answers
	}
	return load(p.loosen), answers
}

// checked stands between planfmt and the fake, and checks what goes through.
type checked struct {
	t                 *testing.T
	requests, answers routers.Router
	schema            *ast.Schema // of GraphQL; nil if there is none
	fake              *forgetest.Server

	mu   sync.Mutex
	seen map[string]int
}

// ServeHTTP checks a request, passes it on, and checks the answer.
func (c *checked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec := httptest.NewRecorder()
	if r.URL.Path == "/graphql" {
		c.seen["graphql"]++
		query := c.checkQuery(body)
		c.fake.Config.Handler.ServeHTTP(rec, r)
		c.checkAnswer(query, rec.Body.Bytes())
	} else {
		c.check(r, body, rec)
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

func (c *checked) check(r *http.Request, body []byte, rec *httptest.ResponseRecorder) {
	route, params, err := c.requests.FindRoute(r)
	if err != nil {
		c.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		return
	}
	c.seen[r.Method+" "+route.Path]++
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{
		MultiError: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true,
	}}
	if err := openapi3filter.ValidateRequest(context.Background(), in); err != nil {
		c.t.Errorf("the request %s %s: %v\n%s", r.Method, r.URL.Path, err, body)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	c.fake.Config.Handler.ServeHTTP(rec, r)
	if in.Route, in.PathParams, err = c.answers.FindRoute(r); err != nil { // not in the goroutine of the test, which alone may end it
		c.t.Errorf("the answer to %s %s: %v", r.Method, r.URL.Path, err)
		return
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: rec.Code, Header: rec.Header(), Options: in.Options}
	out.SetBodyBytes(rec.Body.Bytes())
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		c.t.Errorf("the answer to %s %s: %v\n%s", r.Method, r.URL.Path, err, rec.Body)
	}
}

// checkQuery checks a query of GraphQL. It returns nil if there is no schema, or if the query does not fit it.
func (c *checked) checkQuery(body []byte) *ast.QueryDocument {
	var q struct{ Query string }
	if err := json.Unmarshal(body, &q); err != nil {
		c.t.Error(err)
	}
	if c.schema == nil {
		return nil
	}
	doc, errs := gqlparser.LoadQueryWithRules(c.schema, q.Query, rules.NewDefaultRules())
	if len(errs) > 0 {
		c.t.Errorf("%v\n%s", errs, q.Query)
		return nil
	}
	return doc
}

// checkAnswer checks that an answer to a query has what the query asks for, and nothing else.
func (c *checked) checkAnswer(query *ast.QueryDocument, body []byte) {
	var a struct {
		Data   any
		Errors []any
	}
	if err := json.Unmarshal(body, &a); err != nil {
		c.t.Error(err)
	}
	if query == nil || len(a.Errors) > 0 {
		return
	}
	for _, wrong := range misfits("data", query.Operations[0].SelectionSet, a.Data) {
		c.t.Errorf("%s\n%s", wrong, body)
	}
}

// misfits says what in a value is not what is selected.
func misfits(at string, selected ast.SelectionSet, value any) (wrong []string) {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{at + " is no object"}
	}
	seen := 0
	for _, s := range selected {
		field, ok := s.(*ast.Field)
		if !ok {
			return append(wrong, at+": the test knows only fields")
		}
		v, there := object[field.Alias]
		if !there {
			wrong = append(wrong, at+"."+field.Alias+" is missing")
			continue
		}
		seen++
		wrong = append(wrong, misfitsOf(at+"."+field.Alias, field, field.Definition.Type, v)...)
	}
	if seen != len(object) {
		wrong = append(wrong, at+" has more than is asked for")
	}
	return wrong
}

// misfitsOf says what in the value of a field is not of its type.
func misfitsOf(at string, field *ast.Field, typ *ast.Type, value any) (wrong []string) {
	if value == nil {
		if typ.NonNull {
			return []string{at + " is null"}
		}
		return nil
	}
	if typ.Elem != nil {
		list, ok := value.([]any)
		if !ok {
			return []string{at + " is no list"}
		}
		for _, elem := range list {
			wrong = append(wrong, misfitsOf(at+"[]", field, typ.Elem, elem)...)
		}
		return wrong
	}
	if len(field.SelectionSet) > 0 {
		return misfits(at, field.SelectionSet, value)
	}
	ok := false
	switch v := value.(type) {
	case string:
		_, noTime := time.Parse(time.RFC3339, v)
		ok = slices.Contains([]string{"String", "ID", "URI", "BigInt"}, typ.NamedType) || typ.NamedType == "DateTime" && noTime == nil
	case bool:
		ok = typ.NamedType == "Boolean"
	case float64:
		ok = typ.NamedType == "Int" && v == float64(int32(v))
	}
	if !ok {
		return []string{at + " is no " + typ.NamedType}
	}
	return nil
}

// graphQL returns GitHub's schema of GraphQL, or nil.
func graphQL(t *testing.T) *ast.Schema {
	t.Helper()
	name := os.Getenv("PLANFMT_GITHUB_GRAPHQL")
	if name == "" {
		t.Log("PLANFMT_GITHUB_GRAPHQL is not set: queries of GraphQL are not checked")
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.ParseSchemas(validator.Prelude, &ast.Source{Name: name, Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Definitions {
		// The package has some fields twice, which is an error.
		seen := map[string]bool{}
		d.Fields = slices.DeleteFunc(d.Fields, func(f *ast.FieldDefinition) bool {
			twice := seen[f.Name]
			seen[f.Name] = true
			return twice
		})
	}
	schema, err := validator.ValidateSchemaDocument(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// exercise does everything that planfmt does on a pull request, and returns how often there was each request.
func exercise(t *testing.T, kind string, p *published, schema *ast.Schema, labels bool) map[string]int {
	requests, answers := p.routers(t)
	fake := forgetest.New(kind)
	t.Cleanup(fake.Close)
	fake.PageSize = 2 // so that there is more than one page
	c := &checked{t: t, requests: requests, answers: answers, schema: schema, fake: fake, seen: map[string]int{}}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	fake.URL = server.URL // of the pages that answers name
	f, err := forge.New(kind, forge.Config{APIURL: server.URL + p.base, Repository: "owner/repo", Pull: forgetest.Pull, Token: forgetest.Token, UserAgent: "planfmt/test"})
	if err != nil {
		t.Fatal(err)
	}
	const mark = "<!-- planfmt:plan -->"
	ours := func(body string) bool { return strings.HasPrefix(body, mark) }
	ctx := t.Context()
	for _, mode := range []forge.Mode{forge.Update, forge.Update, forge.Append, forge.Append, forge.Recreate} {
		thread, err := forge.Read(ctx, f, forge.Retry{}, ours)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := thread.Publish(ctx, mark+"\n\ntext "+strings.Repeat("x", int(mode)+len(fake.Comments())+len(c.seen)), mode); err != nil {
			t.Fatal(err)
		}
	}
	if labels {
		names := []string{"plan/no-changes", "plan/destroy"}
		fake.SetLabels("other")
		for _, want := range []string{"plan/destroy", "plan/no-changes", "plan/no-changes", ""} {
			if _, err := forge.Label(ctx, f, names, want); err != nil {
				t.Fatal(err)
			}
		}
	}
	thread, err := forge.Read(ctx, f, forge.Retry{}, ours)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := thread.Remove(ctx); err != nil {
		t.Fatal(err)
	}
	if p := fake.Problems(); len(p) > 0 {
		t.Error(p)
	}
	t.Logf("%v", c.seen)
	return c.seen
}

func sawAll(t *testing.T, seen map[string]int, all ...string) {
	t.Helper()
	for _, want := range all {
		if seen[want] == 0 {
			t.Errorf("there is no request %s", want)
		}
	}
}

func TestGitHub(t *testing.T) {
	sawAll(t, exercise(t, "github", &gitHub, graphQL(t), true),
		"graphql", "POST /repos/{owner}/{repo}/issues/{issue_number}/comments", "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
		"GET /repos/{owner}/{repo}/issues/{issue_number}/labels", "POST /repos/{owner}/{repo}/issues/{issue_number}/labels", "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}")
}

// Bitbucket has no labels.
func TestBitbucket(t *testing.T) {
	const comments = "/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/comments"
	sawAll(t, exercise(t, "bitbucket", &bitbucket, nil, false), "GET /user", "GET "+comments, "POST "+comments, "PUT "+comments+"/{comment_id}", "DELETE "+comments+"/{comment_id}")
}

// TestAttacks checks that the tests see what is wrong: a request that a forge does not have, and an answer that it does not give.
func TestAttacks(t *testing.T) {
	const comments = "/2.0/repositories/owner/repo/pullrequests/7/comments"
	loaded := map[*published][]routers.Router{}
	for _, c := range []struct {
		of                         *published
		method, path, body, answer string
	}{
		{&gitHub, "POST", "/repos/owner/repo/issues/7/comments", `{"text": "x"}`, ""},
		{&gitHub, "POST", "/repos/owner/repo/issues/x/comments", `{"body": "x"}`, ""},
		{&gitHub, "POST", "/repos/owner/repo/issues/7/comments", `{"body": "x"}`, `{"id": "1"}`},
		{&bitbucket, "POST", comments, `{"content": "x"}`, ""},
		{&bitbucket, "POST", comments, `{"content": {"raw": 1}}`, ""},
		{&bitbucket, "POST", comments, `{"content": {"raw": "x", "text": "x"}}`, ""},
		{&bitbucket, "POST", "/2.0/repositories/owner/repo/pullrequests/x/comments", `{"content": {"raw": "x"}}`, ""},
		{&bitbucket, "POST", comments, `{"content": {"raw": "x"}}`, `{"id": 1}`},
		{&bitbucket, "POST", comments, `{"content": {"raw": "x"}}`, `{"type": "pullrequest_comment", "id": "1"}`},
	} {
		t.Run(c.path+c.body+c.answer, func(t *testing.T) {
			if loaded[c.of] == nil {
				requests, answers := c.of.routers(t)
				loaded[c.of] = []routers.Router{requests, answers}
			}
			requests, answers := loaded[c.of][0], loaded[c.of][1]
			r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", "application/json")
			route, params, err := requests.FindRoute(r)
			if err != nil {
				t.Fatal(err)
			}
			in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
			err = openapi3filter.ValidateRequest(t.Context(), in)
			if c.answer != "" {
				if err != nil {
					t.Fatal(err)
				}
				if in.Route, in.PathParams, err = answers.FindRoute(r); err != nil {
					t.Fatal(err)
				}
				out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: http.StatusCreated, Header: http.Header{"Content-Type": {"application/json"}}}
				out.SetBodyBytes([]byte(c.answer))
				err = openapi3filter.ValidateResponse(t.Context(), out)
			}
			if err == nil {
				t.Errorf("%s %s %s %s is accepted", c.method, c.path, c.body, c.answer)
			}
		})
	}
	if schema := graphQL(t); schema != nil {
		if _, errs := gqlparser.LoadQueryWithRules(schema, `query { repository(owner: "a", name: "b") { pullRequest(number: 1) { notes { id } } } }`, rules.NewDefaultRules()); len(errs) == 0 {
			t.Error("a field that GitHub does not have is accepted")
		}
		doc, errs := gqlparser.LoadQueryWithRules(schema, `query { repository(owner: "a", name: "b") { pullRequest(number: 1) { number comments(first: 1) { nodes { id } } } } }`, rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for text, isGood := range map[string]bool{
			`{"repository":{"pullRequest":{"number":7,"comments":{"nodes":[{"id":"a"},null]}}}}`: true, `{"repository":null}`: true, `{"repository":{"pullRequest":{"number":7,"comments":{"nodes":null}}}}`: true,
			`{}`: false, `null`: false, `{"repository":{"pullRequest":{"number":"7","comments":{"nodes":[]}}}}`: false, `{"repository":{"pullRequest":{"number":7,"comments":null}}}`: false,
			`{"repository":{"pullRequest":{"number":5e9,"comments":{"nodes":[]}}}}`: false, `{"repository":{"pullRequest":{"number":7,"comments":{"nodes":[{"id":1}]}}}}`: false, `{"repository":null,"more":1}`: false,
		} {
			var value any
			if err := json.Unmarshal([]byte(text), &value); err != nil {
				t.Fatal(err)
			}
			if wrong := misfits("data", doc.Operations[0].SelectionSet, value); (len(wrong) == 0) != isGood {
				t.Errorf("%s: %q", text, wrong)
			}
		}
	}
}
