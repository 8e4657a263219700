package kit

import (
	"github.com/planfmt/planfmt/computed"
)

// CollectResources is a Writer that keeps resources.
type CollectResources struct{ All *[]computed.Resource }

func (CollectResources) Begin(computed.Summary) error { return nil }

func (CollectResources) End(computed.Outcome) error { return nil }

func (c CollectResources) Resource(r computed.Resource) error {
	*c.All = append(*c.All, r)
	return nil
}
