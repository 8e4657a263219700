package dialect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Subject is the change of a resource that a heading announces.
type Subject struct {
	plans.Header
	Drift bool // it has happened already, outside of the product
}

// Heading is what stands above a change, and how the change then begins.
type Heading struct {
	Lines []Remark
	Pad   int  // columns that the sign's gutter is wider than usual; may be negative
	Bare  bool // the body has no signs and no " -> null"
}

func (h *Heading) add(p ...Piece) { h.Lines = append(h.Lines, Remark{Text: p}) }

func (s Subject) title() string {
	if s.Deposed != "" {
		return "# " + s.Address + " (deposed object " + s.Deposed + ")"
	}
	return "# " + s.Address
}

const (
	leftOver = "# (left over from a partially-failed replacement of this instance)"
	unmanage = "# (destroy = false is set in the configuration)"
)

// variants are the points of an announcement that products word differently.
type variants struct {
	tainted string
	deleted func(Subject) string // why it is deleted; may be empty
}

// commonHeading words what happens to a resource as Terraform does.
func commonHeading(product string) func(Subject) Heading {
	words := variants{tainted: "is tainted, so must be ", deleted: deleteReason}
	return func(s Subject) Heading {
		var h Heading
		hash := Calm // of the first line about where the object comes from
		switch s.Action {
		case plans.Forget:
			h.Pad = -1
			if s.Deposed == "" {
				h.add(Piece{Strong, s.title()}, Piece{Calm, " will no longer be managed by " + product + ", but "},
					Piece{Danger, "will not be destroyed"})
				h.add(Piece{Calm, unmanage})
			} else {
				hash = Strong
				h.add(Piece{Strong, s.title()}, Piece{Calm, " will be removed from " + product + " state, but "},
					Piece{Danger, "will not be destroyed"})
				h.add(Piece{Strong, leftOver})
				h.add(Piece{Strong, unmanage})
			}
			for i := range h.Lines {
				h.Lines[i].Pad = -1
			}
		default:
			h.announce(s, words)
		}
		h.addOrigin(s, hash, false)
		return h
	}
}

// openTofuHeading is like commonHeading but for objects that are forgotten.
func openTofuHeading(product string) func(Subject) Heading {
	words := variants{
		tainted: "is tainted, so it must be ",
		deleted: func(s Subject) string {
			if s.ActionReason == plans.DeleteBecauseEnabledFalse {
				return "because enabled is false"
			}
			s.Index = cmp.Or(s.Index, "null")
			return deleteReason(s)
		},
	}
	return func(s Subject) Heading {
		var h Heading
		switch s.Action {
		case plans.Forget:
			h.Bare = true
			h.add(Piece{Strong, s.title()}, Piece{Calm, " will be removed from the " + product + " state "},
				Piece{Danger, "but will not be destroyed"})
			when := ""
			switch s.ActionReason {
			case plans.ForgotBecauseDestroyInState:
				when = " was configured before this resource was removed from the configuration)"
			case plans.ForgotBecauseDestroyInConfig:
				when = " is set in the configuration)"
			}
			if when != "" {
				// The blank at the end of the line above is OpenTofu's.
				h.Lines[0].Text = append(h.Lines[0].Text, Piece{Calm, " "})
				h.Lines = append(h.Lines, Remark{Pad: -1, Text: Phrase{
					{Calm, "(because "}, {Strong, "lifecycle.destroy = false"}, {Calm, when},
				}})
			}
			if s.Deposed != "" {
				h.add(Piece{Calm, leftOver})
			}
		default:
			h.announce(s, words)
		}
		h.addOrigin(s, Calm, true)
		return h
	}
}

// announce says what happens, why, and to what leftovers.
func (h *Heading) announce(s Subject, words variants) {
	title := Piece{Strong, s.title()}
	switch s.Action {
	case plans.Create:
		h.add(title, Piece{Calm, " will be created"})
	case plans.Read:
		h.add(title, Piece{Calm, " will be read during apply"})
		h.addReason(readReason(s.ActionReason))
	case plans.Update:
		if s.Drift {
			h.add(title, Piece{Calm, " has changed"})
		} else {
			h.add(title, Piece{Calm, " will be updated in-place"})
		}
	case plans.Delete:
		if s.Drift {
			h.add(title, Piece{Calm, " has been deleted"})
		} else {
			h.add(title, Piece{Calm, " will be "}, Piece{Danger, "destroyed"})
		}
		h.addReason(words.deleted(s))
		if s.Deposed != "" {
			h.add(Piece{Calm, leftOver})
		}
	case plans.DeleteThenCreate, plans.CreateThenDelete:
		h.announceReplacement(s, words.tainted)
	case plans.ForgetThenCreate:
		h.Pad = 2
		h.announceReplacement(s, words.tainted)
	case plans.CreateThenForget:
		h.Pad = 1
		h.Lines = []Remark{
			{Pad: -1, Text: Phrase{title, {Calm, " must be replaced, but the existing object will not be destroyed"}}},
			{Pad: -1, Text: plain(unmanage)},
		}
	case plans.NoOp:
		switch {
		case s.Moved():
			h.add(Piece{Strong, "# " + s.PreviousAddress}, Piece{Calm, " has moved to "}, Piece{Strong, s.title()[len("# "):]})
		case s.Importing != nil:
			h.add(title, Piece{Calm, " will be imported"})
			if s.GeneratedConfig {
				h.add(Piece{Calm, "# (config will be generated)"})
			}
		default:
			h.add(title, Piece{Calm, " has not changed"})
		}
	default:
		h.add(title, Piece{Calm, " has an "}, Piece{Danger, strings.TrimSpace("unknown action " + strings.Join(s.ActionNames, ","))})
	}
}

