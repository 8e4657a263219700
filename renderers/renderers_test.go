package renderers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/sinks"
)

var (
	before = plans.Sides{Before: true}
	after  = plans.Sides{After: true}
	both   = plans.Sides{Before: true, After: true}
)

// lit returns a literal: no value for "", a null, a number, a bool, or a string for
// everything else.
func lit(s string) computed.Literal {
	switch {
	case s == "":
		return computed.Literal{}
	case s == "null":
		return computed.Literal{Kind: computed.NullLiteral, Text: s}
	case s == "true" || s == "false":
		return computed.Literal{Kind: computed.BoolLiteral, Text: s}
	case s[0] >= '0' && s[0] <= '9':
		return computed.Literal{Kind: computed.NumberLiteral, Text: s}
	}
	return computed.Literal{Kind: computed.StringLiteral, Text: s}
}

// leaf returns a scalar, with the action that follows from its sides.
func leaf(before, after string) computed.Diff {
	b, a := lit(before), lit(after)
	action := plans.Update
	switch {
	case before == after:
		action = plans.NoOp
	case before == "":
		action = plans.Create
	case after == "":
		action = plans.Delete
	}
	if b.Kind == computed.StringLiteral || a.Kind == computed.StringLiteral {
		return computed.Diff{Renderer: renderers.String(b, a), Action: action}
	}
	return computed.Diff{Renderer: renderers.Primitive(b, a), Action: action}
}

func replacing(d computed.Diff) computed.Diff {
	d.Replace = true
	return d
}

func sensitiveAfter(d computed.Diff) computed.Diff {
	d.After.Sensitive = true
	return d
}

func update(r computed.DiffRenderer) computed.Diff {
	return computed.Diff{Renderer: r, Action: plans.Update}
}

func create(r computed.DiffRenderer) computed.Diff {
	return computed.Diff{Renderer: r, Action: plans.Create}
}

func remove(r computed.DiffRenderer) computed.Diff {
	return computed.Diff{Renderer: r, Action: plans.Delete}
}

func keep(r computed.DiffRenderer) computed.Diff {
	return computed.Diff{Renderer: r, Action: plans.NoOp}
}

func members(all ...any) (out []computed.Member) {
	for i := 0; i < len(all); i += 2 {
		out = append(out, computed.Member{Key: all[i].(string), Diff: all[i+1].(computed.Diff)})
	}
	return out
}

func elements(all ...computed.Diff) []computed.Diff { return all }

func lines(all ...string) string { return strings.Join(all, "\n") }

