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

// paths are those of the description that planfmt uses. The whole description has a thousand, which take long to load.
var paths = []string{
	"/repos/{owner}/{repo}/issues/{issue_number}/comments", "/repos/{owner}/{repo}/issues/comments/{comment_id}",
	"/repos/{owner}/{repo}/issues/{issue_number}/labels", "/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
}

// description returns GitHub's description of the paths.
func description(t *testing.T) routers.Router {
	t.Helper()
	name := os.Getenv("PLANFMT_GITHUB_OPENAPI")
	if name == "" {
		t.Skip("PLANFMT_GITHUB_OPENAPI is not set")
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
	for _, path := range paths {
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
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = nil // any host
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// checked stands between planfmt and the fake, and checks what goes through.
type checked struct {
	t      *testing.T
	router routers.Router
	schema *ast.Schema // of GraphQL; nil if there is none
	fake   *forgetest.Server

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
	route, params, err := c.router.FindRoute(r)
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
		ok = slices.Contains([]string{"String", "ID", "URI", "BigInt"}, typ.NamedType)
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

// TestGitHub does everything that planfmt does on a pull request on GitHub.
func TestGitHub(t *testing.T) {
	router := description(t)
	fake := forgetest.New("github")
	t.Cleanup(fake.Close)
	c := &checked{t: t, router: router, schema: graphQL(t), fake: fake, seen: map[string]int{}}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	f, err := forge.New("github", forge.Config{APIURL: server.URL, Repository: "owner/repo", Pull: forgetest.Pull, Token: forgetest.Token, UserAgent: "planfmt/test"})
	if err != nil {
		t.Fatal(err)
	}
	const mark = "<!-- planfmt:plan -->"
	ours := func(body string) bool { return strings.HasPrefix(body, mark) }
	ctx := t.Context()
	for _, mode := range []forge.Mode{forge.Update, forge.Update, forge.Append, forge.Recreate} {
		thread, err := forge.Read(ctx, f, forge.Retry{}, ours)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := thread.Publish(ctx, mark+"\n\ntext "+strings.Repeat("x", int(mode)+len(fake.Comments())+len(c.seen)), mode); err != nil {
			t.Fatal(err)
		}
	}
	labels := []string{"plan/no-changes", "plan/destroy"}
	fake.SetLabels("other")
	for _, want := range []string{"plan/destroy", "plan/no-changes", "plan/no-changes", ""} {
		if _, err := forge.Label(ctx, f, labels, want); err != nil {
			t.Fatal(err)
		}
	}
	thread, err := forge.Read(ctx, f, forge.Retry{}, ours)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := thread.Remove(ctx); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"graphql", "POST /repos/{owner}/{repo}/issues/{issue_number}/comments", "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
		"GET /repos/{owner}/{repo}/issues/{issue_number}/labels", "POST /repos/{owner}/{repo}/issues/{issue_number}/labels", "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
	} {
		if c.seen[want] == 0 {
			t.Errorf("there is no request %s", want)
		}
	}
	if p := fake.Problems(); len(p) > 0 {
		t.Error(p)
	}
	t.Logf("%v", c.seen)
}

// TestAttacks checks that the test sees what is wrong: a request that GitHub does not have, and an answer that it does not give.
func TestAttacks(t *testing.T) {
	router := description(t)
	for _, c := range []struct{ method, path, body, answer string }{
		{"POST", "/repos/owner/repo/issues/7/comments", `{"text": "x"}`, ""},
		{"POST", "/repos/owner/repo/issues/x/comments", `{"body": "x"}`, ""},
		{"POST", "/repos/owner/repo/issues/7/comments", `{"body": "x"}`, `{"id": "1"}`},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		route, params, err := router.FindRoute(r)
		if err != nil {
			t.Fatal(err)
		}
		in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
		err = openapi3filter.ValidateRequest(t.Context(), in)
		if c.answer != "" {
			if err != nil {
				t.Fatal(err)
			}
			out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: http.StatusCreated, Header: http.Header{"Content-Type": {"application/json"}}}
			out.SetBodyBytes([]byte(c.answer))
			err = openapi3filter.ValidateResponse(t.Context(), out)
		}
		if err == nil {
			t.Errorf("%s %s %s %s is accepted", c.method, c.path, c.body, c.answer)
		}
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
