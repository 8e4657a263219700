// Package planvalue makes typed values of the language of what a plan says about
// an object: the values before and after, what in them is unknown or sensitive,
// and what is known nevertheless.
//
// Values have the plan's shape. That is the shape of the provider's schema: an attribute
// that is not set is null, and never missing; blocks of a type are a list, a
// set or a map of objects, which is empty if there are none, or an object that may be null.
package planvalue
