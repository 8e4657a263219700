// Package planvalue turns an object of a plan into typed values of the language:
// the values before and after, with marks on unknown and sensitive parts, and with
// facts about unknown parts.
//
// Values have the plan's shape. That is the shape of the provider's schema: an attribute
// that is not set is null, and never missing; blocks of a type are a list, a
// set or a map of objects, which is empty if there are none, or an object that may be null.
//
// A value of an attribute is made when somebody first asks for it ([Shapes]). A [Side] has what is known about it: the schema and
// how far it is trusted, the refinements of binary plans, and facts from the configuration and from assumptions. Facts that
// contradict each other leave the value unknown, and its cause says so. A fact may only make an undecided verdict decided; its text
// says where it is from. The objects that getresources finds are in a [Related], which is filled before the first policy is
// evaluated.
//
// Expressions of a configuration are bound and evaluated as those of policies are ([Configured]): a host says what var, local, module,
// each, count and the names of resources stand for. What they refer to is an unknown value with an identity, so that two attributes
// with the same one are equal. A value outlives what the source has loaded, so it shares no memory with it.
package planvalue
