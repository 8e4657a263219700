package planfmt

import (
	"github.com/planfmt/planfmt/internal/enum"
)

// Choice says whether something is done. The zero value leaves it to each format.
type Choice uint8

// The choices.
const (
	AutoChoice Choice = iota
	Always
	Never
)

var choices = enum.New[Choice]("choice", []string{
	AutoChoice: "auto",
	Always:     "always",
	Never:      "never",
}...)

// String returns the name of the choice.
func (c Choice) String() string { return choices.String(c) }

// MarshalText returns the name of the choice.
func (c Choice) MarshalText() ([]byte, error) { return choices.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (c *Choice) UnmarshalText(text []byte) error { return choices.Unmarshal(text, c) }

// resolve returns the choice of the user, or else that of a format.
func (c Choice) resolve(format bool) bool {
	switch c {
	case AutoChoice:
		return format
	case Always:
		return true
	case Never:
		return false
	}
	return format
}
