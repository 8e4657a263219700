//go:build planfmt_no_meaning

package passes

import "github.com/planfmt/planfmt/internal/work/engine"

// startMeaning starts no pass: this program has no table of what attributes mean, and no code that reads it. The page without a server must be small.
func startMeaning(*engine.Request) (engine.Pass, error) { return nil, nil }
