package infer

import "strings"

// What the words of a name tell is in words.go. It is a prior and no more: keys
// that are known tell more, see relatedKeys. tools/knownfacts counts the words and
// measures how often they are right for a provider that was not counted.

const (
	// computedWords are last words of lists of objects that are attributes more
	// often than blocks: what providers report rather than are told.
	computedWords = "endpoints history members nodes output outputs records status strings"
)

// hasWord reports whether a list of words has a word.
func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, " ") {
		if w == word {
			return true
		}
	}
	return false
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// Names are what names tell of keys that nothing else is known of: whole names,
// and last words of names, each list separated by spaces. The zero value is the
// list that planfmt is made with; others are for measuring it.
type Names struct{ BlockWords, BlockNames, AttributeNames string }

// blockName reports whether a key that is wholly unknown is rather a block by
// its name: one that the provider fills in if the configuration does not.
func (n *inference) blockName(name string) bool {
	list := Names{blockWords, blockNames, attributeNames}
	if n.related != nil && n.related.names != (Names{}) {
		list = n.related.names
	}
	switch {
	case hasWord(list.AttributeNames, name):
		return false
	case hasWord(list.BlockNames, name):
		return true
	}
	return hasWord(list.BlockWords, lastWord(name)) || singular(name)
}

// singular reports whether a name has an ending that blocks have although it
// may look like a plural.
func singular(name string) bool {
	for _, end := range []string{"_options", "_settings", "_config", "_configuration", "_specification", "_block_device", "network_interface", "timeouts", "_block"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "identity" || name == "network_rules" || name == "auth_settings"
}
