// Package forgetest has fakes of the interfaces of forges, for tests: each is a server on the loopback that keeps the
// comments of one pull request in memory. Their answers have the shapes that the forges document.
package forgetest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The pull request, and the users, of all servers.
const (
	Pull  = 7
	Token = "t0ken-that-nobody-may-see"
	Me    = "11" // the user of the token
	Other = "12" // somebody else
)

// Comment is a comment of the pull request.
type Comment struct {
	ID        int
	Author    string
	Body      string
	Minimised bool
	Editor    string // empty if nobody has edited it
	Changed   time.Time
}

// Fault is an answer in place of that of the server.
type Fault struct {
	// Match is what the method and the path of the request begin with, such as "POST /repos"; empty for any.
	Match  string
	Status int
	Header map[string]string
	Body   string
	// Late says that the request is carried out first, so that only its answer is lost.
	Late bool
	// Hang says that there is no answer within this time.
	Hang time.Duration
	// Forever says that the fault is repeated. Otherwise it happens once.
	Forever bool
}

// Server is a forge with one pull request.
type Server struct {
	*httptest.Server
	readOnly bool // see RefuseWrites
	// PageSize is how many comments a page has.
	PageSize int
	// IsOld says that it is an old version of GitHub Enterprise Server, which does not know the field fullDatabaseId.
	IsOld bool

	mu       sync.Mutex
	kind     string
	comments []Comment
	labels   []string
	next     int
	faults   []Fault
	log      []string
	problems []string
}

// New starts a server, which is a forge of a kind: github, gitlab, azure-devops or bitbucket.
func New(kind string) *Server {
	s := &Server{kind: kind, PageSize: 50, next: 100}
	mux := http.NewServeMux()
	switch kind {
	case "github":
		s.gitHub(mux)
	case "gitlab":
		s.gitLab(mux)
	case "azure-devops":
		s.azureDevOps(mux)
	case "bitbucket":
		s.bitbucket(mux)
	default:
		panic("no forge " + kind) // tests name a forge; no input comes here
	}
	// Handlers read s.URL, so it is set before the first one can run.
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, mux) }))
	s.Start()
	return s
}

// Repository returns the name of the repository.
func (s *Server) Repository() string {
	switch s.kind {
	case "gitlab":
		return "group/project"
	case "azure-devops":
		return "project/repo"
	}
	return "owner/repo"
}

// RefuseWrites refuses all that writes from now on, as forges do for the tokens of forks.
func (s *Server) RefuseWrites() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readOnly = true
}

// Add adds a comment.
func (s *Server) Add(author, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(author, body)
}

func (s *Server) add(author, body string) *Comment {
	s.next++
	s.comments = append(s.comments, Comment{ID: s.next, Author: author, Body: body, Changed: time.Now().UTC()})
	return &s.comments[len(s.comments)-1]
}

// Edit changes the text of the newest comment, as somebody does on the page of the pull request.
func (s *Server) Edit(author, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.edit(len(s.comments)-1, author, body)
}

func (s *Server) edit(i int, author, body string) {
	c := &s.comments[i]
	c.Body, c.Editor, c.Changed = body, author, time.Now().UTC()
}

// SkipTo makes the IDs of comments greater than a number.
func (s *Server) SkipTo(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = id
}

// DeleteAll deletes all comments.
func (s *Server) DeleteAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.comments = nil
}

// Comments returns the comments, the oldest first.
func (s *Server) Comments() []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Comment(nil), s.comments...)
}

// SetLabels gives the pull request these labels, and no others.
func (s *Server) SetLabels(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.labels = names
}

// Labels returns the names of the labels of the pull request.
func (s *Server) Labels() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.labels...)
}

// label gives the pull request a label. It stays as it is if it has one that differs only in case, unless the forge tells these apart.
func (s *Server) label(name string) {
	if s.findLabel(name) < 0 {
		s.labels = append(s.labels, name)
	}
}

// unlabel takes a label off the pull request. It reports whether it had it.
func (s *Server) unlabel(name string) bool {
	i := s.findLabel(name)
	if i >= 0 {
		s.labels = append(s.labels[:i:i], s.labels[i+1:]...)
	}
	return i >= 0
}

