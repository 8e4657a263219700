package plan

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// describeNew tells the attributes by which an object is known: its name, its type, and the
// like.
func (l *changeList) describeNew(d *computed.Diff, c Describer) {
	type attribute struct {
		rank    int
		path    plans.Path
		literal computed.Literal
	}
	content := d.Renderer.Content()
	if content.Kind != computed.KindBlock {
		l.others = c.Describe(d)
		return
	}
	var known []attribute // those with the best ranks
	for p := range content.MadeParts() {
		if !p.Changes() || p.Diff.Renderer == nil {
			continue
		}
		content := p.Diff.Renderer.Content()
		if content.Kind == computed.KindUnknown || content.Kind == computed.KindScalar && content.After.Kind <= computed.NullLiteral {
			continue
		}
		l.more++
		if rank := attributeRank(p.Key); p.Role == computed.PartMember && content.Kind == computed.KindScalar && isShort(content.After.Literal) && rank > 0 {
			i := len(known)
			for i > 0 && known[i-1].rank > rank {
				i--
			}
			if i < maxCreated {
				known = slices.Insert(known, i, attribute{rank, p.Diff.Path, content.After.Literal})
				known = known[:min(len(known), maxCreated)]
			}
		}
	}
	for i, a := range known {
		if i > 0 && a.rank == otherAttribute && known[0].rank < otherAttribute {
			break
		}
		path := a.path.String()
		text := wording.Label(path)
		text.Add(doc.Plain, " ")
		wording.AddLiteral(&text, a.literal)
		l.others = append(l.others, change{path: path, Text: text, Count: 1})
		l.more--
	}
}

// otherAttribute is the rank of an attribute that says little about what its object is.
const otherAttribute = 4

// attributeRank says how well an attribute tells its object from others; 0 for not at all.
func attributeRank(key string) int {
	last := key[strings.LastIndexByte(key, '_')+1:]
	switch last {
	case "name", "bucket", "identifier", "title", "hostname", "domain":
		return 1
	case "type", "class", "engine", "runtime", "kind", "sku", "size", "family", "protocol":
		return 2
	case "cidr", "block", "ami", "image", "port", "path", "key", "role", "zone", "version":
		return 3
	case "id", "arn", "region", "description", "prefix", "timeout", "all":
		return 0
	}
	return otherAttribute
}
