// Package review answers the first questions of a plan's reviewer: why resources are replaced
// ([Causes]), which are likely to be renamed ([Renames]), how important a change is ([ClassOf],
// [Place]), and which resources change alike ([Grouper]).
//
// It works on the results of the differ, and never prints.
package review
