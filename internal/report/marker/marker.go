// Package marker has what a comment on a pull request remembers about a plan, in a line that nobody sees: see [Marker] and [ParseMarker]. The
// next comment says what has changed since. A marker has digests and names, and no value.
//
// Its digests are made of computed.Content, in which there is nothing sensitive, and of computed.Resource.Digest: what enters the
// hash of the plan, apart from what the differ hides. TestCommentKnowsNoSecrets plants other secrets and expects the same bytes. A
// new fact that says what a plan would do enters in resourceMark, with a new markerVersion: a marker of another version counts as
// none.
package marker

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Marker is what the invisible comment at the top of a report in Markdown says: whose comment it is, and what the
// plan does, so that the next report can say what has changed. Nothing in it comes from a sensitive value.
//
// In the text, these follow planfmt:ID: the version of the format, which also says how values were compared, the digest, either "all" or "part", the totals, and the
// entries, compressed, in Base64. A - stands for entries that had no room. Digests of the findings may follow: found=0, or in Base64. If there is none of that, nothing is known
// about the plan. The number of the run may follow, and at the end the code of a sealed comment.
type Marker struct {
	ID string
	// digest is over all entries; empty if nothing is known about the plan.
	digest  string
	partial bool // parts of the plan could not be read
	// readable says that values were compared by what they mean to people: digests of the other comparison are not comparable.
	readable bool
	totals   plans.Totals
	// entries are sorted by plan, kind and name. They are nil if they had no room.
	entries []markerEntry
	// found are digests of the findings of other programs, sorted, each once. It is nil if they are not known, or had no room.
	Found []entryDigest
	// run is the number of the run, and system what has counted it. It is 0 if it is not known.
	run    int64
	system string
	sealed bool // there is room for a code
}

// IsNewerThan reports whether the comment is that of a later run of a pipeline. It is not if either is not known.
func (m *Marker) IsNewerThan(r *plans.PipelineRun) bool {
	return r != nil && r.Number > 0 && m.system == r.System && m.run > r.Number
}

// RunText returns a line that says which run it is, or "".
func RunText(r *plans.PipelineRun) string {
	if r == nil {
		return ""
	}
	const short = 10
	var parts []string
	if isHex(r.Commit) {
		parts = append(parts, "commit "+sinks.InText.Code(r.Commit[:min(len(r.Commit), short)]))
	}
	if CheckReportURL(r.URL) == nil {
		parts = append(parts, sinks.PageLink("run", r.URL))
	}
	return strings.Join(parts, ", ")
}

// isHex reports whether a text consists of hexadecimal digits.
func isHex(s string) bool { return s != "" && strings.Trim(s, "0123456789abcdef") == "" }

// markerEntry is something that a plan does.
type markerEntry struct {
	plan   string // the name of the plan, if there are several
	kind   entryKind
	name   string
	digest entryDigest
}

// entryDigest is the beginning of the SHA-256 of what happens.
type entryDigest [6]byte

// entryKind says what an entry is about. The values are written into markers.
type entryKind byte

const (
	resourceEntry entryKind = 'r'
	outputEntry   entryKind = 'o'
	actionEntry   entryKind = 'a'
	erroredEntry  entryKind = 'e' // the plan is errored
	partEntry     entryKind = 'i' // the plan is incomplete: another one has to follow
	unreadEntry   entryKind = 'u' // the plan cannot be read
	planEntry     entryKind = 'p' // no entry of its own: the name is that of the plan to which the entries that follow belong
)

// entryKinds has the kinds of entries in the order in which they are named to readers: what is about the plan as a whole
// comes first.
var entryKinds = [...]entryKind{unreadEntry, erroredEntry, partEntry, resourceEntry, actionEntry, outputEntry}

// place returns the place of the kind in entryKinds, -1 if it is none of them.
func (k entryKind) place() int { return slices.Index(entryKinds[:], k) }

func compareEntries(a, b markerEntry) int {
	return cmp.Or(strings.Compare(a.plan, b.plan), cmp.Compare(a.kind, b.kind), strings.Compare(a.name, b.name), bytes.Compare(a.digest[:], b.digest[:]))
}