func (s *Server) findLabel(name string) int {
	for i, l := range s.labels {
		if l == name || s.kind != "gitlab" && strings.EqualFold(l, name) {
			return i
		}
	}
	return -1
}

// Fail adds a fault.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
}

// TakeLog returns the requests since the last call: "POST /path -> 201".
func (s *Server) TakeLog() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log = nil
	return log
}

// Problems returns what was wrong with requests, such as a token in an address.
func (s *Server) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.problems...)
}

// recorder notes the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, mux http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := &recorder{w, http.StatusOK}
	line := r.Method + " " + r.URL.EscapedPath()
	defer func() { s.log = append(s.log, fmt.Sprintf("%s -> %d", line, rec.status)) }()
	if strings.Contains(r.URL.String(), Token) {
		s.problems = append(s.problems, "the token is in the address")
	}
	if !strings.HasPrefix(r.Header.Get("User-Agent"), "planfmt") {
		s.problems = append(s.problems, "no name of the program")
	}
	for i, f := range s.faults {
		if !strings.HasPrefix(line, f.Match) {
			continue
		}
		if !f.Forever {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
		}
		if f.Late {
			mux.ServeHTTP(httptest.NewRecorder(), r)
		}
		if f.Hang > 0 {
			s.mu.Unlock()
			select {
			case <-time.After(f.Hang):
			case <-r.Context().Done():
			}
			s.mu.Lock()
		}
		for name, value := range f.Header {
			rec.Header().Set(name, value)
		}
		rec.WriteHeader(f.Status)
		_, _ = io.WriteString(rec, f.Body)
		return
	}
	if !s.isAllowed(r) {
		answer(rec, http.StatusUnauthorized, map[string]any{"message": "Bad credentials", "documentation_url": "https://docs.example.com"})
		return
	}
	isQuery := strings.HasSuffix(r.URL.Path, "/graphql")
	if s.readOnly && r.Method != http.MethodGet && !isQuery {
		answer(rec, http.StatusForbidden, map[string]any{"message": "Resource not accessible by integration"})
		return
	}
	mux.ServeHTTP(rec, r)
}

// isAllowed reports whether the token is where the forge expects it.
func (s *Server) isAllowed(r *http.Request) bool {
	switch s.kind {
	case "gitlab":
		return r.Header.Get("PRIVATE-TOKEN") == Token && r.Header.Get("Authorization") == ""
	case "azure-devops":
		user, password, ok := r.BasicAuth()
		return ok && user == "" && password == Token
	}
	return r.Header.Get("Authorization") == "Bearer "+Token
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body)
	}
}

func notFound(w http.ResponseWriter) {
	answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
}

// body parses the body of a request.
func body[T any](r *http.Request) (t T) {
	_ = json.NewDecoder(r.Body).Decode(&t)
	return t
}

// find returns the index of a comment, or -1.
func (s *Server) find(id string) int {
	n, _ := strconv.Atoi(id)
	for i, c := range s.comments {
		if c.ID == n {
			return i
		}
	}
	return -1
}

// withOwnComment calls f with the comment that the path of the request names, if it is the user's own.
func (s *Server) withOwnComment(w http.ResponseWriter, r *http.Request, f func(i int)) {
	i := s.find(r.PathValue("id"))
	switch {
	case i < 0:
		notFound(w)
	case s.comments[i].Author != Me:
		s.problems = append(s.problems, "the comment of somebody else was changed")
		answer(w, http.StatusForbidden, map[string]any{"message": "Forbidden"})
	default:
		f(i)
	}
}

func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	s.withOwnComment(w, r, func(i int) {
		s.comments = append(s.comments[:i:i], s.comments[i+1:]...)
		w.WriteHeader(http.StatusNoContent)
	})
}

// page returns the comments of a page, the first of which is 1, and whether there are more.
func (s *Server) page(number string, newestFirst bool) (page []Comment, more bool) {
	all := append([]Comment(nil), s.comments...)
	if newestFirst {
		for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
			all[i], all[j] = all[j], all[i]
		}
	}
	n, _ := strconv.Atoi(number)
	from := min(max(0, n-1)*s.PageSize, len(all))
	to := min(from+s.PageSize, len(all))
	return all[from:to], to < len(all)
}
