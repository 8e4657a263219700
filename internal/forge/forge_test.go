package forge_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

const marker = "<!-- mine -->\n"

func isOurs(body string) bool { return strings.HasPrefix(body, "<!-- mine -->") }

var quick = forge.Retry{Pause: time.Millisecond, Timeout: 5 * time.Second}

func start(t *testing.T, kind string) (*forgetest.Server, forge.Config) {
	t.Helper()
	s := forgetest.New(kind)
	t.Cleanup(s.Close)
	t.Cleanup(func() {
		if p := s.Problems(); len(p) > 0 {
			t.Errorf("wrong requests: %q", p)
		}
	})
	return s, forge.Config{APIURL: s.URL + s.Path(), Repository: s.Repository(), Pull: forgetest.Pull, Token: forgetest.Token, UserAgent: "planfmt/test", Retry: quick}
}

// publish reads the comments and writes one.
func publish(t *testing.T, kind string, cfg forge.Config, body string, mode forge.Mode) (forge.Outcome, error) {
	t.Helper()
	f, err := forge.New(kind, cfg)
	if err != nil {
		t.Fatal(err)
	}
	thread, err := forge.Read(t.Context(), f, quick, isOurs)
	if err != nil {
		return 0, noToken(t, err)
	}
	_, outcome, err := thread.Publish(t.Context(), body, mode)
	return outcome, noToken(t, err)
}

func noToken(t *testing.T, err error) error {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), forgetest.Token) {
		t.Errorf("the token is in an error: %v", err)
	}
	return err
}

func bodies(s *forgetest.Server) (all []string) {
	for _, c := range s.Comments() {
		text := c.Author + ":" + strings.TrimSpace(strings.TrimPrefix(c.Body, marker))
		if c.Minimised {
			text += " (minimised)"
		}
		all = append(all, text)
	}
	return all
}

func TestPublish(t *testing.T) {
	for _, kind := range forge.Names() {
		t.Run(kind, func(t *testing.T) {
			s, cfg := start(t, kind)
			s.PageSize = 2
			step := func(body string, mode forge.Mode, outcome forge.Outcome, want ...string) {
				t.Helper()
				got, err := publish(t, kind, cfg, marker+body, mode)
				if err != nil || got != outcome || !slices.Equal(bodies(s), want) {
					t.Fatalf("%v, %v: %q, want %q", got, err, bodies(s), want)
				}
			}
			s.Add(forgetest.Me, "not the marker")
			s.Add(forgetest.Other, marker+"forged")
			others := []string{"11:not the marker", "12:forged"}
			with := func(more ...string) []string { return append(others[:2:2], more...) }
			step("one", forge.Update, forge.Created, with("11:one")...)
			step("one", forge.Update, forge.Unchanged, with("11:one")...)
			step("two", forge.Update, forge.Updated, with("11:two")...)
			step("three", forge.Recreate, forge.Created, with("11:three")...)
			old := "11:three"
			if kind == "github" {
				old += " (minimised)"
			}
			step("four", forge.Append, forge.Created, with(old, "11:four")...)
			if kind != "github" {
				old = "11:five"
				step("five", forge.Update, forge.Updated, with(old)...)
			} else {
				step("five", forge.Update, forge.Updated, with(old, "11:five")...)
			}
			f, _ := forge.New(kind, cfg)
			thread, err := forge.Read(t.Context(), f, quick, isOurs)
			if err != nil {
				t.Fatal(err)
			}
			if c, ok := thread.Newest(); !ok || c.Body != marker+"five" {
				t.Errorf("newest: %q", c.Body)
			}
			if n, err := thread.Remove(t.Context()); n != 1 || err != nil {
				t.Errorf("removed %d: %v", n, err)
			}
		})
	}
}

