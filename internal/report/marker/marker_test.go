package marker

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

func someMarker() Marker {
	return newMarker("my-plan", []markerEntry{
		{"", resourceEntry, "aws_instance.web", entryDigest{1, 2, 3}},
		{"app", resourceEntry, `aws_instance.web["-->)\n"]`, entryDigest{4}},
		{"app", outputEntry, "url", entryDigest{5}},
		{"db", actionEntry, "action.x.y", entryDigest{6}},
		{"db", erroredEntry, "", entryDigest{}},
		{"db", partEntry, "", entryDigest{}},
		{"gone", unreadEntry, "", entryDigest{}},
	}, []byte("all"), true, true, plans.Totals{Add: 1, Destroy: 23})
}

func TestMarker(t *testing.T) {
	m := someMarker()
	for _, f := range sinks.Flavours() {
		for limit, want := range map[int]Marker{
			10_000: m,
			10:     {ID: m.ID, digest: m.digest, partial: true, readable: true, totals: m.totals},
		} {
			text := f.Hide(m.Text(limit)) + "more"
			got, ok := ParseMarker(text, "my-plan")
			if !ok || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d: %+v", f.Name, limit, got)
			}
			if _, ok := ParseMarker(text, "my"); ok {
				t.Error("another ID is accepted")
			}
			if got, ok := ParseMarker(strings.ReplaceAll(text, "\n", "\r\n"), "my-plan"); !ok || !reflect.DeepEqual(got, want) {
				t.Errorf("with other line ends: %+v", got)
			}
		}
	}
	found := m
	found.Found = []entryDigest{{1}, {1, 2}, {3}}
	none := m
	none.Found = []entryDigest{}
	for _, want := range []Marker{found, none} {
		if got, ok := ParseMarker("<!-- "+want.Text(10_000)+" -->", "my-plan"); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("with findings: %+v", got)
		}
		if got, ok := ParseMarker("<!-- "+want.Text(20)+" -->", "my-plan"); !ok || got.Found != nil {
			t.Errorf("findings without room: %+v", got)
		}
	}
	empty := newMarker("x", []markerEntry{}, nil, false, false, plans.Totals{})
	if got, ok := ParseMarker("<!-- "+empty.Text(1000)+" -->", "x"); !ok || got.entries == nil || !reflect.DeepEqual(got, empty) {
		t.Errorf("empty: %+v", got)
	}
	// With the longest numbers, there is as much room as is set aside.
	longest := newMarker("x", nil, nil, true, true, plans.Totals{Import: 999999999, Add: 999999999, Change: 999999999, Destroy: 999999999, Forget: 999999999, Invoke: 999999999})
	if n := len(longest.Text(0)) - len("planfmt:x"); n > MarkerBase {
		t.Errorf("%d bytes", n)
	}
}

