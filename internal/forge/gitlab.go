package forge

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// gitLab is a merge request on GitLab. Its comments are called notes.
type gitLab struct {
	*client
	project string
	pull    int
	author  string
}

func newGitLab(c *client, cfg Config) (Forge, error) {
	c.auth = [2]string{"PRIVATE-TOKEN", c.token}
	return &gitLab{client: c, project: cfg.Repository, pull: cfg.Pull, author: cfg.Author}, nil
}

// mergeRequest returns the address of the merge request, or of what is in it. The path of a project is one element.
func (g *gitLab) mergeRequest(elements ...string) *url.URL {
	return g.path(append([]string{"projects", g.project, "merge_requests", strconv.Itoa(g.pull)}, elements...)...)
}

// notes returns the address of the notes, or of one.
func (g *gitLab) notes(id ...string) *url.URL {
	return g.mergeRequest(append([]string{"notes"}, id...)...)
}

// gitLabNote is a note.
type gitLabNote struct {
	ID      int64             `json:"id"`
	Body    *string           `json:"body"`
	System  bool              `json:"system"`
	Changed string            `json:"updated_at"`
	Author  maybe[gitLabUser] `json:"author"`
}

func (n gitLabNote) missing() string {
	switch {
	case n.ID <= 0:
		return "id"
	case n.Body == nil:
		return "body"
	case !n.Author.isThere:
		return "author"
	}
	return ""
}

// gitLabUser is a user.
type gitLabUser struct {
	ID int64 `json:"id"`
}

func (u gitLabUser) userID() string {
	if u.ID == 0 {
		return ""
	}
	return strconv.FormatInt(u.ID, 10)
}

func (n gitLabNote) comment() Comment {
	changed, _ := time.Parse(time.RFC3339, n.Changed) // zero if it is none
	return Comment{ID: strconv.FormatInt(n.ID, 10), Body: textOf(n.Body), Mine: true, Changed: changed}
}

// Comments yields the notes, apart from those that GitLab writes itself.
func (g *gitLab) Comments(ctx context.Context) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		me, err := whoAmI[gitLabUser](ctx, g.client, g.author, g.path("user"))
		if err != nil {
			yield(Comment{}, err)
			return
		}
		at := withQuery(g.notes(), "per_page", "20", "sort", "desc", "order_by", "created_at")
		for range maxPages {
			var page list[gitLabNote]
			h, err := g.get(ctx, reading, at, &page)
			if err != nil {
				yield(Comment{}, err)
				return
			}
			notes, err := page.all()
			if err != nil {
				yield(Comment{}, err)
				return
			}
			for _, n := range notes {
				if n.System {
					continue
				}
				c := n.comment()
				c.Mine = n.Author.value.userID() == me
				if !yield(c, nil) {
					return
				}
			}
			link := nextLink(h)
			if link == "" {
				return
			}
			if at, err = g.next(reading, at, link); err != nil {
				yield(Comment{}, err)
				return
			}
		}
		yield(Comment{}, errTooManyPages())
	}
}

// Create writes a note.
func (g *gitLab) Create(ctx context.Context, body string) (Comment, error) {
	return g.send(ctx, request{doing: creating, method: http.MethodPost, at: g.notes(), once: true}, body)
}

// Update changes a note.
func (g *gitLab) Update(ctx context.Context, c Comment, body string) (Comment, error) {
	return g.send(ctx, request{doing: updating, method: http.MethodPut, at: g.notes(c.ID)}, body)
}

func (g *gitLab) send(ctx context.Context, r request, body string) (Comment, error) {
	r.body = map[string]string{"body": body}
	return sendFor[gitLabNote](ctx, g.client, r)
}

// Delete deletes a note.
func (g *gitLab) Delete(ctx context.Context, c Comment) error {
	return g.remove(ctx, request{method: http.MethodDelete, at: g.notes(c.ID)})
}

// Minimise does nothing: GitLab cannot do this.
func (g *gitLab) Minimise(context.Context, Comment) error { return nil }

// gitLabLabel is the name of a label.
type gitLabLabel string

func (l gitLabLabel) missing() string { return missingName(string(l)) }

func (l gitLabLabel) label() PullLabel { return PullLabel{Name: string(l)} }

// Labels returns the labels, which are a part of the merge request.
func (g *gitLab) Labels(ctx context.Context) ([]PullLabel, error) {
	var merge struct {
		Labels list[gitLabLabel] `json:"labels"`
	}
	if _, err := g.get(ctx, readingLabels, g.mergeRequest(), &merge); err != nil {
		return nil, err
	}
	return labelsOf(merge.Labels)
}

// Relabel changes the labels, all in one request. GitLab makes a label that the project does not have yet. Names that are
// sent have no commas, see [CheckLabel].
func (g *gitLab) Relabel(ctx context.Context, off []PullLabel, add string) error {
	change := map[string]string{}
	var names []string
	for _, l := range off {
		names = append(names, l.Name)
	}
	if len(off) > 0 {
		change["remove_labels"] = strings.Join(names, ",")
	}
	if add != "" {
		change["add_labels"] = add
	}
	_, err := g.do(ctx, request{doing: labelling, method: http.MethodPut, at: g.mergeRequest(), body: change})
	return err
}

// IsSameLabel compares the names as they are: GitLab can have two labels that differ in case.
func (g *gitLab) IsSameLabel(a, b string) bool { return a == b }
