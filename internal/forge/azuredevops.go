package forge

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// azureDevOps is a pull request in Azure Repos. Comments are in threads; ours is the first of a thread of its own.
type azureDevOps struct {
	*client
	project, name string
	pull          int
	author        string
}

func newAzureDevOps(c *client, cfg Config) (Forge, error) {
	a := &azureDevOps{client: c, pull: cfg.Pull, author: cfg.Author}
	var err error
	if a.project, a.name, err = twoParts(cfg.Repository, "PROJECT/NAME"); err != nil {
		return nil, err
	}
	c.auth = [2]string{"Authorization", basic("", c.token)}
	if strings.HasPrefix(c.token, "ey") && strings.Count(c.token, ".") == 2 {
		c.auth[1] = "Bearer " + c.token // a JSON web token, as System.AccessToken is; others are personal access tokens
	}
	return a, nil
}

// pullRequest returns the address of what is in the pull request.
func (a *azureDevOps) pullRequest(version string, elements ...string) *url.URL {
	at := a.path(append([]string{a.project, "_apis", "git", "repositories", a.name, "pullRequests", strconv.Itoa(a.pull)}, elements...)...)
	return withQuery(at, "api-version", version)
}

// threads returns the address of the threads, or of what is in one.
func (a *azureDevOps) threads(elements ...string) *url.URL {
	return a.pullRequest("7.1", append([]string{"threads"}, elements...)...)
}

// azureComment is a comment in a thread.
type azureComment struct {
	ID      int64            `json:"id"`
	Parent  int64            `json:"parentCommentId"`
	Content *string          `json:"content"`
	Kind    string           `json:"commentType"`
	Deleted bool             `json:"isDeleted"`
	Author  maybe[azureUser] `json:"author"`
}

// isText reports whether somebody wrote the comment. Others are written by Azure DevOps itself, or deleted.
func (c azureComment) isText() bool { return !c.Deleted && (c.Kind == "text" || c.Kind == "") }

func (c azureComment) missing() string {
	switch {
	case c.ID <= 0:
		return "id"
	case c.Content == nil && c.isText():
		return "content"
	case !c.Author.isThere && c.isText():
		return "author"
	}
	return ""
}

// azureUser is a user.
type azureUser struct {
	ID string `json:"id"`
}

// azureThread is a thread.
type azureThread struct {
	ID       int64              `json:"id"`
	Deleted  bool               `json:"isDeleted"`
	Comments list[azureComment] `json:"comments"`
}

func (t azureThread) missing() string {
	if t.ID <= 0 {
		return "id"
	}
	return ""
}

func (t azureThread) comment() Comment {
	c := Comment{ID: strconv.FormatInt(t.ID, 10), Mine: true, Edits: EditsByAuthor} // nobody else may
	if c.Thread = c.ID; len(t.Comments.elements) > 0 && t.Comments.elements[0] != nil {
		first := t.Comments.elements[0]
		c.Body = textOf(first.Content)
		c.Node = strconv.FormatInt(first.ID, 10)
	}
	return c
}

// azureConnection says whose token it is.
type azureConnection struct {
	User azureUser `json:"authenticatedUser"`
}

func (c azureConnection) userID() string { return c.User.ID }

// Comments yields the first comment of each thread. Azure DevOps has all of them in one answer.
func (a *azureDevOps) Comments(ctx context.Context) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		me, err := whoAmI[azureConnection](ctx, a.client, a.author, a.path("_apis", "connectionData"))
		if err != nil {
			yield(Comment{}, err)
			return
		}
		var all struct {
			Value list[azureThread] `json:"value"`
		}
		if _, err := a.get(ctx, reading, a.threads(), &all); err != nil {
			yield(Comment{}, err)
			return
		}
		threads, err := all.Value.all()
		if err != nil {
			yield(Comment{}, err)
			return
		}
		for _, t := range threads {
			if t.Deleted {
				continue
			}
			comments, err := t.Comments.all()
			if err != nil {
				yield(Comment{}, err)
				return
			}
			if len(comments) == 0 || !comments[0].isText() {
				continue
			}
			c := t.comment()
			c.Mine = strings.EqualFold(comments[0].Author.value.ID, me)
			if !yield(c, nil) {
				return
			}
		}
	}
}

// Create writes a comment in a new thread. The thread is closed, so that it does not have to be resolved.
func (a *azureDevOps) Create(ctx context.Context, body string) (Comment, error) {
	return sendFor[azureThread](ctx, a.client, request{
		doing: creating, method: http.MethodPost, at: a.threads(), once: true,
		body: map[string]any{
			"comments": []any{map[string]any{"parentCommentId": 0, "content": body, "commentType": 1}},
			"status":   4,
		},
	})
}

// Update changes a comment.
func (a *azureDevOps) Update(ctx context.Context, c Comment, body string) (Comment, error) {
	got, err := a.do(ctx, request{doing: updating, method: http.MethodPatch, at: a.threads(c.Thread, "comments", c.Node), body: map[string]string{"content": body}})
	if err != nil {
		return c, err
	}
	var changed azureComment
	c.Body = body
	return c, got.decode(updating, &changed)
}

// Delete deletes a comment. Its thread disappears if nobody has replied.
func (a *azureDevOps) Delete(ctx context.Context, c Comment) error {
	return a.remove(ctx, request{method: http.MethodDelete, at: a.threads(c.Thread, "comments", c.Node)})
}

// Minimise does nothing: Azure DevOps cannot do this.
func (a *azureDevOps) Minimise(context.Context, Comment) error { return nil }

// azureLabel is a label, which the pages of Azure DevOps call a tag.
type azureLabel struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Active *bool  `json:"active"`
}

func (l azureLabel) missing() string {
	if l.ID == "" {
		return "id"
	}
	return missingName(l.Name)
}

func (l azureLabel) label() PullLabel {
	if l.Active != nil && !*l.Active {
		return PullLabel{} // the pull request does not have it
	}
	return PullLabel{Name: l.Name, ID: l.ID}
}

// labels returns the address of the labels, or of one by its ID: a name may have a slash, which servers do not take in a
// path, however it is escaped. Servers take a version with -preview whether it still is one or not.
func (a *azureDevOps) labels(id ...string) *url.URL {
	return a.pullRequest("7.1-preview.1", append([]string{"labels"}, id...)...)
}

// Labels returns the labels. Azure DevOps has all of them in one answer.
func (a *azureDevOps) Labels(ctx context.Context) ([]PullLabel, error) {
	var all struct {
		Value list[azureLabel] `json:"value"`
	}
	if _, err := a.get(ctx, readingLabels, a.labels(), &all); err != nil {
		return nil, err
	}
	return labelsOf(all.Value)
}

// Relabel changes the labels. Azure DevOps makes a label that the project does not have yet, if the token may.
func (a *azureDevOps) Relabel(ctx context.Context, off []PullLabel, add string) error {
	for _, l := range off {
		if _, err := a.do(ctx, request{doing: labelling, method: http.MethodDelete, at: a.labels(l.ID)}); err != nil {
			return err
		}
	}
	if add == "" {
		return nil
	}
	_, err := a.do(ctx, request{doing: labelling, method: http.MethodPost, at: a.labels(), body: map[string]string{"name": add}})
	return err
}

// IsSameLabel ignores case, as Azure DevOps does.
func (a *azureDevOps) IsSameLabel(x, y string) bool { return strings.EqualFold(x, y) }
