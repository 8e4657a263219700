package forge

import (
	"fmt"
	"net/http"
	"time"
)

// Error is a request to a forge that failed.
type Error struct {
	doing  doing
	Status int // of HTTP; 0 if there was no answer
	// Message is what the forge or the network says. It never has the token, but may have any other characters, and has
	// to be escaped. It may be empty.
	Message string
	// Uncertain says that the request may have been carried out nevertheless.
	Uncertain bool

	isTemporary bool
	isLimit     bool
	wait        time.Duration // that the forge asks for
}

func (e *Error) Error() string {
	text := e.doing.String()
	switch {
	case e.Status == http.StatusTooManyRequests, e.isLimit:
		text += fmt.Sprintf(": there have been too many requests (status %d)", e.Status)
	case e.Status != 0:
		text += fmt.Sprintf(": status %d", e.Status)
		if name := http.StatusText(e.Status); name != "" {
			text += " (" + name + ")"
		}
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// IsRefused reports whether the token does not allow what was tried. Forges also say that there is no such thing when
// they must not tell.
func (e *Error) IsRefused() bool {
	switch e.Status {
	case http.StatusUnauthorized, http.StatusNotFound:
		return true
	case http.StatusForbidden:
		return !e.isLimit
	}
	return false
}

// doing says what a request was for.
type doing uint8

const (
	reading doing = iota
	asking
	readingLabels
	creating
	updating
	deleting
	minimising
	labelling
)

// String returns it as the beginning of a message.
func (d doing) String() string {
	return [...]string{
		reading:       "cannot read the comments of the pull request",
		asking:        "cannot find out whose token it is",
		readingLabels: "cannot read the labels of the pull request",
		creating:      "cannot write a comment",
		updating:      "cannot change the comment",
		deleting:      "cannot delete a comment",
		minimising:    "cannot minimise a comment",
		labelling:     "cannot change the labels of the pull request",
	}[d]
}

// isWriting reports whether a request changes something.
func (d doing) isWriting() bool { return d >= creating }

// IsWriting reports whether the request was to change something, so that a token that may only read is the likely reason
// if it was refused.
func (e *Error) IsWriting() bool { return e.doing.isWriting() }

// IsAsking reports whether the request was to find out whose token it is.
func (e *Error) IsAsking() bool { return e.doing == asking }

// IsLabelling reports whether the request was to read or change labels.
func (e *Error) IsLabelling() bool { return e.doing == labelling || e.doing == readingLabels }

// isMissing reports whether the forge says that there is no such thing.
func (e *Error) isMissing() bool {
	return e.Status == http.StatusNotFound || e.Status == http.StatusGone
}