func TestText(t *testing.T) {
	doomed := remove(renderers.List(elements(leaf("1", "")), nil))
	for name, test := range map[string]struct {
		diff computed.Diff
		want string
	}{
		"number":            {leaf("1", "2"), "1 -> 2"},
		"created":           {leaf("", "true"), "true"},
		"deleted":           {leaf("1", ""), "1 -> null"},
		"unchanged":         {leaf("1", "1"), "1"},
		"string":            {leaf("a\"", "b"), `"a\"" -> "b"`},
		"replacing":         {replacing(leaf("1", "2")), "1 -> 2 # forces replacement"},
		"deleted, replaced": {replacing(leaf("x", "")), `"x" -> null # forces replacement`},
		"null to value":     {leaf("null", "1"), "null -> 1"},
		"null deleted":      {computed.Diff{Renderer: renderers.Primitive(lit("null"), lit("")), Action: plans.Delete}, "null -> null"},
		"string null deleted": {
			computed.Diff{Renderer: renderers.String(lit("null"), lit("")), Action: plans.Delete}, "null",
		},

		"empty list":          {create(renderers.List(nil, nil)), "[]"},
		"empty list, deleted": {replacing(remove(renderers.List(nil, nil))), "[] -> null # forces replacement"},
		"list": {
			update(renderers.List(elements(leaf("0", "0"), leaf("1", "1"), leaf("2", "3"), leaf("4", "4"), leaf("5", "5"), leaf("6", "6")), nil)),
			lines("[", "        # (1 unchanged element hidden)", "        1,", "      ~ 2 -> 3,", "        4,", "        # (2 unchanged elements hidden)", "    ]"),
		},
		"list, deleted": {replacing(doomed), lines("[ # forces replacement", "      - 1,", "    ] -> null")},
		"nested list": {
			update(renderers.NestedList(elements(leaf("0", "0"), leaf("1", "2"), leaf("3", "3")), nil)),
			lines("[", "      ~ 1 -> 2,", "        # (2 unchanged elements hidden)", "    ]"),
		},
		"set":        {update(renderers.Set(elements(leaf("1", "1"), leaf("", "2")), nil)), lines("[", "      + 2,", "        # (1 unchanged element hidden)", "    ]")},
		"nested set": {replacing(update(renderers.NestedSet(elements(leaf("", "2")), nil))), lines("[", "      + 2 # forces replacement,", "    ]")},
		"nested set, empty": {
			replacing(create(renderers.NestedSet(nil, nil))), "[]",
		},

		"empty map": {create(renderers.Map(nil, nil)), "{}"},
		"map": {
			update(renderers.Map(members("a", leaf("1", ""), "longer", leaf("1", "2"), "z", leaf("1", "1"), "o", update(renderers.Object(nil, nil))), nil)),
			lines("{", `      - "a"      = 1 -> null`, `      ~ "longer" = 1 -> 2`, `      ~ "o"      = {},`, "        # (1 unchanged element hidden)", "    }"),
		},
		"map, deleted": {remove(renderers.Map(members("a", leaf("1", "")), nil)), lines("{", `      - "a" = 1`, "    } -> null")},
		"nested map": {
			replacing(update(renderers.NestedMap(members("a", leaf("1", ""), "bcd", leaf("1", "2")), nil))),
			lines("{", `      - "a" = 1 # forces replacement`, `      ~ "bcd" = 1 -> 2 # forces replacement`, "    }"),
		},
		"nested map, empty": {replacing(remove(renderers.NestedMap(nil, nil))), "{} -> null"},
		"object": {
			update(renderers.Object(members("a", leaf("1", ""), "b c", leaf("", "x"), "id", leaf("i", "i"), "z", leaf("1", "1")), nil)),
			lines("{", `      - a     = 1`, `      + "b c" = "x"`, `        id    = "i"`, "        # (1 unchanged attribute hidden)", "    }"),
		},
		"nested object": {update(renderers.NestedObject(members("a", leaf("1", "")), nil)), lines("{", "      - a = 1 -> null", "    }")},
		"below tags":    {update(renderers.Object(members("tags", keep(renderers.List(elements(leaf("1", "1")), nil))), nil)), lines("{", "        tags = [", "            1,", "        ]", "    }")},

		"empty block": {replacing(create(renderers.Block(nil, nil, nil))), "{} # forces replacement"},
		"block": {
			update(renderers.Block(members("a", leaf("1", "2")), nil, []computed.BlockGroup{
				{Type: "disk", Members: members("", create(renderers.Block(nil, nil, nil)), "", keep(renderers.Block(nil, nil, nil)))},
				{Type: "port", Nesting: computed.NestedMap, Members: members("k\"", remove(renderers.Block(members("x", leaf("1", "")), nil, nil)))},
				{Type: "gone", Unknown: create(renderers.Unknown(nil, nil))},
			})),
			lines("{", "      ~ a = 1 -> 2", "", "      + disk {}", "", `      - port "k\"" {`, "          - x = 1 -> null", "        }", "",
				"      + gone (known after apply)", "", "        # (1 unchanged block hidden)", "    }"),
		},
		"block of blocks": {
			create(renderers.Block(nil, nil, []computed.BlockGroup{{Type: "a", Members: members("", create(renderers.Block(nil, nil, nil)))}, {Type: "b", Members: members("", create(renderers.Block(nil, nil, nil)))}})),
			lines("{", "      + a {}", "      + b {}", "    }"),
		},
		"block without blocks": {create(renderers.Block(nil, nil, []computed.BlockGroup{{Type: "a"}})), lines("{", "    }")},

		"heredoc": {
			replacing(update(renderers.Heredoc(lit("a\nb"), lit("a"), []renderers.TextRun{{Lines: 1}, {Lines: 1, Action: plans.Delete}}, ""))),
			lines("<<-EOT # forces replacement", "        a", "      - b", "    EOT"),
		},
		"heredoc of different lines": {
			update(renderers.Heredoc(lit("a\nb\nc"), lit("d\ne\nc\nf"), []renderers.TextRun{{Lines: 2, Action: plans.Update}, {Lines: 1}, {Lines: 1, Action: plans.Create}}, "")),
			lines("<<-EOT", "      - a", "      + d", "      - b", "      + e", "        c", "      + f", "    EOT"),
		},
		"heredoc with a note": {remove(renderers.Heredoc(lit("a\n"), lit(""), nil, "odd")), lines("<<-EOT # odd", "        a", "    EOT -> null")},
		"json":                {replacing(update(renderers.JSON(update(renderers.Object(members("a", leaf("1", "2")), nil))))), lines("jsonencode(", "      ~ {", "          ~ a = 1 -> 2", "        } # forces replacement", "    )")},
		"json, created":       {create(renderers.JSON(create(renderers.List(elements(leaf("", "1")), nil)))), lines("jsonencode(", "        [", "          + 1,", "        ]", "    )")},
		"json, deleted":       {remove(renderers.JSON(doomed)), lines("jsonencode(", "        [", "          - 1,", "        ]", "    ) -> null")},
		"json on a line":      {remove(renderers.JSON(remove(renderers.List(nil, nil)))), "jsonencode([])"},
		"json, white space":   {update(renderers.ReformattedJSON(keep(renderers.List(elements(leaf("1", "1")), nil)))), lines("jsonencode( # whitespace changes", "        [", "            1,", "        ]", "    )")},
		"json, white space on a line": {
			replacing(update(renderers.ReformattedJSON(keep(renderers.List(nil, nil))))), "jsonencode([]) # whitespace changes force replacement",
		},

		"unknown":          {create(renderers.Unknown(nil, nil)), "(known after apply)"},
		"unknown after":    {update(renderers.Unknown(&doomed, nil)), lines("[", "      - 1,", "    ] -> (known after apply)")},
		"unknown, flagged": {replacing(update(unknown(replacing(leaf("1", ""))))), "1 -> (known after apply) # forces replacement"},
		"unknown, flagged twice": {
			replacing(update(unknownFlagged(replacing(leaf("1", ""))))), "1 # forces replacement -> (known after apply) # forces replacement",
		},
		"type change":      {replacing(update(renderers.TypeChange(doomed, leaf("", "x")))), lines("[", "      - 1,", `    ] -> "x" # forces replacement`)},
		"mismatch":         {replacing(update(renderers.Mismatch(leaf("1", "2")))), "1 -> 2 # forces replacement # does not match the schema"},
		"mismatch, opened": {create(renderers.Mismatch(create(renderers.List(elements(leaf("", "1")), nil)))), lines("[ # does not match the schema", "      + 1,", "    ]")},

		"sensitive":             {replacing(remove(renderers.Sensitive(plans.Delete, before))), "(sensitive value) -> null # forces replacement"},
		"sensitive, shown":      {replacing(update(renderers.ShownSensitive(update(renderers.List(elements(leaf("", "1")), nil)), both))), lines("[", "      + 1,", "    ]")},
		"map of a shown object": {update(renderers.Map(members("k", update(renderers.ShownSensitive(create(renderers.Object(members("a", leaf("", "1")), nil)), both))), nil)), lines("{", `      ~ "k" = {`, "          + a = 1", "        }", "    }")},
		"sensitive block":       {replacing(remove(renderers.SensitiveBlock(plans.Delete, both))), lines("{ # forces replacement", "      # At least one attribute in this block is (or was) sensitive,", "      # so its contents will not be displayed.", "    }")},
		"write-only":            {replacing(remove(renderers.WriteOnly())), "(write-only attribute) -> null # forces replacement"},
		"write-only, too":       {sensitiveAfter(create(renderers.WriteOnly())), "(sensitive, write-only attribute)"},
		"write-only, flagged first": {
			replacing(remove(renderers.FlaggedWriteOnly())), "(write-only attribute) # forces replacement -> null",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.diff.Text(); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if got := test.diff.Transform(wrapped).Text(); got != test.want {
				t.Errorf("with every renderer wrapped: got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// wrapper is a renderer from outside.
type wrapper struct{ computed.DiffRenderer }

func wrapped(d computed.Diff) computed.Diff {
	d.Renderer = wrapper{d.Renderer}
	return d
}

func unknown(before computed.Diff) computed.DiffRenderer { return renderers.Unknown(&before, nil) }

func unknownFlagged(before computed.Diff) computed.DiffRenderer {
	return renderers.UnknownFlagged(&before, nil)
}

func TestWarnings(t *testing.T) {
	const (
		marked   = "      # Warning: this attribute value will be marked as sensitive and will not\n      # display in UI output after applying this change."
		unmarked = "      # Warning: this attribute value will no longer be marked as sensitive\n      # after applying this change."
	)
	for name, test := range map[string]struct {
		secret computed.DiffRenderer
		want   string
	}{
		"marked":         {renderers.Sensitive(plans.Update, after), marked},
		"marked only":    {renderers.Sensitive(plans.NoOp, after), marked + " The value is unchanged."},
		"unmarked":       {renderers.Sensitive(plans.Update, before), unmarked},
		"as before":      {renderers.Sensitive(plans.Update, both), ""},
		"created":        {renderers.Sensitive(plans.Create, after), ""},
		"deleted":        {renderers.Sensitive(plans.Delete, before), ""},
		"block":          {renderers.SensitiveBlock(plans.NoOp, after), strings.ReplaceAll(marked, "attribute value", "block")},
		"block unmarked": {renderers.SensitiveBlock(plans.Update, before), strings.ReplaceAll(unmarked, "attribute value", "block")},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, d := range map[string]computed.Diff{
				"list":   update(renderers.List(elements(update(test.secret)), nil)),
				"object": update(renderers.Object(members("a", update(test.secret)), nil)),
				"block":  update(renderers.Block(members("a", update(test.secret)), nil, nil)),
				"blocks": update(renderers.Block(nil, nil, []computed.BlockGroup{{Type: "a", Members: members("", update(test.secret))}})),
			} {
				inside := strings.SplitAfter(d.Text(), "\n")[1:]
				var got string
				for _, line := range inside {
					if !strings.HasPrefix(line, "      #") {
						break
					}
					got += line
				}
				if got = strings.TrimSuffix(got, "\n"); got != test.want {
					t.Errorf("%s: got\n%s\nwant\n%s", kind, got, test.want)
				}
			}
		})
	}
}

func TestOptions(t *testing.T) {
	body := update(renderers.Block(members("a", leaf("1", "1"), "m", keep(renderers.Map(members("k", leaf("1", "1")), nil))), nil, []computed.BlockGroup{
		{Type: "b", Members: members("", keep(renderers.Block(members("x", leaf("1", "1")), nil, nil)), "", keep(renderers.SensitiveBlock(plans.NoOp, both)))},
	}))
	for name, test := range map[string]struct {
		diff computed.Diff
		opts computed.RenderHumanOpts
		want string
	}{
		"nothing asked": {
			body,
			computed.RenderHumanOpts{},
			lines("{", "        # (2 unchanged attributes hidden)", "", "        # (2 unchanged blocks hidden)", "    }"),
		},
		"all shown": {
			body,
			computed.RenderHumanOpts{ShowUnchanged: true},
			lines("{", "        a = 1", "        m = {", `            "k" = 1`, "        }", "", "        b {", "            x = 1", "        }", "        b {",
				"          # At least one attribute in this block is (or was) sensitive,", "          # so its contents will not be displayed.", "        }", "    }"),
		},
		"without signs": {
			body,
			computed.RenderHumanOpts{ShowUnchanged: true, HideSigns: true},
			lines("{", "    a = 1", "    m = {", `        "k" = 1`, "    }", "", "    b {", "        x = 1", "    }", "    b {",
				"      # At least one attribute in this block is (or was) sensitive,", "      # so its contents will not be displayed.", "    }", "}"),
		},
		"no suffix":           {leaf("1", ""), computed.RenderHumanOpts{NoNullSuffix: true}, "1"},
		"forced":              {leaf("1", "2"), computed.RenderHumanOpts{Forces: computed.ForcesAlways}, "1 -> 2 # forces replacement"},
		"not forced":          {replacing(leaf("1", "2")), computed.RenderHumanOpts{Forces: computed.ForcesNever}, "1 -> 2"},
		"not forced, itself":  {replacing(update(renderers.List(elements(replacing(leaf("", "1"))), nil))), computed.RenderHumanOpts{Forces: computed.ForcesNever}, lines("[", "      + 1 # forces replacement,", "    ]")},
		"forced, only itself": {update(renderers.List(elements(leaf("", "1")), nil)), computed.RenderHumanOpts{Forces: computed.ForcesAlways}, lines("[ # forces replacement", "      + 1,", "    ]")},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := sinks.Write(&b, sinks.Text{}, test.diff.Lines(test.opts)); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(b.String(), "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestContent(t *testing.T) {
	part := leaf("1", "2")
	whitespace, mismatch := computed.NoteWhitespace, computed.NoteMismatch
	will, not, same := computed.NoteWillBeSensitive, computed.NoteNoLongerSensitive, computed.NoteValueUnchanged
	for name, test := range map[string]struct {
		r     computed.DiffRenderer
		kind  computed.Kind
		form  computed.Form
		parts []computed.PartRole
		notes []computed.Note
	}{
		"primitive":    {r: renderers.Primitive(lit("1"), lit("2")), kind: computed.KindScalar},
		"string":       {r: renderers.String(lit("a"), lit("b")), kind: computed.KindScalar},
		"heredoc":      {r: renderers.Heredoc(lit("a\nb"), lit("b"), nil, ""), kind: computed.KindScalar},
		"noted":        {r: renderers.Heredoc(lit("a\n"), lit("a"), nil, "odd"), kind: computed.KindScalar, notes: []computed.Note{whitespace}},
		"json":         {r: renderers.JSON(part), kind: computed.KindJSON, parts: []computed.PartRole{computed.PartDocument}},
		"json, spaced": {r: renderers.ReformattedJSON(part), kind: computed.KindJSON, parts: []computed.PartRole{computed.PartDocument}, notes: []computed.Note{whitespace}},
		"list":         {r: renderers.List(elements(part, part), nil), kind: computed.KindList, parts: []computed.PartRole{computed.PartElement, computed.PartElement}},
		"nested list":  {r: renderers.NestedList(elements(part), nil), kind: computed.KindList, form: computed.FormNestedAttribute, parts: []computed.PartRole{computed.PartElement}},
		"set":          {r: renderers.Set(elements(part), nil), kind: computed.KindSet, parts: []computed.PartRole{computed.PartElement}},
		"nested set":   {r: renderers.NestedSet(elements(part), nil), kind: computed.KindSet, form: computed.FormNestedAttribute, parts: []computed.PartRole{computed.PartElement}},
		"map":          {r: renderers.Map(members("a", part), nil), kind: computed.KindMap, parts: []computed.PartRole{computed.PartMember}},
		"nested map":   {r: renderers.NestedMap(members("a", part), nil), kind: computed.KindMap, form: computed.FormNestedAttribute, parts: []computed.PartRole{computed.PartMember}},
		"object":       {r: renderers.Object(members("a", part), nil), kind: computed.KindObject, parts: []computed.PartRole{computed.PartMember}},
		"nested object": {
			r: renderers.NestedObject(members("a", part), nil), kind: computed.KindObject, form: computed.FormNestedAttribute, parts: []computed.PartRole{computed.PartMember},
		},
		"block": {
			r: renderers.Block(members("a", part), nil, []computed.BlockGroup{{Type: "b", Unknown: part, Members: members("k", part)}}), kind: computed.KindBlock, form: computed.FormBlock,
			parts: []computed.PartRole{computed.PartMember, computed.PartUnknownBlocks, computed.PartBlock},
		},
		"unknown":         {r: renderers.Unknown(nil, nil), kind: computed.KindUnknown},
		"unknown after":   {r: renderers.Unknown(&part, nil), kind: computed.KindUnknown, parts: []computed.PartRole{computed.PartBefore}},
		"type change":     {r: renderers.TypeChange(part, part), kind: computed.KindTypeChange, parts: []computed.PartRole{computed.PartBefore, computed.PartAfter}},
		"mismatch":        {r: renderers.Mismatch(part), kind: computed.KindMismatch, parts: []computed.PartRole{computed.PartValue}, notes: []computed.Note{mismatch}},
		"sensitive":       {r: renderers.Sensitive(plans.Update, both), kind: computed.KindSensitive},
		"marked":          {r: renderers.Sensitive(plans.NoOp, after), kind: computed.KindSensitive, notes: []computed.Note{will, same}},
		"unmarked":        {r: renderers.Sensitive(plans.Update, before), kind: computed.KindSensitive, notes: []computed.Note{not}},
		"sensitive block": {r: renderers.SensitiveBlock(plans.NoOp, before), kind: computed.KindSensitive, form: computed.FormBlock, notes: []computed.Note{not}},
		"shown":           {r: renderers.ShownSensitive(part, both), kind: computed.KindSensitive, parts: []computed.PartRole{computed.PartValue}},
		"write-only":      {r: renderers.WriteOnly(), kind: computed.KindWriteOnly},
	} {
		c := computed.Diff{Renderer: test.r, Action: plans.Update, Replace: true}.Content()
		var parts []computed.PartRole
		for p := range c.Children() {
			if parts = append(parts, p.Role); p.Diff.Renderer == nil {
				t.Errorf("%s: a part is nothing", name)
			}
		}
		if c.Kind != test.kind || c.Form != test.form || !slices.Equal(parts, test.parts) || !slices.Equal(c.Notes, append([]computed.Note{computed.NoteForcesReplacement}, test.notes...)) {
			t.Errorf("%s: got kind %v, form %v, parts %v, notes %v", name, c.Kind, c.Form, parts, c.Notes)
		}
		for range c.Children() { // one that stops is not asked again
			break
		}
	}
	if c := renderers.String(lit("a"), lit("b")).Content(); c.Before.Text != "a" || c.After.Text != "b" {
		t.Errorf("a string's sides are %q and %q", c.Before.Text, c.After.Text)
	}
}

// A reader may stop at any line of a value.
func TestStop(t *testing.T) {
	part, same := leaf("1", "2"), leaf("3", "3")
	parts := members("a", part, "b", same, "c", part)
	inner := update(renderers.Block(members("x", part), nil, nil))
	value := update(renderers.Block(
		members(
			"heredoc", update(renderers.Heredoc(lit("a\nb"), lit("a\nc"), []renderers.TextRun{{Lines: 1}, {Lines: 1, Action: plans.Update}}, "")),
			"json", update(renderers.JSON(update(renderers.Object(parts, nil)))),
			"list", update(renderers.List(elements(part, same, same, same, part), nil)),
			"map", update(renderers.Map(parts, nil)),
			"marked", update(renderers.Sensitive(plans.NoOp, after)),
			"nested", update(renderers.NestedMap(members("k", update(renderers.NestedObject(parts, nil))), nil)),
			"set", update(renderers.Set(elements(part, same, part), nil)),
		), nil,

		[]computed.BlockGroup{
			{Type: "one", Members: members("", inner, "", inner)},
			{Type: "two", Unknown: inner, Members: members("", update(renderers.SensitiveBlock(plans.Update, both)))},
		}))
	all := strings.Split(value.Text(), "\n")
	for n := range all {
		var b strings.Builder
		var some []doc.Line
		for line := range value.Lines(computed.RenderHumanOpts{}) {
			line.Text = line.Text.Clone()
			if some = append(some, line); len(some) > n {
				break
			}
		}
		if err := sinks.Write(&b, sinks.Text{}, slices.Values(some)); err != nil {
			t.Fatal(err)
		}
		if want := lines(all[:n+1]...) + "\n"; b.String() != want {
			t.Errorf("%d lines are\n%s\nwant\n%s", n+1, b.String(), want)
		}
	}
}
