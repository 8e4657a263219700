package planfile

import (
	"errors"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/plans"
)

// ReadResourceChange reads a message ResourceInstanceChange. The result shares the bytes.
func ReadResourceChange(b []byte) (*ResourceChange, error) { return field{bytes: b}.resourceChange() }

func (f field) resourceChange() (*ResourceChange, error) {
	r := &ResourceChange{Raw: f.bytes}
	err := f.sub(resourceChangeType, func(f field) error {
		in := &r.Instance
		switch f.number {
		case 1:
			return f.text(&in.Module)
		case 2:
			var mode uint64
			err := f.uint(&mode)
			if in.Mode = "managed"; mode == 1 {
				in.Mode = "data"
			}
			return err
		case 3:
			return f.text(&in.Type)
		case 4:
			return f.text(&in.Name)
		case 5:
			var key string
			err := f.text(&key)
			in.Key = plans.StringKey(key)
			return err
		case 6:
			var key int64
			err := f.int(&key)
			in.Key = plans.InstanceKey(strconv.FormatInt(key, 10))
			return err
		case 7:
			return f.text(&r.Deposed)
		case 8:
			return f.text(&r.Provider)
		case 9:
			return f.change(&r.Change)
		case 10:
			r.Private = f.bytes
		case 11:
			return f.paths(&r.RequiredReplace)
		case 12:
			return f.uint(&r.ActionReason)
		case 13:
			return f.text(&r.Address)
		case 14:
			return f.text(&r.PreviousAddress)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	return r, r.completeAddress()
}

// completeAddress makes the parts of the address from the address, or the address from its parts.
func (r *ResourceChange) completeAddress() error {
	in := &r.Instance
	if r.Address != "" {
		var ok bool
		if *in, ok = ParseInstance(r.Address); !ok {
			return errors.New("the address is not that of a resource")
		}
		return nil
	}
	if in.Mode == "" { // the first of the modes is not written
		in.Mode = "managed"
	}
	if in.Type == "" || in.Name == "" {
		return errors.New("there is no address")
	}
	r.Address = in.String()
	return nil
}

// ReadChange reads a message Change. The result shares the bytes.
func ReadChange(b []byte) (c Change, err error) {
	err = field{bytes: b}.change(&c)
	return c, err
}

func (f field) change(c *Change) error {
	*c = Change{Raw: f.bytes}
	return f.sub(changeType, func(f field) error {
		switch f.number {
		case 1:
			return f.uint(&c.Action)
		case 2:
			var d Dynamic
			err := f.dynamic(&d)
			c.Values = append(c.Values, d)
			return err
		case 3:
			return f.paths(&c.BeforeSensitive)
		case 4:
			return f.paths(&c.AfterSensitive)
		case 5:
			c.Importing = &Importing{}
			return f.importing(c.Importing)
		case 6:
			return f.text(&c.GeneratedConfig)
		case 7:
			return f.dynamic(&c.BeforeIdentity)
		case 8:
			return f.dynamic(&c.AfterIdentity)
		}
		return nil
	})
}

func (f field) importing(to *Importing) error {
	return f.sub(importingType, func(f field) error {
		switch {
		case f.number == 1:
			return f.text(&to.ID)
		case f.number == 2 && f.typ == protowire.BytesType: // OpenTofu
			return f.dynamic(&to.Identity)
		case f.number == 2:
			return f.bool(&to.Unknown)
		case f.number == 3:
			return f.dynamic(&to.Identity)
		}
		return nil
	})
}

// paths adds a path to a list.
func (f field) paths(to *[]Path) error {
	var p Path
	err := f.path(&p)
	*to = append(*to, p)
	return err
}

func (f field) path(to *Path) error {
	return f.sub(pathType, func(f field) error {
		if f.number != 1 {
			return nil
		}
		var step PathStep
		set := false
		err := f.sub(stepType, func(f field) error {
			switch f.number {
			case 1:
				set = true
				return f.text(&step.Attribute)
			case 2:
				set = true
				return f.dynamic(&step.Key)
			}
			return nil
		})
		if err == nil && !set {
			err = errors.New("a step of a path is empty")
		}
		*to = append(*to, step)
		return err
	})
}

// ReadOutputChange reads a message OutputChange. The result shares the bytes.
func ReadOutputChange(b []byte) (*OutputChange, error) { return field{bytes: b}.outputChange() }

func (f field) outputChange() (*OutputChange, error) {
	o := &OutputChange{Raw: f.bytes}
	return o, f.sub(outputChangeType, func(f field) error {
		switch f.number {
		case 1:
			return f.text(&o.Name)
		case 2:
			return f.change(&o.Change)
		case 3:
			return f.bool(&o.Sensitive)
		}
		return nil
	})
}

// deferredChange reads a message DeferredResourceInstanceChange.
func (f field) deferredChange() (*ResourceChange, error) {
	r := &ResourceChange{}
	var reason uint64
	err := f.sub(deferredChangeType, func(f field) error {
		switch f.number {
		case 1:
			return f.deferred(&reason)
		case 2:
			var err error
			r, err = f.resourceChange()
			return err
		}
		return nil
	})
	r.List, r.DeferredReason = Deferred, reason
	if err == nil && r.Raw == nil {
		err = errors.New("it has no change")
	}
	return r, err
}

func (f field) deferred(to *uint64) error {
	return f.sub(deferredType, func(f field) error {
		if f.number == 1 {
			return f.uint(to)
		}
		return nil
	})
}

// check reads a message CheckResults.
func (f field) check() (*Check, error) {
	c := &Check{}
	return c, f.sub(checkType, func(f field) error {
		switch f.number {
		case 1:
			return f.uint(&c.Kind)
		case 2:
			return f.text(&c.Address)
		case 3:
			return f.uint(&c.Status)
		case 4:
			var o CheckObject
			err := f.sub(checkObjectType, func(f field) error {
				switch f.number {
				case 1:
					return f.text(&o.Address)
				case 2:
					return f.uint(&o.Status)
				case 3:
					return f.texts(&o.Messages)
				}
				return nil
			})
			c.Objects = append(c.Objects, o)
			return err
		}
		return nil
	})
}

// ReadActionInvocation reads a message ActionInvocationInstance. The result shares the bytes.
func ReadActionInvocation(b []byte) (*ActionInvocation, error) {
	return field{bytes: b}.actionInvocation()
}

func (f field) actionInvocation() (*ActionInvocation, error) {
	a := &ActionInvocation{Raw: f.bytes}
	return a, f.sub(actionType, func(f field) error {
		switch f.number {
		case 1:
			return f.text(&a.Address)
		case 2:
			return f.text(&a.Provider)
		case 4:
			return f.dynamic(&a.Config)
		case 5:
			return f.paths(&a.Sensitive)
		case 6:
			a.Lifecycle = &LifecycleTrigger{}
			return f.lifecycle(a.Lifecycle)
		case 7:
			a.Invoked = true
			return f.sub(invokeType, func(f field) error {
				if f.number == 1 {
					return f.text(&a.Caller)
				}
				return nil
			})
		}
		return nil
	})
}

// nothing takes nothing of a message.
func nothing(field) error { return nil }

func (f field) lifecycle(to *LifecycleTrigger) error {
	return f.sub(lifecycleType, func(f field) error {
		switch f.number {
		case 1:
			return f.text(&to.Resource)
		case 2:
			return f.uint(&to.Event)
		case 3:
			return f.int(&to.BlockIndex)
		case 4:
			return f.int(&to.Index)
		case 5:
			return f.uint(&to.OnFailure)
		}
		return nil
	})
}

// deferredAction reads a message DeferredActionInvocation.
func (f field) deferredAction() (*ActionInvocation, error) {
	a := &ActionInvocation{}
	var reason uint64
	err := f.sub(deferredActionType, func(f field) error {
		switch f.number {
		case 1:
			return f.deferred(&reason)
		case 2:
			var err error
			a, err = f.actionInvocation()
			return err
		}
		return nil
	})
	a.Deferred, a.DeferredReason = true, reason
	return a, err
}

// variable reads an element of the variables.
func (f field) variable() (*Variable, error) {
	v := &Variable{Raw: f.bytes}
	named := false
	err := f.sub(variableType, func(f field) error {
		switch f.number {
		case 1:
			named = true
			return f.text(&v.Name)
		case 2:
			return f.dynamic(&v.Value)
		}
		return nil
	})
	if err == nil && !named {
		err = wireErrorf("an element of variables has no key")
	}
	return v, err
}

func (f field) backend(to **Backend) error {
	b := &Backend{}
	*to = b
	return f.sub(backendType, func(f field) error {
		switch f.number {
		case 1:
			return f.text(&b.Type)
		case 2:
			return f.dynamic(&b.Config)
		case 3:
			return f.text(&b.Workspace)
		case 4:
			b.Provider = &Provider{}
			return f.sub(providerType, func(f field) error {
				switch f.number {
				case 1:
					return f.text(&b.Provider.Source)
				case 2:
					return f.text(&b.Provider.Version)
				}
				return nil
			})
		}
		return nil
	})
}

func (f field) relevant(to *[]Relevant) error {
	var r Relevant
	err := f.sub(relevantType, func(f field) error {
		switch f.number {
		case 1:
			return f.text(&r.Resource)
		case 2:
			return f.path(&r.Attribute)
		}
		return nil
	})
	*to = append(*to, r)
	return err
}
