package wording

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// The functions below say why something happens, in a few words: dialect.Words.Heading says
// the same in a sentence, as the products do. They are empty if there is nothing to say.

func replaceWords(h *plans.Header) string {
	why := ""
	switch h.ActionReason {
	case plans.ReplaceBecauseTainted:
		why = "tainted"
	case plans.ReplaceByRequest:
		why = "requested"
	case plans.ReplaceByTriggers:
		why = "replace_triggered_by"
	case plans.ReplacedByAnother:
		why = "another id"
	}
	if h.Action == plans.CreateThenForget || h.Action == plans.ForgetThenCreate {
		if why != "" {
			why += ", "
		}
		why += "the old object is not destroyed"
	}
	return why
}

func destroyWords(h *plans.Header) string {
	switch h.ActionReason {
	case plans.DeleteBecauseNoResourceConfig:
		return "not in configuration"
	case plans.DeleteBecauseNoModule:
		return h.ModuleAddress + " not in configuration"
	case plans.DeleteBecauseNoMoveTarget:
		return "moved from " + h.PreviousAddress + ", but not in configuration"
	case plans.DeleteBecauseWrongRepetition:
		switch {
		case h.Index.IsNone():
			return "uses count or for_each now"
		case h.Index.IsString():
			return "does not use for_each any more"
		}
		return "does not use count any more"
	case plans.DeleteBecauseCountIndex:
		return "index out of range for count"
	case plans.DeleteBecauseEachKey:
		return "key not in for_each"
	case plans.DeleteBecauseEnabledFalse:
		return "enabled is false"
	}
	return ""
}

// DriftWords says what drift to which nothing refers has to do with the plan.
func DriftWords(planned bool) string {
	if planned {
		return "this plan changes it"
	}
	return "does not affect this plan"
}

// UndoesWords says that a change only restores what was before a change outside of the product.
func UndoesWords(h *plans.Header, product string) string {
	if h.Action == plans.Update {
		return "undoes a change made outside of " + product
	}
	return "was deleted outside of " + product
}

// updateWords says what has become of an object from one state to the next, apart from its values.
func updateWords(reason plans.ActionReason) string {
	switch reason {
	case plans.BecameTainted:
		return "tainted"
	case plans.NoLongerTainted:
		return "no longer tainted"
	case plans.OtherProvider:
		return "another provider"
	}
	return ""
}

func readWords(reason plans.ActionReason) string {
	switch reason {
	case plans.ReadBecauseConfigUnknown:
		return "refers to values not yet known"
	case plans.ReadBecauseDependencyPending:
		return "depends on pending changes"
	case plans.ReadBecauseCheckNested:
		return "for a check"
	}
	return ""
}

func deferredWords(reason plans.DeferredReason) string {
	switch reason {
	case plans.DeferredInstanceCountUnknown:
		return "number of instances unknown"
	case plans.DeferredResourceConfigUnknown:
		return "configuration unknown"
	case plans.DeferredProviderConfigUnknown:
		return "configuration of the provider unknown"
	case plans.DeferredPrereq:
		return "depends on something deferred"
	case plans.DeferredAbsentPrereq:
		return "depends on something not yet created"
	}
	return ""
}

func importWords(i *plans.Importing) string {
	switch {
	case i.ID != "":
		return "imported from " + strconv.Quote(i.ID)
	case i.Identity != "":
		return "imported by identity"
	case i.Unknown:
		return "imported, id known after apply"
	}
	return "imported"
}

// RenameWords says how much alike the ends of a likely rename are. If it is still to come, it also says why there is no moved block for it, if
// there is none.
func RenameWords(r *computed.Rename, toCome bool) []string {
	all := []string{fmt.Sprintf("%d of %d attributes are the same", r.Same, r.Compared)}
	add := func(names []string, one, many string) {
		if len(names) > 0 {
			all = append(all, FewPaths(names)+" "+Plural(len(names), one, many))
		}
	}
	add(r.Derived, "differs as the addresses do", "differ as the addresses do")
	add(r.Different, "differs", "differ")
	add(r.Hidden, "is sensitive and not compared", "are sensitive and not compared")
	switch {
	case !toCome:
	case len(r.Forcing) > 0:
		all = append(all, "no moved block, because "+FewPaths(r.Forcing)+Plural(len(r.Forcing), " forces", " force")+" replacement")
	case !r.KeepsObject():
		all = append(all, "no moved block, because a difference may force replacement")
	}
	return all
}

// ByRules says what mutes changes if that is rules only. With a condition, the line that has it says so.
func ByRules(sum *computed.Summary) string {
	if sum.Where != nil {
		return ""
	}
	return " by rules"
}

// Remarks returns what is to be said about a change apart from its values.
func Remarks(r *computed.Resource, class review.Class) []string {
	var all []string
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	if r.Deposed != "" {
		add("deposed object " + r.Deposed)
	}
	switch class {
	case review.Unknown:
		if r.Err == nil {
			add(strings.TrimSpace("unknown action " + strings.Join(r.ActionNames, ",")))
		}
	case review.Replace:
		add(replaceWords(&r.Header))
	case review.Delete:
		add(destroyWords(&r.Header))
	case review.Update:
		add(updateWords(r.ActionReason))
	case review.Forget:
		add("no longer managed, but not destroyed")
	case review.Read:
		add(readWords(r.ActionReason))
	case review.Deferred:
		add(deferredWords(r.DeferredReason))
	case review.Drift:
		if r.Action == plans.Delete {
			add("deleted")
		}
	}
	if r.Moved() && r.ActionReason != plans.DeleteBecauseNoMoveTarget {
		add("moved from " + r.PreviousAddress)
	}
	if r.Importing != nil {
		add(importWords(r.Importing))
		if r.GeneratedConfig {
			add("configuration will be generated")
		}
	}
	return all
}
