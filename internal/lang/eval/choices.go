package eval

import "github.com/planfmt/planfmt/internal/lang/value"

// overChoices evaluates something that depends on a result. If the value is one of a few that are known, it does
// so for each of them, and returns what comes out in all worlds.
func overChoices(r Result, f func(Result) Result) Result {
	choices, ok := r.Value.Choices()
	if !ok {
		return f(r)
	}
	var result Result
	result.inherit(r)
	var failed []Result
	found := false
	for _, c := range choices {
		one := f(Of(c))
		switch {
		case one.Err != nil:
			failed = append(failed, one)
			continue
		case found:
			result.Value = value.Join(result.Value, one.Value)
		default:
			result.Value, found = one.Value, true
		}
		result.inherit(one)
	}
	if !found {
		for _, f := range failed {
			if !f.Uncaught {
				return f
			}
		}
		return failed[0]
	}
	for _, f := range failed {
		result.mayFailAs(f, r.Value)
	}
	if !result.Value.IsWhollyKnown() {
		result.Value = result.Value.WithCauses(r.Value.OwnCauses()...)
	}
	return result
}
