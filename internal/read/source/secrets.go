package source

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// SecretSink gets the sensitive strings of a document while it is read. Several
// goroutines may call it at a time. A string is valid during the call only.
type SecretSink interface {
	Add(text string)
}

// readableAttributes are attributes beside a sensitive one that show people as much of it as they may see.
var readableAttributes = [...]struct{ typ, sensitive, readable string }{
	{"kubectl_manifest", "yaml_body", "yaml_body_parsed"}, // the provider masks secrets in it
}

// AddSecretsOf is AddSecrets for the value of a resource. A sensitive string that stands unmarked in the attribute that is there for people to read is no
// secret, whoever adds it later.
func AddSecretsOf(sink SecretSink, typ string, v values.Value, marks values.Flags) {
	for _, a := range readableAttributes {
		shown := v.Get(a.readable)
		if a.typ == typ && shown.Kind() == values.String && !marks.At(plans.Key(a.readable)).Any() && shown.SameText(v.Get(a.sensitive)) && timesIn(v, marks, shown.SharedText()) < 2 {
			if set, ok := sink.(interface{ Allow(text string) }); ok {
				set.Allow(shown.SharedText())
			}
		}
	}
	AddSecrets(sink, v, marks)
}

// timesIn returns how often a string is marked in a value: one that is another secret of the resource, too, is not there to be read.
func timesIn(v values.Value, marks values.Flags, text string) (n int) {
	for one := range marks.Strings(v) {
		if one == text {
			n++
		}
	}
	return n
}

// AddSecrets passes to a sink the strings in a value that marks say are sensitive.
func AddSecrets(sink SecretSink, v values.Value, marks values.Flags) {
	for text := range marks.Strings(v) {
		sink.Add(text)
	}
}