// TestCreatedOnce checks that a comment is written once if the answer gets lost.
func TestCreatedOnce(t *testing.T) {
	for _, kind := range forge.Names() {
		for name, fault := range map[string]forgetest.Fault{
			"carried out, status 502": {Status: 502, Body: "<html>", Late: true},
			"carried out, no JSON":    {Status: 200, Body: "<html>", Late: true},
			"carried out, no answer":  {Status: 200, Late: true, Hang: 3 * time.Second},
			"carried out, status 408": {Status: 408, Late: true},
			"carried out, no comment": {Status: 200, Body: "{}", Late: true},
			"not carried out":         {Status: 500},
			"no comment":              {Status: 200, Body: `{"message":"no"}`},
			"too many requests":       {Status: 429, Header: map[string]string{"Retry-After": "0"}},
		} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				s, cfg := start(t, kind)
				if fault.Hang > 0 {
					cfg.Retry.Timeout = fault.Hang / 2
				}
				s.Add(forgetest.Me, marker+"old")
				if kind == "github" {
					fault.Match = "POST /repos"
				} else {
					fault.Match = "POST"
				}
				s.Fail(fault)
				_, err := publish(t, kind, cfg, marker+"new", forge.Append)
				got := bodies(s)
				if err != nil || len(got) != 2 || got[1] != "11:new" {
					t.Errorf("%v: %q", err, got)
				}
			})
		}
	}
}

