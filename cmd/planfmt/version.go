package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
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

func newCmdVersion(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version",
		Long:              "Print the version of planfmt, the commit that it was built from and the Go toolchain that built it.",
		Example:           "  planfmt version",
		Args:              maxArgs(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(f.streams.Out, buildVersion())
			return err
		},
	}
}
