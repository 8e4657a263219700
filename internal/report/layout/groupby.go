package layout

import (
	"github.com/planfmt/planfmt/internal/base/enum"
)

// GroupBy says by what a report puts changes together.
type GroupBy uint8

// The choices.
const (
	GroupByAction GroupBy = iota
	GroupByModule
	GroupByType
	GroupByNone
)

var groupings = enum.New[GroupBy]("grouping", []string{
	GroupByAction: "action",
	GroupByModule: "module",
	GroupByType:   "type",
	GroupByNone:   "none",
}...)

// Groupings returns the names of all choices.
func Groupings() []string {
	return []string{GroupByAction.String(), GroupByModule.String(), GroupByType.String(), GroupByNone.String()}
}

// String returns the name of the choice.
func (g GroupBy) String() string { return groupings.String(g) }

// MarshalText returns the name of the choice.
func (g GroupBy) MarshalText() ([]byte, error) { return groupings.Marshal(g) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (g *GroupBy) UnmarshalText(text []byte) error { return groupings.Unmarshal(text, g) }
