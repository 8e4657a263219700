package forge

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// maxPages is how many pages of comments are read.
const maxPages = 400

func errTooManyPages() error {
	return &Error{doing: reading, Message: fmt.Sprintf("the comments have more than %d pages", maxPages)}
}

// commented is a comment in the form of a forge.
type commented interface{ comment() Comment }

// sendFor sends a request that is answered with a comment.
func sendFor[T commented](ctx context.Context, c *client, r request) (Comment, error) {
	a, err := c.do(ctx, r)
	if err != nil {
		return Comment{}, err
	}
	var got T
	if err := a.decode(r.doing, &got); err != nil {
		return Comment{}, err
	}
	made := got.comment()
	if !isID(made.ID) {
		// As if the answer were lost: whatever answers, it is not what the forge says of a comment.
		return Comment{}, &Error{doing: r.doing, Message: "the answer is not a comment", Uncertain: true}
	}
	made.URL = c.link(made.URL)
	return made, nil
}

// identified is a user in the form of a forge.
type identified interface{ userID() string }

// whoAmI returns the ID of the user of the token: that of the configuration, or else what the forge says at an address.
func whoAmI[T identified](ctx context.Context, c *client, author string, at *url.URL) (string, error) {
	if author != "" {
		return author, nil
	}
	var user T
	if _, err := c.get(ctx, asking, at, &user); err != nil {
		return "", err
	}
	id := user.userID()
	if id == "" {
		return "", &Error{doing: asking, Message: "the answer has no ID"}
	}
	return id, nil
}

// remove sends a request that deletes a comment.
func (c *client) remove(ctx context.Context, r request) error {
	r.doing = deleting
	_, err := c.do(ctx, r)
	return err
}

// get asks for something that is JSON.
func (c *client) get(ctx context.Context, d doing, at *url.URL, to any) (http.Header, error) {
	a, err := c.do(ctx, request{doing: d, method: http.MethodGet, at: at})
	if err != nil {
		return nil, err
	}
	return a.header, a.decode(d, to)
}

// nextLink returns the address of the next page in a header Link (RFC 8288), or nothing.
func nextLink(h http.Header) string {
	for _, line := range h.Values("Link") {
		for link := range strings.SplitSeq(line, ",") {
			address, parameters, _ := strings.Cut(strings.TrimSpace(link), ";")
			for p := range strings.SplitSeq(parameters, ";") {
				if name, value, _ := strings.Cut(strings.TrimSpace(p), "="); strings.EqualFold(name, "rel") && strings.Trim(value, `"`) == "next" {
					return strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
				}
			}
		}
	}
	return ""
}
