package forge

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// bitbucket is a pull request on Bitbucket Cloud.
type bitbucket struct {
	*client
	workspace, name string
	pull            int
	author          string
}

func newBitbucket(c *client, cfg Config) (Forge, error) {
	b := &bitbucket{client: c, pull: cfg.Pull, author: cfg.Author}
	var err error
	if b.workspace, b.name, err = twoParts(cfg.Repository, "WORKSPACE/NAME"); err != nil {
		return nil, err
	}
	c.auth = [2]string{"Authorization", "Bearer " + c.token}
	if user, password, ok := strings.Cut(c.token, ":"); ok {
		c.auth[1] = basic(user, password)
		c.token = password
	}
	return b, nil
}

func (b *bitbucket) comments(id ...string) *url.URL {
	return b.path(append([]string{"repositories", b.workspace, b.name, "pullrequests", strconv.Itoa(b.pull), "comments"}, id...)...)
}

// bitbucketComment is a comment.
type bitbucketComment struct {
	ID      int64 `json:"id"`
	Deleted bool  `json:"deleted"`
	Content struct {
		Raw *string `json:"raw"`
	} `json:"content"`
	User   maybe[bitbucketUser] `json:"user"`
	Parent *struct{}            `json:"parent"`
	Inline *struct{}            `json:"inline"`
	Links  struct {
		HTML struct {
			Href string `json:"href"`
		} `json:"html"`
	} `json:"links"`
}

func (c bitbucketComment) missing() string {
	switch {
	case c.ID <= 0:
		return "id"
	case c.Content.Raw == nil && !c.Deleted:
		return "content"
	case !c.User.isThere && !c.Deleted:
		return "user"
	}
	return ""
}

// bitbucketUser is a user.
type bitbucketUser struct {
	UUID string `json:"uuid"`
}

func (u bitbucketUser) userID() string { return u.UUID }

func (c bitbucketComment) comment() Comment {
	return Comment{ID: strconv.FormatInt(c.ID, 10), Body: textOf(c.Content.Raw), Mine: true, URL: c.Links.HTML.Href, Edits: EditsByAuthor} // nobody else may
}

// Comments yields the comments that are neither replies nor about a line.
func (b *bitbucket) Comments(ctx context.Context) iter.Seq2[Comment, error] {
	return func(yield func(Comment, error) bool) {
		me, err := whoAmI[bitbucketUser](ctx, b.client, b.author, b.path("user"))
		if err != nil {
			yield(Comment{}, err)
			return
		}
		at := withQuery(b.comments(), "pagelen", "50")
		for range maxPages {
			var page struct {
				Values list[bitbucketComment] `json:"values"`
				Next   string                 `json:"next"`
			}
			if _, err := b.get(ctx, reading, at, &page); err != nil {
				yield(Comment{}, err)
				return
			}
			comments, err := page.Values.all()
			if err != nil {
				yield(Comment{}, err)
				return
			}
			for _, n := range comments {
				if n.Deleted || n.Parent != nil || n.Inline != nil {
					continue
				}
				c := n.comment()
				c.URL = b.link(c.URL)
				c.Mine = strings.EqualFold(strings.Trim(n.User.value.UUID, "{}"), strings.Trim(me, "{}"))
				if !yield(c, nil) {
					return
				}
			}
			if page.Next == "" {
				return
			}
			if at, err = b.next(reading, at, page.Next); err != nil {
				yield(Comment{}, err)
				return
			}
		}
		yield(Comment{}, errTooManyPages())
	}
}

// Create writes a comment.
func (b *bitbucket) Create(ctx context.Context, body string) (Comment, error) {
	return b.send(ctx, request{doing: creating, method: http.MethodPost, at: b.comments(), once: true}, body)
}

// Update changes a comment.
func (b *bitbucket) Update(ctx context.Context, c Comment, body string) (Comment, error) {
	return b.send(ctx, request{doing: updating, method: http.MethodPut, at: b.comments(c.ID)}, body)
}

func (b *bitbucket) send(ctx context.Context, r request, body string) (Comment, error) {
	r.body = map[string]any{"content": map[string]string{"raw": body}}
	return sendFor[bitbucketComment](ctx, b.client, r)
}

// Delete deletes a comment.
func (b *bitbucket) Delete(ctx context.Context, c Comment) error {
	return b.remove(ctx, request{method: http.MethodDelete, at: b.comments(c.ID)})
}

// Minimise does nothing: Bitbucket cannot do this.
func (b *bitbucket) Minimise(context.Context, Comment) error { return nil }
