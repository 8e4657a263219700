package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// checkJSON compares the JSON that planfmt makes of the file with terraform's, byte for byte. It returns the
// differences, or an empty string.
func (p Planfmt) checkJSON(ctx context.Context, c Case) string {
	got, err := p.run(ctx, c.File, "json", "--quiet")
	if err != nil {
		return "    " + err.Error() + "\n"
	}
	want, err := lines(c.JSON)
	if err == nil {
		var have string
		if have, err = lines([]byte(got)); err == nil && have == want {
			return ""
		} else if err == nil {
			return "    as JSON:\n" + diff(want, have)
		}
	}
	return "    as JSON: " + err.Error() + "\n"
}

// lines writes the values of a JSON document on lines of their own, with their paths, in the document's order and
// spelling. The relevant attributes are sorted: terraform prints them in a random order.
func lines(document []byte) (string, error) {
	var out []string
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	if err := walk(d, document, "", &out); err != nil {
		return "", err
	}
	return strings.Join(out, "\n"), nil
}

// walk appends the lines of the next value.
func walk(d *json.Decoder, text []byte, at string, out *[]string) error {
	begin := d.InputOffset()
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		spelled := strings.TrimLeft(string(text[begin:d.InputOffset()]), " \n,:")
		*out = append(*out, at+" = "+spelled)
		return nil
	}
	*out = append(*out, at+" = "+open.String())
	if at == "/relevant_attributes" {
		return relevant(d, at, out)
	}
	for i := 0; d.More(); i++ {
		name := fmt.Sprint("/", i)
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name = fmt.Sprint("/", key)
		}
		if err := walk(d, text, at+name, out); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// relevant appends the lines of the relevant attributes, sorted.
func relevant(d *json.Decoder, at string, out *[]string) error {
	var all []string
	for d.More() {
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return err
		}
		all = append(all, at+" has "+string(element))
	}
	slices.Sort(all)
	*out = append(*out, all...)
	_, err := d.Token()
	return err
}
