package source_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// TestCheckAddress draws resources, and changes one member of each at a time. The address is then wrong about that member, and about no
// other one.
func TestCheckAddress(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 27))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for range 2000 {
		h := plans.Header{
			ModuleAddress: pick("", "module.m", `module.m["a.b[0]"].module.data`, "module.module[3]"), Mode: pick("managed", "data"),
			Type: pick("aws_vpc", "data_x", "module"), Name: pick("a", "data", "x-y"),
			Index: plans.InstanceKey(pick("", "null", "0", "12", `"k"`, `"${x} \" ]."`, `"\u00e4\u2028"`)),
		}
		if h.Mode == "managed" && h.Type == "module" {
			continue // no resource has that type
		}
		address := h.InstanceAddress()
		if err := contradiction(h, address); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		for field, change := range map[string]func(*plans.Header){
			"mode":           func(h *plans.Header) { h.Mode = map[string]string{"managed": "data", "data": "managed"}[h.Mode] },
			"type":           func(h *plans.Header) { h.Type = "null_resource" },
			"name":           func(h *plans.Header) { h.Name += "x" },
			"module_address": func(h *plans.Header) { h.ModuleAddress += "x" },
			"index":          func(h *plans.Header) { h.Index = `"other"` },
		} {
			lie := h
			change(&lie)
			err := contradiction(lie, address)
			if field == "module_address" && h.ModuleAddress == "" {
				continue
			}
			if err == nil || !strings.Contains(fmt.Sprint(err), field+": ") {
				t.Errorf("%s, with another %s: %v", address, field, err)
			}
		}
		if err := contradiction(plans.Header{}, address); err != nil {
			t.Errorf("%s, without anything else: %v", address, err)
		}
	}
}

// contradiction also checks that the module is that of the address.
func contradiction(h plans.Header, address string) error {
	e, rc := source.Entry{Address: "x.y"}, source.Resource{Header: h}
	if e.CheckAddress(&rc, address); rc.ModuleAddress != plans.SplitAddress(address).Module {
		return fmt.Errorf("the module is %s", rc.ModuleAddress)
	}
	return e.Err
}
