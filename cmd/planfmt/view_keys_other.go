//go:build !windows

package main

// terminalName is the file that stands for the terminal of the process.
const terminalName = "/dev/tty"
