package wording_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

func text(s string) computed.Side {
	return computed.Side{Presence: computed.Presence{State: computed.Present}, Literal: computed.Literal{Kind: computed.StringLiteral, Text: s}}
}

func state(s computed.State) computed.Side {
	return computed.Side{Presence: computed.Presence{State: s}}
}

func path(names ...string) (p plans.Path) {
	for _, n := range names {
		p = p.Child(plans.Key(n))
	}
	return p
}

func forced(name string, before, after computed.Side, from ...computed.Reference) computed.ForcingAttribute {
	action := plans.Update
	if before == after {
		action = plans.NoOp
	}
	return computed.ForcingAttribute{Path: path(name), Before: before, After: after, Action: action, Found: true, From: from}
}

func TestCauseSpans(t *testing.T) {
	cause := func(all ...computed.ForcingAttribute) *computed.Cause { return &computed.Cause{Attributes: all} }
	unknown, present := state(computed.KnownAfterApply), state(computed.Present)
	hidden := computed.Side{Presence: computed.Presence{State: computed.Present, Sensitive: true}}
	cidr := cause(forced("cidr_block", text("10.0.1.0/24"), text("10.0.2.0/24")))
	subnet := computed.Reference{Address: "aws_subnet.a", Action: plans.DeleteThenCreate, Cause: cidr}
	loop := cause(forced("a", text("x"), unknown))
	loop.Attributes[0].From = []computed.Reference{{Address: "x.y", Action: plans.CreateThenDelete, Cause: loop}}
	container := forced("triggers", present, present)
	container.Action = plans.Update
	container.Parts = []computed.ForcingPart{
		{Path: path("triggers", "a b"), Before: text("1"), After: text("2"), Action: plans.Update},
		{Path: path("triggers", "b"), Before: hidden, After: hidden},
	}
	container.MoreParts = 3
	for _, test := range []struct {
		cause *computed.Cause
		want  string
	}{
		{nil, ""},
		{cidr, `cidr_block "10.0.1.0/24" -> "10.0.2.0/24"`},
		{cause(forced("ami", text("x"), text("x"))), `ami "x" (unchanged)`},
		{cause(forced("key", hidden, hidden)), `key (sensitive value)`},
		{cause(computed.ForcingAttribute{Path: path("gone")}), `gone`},
		{cause(forced("a", text("x"), state(computed.Null)), forced("b", state(computed.Missing), text("y\nz\n"))), `a "x" -> null, b null -> (2 lines)`},
		{cause(forced("a", text(strings.Repeat("ä", 61)), text("\x1b\"")), forced("b", present, text("y"))), `a (61 characters) -> "\x1b\"", b (...) -> "y"`},
		{cause(container), `triggers["a b"] "1" -> "2", triggers.b (sensitive value) and 3 more`},
		{cause(forced("subnet_id", text("s"), unknown, subnet)), `subnet_id (known after apply) <- aws_subnet.a (replaced: cidr_block "10.0.1.0/24" -> "10.0.2.0/24")`},
		{
			cause(forced("subnet_id", text("s"), unknown, computed.Reference{Address: "module.net.subnet_id", From: []computed.Reference{subnet}})),
			`subnet_id (known after apply) <- module.net.subnet_id <- aws_subnet.a (replaced: cidr_block "10.0.1.0/24" -> "10.0.2.0/24")`,
		},
		{
			cause(forced("x", text("s"), unknown, computed.Reference{Address: "local.x", End: computed.EndsOutsidePlan},
				computed.Reference{Address: "a.b", Action: plans.Create, End: computed.EndsInChange},
				computed.Reference{Address: "a.c", Action: plans.Create, End: computed.EndsInChange})),
			`x (known after apply) <- local.x (the plan does not say what it refers to), a.b (created) and 1 more`,
		},
		{
			cause(forced("x", text("s"), unknown, computed.Reference{Address: "a.b", Action: plans.DeleteThenCreate, Reason: plans.ReplaceBecauseTainted})),
			`x (known after apply) <- a.b (replaced, tainted)`,
		},
		{
			cause(forced("x", text("s"), unknown, computed.Reference{Address: "a.b", OneOf: true, More: 4, From: []computed.Reference{
				{Address: "a.b[0]", Action: plans.Create, End: computed.EndsInChange}, {Address: "a.b[1]", Action: plans.Read, End: computed.EndsInChange},
			}})),
			`x (known after apply) <- a.b[0] (created) or a.b[1] (read during apply) or 4 more`,
		},
		{loop, "a (known after apply)" + strings.Repeat(" <- x.y (replaced: a (known after apply)", 5) + " <- x.y (replaced" + strings.Repeat(")", 6)},
	} {
		var got strings.Builder
		for _, s := range wording.CauseSpans(test.cause) {
			got.WriteString(s.Text)
		}
		if got.String() != test.want {
			t.Errorf("got  %s\nwant %s", &got, test.want)
		}
	}
}
