// Package network reads what an object allows to be sent from and to whom: the `network:` entries of the table, on both sides of a change.
// What comes and goes are facts of the kinds opens and closes.
//
// A side is a pair of sets: what is certainly allowed, and what is possibly allowed, whatever the unknown and hidden values are. So an
// unknown rule takes nothing away from a known one.
package network

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/meaning/netset"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// The protocols that are written as types and codes.
const (
	icmp4 = 1
	icmp6 = 58
)

// Reader knows the words that all dialects share.
type Reader struct {
	words     table.NetworkWords
	azure     table.AzureWords
	routine   []string // names of attributes that say nothing about traffic
	classes   netset.Classes
	protocols map[int]string // by number
	maxSteps  int            // of the computation, for each object
}

// maxSteps is what an object may cost. 60 rules of 2,000 prefixes each are far below it.
const maxSteps = 200_000_000

// NewReader returns a reader with the words of a table.
func NewReader(t *table.Table) *Reader {
	w := t.Network
	r := &Reader{words: w, azure: t.Azure, protocols: map[int]string{}, maxSteps: maxSteps}
	r.classes = netset.NewClasses(netset.Prefixes{V4: w.Private4, V6: w.Private6}, w.Public6, w.Wide4, w.Wide6)
	for _, name := range slices.Sorted(maps.Keys(w.Protocols)) {
		r.protocols[w.Protocols[name]] = name
	}
	for _, class := range t.Any.Routine {
		r.routine = append(r.routine, class.Paths...)
	}
	r.routine = append(r.routine, "name")
	return r
}

// isWord says whether a text is one of some words, without case. A word may have stars.
func isWord(words []string, text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.ToLower(w)
		return w == text || strings.Contains(w, "*") && wildcard.Match(w, text)
	})
}

// isExactly is isWord for words in which a star is a star.
func isExactly(words []string, text string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, text) })
}

// protocol reads a name or a number.
func (r *Reader) protocol(text string) (int, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if isExactly(r.words.AllProtocols, text) {
		return netset.AllProtocols, true
	}
	if n, err := strconv.ParseUint(text, 10, 8); err == nil {
		return int(n), true
	}
	n, found := r.words.Protocols[text]
	return n, found
}

func isICMP(protocol int) bool { return protocol == icmp4 || protocol == icmp6 }

func (r *Reader) hasPorts(protocol int) bool { return slices.Contains(r.words.WithPorts, protocol) }

// addresses reads one text that stands where addresses do: everyone, the internet, addresses, or a word of the cloud.
func (r *Reader) addresses(text string) netset.Peers {
	var all []netset.Peers
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		p, ok := netset.ParseAddresses(part)
		switch {
		case part == "":
		case isExactly(r.words.Everyone, part):
			all = append(all, netset.Everyone())
		case isExactly(r.words.Internet, part):
			all = append(all, r.classes.Internet())
		case ok:
			all = append(all, p)
		default:
			all = append(all, netset.Named(netset.Word, part))
		}
	}
	return netset.Union(all...)
}

// rangeOf reads the two ends of a range.
func (r *Reader) rangeOf(from, to string, azureServices bool) netset.Peers {
	if azureServices && from == r.azure.ServicesFrom && to == r.azure.ServicesTo {
		return netset.Named(netset.Word, "Azure services")
	}
	if p, ok := netset.ParseRange(from, to); ok {
		return p
	}
	return netset.Named(netset.Word, from+"-"+to)
}
