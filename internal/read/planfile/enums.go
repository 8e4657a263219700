package planfile

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// These are the numbers that plan files have in place of names. Terraform and OpenTofu use the
// same number for different things nowhere.

// ParseAction returns the action with a number. ok is false if there is none.
func ParseAction(n uint64) (a plans.Action, ok bool) {
	switch n {
	case 0:
		return plans.NoOp, true
	case 1:
		return plans.Create, true
	case 2:
		return plans.Read, true
	case 3:
		return plans.Update, true
	case 5:
		return plans.Delete, true
	case 6:
		return plans.DeleteThenCreate, true
	case 7:
		return plans.CreateThenDelete, true
	case 8:
		return plans.Forget, true
	case 9:
		return plans.CreateThenForget, true
	case 10:
		return plans.ForgetThenCreate, true
	}
	return plans.Unknown, false
}

// ActionReason returns the reason for an action with a number. ok is false if there is none.
func ActionReason(n uint64) (r plans.ActionReason, ok bool) {
	reasons := []plans.ActionReason{
		"", plans.ReplaceBecauseTainted, plans.ReplaceByRequest, plans.ReplaceBecauseCannotUpdate,
		plans.DeleteBecauseNoResourceConfig, plans.DeleteBecauseWrongRepetition, plans.DeleteBecauseCountIndex,
		plans.DeleteBecauseEachKey, plans.DeleteBecauseNoModule, plans.ReplaceByTriggers,
		plans.ReadBecauseConfigUnknown, plans.ReadBecauseDependencyPending, plans.DeleteBecauseNoMoveTarget,
		plans.ReadBecauseCheckNested, plans.DeleteBecauseEnabledFalse, plans.ForgotBecauseDestroyInState,
		plans.ForgotBecauseDestroyInConfig,
	}
	return pick(reasons, n)
}

// DeferredReason returns the reason for deferring a change. ok is false if there is none.
func DeferredReason(n uint64) (r plans.DeferredReason, ok bool) {
	reasons := []plans.DeferredReason{
		"", plans.DeferredInstanceCountUnknown, plans.DeferredResourceConfigUnknown,
		plans.DeferredProviderConfigUnknown, plans.DeferredAbsentPrereq, plans.DeferredPrereq,
	}
	return pick(reasons, n)
}

// TriggerEvent returns the event that triggers an action, as JSON spells it. ok is false if there
// is none.
func TriggerEvent(n uint64) (name string, ok bool) {
	events := []string{"", "BeforeCreate", "AfterCreate", "BeforeUpdate", "AfterUpdate", "BeforeDestroy", "AfterDestroy", "Invoke"}
	name, ok = pick(events, n)
	return name, ok && n > 0
}

// OnFailure returns what apply does if an action fails, with a number. ok is false if there is none.
func OnFailure(n uint64) (f plans.OnFailure, ok bool) {
	return pick([]plans.OnFailure{plans.HaltOnFailure, plans.TaintOnFailure, plans.ContinueOnFailure}, n)
}

func pick[T any](list []T, n uint64) (v T, ok bool) {
	if n >= uint64(len(list)) {
		return v, false
	}
	return list[n], true
}

// Result returns the result of a check. The error says which number is not known.
func (c *Check) Result() (plans.Check, error) {
	kinds := []string{"unspecified", "resource", "output_value", "check", "var"}
	states := []string{"unknown", "pass", "fail", "error"}
	out := plans.Check{Address: c.Address}
	var err error
	status := func(n uint64) string {
		s, ok := pick(states, n)
		if !ok && err == nil {
			err = fmt.Errorf("no such status: %d", n)
		}
		return s
	}
	var ok bool
	if out.Kind, ok = pick(kinds, c.Kind); !ok {
		err = fmt.Errorf("no such kind of object: %d", c.Kind)
	}
	out.Status = status(c.Status)
	for _, o := range c.Objects {
		out.Instances = append(out.Instances, plans.CheckInstance{Address: o.Address, Status: status(o.Status), Messages: o.Messages})
	}
	return out, err
}

// ParseInstance splits the address of an instance of a resource, or of all whose keys are not known: a.b[*]. ok is false if it is not one.
func ParseInstance(address string) (in Instance, ok bool) {
	p := plans.SplitAddress(address)
	in = Instance{Module: p.Module, Mode: p.Mode, Type: p.Type, Name: p.Name}
	switch {
	case !p.Whole:
		return in, false
	case p.Key == "":
		return in, true
	case p.Key == plans.AnyKey:
		in.AnyKey = true
		return in, true
	}
	in.Key, ok = plans.ParseKey(strings.TrimSuffix(strings.TrimPrefix(p.Key, "["), "]"))
	return in, ok
}

// String returns the address of the instance.
func (in Instance) String() string {
	h := plans.Header{ModuleAddress: in.Module, Mode: in.Mode, Type: in.Type, Name: in.Name, Index: in.Key}
	return h.InstanceAddress()
}
