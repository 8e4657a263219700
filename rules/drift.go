package rules

import "github.com/planfmt/planfmt/internal/base/enum"

// Drift says which drift is shown: resources that have changed outside of the product.
type Drift uint8

// The choices.
const (
	// AutoDrift leaves the choice to the format. Human shows relevant drift, as the product
	// does; the others know all of it.
	AutoDrift Drift = iota
	AllDrift
	RelevantDrift // that on which the plan depends
	NoDrift
)

var driftChoices = enum.New[Drift]("choice of drift", []string{
	AutoDrift:     "auto",
	AllDrift:      "all",
	RelevantDrift: "relevant",
	NoDrift:       "none",
}...)

// DriftChoices returns the names of the choices.
func DriftChoices() []string { return driftChoices.All() }

// String returns the name of the choice.
func (c Drift) String() string { return driftChoices.String(c) }

// MarshalText returns the name of the choice.
func (c Drift) MarshalText() ([]byte, error) { return driftChoices.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error
// lists the valid ones.
func (c *Drift) UnmarshalText(text []byte) error { return driftChoices.Unmarshal(text, c) }
