package infer

import "strings"

// words.go says what the words in a name suggest. It is used only if there is no
// better evidence, such as related keys. lab/tools/knownfacts makes the lists, and
// measures how often they are right for providers that they were not made from.

const (
	// computedWords are the last words of the names of lists of objects that are
	// attributes more often than blocks. Providers report these lists; the
	// configuration rarely sets them.
	computedWords = "endpoints history members nodes output outputs records status strings"
)

// hasWord reports whether a list, separated by spaces, contains a word.
func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, " ") {
		if w == word {
			return true
		}
	}
	return false
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// Names says what the name of a key suggests if nothing else is known about it. Each
// field is a list of whole names, or of last words of names, separated by spaces.
// The zero value stands for the lists in this package. Other lists are for measuring
// how good these are.
type Names struct{ BlockWords, BlockNames, AttributeNames string }

// blockName reports whether the name of a key suggests a block. It is for keys whose
// values are unknown.
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

// singular reports whether a name has an ending that is typical of blocks, even if
// it looks like a plural.
func singular(name string) bool {
	for _, end := range []string{"_options", "_settings", "_config", "_configuration", "_specification", "_block_device", "network_interface", "timeouts", "_block"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "identity" || name == "network_rules" || name == "auth_settings"
}
