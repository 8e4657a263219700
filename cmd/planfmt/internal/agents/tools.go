package agents

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/sinks"
)

// file is the argument that names a document.
type file struct {
	Path string `json:"path" jsonschema:"the file: a binary plan, the output of terraform show -json, or a state; relative to a root of the server, or absolute and below one"`
}

// answerSource says which document an answer is about.
type answerSource struct {
	Path     string `json:"path" jsonschema:"as it was asked for"`
	Kind     string `json:"kind" jsonschema:"plan or state"`
	Product  string `json:"product,omitempty" jsonschema:"terraform or opentofu"`
	Version  string `json:"terraform_version,omitempty"`
	Reopened bool   `json:"reopened,omitempty" jsonschema:"the file has changed since an earlier call: what was said about it then may not be true any more"`
}

func sourceOf(sum *computed.Summary, path string, reopened bool) answerSource {
	s := answerSource{Path: shortName(path), Kind: "plan", Product: sum.Product, Version: wording.QuotedName(clip(sum.TerraformVersion, 40)), Reopened: reopened}
	if sum.State != computed.NotState {
		s.Kind = "state"
	}
	return s
}

// changedFile stands before a text about another file than an earlier one.
const changedFile = "The file has changed since an earlier call.\n"

// head is how texts about a document begin.
func head(reopened bool) string {
	if reopened {
		return changedFile + untrusted
	}
	return untrusted
}

// addTools adds all tools.
func (s *Server) addTools() {
	add(s, "plan_summary", "Summarise a plan",
		"What a Terraform or OpenTofu plan would do, the most important first: hazards, what is replaced and destroyed and why, what changes. "+
			"Use it first, once for each plan, of any size. Do not use it for all about one resource: that is plan_resource. "+
			`Example: {"path": "tfplan"}`,
		func(in summaryIn) (int, error) { return in.limit() }, s.summary)
	add(s, "plan_changes", "List changes",
		"List the changes of a plan, filtered and paged, the most important first: a line each, with cause and values. "+
			"Use it for what plan_summary only counts. Do not use it to compute something: that is plan_query. "+
			`Example: {"path": "tfplan", "actions": ["replace", "destroy"], "module": "module.net*"}`,
		func(in changesIn) (int, error) { return in.limit() }, s.changes)
	add(s, "plan_resource", "Show one resource",
		"All that changes in one resource, attribute by attribute, with where it is declared, why it happens, what happens because of it, and hazards. "+
			"Use it before you say anything in detail about a resource. Do not use it for a list: that is plan_changes. "+
			`Example: {"path": "tfplan", "address": "aws_instance.web[0]"}`,
		func(in resourceIn) (int, error) { return in.limit() }, s.resource)
	add(s, "plan_why", "Explain a change",
		"Why something happens to a resource, through the references of the configuration, and which other changes follow from it. "+
			"An address without the key of an instance stands for all instances. Do not use it for the values: that is plan_resource. "+
			`Example: {"path": "tfplan", "address": "aws_instance.web"}`,
		func(in resourceIn) (int, error) { return in.limit() }, s.why)
	s.addQueryTools()
}

type changesIn struct {
	file
	Actions []string `json:"actions,omitempty" jsonschema:"only these kinds: replace, destroy, forget, update, create, import, move, read, drift, deferred, unknown"`
	Type    string   `json:"type,omitempty" jsonschema:"only types of this pattern, with * for anything: aws_db_*"`
	Module  string   `json:"module,omitempty" jsonschema:"only resources in modules of this pattern, with * for anything: module.net*"`
	Texts   []string `json:"texts,omitempty" jsonschema:"only resources in which each of these texts occurs: in the address, or in the name or the value of an attribute"`
	Where   string   `json:"where,omitempty" jsonschema:"only resources for which this expression is true, such as startswith(type, \"aws_iam_\") && action == \"update\"; sensitive values are unknown to it"`
	Cursor  string   `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before, with all other arguments as they were"`
	budget
}

type changesOut struct {
	answerSource
	Matching   int            `json:"matching" jsonschema:"how many changes match, on all pages"`
	Undecided  int            `json:"undecided,omitempty" jsonschema:"how many resources the expression cannot decide on, because of values that are not known yet, or sensitive; they are not in the list"`
	Changes    []changeAnswer `json:"changes"`
	NextCursor string         `json:"next_cursor,omitempty" jsonschema:"pass it as cursor for the next page; there are no more pages without it"`
	answer
}

type changeAnswer struct {
	Address string `json:"address"`
	Action  string `json:"action"`
	Type    string `json:"type"`
	Line    string `json:"line" jsonschema:"what happens and why"`
	Cut     bool   `json:"cut,omitempty" jsonschema:"the line leaves something out: plan_resource has all"`
}

