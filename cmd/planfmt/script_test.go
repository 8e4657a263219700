package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

func TestMain(m *testing.M) {
	if _, ok := os.LookupEnv("GORACE"); !ok { // otherwise each process with the race detector waits for a second at its end
		os.Setenv("GORACE", "atexit_sleep_ms=50")
	}
	testscript.Main(m, map[string]func(){
		"planfmt": func() { os.Exit(realMain()) },
		"fatal": func() { // an error of the runtime that nothing can recover from
			system.AbortOnFatal()
			debug.SetMaxStack(1 << 16)
			os.Exit(endless(0))
		},
	})
}

// endless needs more stack than there is.
func endless(n int) int {
	if n < 0 {
		return 0
	}
	return endless(n+1) + 1
}

// TestScript runs the sessions of testdata/script. EXAMPLE is the directory of
// the plan that the README shows.
func TestScript(t *testing.T) {
	example, err := filepath.Abs(filepath.Join("..", "..", "testdata", "example"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	one := 4
	if testing.Short() { // processes start slowly under the race detector
		one = 6
	}
	files = slices.DeleteFunc(files, func(file string) bool { return !*update && !sampling.TakesOneOf(one, t.Name(), filepath.Base(file)) })
	testscript.Run(t, testscript.Params{
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			case "full":
				return sampling.Full(), nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"forge": cmdForge, "keys": cmdKeys},
		Setup: func(env *testscript.Env) error {
			env.Values[fakeForge{}] = &fakeForge{}
			env.Setenv("EXAMPLE", example)
			env.Setenv("TERM", "xterm")
			env.Setenv("GOGC", "400") // the processes are many, and short
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
	})
}
