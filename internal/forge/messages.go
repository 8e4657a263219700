package forge

import (
	"encoding/json"
	"slices"
	"strings"
)

// maxReasons is how many reasons of an error are shown.
const maxReasons = 5

// messageOf returns what an error of a forge says: a sentence, and the reasons for it, where the forge tells them. Each forge has
// another form:
//
//	GitHub        {"message": "Validation Failed", "errors": [{"field": "body", "code": "too_long", "message": "..."}, "..."]}
//	GitLab        {"message": "..."}, {"message": {"body": ["is too long"]}}, {"error": "...", "error_description": "..."}
//	Azure DevOps  {"message": "..."}
//	Bitbucket     {"error": {"message": "...", "detail": "...", "fields": {"content": ["..."]}}}
func messageOf(body []byte) string {
	var form struct {
		Message     any    `json:"message"`
		Description string `json:"error_description"`
		Error       any    `json:"error"`
		Errors      any    `json:"errors"`
	}
	if json.Unmarshal(body, &form) != nil {
		return ""
	}
	for _, m := range []any{form.Message, form.Description, form.Error} {
		if said := sentences(m); len(said) > 0 {
			return joinReasons(append(said, sentences(form.Errors)...))
		}
	}
	return joinReasons(sentences(form.Errors))
}

// sentences returns what a part of an error says, without empty texts.
func sentences(part any) (all []string) {
	switch part := part.(type) {
	case string:
		if text := strings.TrimSpace(part); text != "" {
			return []string{text}
		}
	case []any:
		for _, e := range part {
			all = append(all, sentences(e)...)
		}
	case map[string]any:
		if all = append(sentences(part["message"]), sentences(part["detail"])...); len(all) > 0 {
			return append(all, fieldReasons(part["fields"])...)
		}
		if code, _ := part["code"].(string); code != "" { // of GitHub, which explains it only at times
			field, _ := part["field"].(string)
			return []string{strings.TrimSpace(field + " " + code)}
		}
		return fieldReasons(part)
	}
	return all
}

// fieldReasons returns what is wrong with each field, by their names.
func fieldReasons(part any) (all []string) {
	fields, _ := part.(map[string]any)
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, text := range sentences(fields[name]) {
			all = append(all, name+" "+text)
		}
	}
	return all
}

// joinReasons makes one text of sentences, each once.
func joinReasons(all []string) string {
	var told []string
	for _, text := range all {
		if !slices.Contains(told, text) {
			told = append(told, text)
		}
	}
	if len(told) > maxReasons {
		told = append(told[:maxReasons], "...")
	}
	return strings.Join(told, ": ")
}
