//go:build !unix

package agents

func mkfifo(string) bool { return false }
