package yamldoc

import "strings"

// Steps returns how many characters are gone over to find out whether the scalars of a text are there as they are.
func Steps(text string) (int, error) {
	root, err := parse(text)
	if err != nil {
		return 0, err
	}
	r := nodeReader{lines: strings.Split(text, "\n")}
	_, err = r.value(root, 0)
	return r.steps, err
}
