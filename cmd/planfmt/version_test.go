package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// What version -f json writes is as in testdata/version, whatever is known about the build, and it names schemas that there are. That it
// fits its own schema is checked in the package planfmt.
func TestVersionDocument(t *testing.T) {
	full := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.time", Value: "2026-11-22T18:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	// What differs from machine to machine.
	fixed := strings.NewReplacer(strconv.Quote(runtime.Version()), `"go1.26.0"`, strconv.Quote(runtime.GOOS), `"linux"`, strconv.Quote(runtime.GOARCH), `"amd64"`)
	for file, info := range map[string]*debug.BuildInfo{"nothing-known.json": {}, "everything-known.json": full} {
		var b bytes.Buffer
		v := readVersion(info)
		if err := v.write(&b, "json"); err != nil {
			t.Fatal(err)
		}
		got := fixed.Replace(b.String())
		want, err := os.ReadFile(filepath.Join("testdata", "version", file))
		if err != nil || got != string(want) {
			t.Errorf("%s: %v: it has\n%s\nand is now\n%s", file, err, want, got)
		}
		for name, version := range v.document().Schemas {
			if _, err := os.Stat(filepath.Join("..", "..", "docs", "schema", name+"-"+version+".json")); err != nil {
				t.Error(err)
			}
		}
	}
}
