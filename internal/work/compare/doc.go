// Package compare turns the entries of a document into computed results without secrets. For each entry, a [Comparer] finds the schema,
// loads the values, masks sensitive ones, and calls the differ.
//
// Masking happens here and nowhere else: [Masks.Mask] turns raw values ([source.RawValues]) into [Loaded] ones. TestRawValues lists the
// files that may use raw values. The package never prints.
//
// A value is sensitive if the marks of the document or the schema say so. If a side of a change has no marks at all, and the type
// has no exact schema, masks.go adds marks by the table of known secrets, and by a rule on names for everything else. From here,
// values go to the differ, or through a [Marker] to the language, whose values carry marks; a marker marks exactly the values that
// the differ hides, on both sides, and their copies. A Loaded also has the marks of the document itself, which decide what enters
// the hash. Exposure (expose.go) finds out whether a report may have a hash that was made without a key: not if a value that the
// report hides has entered it. computed.Masked counts the values that are hidden only because of a name, or only because of a bundle
// in the repository.
//
// TestCanaries looks for secrets in the output of every entrance, and TestCanariesAreFound proves that it finds them. A new command
// or format needs an entrance in test/canary.
package compare
