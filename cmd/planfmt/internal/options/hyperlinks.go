package options

import (
	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
)

// linkChoice is the value of --hyperlinks.
type linkChoice string

const (
	linksAuto   linkChoice = "auto"
	linksAlways linkChoice = "always"
	linksNever  linkChoice = "never"
)

func linkChoices() []string {
	return []string{string(linksAuto), string(linksAlways), string(linksNever)}
}

// resolve returns the choice of the command line, or else that of the environment.
func (c linkChoice) resolve(f *command.Factory) linkChoice {
	if c != linksAuto {
		return c
	}
	switch force := f.Getenv("FORCE_HYPERLINK"); {
	case force == "0":
		return linksNever
	case force != "":
		return linksAlways
	case f.Getenv.OnRunner() || !f.Getenv.KnowsLinks() || !f.Streams.Pager.Load().ShowsLinks():
		return linksNever
	}
	return c
}