const (
	exactVersion    = "2" // values were compared as they are
	readableVersion = "3" // values were compared by what they mean to people
	// MarkerBase is how many bytes a marker without entries may have beyond planfmt:ID.
	MarkerBase = 320
	// Limits of what is read. A marker has at most a quarter of the longest report.
	maxMarker        = 512 << 10
	maxMarkerEntries = 4 << 20 // bytes, when they are no longer compressed
)

// newMarker returns the marker of plans with these entries.
func newMarker(id string, entries []markerEntry, whole []byte, partial, readable bool, totals plans.Totals) Marker {
	sorted.Stable(entries, compareEntries)
	sum := sha256.Sum256(whole)
	return Marker{ID: id, digest: hex.EncodeToString(sum[:]), partial: partial, readable: readable, totals: totals, entries: entries}
}

// Text returns the text of the marker, with the entries if it is no longer than a limit then.
func (m *Marker) Text(limit int) string {
	run := ""
	if m.run > 0 {
		run = fmt.Sprintf(" run=%s:%d", m.system, m.run)
	}
	if m.sealed {
		run += sealName + openSeal
	}
	if m.digest == "" {
		return "planfmt:" + m.ID + run
	}
	part := "all"
	if m.partial {
		part = "part"
	}
	t := &m.totals
	head := fmt.Sprintf("planfmt:%s %s %s %s %d,%d,%d,%d,%d,%d ", m.ID, versionOf(m.readable), m.digest, part, t.Import, t.Add, t.Change, t.Destroy, t.Forget, t.Invoke)
	run = packFound(m.Found, limit/4) + run
	if m.entries != nil {
		if packed := packEntries(m.entries); len(head)+len(packed)+len(run) <= limit {
			return head + packed + run
		}
	}
	return head + "-" + run
}

// packFound writes digests of findings. It returns "" if they are not known, or have no room in so many bytes.
func packFound(found []entryDigest, limit int) string {
	text := " found="
	switch {
	case found == nil || len(text)+base64.StdEncoding.EncodedLen(len(found)*len(entryDigest{})) > limit:
		return ""
	case len(found) == 0:
		return text + "0"
	}
	var raw []byte
	for _, d := range found {
		raw = append(raw, d[:]...)
	}
	return text + base64.StdEncoding.EncodeToString(raw)
}

