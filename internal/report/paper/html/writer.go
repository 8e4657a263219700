package html

import (
	"io"
	"sort"
	"strconv"
	"sync"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Bodies are what a page keeps of resources, and of what else has a body, until it is written.
type Bodies struct {
	markup sync.Pool // of *sinks.HTML
	Spool  *spool.Store
	// kept is about the resources in the order in which they came, as the numbers of their
	// places are. So are those of a state.
	kept  []Resource
	Rest  map[content.Item]jsondoc.Ref // the bodies of outputs, actions and notes
	lines bodyLines                    // of all bodies
}

// Reset drops everything. What comes next is kept in a spool.
func (b *Bodies) Reset(s *spool.Store) {
	b.Spool, b.kept, b.Rest, b.lines = s, nil, map[content.Item]jsondoc.Ref{}, bodyLines{}
}

// Draw draws a body, and returns what keeps it, with the resource that it is of. Several goroutines may draw at a time, but what is
// returned is called by one, in the order of the resources. A body that is nil is empty.
func (b *Bodies) Draw(body func(*doc.Writer)) (keep func(Resource) error) {
	out, _ := b.markup.Get().(*sinks.HTML)
	if out == nil {
		out = new(sinks.HTML)
	}
	var n bodyLines
	if body != nil {
		n = writeLines(out, body)
	}
	return func(r Resource) (err error) {
		r.body, err = b.Spool.Keep(out.Bytes())
		out.Reset()
		b.markup.Put(out)
		b.kept = append(b.kept, r)
		b.lines.add(n)
		return err
	}
}

// KeepItem keeps the body of an item that is about no resource. counts says that its lines count where it is decided if bodies are open.
func (b *Bodies) KeepItem(it content.Item, body func(*doc.Writer), counts bool) (err error) {
	var out sinks.HTML
	n := writeLines(&out, body)
	if counts {
		b.lines.add(n)
	}
	b.Rest[it], err = b.Spool.Keep(out.Bytes())
	return err
}

// Close removes the temporary file and frees memory.
func (b *Bodies) Close() error {
	if b.Spool == nil {
		return nil
	}
	return b.Spool.Store.Close()
}

// Resource is what a page needs of a resource.
type Resource struct {
	Type  string
	body  jsondoc.Ref // of no bytes if there is none
	Cause *computed.Cause
	// impact is how many depend on it, if it is replaced or destroyed.
	Impact *computed.Impact
	Past   bool // the configuration does not have it any longer
	// declared is where the resource is declared, if this is shown.
	Declared plans.Position
	// found counts the findings about it.
	Found annotations.Counts
}

// Page writes a page.
type Page struct {
	W     io.Writer
	Title string
	*Bodies
	Content       *content.Contents
	IsState       bool
	Facts         []string // about the document
	style, script string

	at      *Plan   // what is being written
	Several bool    // at is one of several plans
	plans   []*Plan // if there are several, in the order of their numbers

	out    sinks.HTML
	loader *jsondoc.Loader
	ids    pageIDs
	own    []string // the ids of the resources, by number
	open   bool     // bodies are open from the start
	late   bool     // the script makes elements of a body only when somebody opens it
	err    error
}

// Plan is a plan on a page, or a state.
type Plan struct {
	Title     string // its name, if there are several
	prefix    string // of ids
	id        string // of the section about it
	base      int    // the number of its first resource
	stored    []plans.Header
	modules   map[string][]int  // the resources of a state, by module
	addresses map[string]string // the ids of what addresses stand for
	// impact returns what is said of the resources that depend on one; nil if nothing is.
	Impact func(address string, impact *computed.Impact, past bool) *content.ImpactOf

	conditions map[*content.ConditionItem]string // the ids of what policies say
	badges     map[string][]pageBadge            // what they say, by address
}

// flush writes what has been collected.
func (p *Page) flush() {
	if p.err != nil || p.out.Len() == 0 {
		p.out.Reset()
		return
	}
	p.writeOut(p.out.Bytes())
	p.out.Reset()
}

func (p *Page) writeOut(text []byte) {
	if p.err != nil {
		return
	}
	n, err := p.W.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	p.err = err
}

// write writes a fragment. A large one is not copied.
func (p *Page) write(fragment []byte) {
	if len(fragment) < pageChunk {
		p.out.Append(fragment)
		return
	}
	p.flush()
	p.writeOut(fragment)
}

// pause flushes if much has been collected.
func (p *Page) pause() {
	if p.out.Len() >= pageChunk {
		p.flush()
	}
}

// pageIDs gives each thing on a page an id of its own, by which one can link to it. For each id that is taken, it knows the number
// that another thing of the same name tries next: as many things of one name as there are take time in proportion to their number.
type pageIDs struct{ next map[string]int }

const firstCopy = 2 // the number of the second thing of a name

func newPageIDs() pageIDs {
	ids := pageIDs{map[string]int{}}
	for _, own := range []string{"page", "summary", "filter", "text", "actions", "module", "type", "reset", "expand", "collapse", "shown", "changes", "none", "keys", "live"} {
		ids.next[own] = firstCopy
	}
	return ids
}

// add returns an id for something with a name: the name itself unless another thing has it.
func (ids *pageIDs) add(name string) string {
	// The id is spelled as it will stand on the page, so that two names are never spelled alike.
	base := sinks.Escape(name)
	id, n := base, ids.next[base]
	for ids.next[id] != 0 {
		id = base + "~" + strconv.Itoa(n)
		n++
	}
	if id != base {
		ids.next[base] = n
	}
	ids.next[id] = firstCopy
	return id
}

// bodyLines is how many lines a body has, in folds and outside of them.
type bodyLines struct{ shown, folded int }

func (n *bodyLines) add(more bodyLines) {
	n.shown += more.shown
	n.folded += more.folded
}

const (
	pageChunk = 64 << 10 // how many bytes are collected before they are written
	openLines = 150      // if the bodies have more lines than this, they are closed at first
	lateLines = 5000     // if they have more lines than this, with those in folds, a browser takes long for them
)

// writeLines writes the lines of a body, and returns how many there are.
func writeLines(out *sinks.HTML, write func(*doc.Writer)) (n bodyLines) {
	for l := range doc.Lines(write) {
		out.Line(&l)
		if l.Fold == 0 {
			n.shown++
		} else {
			n.folded++
		}
	}
	out.EndLines()
	return n
}

// enter goes on with the plan that a resource is in, if there are several.
func (p *Page) enter(number int) {
	if p.Several {
		i := sort.Search(len(p.plans), func(i int) bool { return p.plans[i].base > number })
		p.at = p.plans[i-1]
	}
}

func deposedSuffix(key string) string {
	if key == "" {
		return ""
	}
	return "~deposed-" + key
}

// NewPlan returns a plan or a state whose first resource has a number.
func NewPlan(base int, stored []plans.Header) *Plan {
	return &Plan{base: base, stored: stored, modules: map[string][]int{}, addresses: map[string]string{}}
}
