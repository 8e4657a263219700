// Package forge talks to the places that have pull requests: GitHub, GitLab, Azure DevOps and Bitbucket. It knows the
// little that a comment needs: the comments of one pull request, and how to write, change, delete and minimise one. Most
// also have labels.
//
// [New] returns the [Forge] of a pull request, [Read] finds the comments that are ours, and [Thread.Publish] writes
// one. [Label] sets one of several labels. All requests go to one host. The token is in a header of these requests and nowhere else: in no error, and in
// no request to another host, since redirects are not followed.
//
// The package reads no environment. It knows nothing about plans.
//
// To add a forge, write a file with the methods of [Forge], a row in kinds, and a sinks.Flavour of the same name. All requests go
// through client: one host, no redirects, repeated on failure, no token in errors. Create sets once, so that a comment is not
// written twice. Give package forgetest a fake of it, and the tests run for it, too. The command finds the pull request in the
// environment of its CI (cmd/planfmt/comment_ci.go); TestCommentKnowsForges fails if a case is missing there.
package forge

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Forge is a pull request on a forge. The errors of its methods are of type [*Error], apart from that of the context.
type Forge interface {
	// Comments yields the comments that are not replies, in any order. An error ends the sequence.
	Comments(ctx context.Context) iter.Seq2[Comment, error]
	// Create writes a comment. It makes a single attempt, unless the forge says that it has not done anything. If the
	// answer is lost, [Error.Uncertain] is set.
	Create(ctx context.Context, body string) (Comment, error)
	// Update changes the text of a comment.
	Update(ctx context.Context, c Comment, body string) (Comment, error)
	// Delete deletes a comment. If it is already gone, such as after a request whose answer was lost, the error
	// has the status 404 or 410.
	Delete(ctx context.Context, c Comment) error
	// Minimise folds a comment that is outdated. Forges that cannot do this do nothing.
	Minimise(ctx context.Context, c Comment) error
}

// Comment is a comment on a pull request.
type Comment struct {
	ID string
	// Thread is the thread of the comment, where a forge has threads.
	Thread string
	// Node is the ID that the other one of GitHub's interfaces has for the comment.
	Node string
	Body string
	// Mine says that the user of the token wrote the comment.
	Mine      bool
	Minimised bool
	// Edits say whether somebody else has edited it since.
	Edits Edits
	// Changed is when the text was changed for the last time; zero if the forge does not say.
	Changed time.Time
	URL     string // the page with the comment; empty if the forge does not say
}

// Edits say who has edited a comment after it was written.
type Edits uint8

// What is known about edits.
const (
	EditsUnknown  Edits = iota // others may have, and the forge does not say
	EditsByAuthor              // only its author, if anybody
	EditsByOthers              // somebody else did last
)

// Labeller is a Forge that has labels on pull requests. The errors of its methods are as those of a Forge.
type Labeller interface {
	// Labels returns the labels of the pull request.
	Labels(ctx context.Context) ([]PullLabel, error)
	// Relabel takes labels off the pull request that it has, and then adds one, unless that is empty.
	Relabel(ctx context.Context, off []PullLabel, add string) error
	// IsSameLabel reports whether names are those of the same label: most forges do not tell upper from lower case.
	IsSameLabel(a, b string) bool
}

// PullLabel is a label of a pull request, as the forge spells it.
type PullLabel struct {
	Name string
	ID   string // for forges that have one
}

// Config says which pull request it is, and how to reach it. None of it is logged.
type Config struct {
	// APIURL is the address of the interface, such as https://api.github.com. It must be https, apart from
	// addresses of the computer itself.
	APIURL string
	// GraphQLURL is for GitHub only: the address of its other interface, on the same host. It is made of APIURL if
	// it is empty.
	GraphQLURL string
	// Repository is the repository as the forge names it: OWNER/NAME for GitHub, WORKSPACE/NAME for Bitbucket, the
	// number or the path of the project for GitLab, PROJECT/NAME for Azure DevOps.
	Repository string
	// Pull is the number of the pull request.
	Pull  int
	Token string
	// Author is the ID of the user of the token, for tokens that must not ask. It is empty if they may.
	Author string
	// UserAgent names the program.
	UserAgent string
	// Proxy returns the proxy for a request; nil for none.
	Proxy func(*http.Request) (*url.URL, error)
	// Retry says how failures are repeated. The zero value is for the defaults.
	Retry Retry
}

