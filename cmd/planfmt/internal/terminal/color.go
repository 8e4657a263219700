package terminal

// ColorChoice is the value of --color.
type ColorChoice string

const (
	ColorAuto   ColorChoice = "auto"
	ColorAlways ColorChoice = "always"
	ColorNever  ColorChoice = "never"
)

func ColorChoices() []string {
	return []string{string(ColorAuto), string(ColorAlways), string(ColorNever)}
}

// Resolve returns the choice of the command line, or else that of the environment.
func (c ColorChoice) Resolve(getenv func(string) string) ColorChoice {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case c != ColorAuto:
		return c
	case getenv("NO_COLOR") != "":
		return ColorNever
	case force != "" && force != "0":
		return ColorAlways
	case getenv("TERM") == "dumb":
		return ColorNever
	}
	return c
}
