// Package review finds out what somebody wants to know first who reviews a plan: why resources
// are replaced ([Causes]), which are likely to be renamed ([Renames]), how important a change is
// ([ClassOf], [Place]), and which resources change alike ([Grouper]).
//
// It works on what has been compared already, and prints nothing.
package review