// TestLastAttempt checks that a comment is found of which the last answer was lost.
func TestLastAttempt(t *testing.T) {
	for _, kind := range forge.Names() {
		s, cfg := start(t, kind)
		f, err := forge.New(kind, cfg)
		if err != nil {
			t.Fatal(err)
		}
		once := quick
		once.Attempts = 1
		thread, err := forge.Read(t.Context(), f, once, isOurs)
		if err != nil {
			t.Fatal(err)
		}
		match := "POST"
		if kind == "github" {
			match = "POST /repos"
		}
		s.Fail(forgetest.Fault{Match: match, Status: 502, Late: true})
		c, outcome, err := thread.Publish(t.Context(), marker+"one", forge.Update)
		if err != nil || outcome != forge.Created || c.Body != marker+"one" || len(s.Comments()) != 1 {
			t.Errorf("%s: %v, %v", kind, outcome, err)
		}
		// If it is not there, the error is that of the attempt.
		s.DeleteAll()
		s.Fail(forgetest.Fault{Match: match, Status: 502})
		if thread, err = forge.Read(t.Context(), f, once, isOurs); err != nil {
			t.Fatal(err)
		}
		_, _, err = thread.Publish(t.Context(), marker+"one", forge.Update)
		if failed, ok := errors.AsType[*forge.Error](err); !ok || failed.Status != 502 || len(s.Comments()) != 0 {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestMaxWait checks that the pauses between the attempts to create a comment are counted together.
func TestMaxWait(t *testing.T) {
	t.Parallel()
	s, cfg := start(t, "gitlab")
	f, err := forge.New("gitlab", cfg)
	if err != nil {
		t.Fatal(err)
	}
	retry := quick
	retry.MaxWait = 1500 * time.Millisecond
	thread, err := forge.Read(t.Context(), f, retry, isOurs)
	if err != nil {
		t.Fatal(err)
	}
	s.Fail(forgetest.Fault{Match: "POST", Status: 503, Header: map[string]string{"Retry-After": "1"}, Forever: true})
	s.TakeLog()
	_, _, err = thread.Publish(t.Context(), marker+"one", forge.Update)
	attempts := 0
	for _, line := range s.TakeLog() {
		if strings.HasPrefix(line, "POST") {
			attempts++
		}
	}
	if err == nil || attempts != 2 {
		t.Errorf("%d attempts: %v", attempts, err)
	}
}

func TestRetry(t *testing.T) {
	for _, kind := range forge.Names() {
		t.Run(kind, func(t *testing.T) {
			s, cfg := start(t, kind)
			s.Fail(forgetest.Fault{Status: 503})
			s.Fail(forgetest.Fault{Status: 500, Body: "{"})
			s.Fail(forgetest.Fault{Status: 429, Header: map[string]string{"Retry-After": "0"}})
			if _, err := publish(t, kind, cfg, marker+"one", forge.Update); err != nil || len(s.Comments()) != 1 {
				t.Fatal(err)
			}
			// A comment that was deleted by a request of which the answer was lost.
			s.Fail(forgetest.Fault{Match: "DELETE", Status: 502, Late: true})
			if _, err := publish(t, kind, cfg, marker+"two", forge.Recreate); err != nil || len(s.Comments()) != 1 {
				t.Fatal(err)
			}
			s.Fail(forgetest.Fault{Status: 500, Body: `{"message":"on fire"}`, Forever: true})
			s.TakeLog()
			_, err := publish(t, kind, cfg, marker+"three", forge.Update)
			if n := len(s.TakeLog()); err == nil || !strings.Contains(err.Error(), "status 500 (Internal Server Error): on fire") || n != 5 {
				t.Errorf("%d requests: %v", n, err)
			}
		})
	}
}

// TestLargeIDs checks IDs of more than 32 bits.
func TestLargeIDs(t *testing.T) {
	for _, kind := range forge.Names() {
		s, cfg := start(t, kind)
		s.SkipTo(1 << 40)
		s.Add(forgetest.Me, marker+"one")
		outcome, err := publish(t, kind, cfg, marker+"two", forge.Update)
		if err != nil || outcome != forge.Updated || s.Comments()[0].ID != 1<<40+1 {
			t.Errorf("%s: %v, %v", kind, outcome, err)
		}
	}
}

// TestOldGitHub checks versions of GitHub Enterprise Server that have only IDs of 32 bits.
func TestOldGitHub(t *testing.T) {
	s, cfg := start(t, "github")
	s.IsOld, s.PageSize = true, 2
	for range 4 {
		s.Add(forgetest.Other, marker)
	}
	s.Add(forgetest.Me, marker+"one")
	outcome, err := publish(t, "github", cfg, marker+"two", forge.Update)
	if log := s.TakeLog(); err != nil || outcome != forge.Updated || len(log) != 5 {
		t.Errorf("%v, %v: %q", outcome, err, log)
	}
	s.SkipTo(1 << 40)
	s.Add(forgetest.Me, marker+"large")
	_, err = publish(t, "github", cfg, marker+"two", forge.Update)
	if err == nil || !strings.HasSuffix(err.Error(), "the forge does not say which ID the comment has") {
		t.Error(err)
	}
	s.Fail(forgetest.Fault{Status: 200, Forever: true, Body: `{"errors":[{"message":"Field 'fullDatabaseId' doesn't exist on type 'IssueComment'"}]}`})
	if _, err = publish(t, "github", cfg, marker+"two", forge.Update); err == nil || len(s.TakeLog()) > 6 {
		t.Error(err)
	}
}

// TestNoID checks that a comment without an ID is not changed.
func TestNoID(t *testing.T) {
	for _, id := range []string{"null", "0", `"0"`, "-1", "1.5", `"../7"`} {
		s, cfg := start(t, "github")
		s.Fail(forgetest.Fault{Status: 200, Body: `{"data":{"repository":{"pullRequest":{"comments":{"nodes":[{"id":"x","number":` + id + `,"body":"<!-- mine -->","viewerDidAuthor":true,"isMinimized":false}],"pageInfo":{"hasNextPage":false}}}}}}`})
		if _, err := publish(t, "github", cfg, marker+"two", forge.Update); err == nil || len(s.TakeLog()) != 1 {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// TestDeletedMeanwhile checks that a comment that somebody deletes after it was read is no error, and that the same
// answer to a token that may not write is one.
func TestDeletedMeanwhile(t *testing.T) {
	for _, kind := range forge.Names() {
		for _, mode := range []forge.Mode{forge.Update, forge.Recreate, forge.Append} {
			for _, isDeleted := range []bool{true, false} {
				t.Run(fmt.Sprint(kind, "/", mode, "/", isDeleted), func(t *testing.T) {
					s, cfg := start(t, kind)
					s.Add(forgetest.Me, marker+"old")
					s.Add(forgetest.Me, marker+"newest")
					f, err := forge.New(kind, cfg)
					if err != nil {
						t.Fatal(err)
					}
					thread, err := forge.Read(t.Context(), f, quick, isOurs)
					if err != nil {
						t.Fatal(err)
					}
					toRemove, err := forge.Read(t.Context(), f, quick, isOurs)
					if err != nil {
						t.Fatal(err)
					}
					if isDeleted {
						s.DeleteAll()
					} else {
						for _, method := range []string{"PATCH", "PUT", "DELETE"} {
							s.Fail(forgetest.Fault{Match: method, Status: 404, Forever: true})
						}
					}
					_, outcome, err := thread.Publish(t.Context(), marker+"new", mode)
					_, isLeftover := errors.AsType[*forge.LeftoverError](err)
					failed, isRefused := errors.AsType[*forge.Error](err)
					switch {
					case isDeleted:
						if err != nil || outcome != forge.Created || !slices.Equal(bodies(s), []string{"11:new"}) {
							t.Errorf("%v, %v: %q", outcome, err, bodies(s))
						}
					case mode == forge.Update:
						if !isRefused || isLeftover || !failed.IsRefused() || !failed.IsWriting() || len(s.Comments()) != 2 {
							t.Errorf("%v, %v: %q", outcome, err, bodies(s))
						}
					case mode == forge.Recreate:
						if !isLeftover || len(s.Comments()) != 3 {
							t.Errorf("%v, %v: %q", outcome, err, bodies(s))
						}
					}
					// The same of comments that are to be deleted.
					n, err := toRemove.Remove(t.Context())
					if isDeleted && (n != 2 || err != nil) || !isDeleted && (n != 0 || err == nil) {
						t.Errorf("removed %d: %v", n, err)
					}
				})
			}
		}
	}
}

func TestLimits(t *testing.T) {
	s, cfg := start(t, "github")
	cfg.Retry.MaxWait = time.Minute
	reset := fmt.Sprint(time.Now().Add(time.Hour).Unix())
	s.Fail(forgetest.Fault{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset}, Body: `{"message":"API rate limit exceeded"}`})
	_, err := publish(t, "github", cfg, marker, forge.Update)
	failed, ok := errors.AsType[*forge.Error](err)
	if !ok || failed.IsRefused() || !strings.Contains(err.Error(), "too many requests (status 403): API rate limit exceeded; the forge asks to wait for 1h0m0s, which is too long") &&
		!strings.Contains(err.Error(), "59m59s") {
		t.Errorf("%v", err)
	}
	s.Fail(forgetest.Fault{Status: 200, Body: `{"errors":[{"type":"RATE_LIMITED","message":"slow down"}]}`})
	s.Fail(forgetest.Fault{Match: "POST /repos", Status: 429, Header: map[string]string{"Retry-After": "3600"}})
	_, err = publish(t, "github", cfg, marker, forge.Update)
	if err == nil || !strings.Contains(err.Error(), "asks to wait for 1h0m0s") {
		t.Errorf("%v", err)
	}
	if n := len(s.Comments()); n != 0 {
		t.Errorf("%d comments", n)
	}
}

func TestRefused(t *testing.T) {
	for _, kind := range forge.Names() {
		for _, status := range []int{401, 403, 404} {
			t.Run(fmt.Sprint(kind, "/", status), func(t *testing.T) {
				s, cfg := start(t, kind)
				s.Fail(forgetest.Fault{Status: status, Body: `{"message":"no \u001b[31m` + forgetest.Token + `"}`})
				_, err := publish(t, kind, cfg, marker, forge.Update)
				failed, ok := errors.AsType[*forge.Error](err)
				if !ok || failed.Status != status || !failed.IsRefused() || failed.IsWriting() || !strings.Contains(err.Error(), "(token)") {
					t.Errorf("%v", err)
				}
			})
		}
		t.Run(kind+"/read-only", func(t *testing.T) {
			s, cfg := start(t, kind)
			s.RefuseWrites()
			_, err := publish(t, kind, cfg, marker, forge.Update)
			failed, ok := errors.AsType[*forge.Error](err)
			if !ok || failed.Status != 403 || !failed.IsRefused() || !failed.IsWriting() {
				t.Errorf("%v", err)
			}
		})
		t.Run(kind+"/wrong token", func(t *testing.T) {
			_, cfg := start(t, kind)
			cfg.Token = "wrong"
			if _, err := publish(t, kind, cfg, marker, forge.Update); err == nil || !strings.Contains(err.Error(), "status 401 (Unauthorized): Bad credentials") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestRedirect checks that nothing is sent to another host.
func TestRedirect(t *testing.T) {
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the other host was asked: %s %v", r.URL, r.Header)
	}))
	defer thief.Close()
	for _, kind := range forge.Names() {
		for _, status := range []int{301, 302, 303, 307, 308} {
			s, cfg := start(t, kind)
			s.Fail(forgetest.Fault{Status: status, Header: map[string]string{"Location": thief.URL + "/steal?secret=" + forgetest.Token}})
			_, err := publish(t, kind, cfg, marker, forge.Update)
			if err == nil || !strings.HasSuffix(err.Error(), "the forge redirects to "+thief.URL+"/steal, to which no token is sent") {
				t.Errorf("%s, %d: %v", kind, status, err)
			}
		}
	}
	// So do pages.
	for kind, page := range map[string]forgetest.Fault{
		"gitlab":    {Match: "GET /api/v4/projects", Status: 200, Header: map[string]string{"Link": "<" + thief.URL + `/x>; rel="next"`}, Body: "[]"},
		"bitbucket": {Match: "GET /2.0/repositories", Status: 200, Body: `{"values":[],"next":"` + thief.URL + `/x"}`},
	} {
		s, cfg := start(t, kind)
		s.Fail(page)
		if _, err := publish(t, kind, cfg, marker, forge.Update); err == nil || !strings.Contains(err.Error(), "next page is on another host") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestHostileAnswers(t *testing.T) {
	huge := strings.Repeat(" ", 33<<20)
	for _, kind := range forge.Names() {
		for name, fault := range map[string]forgetest.Fault{
			"huge":            {Status: 200, Body: huge},
			"huge error":      {Status: 400, Body: huge},
			"no JSON":         {Status: 200, Body: "<html>"},
			"other types":     {Status: 200, Body: `[{"id":"x","body":7,"values":7,"data":7,"uuid":7,"authenticatedUser":7}]`},
			"nothing":         {Status: 200},
			"null":            {Status: 200, Body: "null"},
			"sign-in page":    {Status: 203, Body: "<html>"},
			"unknown status":  {Status: 299, Body: "<html>"},
			"not modified":    {Status: 304},
			"message of 1 MB": {Status: 400, Body: `{"message":"` + strings.Repeat("a", 1<<20) + `"}`},
		} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				s, cfg := start(t, kind)
				cfg.Retry.Attempts = 1
				s.Fail(fault)
				_, err := publish(t, kind, cfg, marker, forge.Update)
				if err == nil || len(err.Error()) > 500 || len(s.Comments()) > 0 {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// TestLinkWithToken checks that the address of a comment is not told with the token in it.
func TestLinkWithToken(t *testing.T) {
	for body, want := range map[string]string{
		`{"id":7,"html_url":"https://example.com/7"}`:                          "https://example.com/7",
		`{"id":7,"html_url":"https://example.com/?t=` + forgetest.Token + `"}`: "",
		`{"id":7,"html_url":"javascript:alert(1)"}`:                            "",
		`{"id":7,"html_url":"https://example.com/\u0000"}`:                     "",
		`{"id":7,"html_url":"//` + strings.Repeat("a", 400) + `.example"}`:     "",
	} {
		s, cfg := start(t, "github")
		s.Fail(forgetest.Fault{Match: "POST /repos", Status: 200, Body: body})
		f, err := forge.New("github", cfg)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := f.Create(t.Context(), marker); err != nil || c.URL != want {
			t.Errorf("%s: %q, %v", body, c.URL, err)
		}
	}
}

// TestEndlessPages checks that a forge that always has another page does not keep us.
func TestEndlessPages(t *testing.T) {
	s, cfg := start(t, "bitbucket")
	s.Fail(forgetest.Fault{Match: "GET /2.0/repositories", Status: 200, Forever: true, Body: `{"values":[],"next":"` + s.URL + `/2.0/repositories/x"}`})
	if _, err := publish(t, "bitbucket", cfg, marker, forge.Update); err == nil || !strings.Contains(err.Error(), "more than 400 pages") {
		t.Errorf("%v", err)
	}
}

func TestCancel(t *testing.T) {
	s, cfg := start(t, "gitlab")
	s.Fail(forgetest.Fault{Status: 500, Header: map[string]string{"Retry-After": "60"}, Forever: true})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	f, err := forge.New("gitlab", cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := forge.Read(ctx, f, quick, isOurs); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestNoConnection(t *testing.T) {
	s, cfg := start(t, "github")
	s.Close()
	_, err := publish(t, "github", cfg, marker, forge.Update)
	if err == nil || !strings.Contains(err.Error(), "refused") || strings.Contains(err.Error(), "graphql") {
		t.Errorf("%v", err)
	}
}

func TestConfig(t *testing.T) {
	good := forge.Config{APIURL: "https://git.example.com/api/v3/", Repository: "a/b", Pull: 1, Token: "t"}
	if _, err := forge.New("github", good); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*forge.Config){
		"http":                func(c *forge.Config) { c.APIURL = "http://git.example.com" },
		"a file":              func(c *forge.Config) { c.APIURL = "file:///etc/passwd" },
		"a user":              func(c *forge.Config) { c.APIURL = "https://user:secret@git.example.com" },
		"a query":             func(c *forge.Config) { c.APIURL = "https://git.example.com?x" },
		"no address":          func(c *forge.Config) { c.APIURL = "" },
		"loopback look-alike": func(c *forge.Config) { c.APIURL = "http://localhost.example.com" },
		"GraphQL elsewhere":   func(c *forge.Config) { c.GraphQLURL = "https://evil.example.com/graphql" },
		"no token":            func(c *forge.Config) { c.Token = "" },
		"a token of 2 lines":  func(c *forge.Config) { c.Token = "a\nX: y" },
		"no number":           func(c *forge.Config) { c.Pull = 0 },
		"one name":            func(c *forge.Config) { c.Repository = "a" },
		"three names":         func(c *forge.Config) { c.Repository = "a/b/c" },
		"a way up":            func(c *forge.Config) { c.Repository = "../b" },
	} {
		cfg := good
		change(&cfg)
		if _, err := forge.New("github", cfg); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
		// Check finds the same, but looks at no token, and says in which field a mistake is.
		err := forge.Check("github", cfg)
		if ofToken := good.Token != cfg.Token; (err == nil) != ofToken {
			t.Errorf("%s: %v", name, err)
		}
		if invalid, ok := errors.AsType[*forge.ConfigError](err); ok != (cfg.APIURL != good.APIURL || cfg.Repository != good.Repository) ||
			ok && (invalid.Field == "APIURL") != (cfg.APIURL != good.APIURL) {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if _, err := forge.New("gitea", good); err == nil {
		t.Error("an unknown forge is accepted")
	}
	// What is in a name does not change the path.
	s, cfg := start(t, "github")
	cfg.Repository = "owner/re?po#x%2f"
	_, err := publish(t, "github", cfg, marker, forge.Update)
	if failed, ok := errors.AsType[*forge.Error](err); !ok || failed.Status != 404 {
		t.Errorf("%v", err)
	}
	for _, line := range s.TakeLog() {
		if !strings.HasPrefix(line, "POST /graphql ") {
			t.Error(line)
		}
	}
}
