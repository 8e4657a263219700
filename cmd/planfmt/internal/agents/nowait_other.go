//go:build !unix

package agents

// noWait is for systems without named pipes among files.
const noWait = 0