// Retry says how requests that failed are repeated: after a pause that doubles, or that the forge asks for.
type Retry struct {
	Attempts int           // 5 if it is 0
	Pause    time.Duration // before the second attempt; half a second if it is 0
	// MaxWait is how long all pauses between the attempts of one request may be together. If it is 0, it is two minutes.
	MaxWait time.Duration
	// Timeout is how long an attempt may take. If it is 0, it is 30 seconds.
	Timeout time.Duration
}

// forgeKind is a forge.
type forgeKind struct {
	name      string
	new       func(*client, Config) (Forge, error)
	hasLabels bool // it is a Labeller
}

// kinds are the forges.
func kinds() []forgeKind {
	return []forgeKind{
		{"github", newGitHub, true},
		{"gitlab", newGitLab, true},
		{"azure-devops", newAzureDevOps, true},
		{"bitbucket", newBitbucket, false},
	}
}

// Names returns the names of the forges.
func Names() []string {
	var all []string
	for _, k := range kinds() {
		all = append(all, k.name)
	}
	return all
}

// New returns a pull request on the forge with one of the [Names]. It asks the forge for nothing.
func New(name string, cfg Config) (Forge, error) {
	i := slices.IndexFunc(kinds(), func(k forgeKind) bool { return k.name == name })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no forge %q", name)
	case cfg.Pull <= 0:
		return nil, errors.New("the number of a pull request must be greater than 0")
	case cfg.Repository == "":
		return nil, &ConfigError{"Repository", errors.New("the repository is empty")}
	}
	for part := range strings.SplitSeq(cfg.Repository, "/") {
		// These would change the path of the address.
		if part == "" || part == "." || part == ".." {
			return nil, &ConfigError{"Repository", fmt.Errorf("%q is not the name of a repository", cfg.Repository)}
		}
	}
	c, err := newClient(cfg)
	if err != nil {
		return nil, err
	}
	return kinds()[i].new(c, cfg)
}

// Check says what is wrong with a configuration, apart from its token, which may be empty.
func Check(name string, cfg Config) error {
	cfg.Token = "none"
	_, err := New(name, cfg)
	return err
}

// ConfigError is an error in a field of a [Config].
type ConfigError struct {
	Field string // Repository or APIURL
	Err   error
}

