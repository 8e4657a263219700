//go:build planfmt_no_policies

package report

import (
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
)

// Programs that are built without policies, such as the page, have no annotations either, and are smaller without what writes them.

type annotated struct{}

func writeAnnotations(*doc.Writer, *computed.Resource) {}

func annotatedOf([]annotations.Annotation) *annotated { return nil }

func (*overview) annotatedMembers([]review.Place) []doc.Text { return nil }

func (*overview) annotationCounts(*contents) {}

func (*overview) annotationSections() []section { return nil }

func (*jsonEncoder) annotation(*annotations.Annotation) {}

func (*jsonEncoder) annotations(*annotations.Summary) {}
