package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/options"
	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/work/planhash"
)

// markerKeyVariable is the variable with the key for markers.
const markerKeyVariable = "PLANFMT_MARKER_KEY"

// markerKey returns the key of this comment: none if the user has given no secret. It is made of the secret and of what identifies the comment, so
// that the marker of another pull request, repository or forge does not fit.
func (ci commentCI) markerKey(o *commentOptions) ([]byte, error) {
	secret, err := options.ReadKey(o.MarkerKeyFile)
	if err != nil {
		return nil, err
	}
	if secret == nil {
		secret = []byte(strings.TrimSpace(ci.get(markerKeyVariable)))
	}
	switch {
	case len(secret) == 0:
		return nil, nil
	case len(secret) < planhash.MinKey:
		return nil, fmt.Errorf("%s: the key has %d bytes, which is too short: at least %d are needed", markerKeyVariable, len(secret), planhash.MinKey)
	}
	mac := hmac.New(sha256.New, secret)
	c := &o.pull.config
	for _, part := range []string{"planfmt marker", o.pull.forge, c.APIURL, c.Repository, fmt.Sprint(c.Pull), o.ID} {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return mac.Sum(nil), nil
}

// compareWith lets the new comment say what has changed since the one before, if that is as planfmt wrote it. Otherwise, the new comment
// says why it does not. It reports whether a newer run has written the comment before.
func (o *commentOptions) compareWith(before forge.Comment) (isNewer bool) {
	m, ok := marker.ParseMarker(before.Body, o.ID)
	if !ok {
		return false
	}
	isSealed := o.marks != nil && marker.IsSealed(before.Body, o.marks)
	switch {
	case before.Edits == forge.EditsByOthers:
		o.Markdown.Distrust = "Somebody else edited the comment that was here before."
		return false
	case o.marks != nil && !isSealed:
		o.Markdown.Distrust = "The comment that was here before has no valid signature: somebody may have edited it."
		return false
	}
	o.Markdown.Previous = &m
	if before.Edits == forge.EditsUnknown && !isSealed && !before.Changed.After(o.began) {
		return false // a newer run would have written it after this one began, and anybody may have written a number
	}
	return m.IsNewerThan(o.Markdown.Run)
}

// began returns when the run of the pipeline began, where others may edit the comment and the forge does not say who did. If that is not known, it is
// later than any comment.
func (ci commentCI) began() time.Time {
	if began, err := time.Parse(time.RFC3339, ci.get("CI_PIPELINE_CREATED_AT")); err == nil {
		return began
	}
	return time.Unix(1<<40, 0)
}
