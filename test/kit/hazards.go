package kit

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// HazardsPlan returns a plan that deletes so many databases, and opens a security group.
func HazardsPlan(databases int) string {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","resource_changes":[
 {"address":"aws_security_group.web","mode":"managed","type":"aws_security_group","name":"web","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["update"],
  "before":{"id":"sg-1","name":"web","ingress":[]},"after":{"id":"sg-1","name":"web","ingress":[{"cidr_blocks":["0.0.0.0/0"],"from_port":22,"to_port":22,"protocol":"tcp"}]},
  "after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`)
	for i := range databases {
		fmt.Fprintf(&b, `,
 {"address":"aws_db_instance.d[%d]","index":%d,"mode":"managed","type":"aws_db_instance","name":"d","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["delete"],
  "before":{"id":"d%[1]d","password":"CANARY"},"after":null,"after_unknown":{},"before_sensitive":{"password":true},"after_sensitive":false}}`, i, i)
	}
	b.WriteString("]}")
	return b.String()
}

// ShowText returns what is shown of a plan.
func ShowText[T string | []byte](t testing.TB, plan T, opts planfmt.Options) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := planfmt.Show(context.Background(), &out, bytes.NewReader([]byte(plan)), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
