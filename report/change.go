package report

import (
	"errors"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// resource renders a change: comments, the resource with its body, and the actions
// that the change triggers.
func (h *Human) resource(r computed.Resource) doc.Node {
	topic := resourceSubject(r)
	heading := h.words.Heading(subject(r))
	lines := heading.Lines
	if r.Section == computed.DeferredSection {
		lines = h.words.Deferred(r.Address, r.DeferredReason)
	}
	var nodes []doc.Node
	for _, l := range lines {
		nodes = append(nodes, doc.Comments{Gutter: doc.NoteGutter, Pad: l.Pad, Lines: []doc.Text{phrase(l.Text)}})
	}
	if err := checkRenderable(r.Body, r.Err); err != nil {
		nodes = append(nodes, doc.Comments{Gutter: doc.NoteGutter, Lines: []doc.Text{failureNote(r.Address, err)}})
	} else {
		nodes = append(nodes, body(r, heading))
	}
	nodes = appendTriggered(nodes, topic, h.words.BeforeChange, r.BeforeActions)
	nodes = appendTriggered(nodes, topic, h.words.AfterChange, r.AfterActions)
	return doc.Group{Subject: topic, Nodes: nodes}
}

// resourceSubject is what the lines of a resource are about.
func resourceSubject(r computed.Resource) *doc.Subject {
	topic := &doc.Subject{Address: r.Address, Resource: &r.Header}
	switch r.Section {
	case computed.DriftSection:
		topic.Kind = doc.DriftSubject
	case computed.DeferredSection:
		topic.Kind = doc.DeferredSubject
	case computed.ChangesSection:
		topic.Kind = doc.ChangeSubject
	case computed.StateSection:
		topic.Kind = doc.StateSubject
	}
	return topic
}

func subject(r computed.Resource) dialect.Subject {
	return dialect.Subject{Header: r.Header, Drift: r.Section == computed.DriftSection}
}

func body(r computed.Resource, heading dialect.Heading) doc.Node {
	gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(r.Action)}
	if gutter.Sign == doc.NoSign {
		gutter.Kind = doc.Blank
	}
	return doc.Entry{
		Gutter: gutter,
		Pad:    heading.Pad,
		Key:    headerSpans(keyword(r), r.Type, r.Name),
		Sep:    " ",
		Value: r.Body.RenderHuman(computed.RenderHumanOpts{
			ShowUnchanged: r.Importing != nil,
			HideSigns:     heading.Bare,
			NoNullSuffix:  heading.Bare,
		}),
		Path: r.Body.Path,
	}
}

func keyword(r computed.Resource) string {
	if r.Mode == "data" {
		return "data"
	}
	return "resource"
}

// headerSpans is `KIND "TYPE" "NAME"`. Plans do not escape the labels.
func headerSpans(kind, typ, name string) []doc.Span {
	return []doc.Span{
		{Role: doc.Key, Text: kind},
		{Text: ` "`},
		{Role: doc.Type, Text: typ},
		{Text: `" "`},
		{Role: doc.Type, Text: name},
		{Text: `"`},
	}
}

// appendTriggered adds the actions that a change triggers.
func appendTriggered(nodes []doc.Node, by *doc.Subject, title dialect.Phrase, actions []computed.ActionInvocation) []doc.Node {
	if len(actions) == 0 {
		return nodes
	}
	nodes = append(nodes, doc.Empty{}, doc.Comments{Gutter: doc.NoGutter, Pad: 4, Lines: []doc.Text{phrase(title)}})
	for _, a := range actions {
		nodes = append(nodes, invocation(a, by))
	}
	return append(nodes, doc.Empty{})
}

// invocation renders an action with its configuration, below what else is to be
// said about it. It has no gutters, and the configuration stands where it would as
// a value of its own, moved to the right, including its empty lines.
func invocation(a computed.ActionInvocation, trigger *doc.Subject, above ...doc.Node) doc.Node {
	line := func(pad int, spans ...doc.Span) doc.Node {
		return doc.Comments{Gutter: doc.NoGutter, Pad: pad, Lines: []doc.Text{spans}}
	}
	nodes := append(above,
		line(4, doc.Span{Text: "# " + a.Address}),
		line(4, append(headerSpans("action", a.Type, a.Name), doc.Span{Text: " {"})...),
	)
	switch err := a.Err; {
	case err == nil && !a.HasConfig:
	case checkRenderable(a.Config, err) != nil:
		nodes = append(nodes, line(8, failureNote(a.Address, checkRenderable(a.Config, err))...))
	default:
		nodes = append(nodes, doc.Shifted{Pad: 8, Node: doc.Entry{
			Gutter: doc.Gutter{Kind: doc.NoGutter},
			Pad:    8,
			Key:    []doc.Span{{Role: doc.Key, Text: "config"}},
			Sep:    " ",
			Value:  a.Config.RenderHuman(computed.RenderHumanOpts{HideSigns: true, ShowUnchanged: true}),
		}})
	}
	nodes = append(nodes, line(4, doc.Span{Text: "}"}))
	return doc.Group{Subject: &doc.Subject{Kind: doc.ActionSubject, Address: a.Address, Trigger: trigger}, Nodes: nodes}
}

var errNoValue = errors.New("it has no value")

// checkRenderable says why a value cannot be rendered, if so.
func checkRenderable(d computed.Diff, err error) error {
	if err == nil && d.Renderer == nil {
		return errNoValue
	}
	return err
}

// failureNote stands in place of a value that cannot be rendered. The reason
// need not repeat the address, which stands above, and is of one line.
func failureNote(address string, err error) []doc.Span {
	why := strings.TrimPrefix(err.Error(), address+": ")
	var pe *plans.Error
	if errors.As(err, &pe) && pe.Address == address {
		inner := *pe
		inner.Address = ""
		why = inner.Error()
	}
	return []doc.Span{{Role: doc.Alert, Text: "# (cannot be rendered: " + strings.ReplaceAll(why, "\n", " ") + ")"}}
}
