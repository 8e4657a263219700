// Package tokens counts the tokens of what a language model may be given about a plan. It is a separate module, so that the tokenizer, of
// 16 MB, never reaches users of planfmt. docs/agents.md has the table that its test prints.
package tokens
