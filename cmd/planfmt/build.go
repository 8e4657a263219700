package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/jsonplan"
)

// version is what the binary knows about its build.
type version struct {
	module, commit, time string
	modified             bool
	toolchain            string
}

func buildVersion() version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return readVersion(info)
}

func readVersion(info *debug.BuildInfo) version {
	v := version{module: info.Main.Version, toolchain: info.GoVersion}
	if v.module == "" {
		v.module = "(devel)"
	}
	if v.toolchain == "" {
		v.toolchain = runtime.Version()
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.commit = s.Value
		case "vcs.time":
			v.time = s.Value
		case "vcs.modified":
			v.modified = s.Value == "true"
		}
	}
	return v
}

// String returns one line for each known fact.
func (v version) String() string {
	lines := []string{"planfmt " + v.module}
	if v.commit != "" {
		line := "commit " + v.commit
		if v.time != "" {
			line += " of " + v.time
		}
		if v.modified {
			line += ", modified"
		}
		lines = append(lines, line)
	}
	lines = append(lines, fmt.Sprintf("built with %s for %s/%s", v.toolchain, runtime.GOOS, runtime.GOARCH))
	return strings.Join(lines, "\n")
}

// versionDocument is what `planfmt version -f json` writes, as docs/schema/version-1.0.json describes it.
type versionDocument struct {
	FormatVersion string            `json:"format_version"`
	Version       string            `json:"version"`
	Commit        string            `json:"commit,omitempty"`
	CommitTime    string            `json:"commit_time,omitempty"`
	Modified      bool              `json:"modified"`
	Go            string            `json:"go"`
	OS            string            `json:"os"`
	Arch          string            `json:"arch"`
	Reads         readVersions      `json:"reads"`
	Formats       []string          `json:"formats"`
	Schemas       map[string]string `json:"schemas"`
}

// readVersions are the latest versions of documents that planfmt knows in every detail.
type readVersions struct {
	PlanJSON  string `json:"plan_json"`
	PlanFile  int    `json:"plan_file"`
	StateJSON string `json:"state_json"`
	StateFile int    `json:"state_file"`
}

// versionFormat is the version of versionDocument.
const versionFormat = "1.0"

func (v version) document() versionDocument {
	d := versionDocument{
		FormatVersion: versionFormat,
		Version:       v.module, Commit: v.commit, CommitTime: v.time, Modified: v.modified,
		Go: v.toolchain, OS: runtime.GOOS, Arch: runtime.GOARCH,
		Reads: readVersions{
			PlanJSON:  fmt.Sprintf("1.%d", jsonplan.LatestMinor),
			PlanFile:  planfile.FormatVersion,
			StateJSON: fmt.Sprintf("1.%d", jsonstate.LatestMinor),
			StateFile: jsonstate.StoredFormat,
		},
		Schemas: machine.Versions(),
	}
	d.Schemas["version"] = versionFormat
	for _, f := range planfmt.Formats() {
		d.Formats = append(d.Formats, f.Name)
	}
	return d
}

// write writes the version in one of the formats text and json.
func (v version) write(w io.Writer, format string) error {
	if format != "json" {
		_, err := fmt.Fprintln(w, v)
		return err
	}
	text, err := json.MarshalIndent(v.document(), "", "  ")
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}