func (e *ConfigError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the field.
func (e *ConfigError) Unwrap() error { return e.Err }

// twoParts splits OWNER/NAME.
func twoParts(repository, example string) (first, second string, err error) {
	first, second, ok := strings.Cut(repository, "/")
	if !ok || strings.Contains(second, "/") {
		return "", "", &ConfigError{"Repository", fmt.Errorf("%q is not the name of a repository: expected %s", repository, example)}
	}
	return first, second, nil
}

// Mode says what happens to the comments that are there already.
type Mode uint8

// The modes.
const (
	Update   Mode = iota // the newest one is changed, others are deleted
	Recreate             // all are deleted, after a new one is written
	Append               // all stay, and are minimised where the forge can do that
)

// Outcome says what [Thread.Publish] did.
type Outcome uint8

// The outcomes.
const (
	Created Outcome = iota
	Updated
	Unchanged // the comment has this text already
)

// Thread is the comments of a pull request that are ours, apart from those that are minimised.
type Thread struct {
	forge   Forge
	isOurs  func(body string) bool
	ours    []Comment // the newest one is last
	retry   Retry
	pausing func(context.Context, time.Duration) error
}

// maxComments is how many comments of a pull request are read.
const maxComments = 20_000

// Read finds the comments that are ours: the user of the token wrote them, isOurs says so of their text, and they are not minimised.
func Read(ctx context.Context, f Forge, retry Retry, isOurs func(body string) bool) (*Thread, error) {
	t := &Thread{forge: f, isOurs: isOurs, retry: retry.orDefault(), pausing: pause}
	var err error
	t.ours, err = t.read(ctx)
	return t, err
}

// Forge returns the pull request.
func (t *Thread) Forge() Forge { return t.forge }

func (t *Thread) read(ctx context.Context) ([]Comment, error) {
	var ours []Comment
	n := 0
	for c, err := range t.forge.Comments(ctx) {
		if err != nil {
			return nil, err
		}
		if n++; n > maxComments {
			return nil, &Error{doing: reading, Message: fmt.Sprintf("the pull request has more than %d comments", maxComments)}
		}
		// A comment that is minimised was replaced by another one, and is kept on purpose.
		if c.Mine && !c.Minimised && t.isOurs(c.Body) {
			if !isID(c.ID) {
				return nil, &Error{doing: reading, Message: "the forge does not say which ID the comment has"}
			}
			ours = append(ours, c)
		}
	}
	sorted.Stable(ours, func(a, b Comment) int { return compareIDs(a.ID, b.ID) })
	return ours, nil
}

// isID reports whether a forge could give a comment this ID: a number that is greater than 0.
func isID(id string) bool {
	n, err := strconv.ParseInt(id, 10, 64)
	return err == nil && n > 0
}

// compareIDs compares IDs, which grow. They are numbers, but not always of the same length.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// Newest returns the newest of the comments. ok is false if there is none.
func (t *Thread) Newest() (c Comment, ok bool) {
	if len(t.ours) == 0 {
		return c, false
	}
	return t.ours[len(t.ours)-1], true
}

// Publish writes the comment. If some of the others could not be deleted or minimised, the comment is there, and the
// error is a [*LeftoverError].
func (t *Thread) Publish(ctx context.Context, body string, mode Mode) (c Comment, what Outcome, err error) {
	newest, ok := t.Newest()
	if ok && mode == Update {
		others := t.ours[:len(t.ours)-1]
		if sameText(newest.Body, body) {
			return newest, Unchanged, t.replace(ctx, others)
		}
		c, err = t.forge.Update(ctx, newest, body)
		if err == nil {
			return c, Updated, t.replace(ctx, others)
		}
		if !t.isGone(ctx, newest, err) {
			return c, Updated, err
		}
		t.ours = others
	}
	if c, err = t.create(ctx, body); err != nil {
		return c, Created, err
	}
	if mode == Append {
		return c, Created, t.minimise(ctx)
	}
	return c, Created, t.replace(ctx, t.ours)
}

// Remove deletes all comments that are ours. It returns how many are gone, also if somebody else deleted them meanwhile.
func (t *Thread) Remove(ctx context.Context) (n int, err error) {
	for _, c := range t.ours {
		if err := t.forge.Delete(ctx, c); err != nil && !t.isGone(ctx, c, err) {
			return n, err
		}
		n++
	}
	return n, nil
}

// replace deletes comments that a newer one replaces.
func (t *Thread) replace(ctx context.Context, all []Comment) error {
	for _, c := range all {
		if err := t.forge.Delete(ctx, c); err != nil && !t.isGone(ctx, c, err) {
			return &LeftoverError{err}
		}
	}
	return nil
}

func (t *Thread) minimise(ctx context.Context) error {
	for _, c := range t.ours {
		if err := t.forge.Minimise(ctx, c); err != nil && !t.isGone(ctx, c, err) {
			return &LeftoverError{err}
		}
	}
	return nil
}

// isGone reports whether a request failed because its comment is already gone. Forges give the same answer if the token
// may not write, so the comments are read again.
func (t *Thread) isGone(ctx context.Context, c Comment, err error) bool {
	failed, ok := errors.AsType[*Error](err)
	if !ok || !failed.isMissing() {
		return false
	}
	for found, err := range t.forge.Comments(ctx) {
		if err != nil || found.ID == c.ID {
			return false
		}
	}
	return true
}

// create writes a comment. If an answer is lost, it looks whether the comment is there before it tries again or gives up.
func (t *Thread) create(ctx context.Context, body string) (Comment, error) {
	waited := time.Duration(0)
	for attempt := 1; ; attempt++ {
		c, err := t.forge.Create(ctx, body)
		failed, ok := errors.AsType[*Error](err)
		if !ok || !failed.Uncertain {
			return c, err
		}
		wait := max(t.retry.pause(attempt), failed.wait)
		isLast := attempt >= t.retry.Attempts || waited+wait > t.retry.MaxWait
		if isLast {
			wait = min(t.retry.Pause, t.retry.MaxWait-waited)
		}
		waited += wait
		if err := t.pausing(ctx, wait); err != nil {
			return c, err
		}
		now, readErr := t.read(ctx)
		if readErr != nil {
			return c, err // of the request that matters
		}
		for _, found := range slices.Backward(now) {
			isOld := slices.ContainsFunc(t.ours, func(old Comment) bool { return old.ID == found.ID })
			if !isOld && firstLine(found.Body) == firstLine(body) {
				return found, nil
			}
		}
		if isLast {
			return c, err
		}
	}
}

// sameText compares the texts of comments. Forges change line ends, and the white space at the end.
func sameText(a, b string) bool {
	normal := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return normal(a) == normal(b)
}

// firstLine returns the line that identifies a comment.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}

// LeftoverError says that a comment was written, but that another one, which it replaces, is still there.
type LeftoverError struct{ Err error }

func (e *LeftoverError) Error() string {
	return "an older comment is still there: " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *LeftoverError) Unwrap() error { return e.Err }
