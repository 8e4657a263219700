package source

import "github.com/planfmt/planfmt/values"

// SecretSink is told which strings of a document are sensitive, while it is read. Several
// goroutines may call it at a time. A string is valid during the call only.
type SecretSink interface {
	Add(text string)
}

// AddSecrets tells a sink the strings in a value that marks say are sensitive.
func AddSecrets(sink SecretSink, v values.Value, marks values.Flags) {
	for text := range marks.Strings(v) {
		sink.Add(text)
	}
}
