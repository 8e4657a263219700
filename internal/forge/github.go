package forge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// gitHub is a pull request on GitHub, or on a GitHub Enterprise Server. Comments are read with GraphQL, which says of
// each whether the token's user wrote it. REST cannot say this of the token of a workflow, which is not a user's.
type gitHub struct {
	*client
	owner, name string
	pull        int
	graphQL     *url.URL
}

func newGitHub(c *client, cfg Config) (Forge, error) {
	g := &gitHub{client: c, pull: cfg.Pull}
	var err error
	if g.owner, g.name, err = twoParts(cfg.Repository, "OWNER/NAME"); err != nil {
		return nil, err
	}
	if cfg.GraphQLURL != "" {
		if g.graphQL, err = parseAddress(cfg.GraphQLURL); err != nil {
			return nil, err
		}
		if !sameHost(g.graphQL, c.base) {
			return nil, errors.New("the address of the GraphQL API is on another host than that of the API")
		}
	} else {
		at := *c.base
		// On a server of one's own, these are /api/v3 and /api/graphql.
		at.Path = strings.TrimSuffix(at.Path, "/v3") + "/graphql"
		g.graphQL = &at
	}
	c.auth = [2]string{"Authorization", "Bearer " + c.token}
	return g, nil
}

const gitHubJSON = "application/vnd.github+json"

// commentsQuery asks for a page of comments. %s is the field with the ID. fullDatabaseId is text, since IDs may have more
// than the 32 bits that databaseId has. Old versions of GitHub Enterprise Server know only databaseId, a number.
const commentsQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 50, after: $after) {
        nodes { id number: %s body viewerDidAuthor isMinimized url lastEditedAt author { login } editor { login } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

// gitHubNode is a comment as GraphQL has it.
type gitHubNode struct {
	ID              string
	Number          json.Number // or a string with one; null if the server has no such number
	Body            *string
	ViewerDidAuthor *bool
	IsMinimized     *bool
	URL             string
	LastEditedAt    *string      // null if nobody has edited it
	Author, Editor  *gitHubActor // null for users who are no more
}

// gitHubActor is a user, or an app.
type gitHubActor struct{ Login string }

// edits says who edited the comment last.
func (n gitHubNode) edits() Edits {
	switch {
	case n.LastEditedAt == nil, n.Author != nil && n.Editor != nil && n.Author.Login == n.Editor.Login:
		return EditsByAuthor
	}
	return EditsByOthers
}

func (n gitHubNode) missing() string {
	switch {
	case n.ID == "":
		return "id"
	case n.Body == nil:
		return "body"
	case n.ViewerDidAuthor == nil:
		return "viewerDidAuthor"
	case n.IsMinimized == nil:
		return "isMinimized"
	}
	return ""
}

// Comments yields the comments.
func (g *gitHub) Comments(ctx context.Context) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		var after *string
		field := "fullDatabaseId"
		for range maxPages {
			var data struct {
				Repository *struct {
					PullRequest *struct {
						Comments struct {
							Nodes    list[gitHubNode]
							PageInfo struct {
								HasNextPage *bool
								EndCursor   *string
							}
						}
					}
				}
			}
			variables := map[string]any{"owner": g.owner, "name": g.name, "number": g.pull, "after": after}
			err := g.query(ctx, reading, fmt.Sprintf(commentsQuery, field), variables, &data)
			if failed, ok := errors.AsType[*Error](err); ok && failed.Status == 0 && strings.Contains(failed.Message, "'fullDatabaseId'") && field != "databaseId" {
				field = "databaseId" // the server does not know the other one
				continue
			}
			if err != nil {
				yield(Comment{}, err)
				return
			}
			if data.Repository == nil || data.Repository.PullRequest == nil {
				yield(Comment{}, &Error{doing: reading, Status: http.StatusNotFound, Message: "there is no such pull request"})
				return
			}
			comments := data.Repository.PullRequest.Comments
			nodes, err := comments.Nodes.all()
			if err != nil {
				yield(Comment{}, err)
				return
			}
			if comments.PageInfo.HasNextPage == nil {
				yield(Comment{}, &Error{doing: reading, Message: "the forge does not say whether it has more comments"})
				return
			}
			for _, n := range nodes {
				c := Comment{ID: n.Number.String(), Node: n.ID, Body: *n.Body, Mine: *n.ViewerDidAuthor, Minimised: *n.IsMinimized, URL: g.link(n.URL), Edits: n.edits()}
				if !yield(c, nil) {
					return
				}
			}
			if !*comments.PageInfo.HasNextPage {
				return
			}
			if after = comments.PageInfo.EndCursor; after == nil {
				yield(Comment{}, &Error{doing: reading, Message: "the forge has more comments, but does not say where"})
				return
			}
		}
		yield(Comment{}, errTooManyPages())
	}
}