// unpackFound reads what packFound has written behind the =. It returns nil if anything else is there.
func unpackFound(packed string) []entryDigest {
	found := []entryDigest{}
	if packed == "0" {
		return found
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(packed)
	const size = len(entryDigest{})
	if err != nil || len(raw) == 0 || len(raw)%size != 0 {
		return nil
	}
	for ; len(raw) > 0; raw = raw[size:] {
		d := entryDigest(raw[:size])
		if n := len(found); n > 0 && compareDigests(found[n-1], d) >= 0 {
			return nil
		}
		found = append(found, d)
	}
	return found
}

func compareDigests(a, b entryDigest) int { return bytes.Compare(a[:], b[:]) }

// versionOf returns the version of a marker.
func versionOf(readable bool) string {
	if readable {
		return readableVersion
	}
	return exactVersion
}

// packEntries writes entries: names and digests apart, so that the names are compressed well.
func packEntries(entries []markerEntry) string {
	raw := binary.AppendUvarint(nil, uint64(len(entries)))
	plan := ""
	for _, e := range entries {
		if e.plan != plan {
			plan = e.plan
			raw = appendName(append(raw, byte(planEntry)), plan)
		}
		raw = appendName(append(raw, byte(e.kind)), e.name)
	}
	for _, e := range entries {
		raw = append(raw, e.digest[:]...)
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is valid
	_, _ = w.Write(raw)
	_ = w.Close()
	// This alphabet has neither - nor ), which could end the comment.
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func appendName(raw []byte, name string) []byte {
	return append(binary.AppendUvarint(raw, uint64(len(name))), name...)
}

var markerPattern = lazy.Regexp(`^planfmt:([A-Za-z0-9._/-]+)(?: ([23]) ([0-9a-f]{64}) (all|part) ([0-9]{1,9}(?:,[0-9]{1,9}){5}) (-|[A-Za-z0-9+/]+={0,2})(?: found=([A-Za-z0-9+/]+))?)?(?: run=([a-z]{1,20}):([0-9]{1,18}))?(?: mac=[A-Za-z0-9+/]{43})?$`)

// ParseMarker returns the marker in the first line of a comment. ok is false if there is none with this ID. What the comment says about
// the plan is not used if any of it is not as planfmt writes it.
func ParseMarker(comment, id string) (m Marker, ok bool) {
	line, _, _ := strings.Cut(comment, "\n")
	line = strings.TrimRight(line, "\r ")
	if len(line) > maxMarker {
		return m, false
	}
	for _, f := range sinks.Flavours() {
		text, ok := f.Hidden(line)
		if !ok {
			continue
		}
		parts := markerPattern().FindStringSubmatch(text)
		if parts == nil {
			// A marker of another version, or a damaged one: the comment is ours, but nothing is known.
			name, _, _ := strings.Cut(text, " ")
			return Marker{ID: id}, name == "planfmt:"+id && CheckCommentID(id) == nil
		}
		if parts[1] != id {
			return m, false
		}
		return parseMarker(parts), true
	}
	return m, false
}

// parseMarker parses the parts of the pattern.
func parseMarker(parts []string) Marker {
	m := Marker{ID: parts[1]}
	if m.run, _ = strconv.ParseInt(parts[9], 10, 64); m.run > 0 {
		m.system = parts[8]
	}
	if parts[2] == "" {
		return m
	}
	full := m
	full.readable, full.digest, full.partial = parts[2] == readableVersion, parts[3], parts[4] == "part"
	t := &full.totals
	numbers := strings.Split(parts[5], ",")
	for i, to := range []*int{&t.Import, &t.Add, &t.Change, &t.Destroy, &t.Forget, &t.Invoke} {
		*to, _ = strconv.Atoi(numbers[i])
	}
	if parts[7] != "" {
		if full.Found = unpackFound(parts[7]); full.Found == nil {
			return m
		}
	}
	if parts[6] == "-" {
		return full
	}
	if full.entries = unpackEntries(parts[6]); full.entries == nil {
		return m
	}
	return full
}

// unpackEntries reads what packEntries has written. It returns nil if anything else is there.
func unpackEntries(packed string) []markerEntry {
	b, err := base64.StdEncoding.Strict().DecodeString(packed)
	if err != nil {
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), maxMarkerEntries+1))
	if err != nil || len(raw) > maxMarkerEntries {
		return nil
	}
	number := func() (n int, ok bool) {
		u, size := binary.Uvarint(raw)
		if size <= 0 || u > uint64(len(raw)) {
			return 0, false
		}
		raw = raw[size:]
		return int(u), true
	}
	n, ok := number()
	if !ok || n > len(raw)/len(entryDigest{}) {
		return nil
	}
	entries := make([]markerEntry, 0, n)
	plan := ""
	for len(entries) < n {
		if len(raw) == 0 {
			return nil
		}
		kind := raw[0]
		raw = raw[1:]
		length, ok := number()
		if !ok || length > len(raw) {
			return nil
		}
		name := string(raw[:length])
		raw = raw[length:]
		switch k := entryKind(kind); {
		case k == planEntry:
			plan = name
		case k.place() >= 0:
			entries = append(entries, markerEntry{plan: plan, kind: k, name: name})
		default:
			return nil
		}
	}
	if len(raw) != n*len(entryDigest{}) {
		return nil
	}
	for i := range entries {
		copy(entries[i].digest[:], raw[i*len(entryDigest{}):])
	}
	if !slices.IsSortedFunc(entries, compareEntries) {
		return nil
	}
	return entries
}

// CheckCommentID says what is wrong with a [layout.Markdown].CommentID, if anything is.
func CheckCommentID(id string) error {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/"
	if strings.ContainsFunc(id, func(r rune) bool { return !strings.ContainsRune(allowed, r) }) {
		return fmt.Errorf("%q is not a valid comment ID: only the letters A to Z and a to z, digits, and the characters . _ - / are allowed", id)
	}
	if id == "" {
		return errors.New("a comment ID must not be empty")
	}
	return nil
}

// SetRun sets the run of which the comment is, and whether it is sealed.
func (m *Marker) SetRun(r *plans.PipelineRun, sealed bool) {
	m.run, m.system, m.sealed = 0, "", sealed
	if r != nil && r.Number > 0 {
		m.run, m.system = r.Number, r.System
	}
}
