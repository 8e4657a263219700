package meaning

import (
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// readManifest makes the subject the object of Kubernetes that an attribute contains, and reports whether the table knows its type.
func (s *subject) readManifest() bool {
	for _, path := range s.entry.Manifest {
		before, after := manifest(s.before, path), manifest(s.after, path)
		if !before.Exists() && !after.Exists() {
			continue
		}
		kind, ok := after.Root.Member("kind").Text()
		if !ok {
			if kind, ok = before.Root.Member("kind").Text(); !ok {
				continue
			}
		}
		typ := "kubernetes_" + leaf.Snake(kind)
		found := s.lookup(typ)
		if !found.known {
			found = s.lookup(typ + "_v1")
		}
		s.entry, s.before, s.after = found.entry, before, after
		return found.known
	}
	return false
}

// manifest returns the object at a path of a side, which may be a document in a string.
func manifest(side leaf.Side, path string) leaf.Side {
	for _, n := range side.Root.Walk(path) {
		if doc, ok := n.Document(); ok {
			n = doc
		} else if doc, ok := n.YAML(); ok && strings.Contains(path, "yaml") {
			n = doc
		}
		if n.Kind() == values.Object {
			return leaf.Side{Root: n.Spelled()}
		}
	}
	return leaf.Side{}
}
