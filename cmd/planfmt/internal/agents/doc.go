// Package agents is the server with which language models read plans, over the Model Context Protocol.
//
// Whoever is at the other end may do what a plan tells it. So the server treats two things as hostile: the documents, which may have text
// that looks like an instruction, and the arguments, which may come from such a text. It reads regular files below its roots, and nothing
// else; it writes nothing; and no argument makes it say anything that is sensitive: there is no option for that, and expressions cannot
// read sensitive values. What it says of a document is in quotes, or in lines that begin with a bar.
package agents