// gitHubComment is a comment as REST has it.
type gitHubComment struct {
	ID   int64  `json:"id"`
	Node string `json:"node_id"`
	Body string `json:"body"`
	URL  string `json:"html_url"`
}

func (c gitHubComment) comment() Comment {
	return Comment{ID: strconv.FormatInt(c.ID, 10), Node: c.Node, Body: c.Body, Mine: true, URL: c.URL}
}

// Create writes a comment.
func (g *gitHub) Create(ctx context.Context, body string) (Comment, error) {
	at := g.path("repos", g.owner, g.name, "issues", strconv.Itoa(g.pull), "comments")
	return g.send(ctx, request{doing: creating, method: http.MethodPost, at: at, once: true}, body)
}

// Update changes a comment.
func (g *gitHub) Update(ctx context.Context, c Comment, body string) (Comment, error) {
	return g.send(ctx, request{doing: updating, method: http.MethodPatch, at: g.commentPath(c)}, body)
}

func (g *gitHub) commentPath(c Comment) *url.URL {
	return g.path("repos", g.owner, g.name, "issues", "comments", c.ID)
}

func (g *gitHub) send(ctx context.Context, r request, body string) (Comment, error) {
	r.accept, r.body = gitHubJSON, map[string]string{"body": body}
	return sendFor[gitHubComment](ctx, g.client, r)
}

// Delete deletes a comment.
func (g *gitHub) Delete(ctx context.Context, c Comment) error {
	return g.remove(ctx, request{method: http.MethodDelete, at: g.commentPath(c), accept: gitHubJSON})
}

const minimiseQuery = `mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } }
}`

// Minimise folds a comment as outdated.
func (g *gitHub) Minimise(ctx context.Context, c Comment) error {
	return g.query(ctx, minimising, minimiseQuery, map[string]any{"id": c.Node}, nil)
}

// query sends a query of GraphQL, and parses its data. These queries can be repeated.
func (g *gitHub) query(ctx context.Context, d doing, query string, variables map[string]any, data any) error {
	type result struct {
		Data   json.RawMessage
		Errors []struct{ Type, Message string }
	}
	isLimited := func(body []byte) bool {
		var r result
		return json.Unmarshal(body, &r) == nil && len(r.Errors) > 0 && r.Errors[0].Type == "RATE_LIMITED"
	}
	a, err := g.do(ctx, request{
		doing: d, method: http.MethodPost, at: g.graphQL, accept: gitHubJSON,
		body:      map[string]any{"query": query, "variables": variables},
		isLimited: isLimited,
	})
	if err != nil {
		return err
	}
	var r result
	if err := a.decode(d, &r); err != nil {
		return err
	}
	if len(r.Errors) > 0 {
		e := &Error{doing: d, Message: g.clean(r.Errors[0].Message)}
		switch r.Errors[0].Type {
		case "NOT_FOUND":
			e.Status = http.StatusNotFound
		case "FORBIDDEN", "INSUFFICIENT_SCOPES":
			e.Status = http.StatusForbidden
		}
		return e
	}
	if data == nil {
		return nil
	}
	return (&answer{body: r.Data}).decode(d, data)
}

// gitHubLabel is a label of a pull request, which REST has as one of an issue.
type gitHubLabel struct {
	Name string `json:"name"`
}

func (l gitHubLabel) missing() string { return missingName(l.Name) }

func (l gitHubLabel) label() PullLabel { return PullLabel{Name: l.Name} }

// labels returns the address of the labels, or of one.
func (g *gitHub) labels(name ...string) *url.URL {
	return g.path(append([]string{"repos", g.owner, g.name, "issues", strconv.Itoa(g.pull), "labels"}, name...)...)
}

// Labels returns the labels. A pull request has at most 100 of them, which is a page.
func (g *gitHub) Labels(ctx context.Context) ([]PullLabel, error) {
	var all list[gitHubLabel]
	if _, err := g.get(ctx, readingLabels, withQuery(g.labels(), "per_page", "100"), &all); err != nil {
		return nil, err
	}
	return labelsOf(all)
}

// Relabel changes the labels. GitHub makes a label that the repository does not have yet.
func (g *gitHub) Relabel(ctx context.Context, off []PullLabel, add string) error {
	for _, l := range off {
		if _, err := g.do(ctx, request{doing: labelling, method: http.MethodDelete, at: g.labels(l.Name), accept: gitHubJSON}); err != nil {
			return err
		}
	}
	if add == "" {
		return nil
	}
	_, err := g.do(ctx, request{doing: labelling, method: http.MethodPost, at: g.labels(), accept: gitHubJSON, body: map[string][]string{"labels": {add}}})
	return err
}

// IsSameLabel ignores case, as GitHub does.
func (g *gitHub) IsSameLabel(a, b string) bool { return strings.EqualFold(a, b) }