// TestForeignMarkers checks comments that only look like ours, and those that are ours but say nothing that can be used.
func TestForeignMarkers(t *testing.T) {
	m := someMarker()
	good := m.Text(10_000)
	for _, text := range []string{
		"", "planfmt:x", "<!-- planfmt:x", "planfmt:x -->", "<!-- planfmt:y -->", "text\n<!-- planfmt:x -->", " <!-- planfmt:x -->",
		"<!-- planfmt:xx -->", "<!-- planfmt:x--> -->", "<!-- planfmt: -->", "[//]: # (planfmt:x -->", "<!-- planfmt:x " + strings.Repeat("a", maxMarker) + " -->",
	} {
		if m, ok := ParseMarker(text, "x"); ok {
			t.Errorf("%.80q is accepted: %+v", text, m)
		}
	}
	bomb := func(raw []byte) string {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, 9)
		_, _ = w.Write(raw)
		_ = w.Close()
		return good[:strings.LastIndexByte(good, ' ')+1] + base64.StdEncoding.EncodeToString(b.Bytes())
	}
	name := append([]byte{1, 'r', 3}, "abc"...)
	for what, text := range map[string]string{
		"only the ID":          "planfmt:my-plan",
		"findings: no Base64":  good + " found=AAAAA",
		"findings: too short":  good + " found=AAAA",
		"findings: not sorted": good + " found=AgAAAAAAAQAAAAAA",
		"findings: twice":      good + " found=AQAAAAAAAQAAAAAA",
		"findings: nothing":    good + " found=",
		"findings: not known":  good + " found=-",
		"findings twice":       good + " found=0 found=0",
		"findings of no plan":  "planfmt:my-plan found=0",
		"another version":      strings.Replace(good, " 3 ", " 1 ", 1),
		"too few parts":        "planfmt:my-plan 3 " + m.digest,
		"short digest":         strings.Replace(good, m.digest, m.digest[1:], 1),
		"no Base64":            good + "a",
		"cut off":              good[:len(good)-8],
		"more behind it":       good + " more",
		"a bomb":               bomb(make([]byte, 64<<20)),
		"many entries":         bomb([]byte{0xff, 0xff, 0xff, 0x7f}),
		"huge number":          bomb(bytes.Repeat([]byte{0xff}, 20)),
		"nothing":              bomb(nil),
		"no digest":            bomb(name),
		"half a digest":        bomb(append(name, 1, 2, 3)),
		"bytes behind it":      bomb(append(name, 1, 2, 3, 4, 5, 6, 7)),
		"unknown kind":         bomb(append([]byte{1, 'z', 1, 'a'}, 1, 2, 3, 4, 5, 6)),
		"name of 200 bytes":    bomb([]byte{1, 'r', 200, 'a', 1, 2, 3, 4, 5, 6}),
		"not sorted":           bomb([]byte{2, 'r', 1, 'b', 'r', 1, 'a', 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}),
		"only names of plan":   bomb(bytes.Repeat([]byte{1, 'p', 0}, 100)),
	} {
		if got, ok := ParseMarker("<!-- "+text+" -->", "my-plan"); !ok || !reflect.DeepEqual(got, Marker{ID: "my-plan"}) {
			t.Errorf("%s: %v, %+v", what, ok, got)
		}
	}
}

func FuzzMarker(f *testing.F) {
	m := someMarker()
	f.Add("<!-- " + m.Text(10_000) + " -->")
	f.Add("[//]: # (" + m.Text(0) + ")")
	f.Add("<!-- planfmt:my-plan -->")
	f.Add("<!-- " + m.Text(10_000) + " found=AQAAAAAAAgAAAAAA run=github:7 -->")
	f.Fuzz(func(t *testing.T, comment string) {
		got, ok := ParseMarker(comment, "my-plan")
		if !ok || got.digest == "" {
			return
		}
		// What is read can be written again, and says the same.
		text := "<!-- " + got.Text(maxMarker*4) + " -->"
		if again, ok := ParseMarker(text, "my-plan"); len(text) < maxMarker && (!ok || !reflect.DeepEqual(again, got)) {
			t.Errorf("%+v, %+v", got, again)
		}
		s := NewSince(m, got, true)
		if n := len(s.Text(0)); n > SinceShort {
			t.Errorf("%d bytes", n)
		}
		if strings.ContainsAny(s.Text(1<<20), "\x1b\x00\r") {
			t.Error("a character that is not escaped")
		}
	})
}

// FuzzMarkerEntries fuzzes what is compressed.
func FuzzMarkerEntries(f *testing.F) {
	f.Add([]byte{1, 'r', 1, 'a', 1, 2, 3, 4, 5, 6})
	f.Add([]byte{2, 'p', 1, 'p', 'o', 1, 'a', 'e', 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, 1)
		_, _ = w.Write(raw)
		_ = w.Close()
		entries := unpackEntries(base64.StdEncoding.EncodeToString(b.Bytes()))
		if entries == nil {
			return
		}
		if again := unpackEntries(packEntries(entries)); !reflect.DeepEqual(again, entries) {
			t.Errorf("%+v, %+v", entries, again)
		}
	})
}