func (s *Server) changes(ctx context.Context, in changesIn, most int) (*changesOut, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	var out *changesOut
	err := s.documents.looking(ctx, in.Path, func(d *opened, again bool) (err error) {
		out = &changesOut{answerSource: sourceOf(&d.summary, in.Path, again), Changes: []changeAnswer{}}
		all, undecided, err := in.matching(ctx, d)
		if err != nil {
			return err
		}
		out.Matching, out.Undecided = len(all), undecided
		from, err := in.firstOfPage(d, len(all))
		if err != nil {
			return err
		}
		return out.page(ctx, d, all, from, most)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (in *changesIn) check() error {
	for _, a := range in.Actions {
		var c review.Class
		if err := c.UnmarshalText([]byte(a)); err != nil || c == review.Unchanged || c == review.Stored {
			return fmt.Errorf("actions: there is no kind of change %s; valid values: replace, destroy, forget, update, create, import, move, read, drift, deferred, unknown", wording.QuotedName(clip(a, 80)))
		}
	}
	return nil
}

// matching returns the entries that match, by importance, and how many a condition does not decide on.
func (in *changesIn) matching(ctx context.Context, d *opened) (all []int, undecided int, err error) {
	var where *planfmt.Where
	if in.Where != "" {
		w, diags := planfmt.NewWhere("where", in.Where)
		if diags.HasErrors() {
			return nil, 0, fmt.Errorf("where: %w", diags)
		}
		where = w.WithoutSecrets()
	}
	if len(in.Texts) > 0 {
		where = where.Containing(in.Texts...).WithoutSecrets()
	}
	entries := d.entries
	if where != nil {
		selected, err := d.plan.Select(ctx, rules.Set{}, where)
		if err != nil {
			return nil, 0, err
		}
		entries = selected.Entries()
		if w := selected.Summary().Where; w != nil {
			undecided = len(w.Undecided) + len(w.Failed)
		}
	}
	for _, i := range d.order {
		e := &entries[i]
		module, _ := plans.SplitModule(e.Address)
		switch {
		case e.Muted,
			len(in.Actions) > 0 && !slices.Contains(in.Actions, d.places[i].Class.String()),
			in.Type != "" && !wildcard.Match(in.Type, e.Type),
			in.Module != "" && !wildcard.Match(in.Module, module):
			continue
		}
		all = append(all, i)
	}
	return all, undecided, nil
}

// firstOfPage returns where a page begins. A cursor is for one state of a file.
func (in *changesIn) firstOfPage(d *opened, n int) (int, error) {
	if in.Cursor == "" {
		return 0, nil
	}
	var at int
	if _, err := fmt.Sscanf(in.Cursor, "%d", &at); err != nil || in.Cursor != d.cursor(at) || at < 0 || at > n {
		return 0, errors.New("cursor: it is not one of this list, or the file has changed since; begin without a cursor")
	}
	return at, nil
}

func (d *opened) cursor(at int) string {
	return fmt.Sprintf("%d-%x-%x", at, d.info.Size(), d.info.ModTime().UnixNano())
}

const longestChange = 400

// page adds as many changes as have room.
func (out *changesOut) page(ctx context.Context, d *opened, all []int, from, most int) error {
	text := fmt.Sprintf("%d changes match.", len(all))
	if out.Undecided > 0 {
		text += fmt.Sprintf(" %d more resources are not in the list, because the expression depends on values that are not known yet, or sensitive.", out.Undecided)
	}
	out.Text = head(out.Reopened) + text + "\n"
	const rest = 200 // for the cursor, and what stands around everything
	room := most - rest - jsonSize(out)
	for at := from; at < len(all); at++ {
		r, err := d.plan.Resource(ctx, all[at])
		if err != nil {
			return err
		}
		line, cut := report.ChangeLine(&r, layout.Options{Dialect: d.plan.Dialect(), Refinements: true}, longestChange)
		one := changeAnswer{Address: wording.QuotedName(clip(r.Address, longestChange)), Action: d.places[all[at]].Class.String(), Type: wording.QuotedName(clip(r.Type, 100)), Line: line, Cut: cut}
		one.Address, one.Type = sinks.Escape(one.Address), sinks.Escape(one.Type)
		size := jsonSize(one) + jsonSize(line) + 1
		if size > room && len(out.Changes) > 0 {
			out.NextCursor = d.cursor(at)
			out.LeftOut = fmt.Sprintf("%d more changes: call again with cursor %s.", len(all)-at, out.NextCursor)
			out.Text += out.LeftOut + "\n"
			return nil
		}
		room -= size
		out.Changes = append(out.Changes, one)
		out.Text += line + "\n"
	}
	return nil
}

type resourceIn struct {
	file
	Address string `json:"address" jsonschema:"as the plan spells it: module.net.aws_subnet.a[0]"`
	budget
}

type resourceOut struct {
	answerSource
	Address  string `json:"address"`
	Action   string `json:"action" jsonschema:"replace, destroy, forget, update, create, import, move, read, drift, deferred, unchanged, stored or unknown"`
	Declared string `json:"declared_at,omitempty" jsonschema:"file and line of the configuration, if the plan has it"`
	Reason   string `json:"reason,omitempty" jsonschema:"why, in a line"`
	answer
}

func (s *Server) resource(ctx context.Context, in resourceIn, _ int) (*resourceOut, error) {
	var out *resourceOut
	err := s.documents.looking(ctx, in.Path, func(d *opened, again bool) error {
		all, err := d.find(in.Address, false)
		if err != nil {
			return err
		}
		at := all[0]
		r, err := d.plan.Resource(ctx, at)
		if err != nil {
			return err
		}
		out = &resourceOut{answerSource: sourceOf(&d.summary, in.Path, again), Address: nameText(r.Address), Action: d.places[at].Class.String(), Reason: clip(sinks.Escape(wording.ReasonText(&r)), 500)}
		if !r.Declared.IsZero() {
			out.Declared = nameText(r.Declared.String())
		}
		b := head(again)
		if len(all) > 1 {
			b += fmt.Sprintf("%d more objects have this address: deposed ones, or drift. plan_changes lists them.\n", len(all)-1)
		}
		for _, h := range d.summary.Hazards {
			if h.Address == r.Address {
				b += "Hazard: " + sinks.Escape(h.Text) + "\n"
			}
		}
		for _, n := range d.summary.Renames {
			if n.From == r.Address || n.To == r.Address {
				b += fmt.Sprintf("Likely a rename: %s -> %s\n", nameText(n.From), nameText(n.To))
			}
		}
		b += barred(drawn(d.pages.Resource(&r)))
		out.Text = b + causes(d, &r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// nameText returns a name of the document for a field or a line.
func nameText(name string) string { return clip(sinks.Escape(wording.QuotedName(name)), 300) }

// causes says why something happens to a resource, and what follows from it.
func causes(d *opened, r *computed.Resource) string {
	text := drawn(d.pages.Why(r))
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return "Cause and effects:\n" + barred(text)
}

// drawn renders lines as plain text, with everything unsafe escaped. Lines are not wrapped, and what is in a fold is left out: the line
// before it says how much that is.
func drawn(lines iter.Seq[doc.Line]) string {
	var b bytes.Buffer
	open := func(yield func(doc.Line) bool) {
		for l := range lines {
			if l.Fold == 0 && !yield(l) {
				return
			}
		}
	}
	if err := sinks.Write(&b, sinks.Text{Width: 1 << 20, EscapeRunnerCommands: true}, open); err != nil {
		return ""
	}
	return strings.Trim(b.String(), "\n")
}

// find returns the entries with an address: what the plan does first, current objects first. With instances, an address without a key
// stands for all instances.
func (d *opened) find(address string, instances bool) ([]int, error) {
	all := slices.Clone(d.byAddress[address])
	if len(all) == 0 && instances {
		for i := range d.entries {
			if base, key := plans.SplitKey(d.entries[i].Address); base == address && key != "" {
				all = append(all, i)
			}
		}
	}
	if len(all) == 0 {
		err := fmt.Errorf("there is no resource %s in the document", wording.QuotedName(clip(address, 200)))
		const many = 20_000 // to look for a similar one among more takes long
		if len(d.entries) <= many && len(address) < 500 {
			names := make([]string, len(d.entries))
			for i := range d.entries {
				names[i] = d.entries[i].Address
			}
			if meant := near.Names(address, names, 3); len(meant) > 0 {
				for i := range meant {
					meant[i] = nameText(meant[i])
				}
				err = fmt.Errorf("%w; did you mean %s?", err, strings.Join(meant, " or "))
			}
		}
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b int) int {
		x, y := &d.entries[a], &d.entries[b]
		return cmp.Or(strings.Compare(x.Deposed, y.Deposed), cmp.Compare(y.Section, x.Section))
	})
	return all, nil
}

type whyOut struct {
	answerSource
	Resources int `json:"resources" jsonschema:"how many resources the address stands for"`
	answer
}

func (s *Server) why(ctx context.Context, in resourceIn, most int) (*whyOut, error) {
	var out *whyOut
	err := s.documents.looking(ctx, in.Path, func(d *opened, again bool) error {
		all, err := d.find(in.Address, true)
		if err != nil {
			return err
		}
		out = &whyOut{answerSource: sourceOf(&d.summary, in.Path, again), Resources: len(all)}
		var b strings.Builder
		b.WriteString(head(again))
		for _, at := range all {
			if b.Len() > 4*most {
				break // the rest has no room in any case
			}
			r, err := d.plan.Resource(ctx, at)
			if err != nil {
				return err
			}
			line, _ := report.ChangeLine(&r, layout.Options{Dialect: d.plan.Dialect()}, longestChange)
			b.WriteString(line + "\n")
			b.WriteString(barred(drawn(d.pages.Why(&r))))
		}
		out.Text = b.String()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
