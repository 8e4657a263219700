// Package planvalue turns an object of a plan into typed values of the language:
// the values before and after, with marks on unknown and sensitive parts, and with
// facts about unknown parts.
//
// Values have the plan's shape. That is the shape of the provider's schema: an attribute
// that is not set is null, and never missing; blocks of a type are a list, a
// set or a map of objects, which is empty if there are none, or an object that may be null.
package planvalue
