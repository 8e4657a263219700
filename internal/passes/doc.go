// Package passes finds things out about whole documents that have to be known before the first resource is written: a file for each
// pass, and [All] for the row of them. [Query], [Identify] and [FindSecrets] look at documents in the same way.
package passes
