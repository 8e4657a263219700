package plans

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
)

// Mode says how a plan was made. A plan does not record its mode, so a caller
// who knows it should say so.
type Mode uint8

// The modes. AutoMode stands for an unknown mode, which is then taken from what
// the plan contains. It is never the mode of a plan that has been read.
const (
	AutoMode Mode = iota
	NormalMode
	DestroyMode
	RefreshOnlyMode
)

var modeNames = []string{
	AutoMode:        "auto",
	NormalMode:      "normal",
	DestroyMode:     "destroy",
	RefreshOnlyMode: "refresh-only",
}

var modes = enum.New[Mode]("mode", modeNames...)

// Modes returns the names of all modes.
func Modes() []string { return slices.Clone(modeNames) }

// ParseMode returns the mode with a name. The error for an unknown name lists
// the valid ones.
func ParseMode(name string) (Mode, error) { return modes.Parse(name) }

// String returns the mode's name, as [ParseMode] takes it.
func (m Mode) String() string { return modes.String(m) }

// MarshalText returns the name of the mode.
func (m Mode) MarshalText() ([]byte, error) { return modes.Marshal(m) }

// UnmarshalText sets the mode by its name. If there is no such name, the error
// lists the valid ones.
func (m *Mode) UnmarshalText(text []byte) error { return modes.Unmarshal(text, m) }

// Scope is what the command line asked for when a plan was made. Each list has addresses.
type Scope struct {
	Targets  []string // the plan is limited to these (-target)
	Excludes []string // it leaves these out (-exclude)
	Replaces []string // it replaces these in any case (-replace)
	Invokes  []string // it only invokes these actions (-invoke)
}

// Limits returns the options that keep the plan from having all changes, as the command line
// spells them, or an empty text if there are none. A long list is shortened.
func (s Scope) Limits() string {
	const most = 5
	var options []string
	for _, o := range []struct {
		name      string
		addresses []string
	}{{"-target", s.Targets}, {"-exclude", s.Excludes}, {"-invoke", s.Invokes}} {
		for _, a := range o.addresses {
			options = append(options, o.name+"="+SpellName(a))
		}
	}
	if more := len(options) - most; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(options[:most], ", "), more)
	}
	return strings.Join(options, ", ")
}
