// Package compare turns the entries of a document into computed results without secrets. For each entry, a [Comparer] finds the schema,
// loads the values, masks sensitive ones, and calls the differ.
//
// Masking happens here and nowhere else: [Masks.Mask] turns raw values ([source.RawValues]) into [Loaded] ones. TestRawValues lists the
// files that may use raw values. The package never prints.
package compare
