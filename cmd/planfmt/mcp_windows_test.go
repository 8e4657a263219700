package main

import (
	"os/exec"
	"testing"
)

func mkfifo(string) bool { return false }

func asNobody(*testing.T) (as func(*exec.Cmd), ok bool) { return nil, false }