func (h *Heading) announceReplacement(s Subject, tainted string) {
	line := Phrase{{Strong, s.title()}, {Calm, " must be "}, {Danger, "replaced"}}
	switch s.ActionReason {
	case plans.ReplaceBecauseTainted:
		line[1].Text = " " + tainted
	case plans.ReplaceByRequest:
		line[1].Text = " will be "
		line = append(line, Piece{Calm, ", as requested"})
	case plans.ReplaceByTriggers:
		line[1].Text = " will be "
		line = append(line, Piece{Calm, " due to changes in replace_triggered_by"})
	}
	if s.Action == plans.ForgetThenCreate {
		line = append(line, Piece{Calm, " - "},
			Piece{Caution, "older instance will "}, Piece{StrongCaution, "not"}, Piece{Caution, " be destroyed "},
			Piece{Calm, "("}, Piece{Strong, "lifecycle.destroy = false"}, Piece{Calm, ")"})
	}
	h.add(line...)
	if s.Action == plans.ForgetThenCreate && s.Deposed != "" {
		h.add(Piece{Calm, leftOver})
	}
}

func (h *Heading) addReason(why string) {
	if why != "" {
		h.add(Piece{Calm, "# (" + why + ")"})
	}
}

func readReason(reason plans.ActionReason) string {
	switch reason {
	case plans.ReadBecauseConfigUnknown:
		return "config refers to values not yet known"
	case plans.ReadBecauseDependencyPending:
		return "depends on a resource or a module with changes pending"
	case plans.ReadBecauseCheckNested:
		return "config will be reloaded to verify a check block"
	}
	return ""
}

func deleteReason(s Subject) string {
	switch s.ActionReason {
	case plans.DeleteBecauseNoResourceConfig:
		return "because " + s.Type + "." + s.Name + " is not in configuration"
	case plans.DeleteBecauseNoModule:
		return "because " + s.ModuleAddress + " is not in configuration"
	case plans.DeleteBecauseNoMoveTarget:
		return "because " + s.PreviousAddress + " was moved to " + s.Address + ", which is not in configuration"
	case plans.DeleteBecauseWrongRepetition:
		switch {
		case s.Index.IsNone():
			return "because resource uses count or for_each"
		case s.Index.IsString():
			return "because resource does not use for_each"
		}
		return "because resource does not use count"
	case plans.DeleteBecauseCountIndex:
		return "because index [" + string(s.Index) + "] is out of range for count"
	case plans.DeleteBecauseEachKey:
		return "because key [" + string(s.Index) + "] is not in for_each map"
	}
	return ""
}

// addOrigin says where the object has been until now: at another address, or
// under no management. Only some products repeat the ID of a pure import.
func (h *Heading) addOrigin(s Subject, hash Tone, alwaysImported bool) {
	if s.Moved() && s.Action != plans.NoOp {
		h.add(Piece{hash, "#"}, Piece{Calm, " (moved from " + s.PreviousAddress + ")"})
		hash = Calm
	}
	if s.Importing == nil {
		return
	}
	if s.Action != plans.NoOp || s.Moved() || alwaysImported {
		switch {
		case s.Importing.ID != "":
			h.add(Piece{hash, "#"}, Piece{Calm, " (imported from \"" + s.Importing.ID + "\")"})
		case alwaysImported && s.Importing.Identity != "":
			lines := indentJSON(s.Importing.Identity)
			h.add(Piece{hash, "#"}, Piece{Calm, " imported using resource identity: " + lines[0]})
			for _, line := range lines[1:] {
				h.add(Piece{Calm, "# " + line})
			}
		default:
			h.add(Piece{hash, "#"}, Piece{Calm, " (will be imported first)"})
		}
	}
	if s.Action == plans.DeleteThenCreate || s.Action == plans.CreateThenDelete {
		h.add(Piece{Calm, "# "}, Piece{Caution, "Warning: this will destroy the imported resource"})
	}
}

// indentJSON returns the lines of a JSON document as OpenTofu indents it. What
// is not JSON stays as it is.
func indentJSON(text string) []string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return []string{text}
	}
	return strings.Split(b.String(), "\n")
}
