// Package review finds out what somebody wants to know who reviews a plan: why resources are
// replaced ([Causes]), and which are likely to be renamed ([Renames]). It works on what has been
// compared already.
package review
