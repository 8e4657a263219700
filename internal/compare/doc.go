// Package compare turns the entries of a document into what people may see of them. For each entry it finds the schema, loads the
// values, masks what is sensitive, and has the differ compare them; [Comparer] is its main type.
//
// Masking happens here and nowhere else: [Masks.Mask] makes [Loaded] values of raw ones. Raw values ([source.RawValues]) are only
// for those that TestRawValues lists. Nothing here prints.
package compare
