package kit

import (
	"fmt"
)

// StaleState is a state with that resource.
func StaleState(serial int, lineage string, n int) string {
	return fmt.Sprintf(`{"version":4,"terraform_version":"1.14.0","serial":%d,"lineage":%q,"outputs":{},"resources":[
{"mode":"managed","type":"x_y","name":"a","provider":"provider[\"registry.terraform.io/z/x\"]","instances":[{"schema_version":0,"attributes":{"n":%d}}]}]}`, serial, lineage, n)
}
