package main

// colorChoice is the value of --color.
type colorChoice string

const (
	colorAuto   colorChoice = "auto"
	colorAlways colorChoice = "always"
	colorNever  colorChoice = "never"
)

func colorChoices() []string {
	return []string{string(colorAuto), string(colorAlways), string(colorNever)}
}

// resolve lets the environment decide if the command line does not.
func (c colorChoice) resolve(getenv func(string) string) colorChoice {
	force := getenv("CLICOLOR_FORCE")
	switch {
	case c != colorAuto:
		return c
	case getenv("NO_COLOR") != "":
		return colorNever
	case force != "" && force != "0":
		return colorAlways
	case getenv("TERM") == "dumb":
		return colorNever
	}
	return c
}
