package runlog_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/runlog"
)

// TestLogHides reads logs in which something goes wrong around a sensitive output, in every format, from a pipe and from a file:
// another program tears its line apart at any place, once or twice, its marks contradict each other, or it is not called sensitive any more.
func TestLogHides(t *testing.T) {
	const secret = "kX9vQ2mZ7pLw4CANARY"
	const (
		version = `{"@level":"info","@message":"Terraform 1.11.0","@module":"terraform.ui","type":"version","terraform":"1.11.0","ui":"1.2"}`
		next    = `{"@level":"info","@message":"Apply complete!","type":"change_summary","changes":{"add":1,"change":0,"remove":0,"operation":"apply"}}`
		outputs = `{"@level":"info","@message":"Outputs: 2","@module":"terraform.ui","type":"outputs","outputs":{"b":{"sensitive":false,"type":"string","value":"z"},"pw":{"sensitive":true,"type":"string","value":"` + secret + `"}}}`
	)
	logs := map[string]string{
		"marked twice":    strings.Replace(outputs, `"pw":{`, `"pw":{"sensitive":false,`, 1) + "\n" + strings.Replace(outputs, `"sensitive":true`, `"sensitive":true,"sensitive":false`, 1),
		"named twice":     strings.Replace(outputs, `"pw":{`, `"pw":{"sensitive":true},"pw":{"sensitive":false,"value":"`+secret+`"},"pw":{`, 1),
		"unmarked":        strings.Replace(outputs, `"sensitive":true,`, ``, 1),
		"unclear":         strings.Replace(outputs, `"sensitive":true`, `"sensitive":"false"`, 1),
		"sensitive first": strings.Replace(outputs, `,"value":"`+secret+`"`, ``, 1) + "\n" + strings.Replace(outputs, `"sensitive":true`, `"sensitive":false`, 1),
		"planned":         `{"@level":"info","@message":"Outputs: 1","type":"outputs","outputs":{"pw":{"sensitive":true,"action":"create"}}}` + "\n" + strings.Replace(outputs, `"sensitive":true`, `"sensitive":false`, 1),
	}
	start := strings.Index(outputs, `"pw"`)
	for i := range outputs {
		if i > 0 && i < start && i%7 != 0 {
			continue
		}
		logs[fmt.Sprintf("torn at %d", i)] = outputs[:i] + "Warning: x\n" + outputs[i:]
		j := i + (len(outputs)-i)/2
		logs[fmt.Sprintf("torn at %d and %d", i, j)] = outputs[:i] + "\nWarning: x\n" + outputs[i:j] + "\nanother\n" + outputs[j:]
		logs[fmt.Sprintf("beginning at %d", i)] = outputs[i:]
	}
	shown := func(text string) bool {
		for i := 0; i+8 <= len(secret); i++ {
			if strings.Contains(text, secret[i:i+8]) {
				return true
			}
		}
		return false
	}
	for name, log := range logs {
		log = version + "\n" + log + "\n" + next + "\n"
		for _, f := range runlog.Formats() {
			for _, pipe := range []bool{true, false} {
				var out bytes.Buffer
				opts := runlog.Options{Format: f.Name, Warn: func(w planfmt.Warning) { out.WriteString(w.Text) }}
				var err error
				if pipe {
					_, err = runlog.Show(t.Context(), &out, bytes.NewBufferString(log), opts)
				} else {
					_, err = runlog.Show(t.Context(), &out, strings.NewReader(log), opts)
				}
				if text := out.String() + fmt.Sprint(err); shown(text) {
					t.Fatalf("%s, %s, pipe %v: the secret is in\n%s\nof\n%s", name, f.Name, pipe, text, log)
				}
				if out.Len() == 0 {
					t.Errorf("%s, %s: nothing is shown", name, f.Name)
				}
			}
		}
	}
}
