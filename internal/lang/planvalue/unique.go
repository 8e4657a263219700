package planvalue

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/lazy"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// uniqueIDs are types of which no two objects have the same ID, in whatever account and region they are: the IDs are random or have everything in
// them that tells objects apart. Of most other types, this is not so: objects in two buckets can have the same key, and roles in two
// accounts the same name.
var uniqueIDs = lazy.Words(`
aws_acm_certificate aws_alb aws_alb_listener aws_alb_target_group aws_api_gateway_rest_api aws_apigatewayv2_api aws_cloudfront_distribution
aws_cognito_user_pool aws_customer_gateway aws_ebs_snapshot aws_ebs_volume aws_ec2_transit_gateway aws_ecs_cluster aws_efs_access_point aws_efs_file_system
aws_eip aws_fsx_lustre_file_system aws_iam_policy aws_instance aws_internet_gateway aws_kms_key aws_launch_template aws_lb aws_lb_listener aws_lb_target_group aws_nat_gateway
aws_network_acl aws_network_interface aws_route53_zone aws_route_table aws_s3_bucket aws_secretsmanager_secret aws_security_group aws_sfn_state_machine
aws_sns_topic aws_sqs_queue aws_subnet aws_vpc aws_vpc_endpoint aws_vpn_gateway
azurerm_application_gateway azurerm_container_registry azurerm_cosmosdb_account azurerm_disk_encryption_set azurerm_key_vault azurerm_kubernetes_cluster
azurerm_linux_virtual_machine azurerm_log_analytics_workspace azurerm_managed_disk azurerm_mssql_database azurerm_mssql_server azurerm_network_interface
azurerm_network_security_group azurerm_private_endpoint azurerm_public_ip azurerm_resource_group azurerm_service_plan azurerm_storage_account azurerm_subnet
azurerm_user_assigned_identity azurerm_virtual_network azurerm_windows_virtual_machine`)

// simpleReference is a reference to the ID or the ARN of an object in an address that is spelled in one way only.
var simpleReference = lazy.Regexp(`^(?:module\.[A-Za-z0-9_-]+` + simpleKey + `\.)*([a-z0-9_]+)\.[A-Za-z0-9_-]+` + simpleKey + `\.(id|arn)$`)

const simpleKey = `(?:\[(?:0|[1-9][0-9]{0,8}|"[A-Za-z0-9_.-]*")\])?`

// among returns a name for values of which no two are equal, if a reference to a managed object leads to one of them, or "".
func among(reference string, t cty.Type) string {
	m := simpleReference().FindStringSubmatch(reference)
	if m == nil || t != cty.String || !uniqueIDs()[m[1]] {
		return ""
	}
	return m[1] + "." + m[2]
}

// HasUniqueIDs reports whether no two objects of a type have the same ID.
func HasUniqueIDs(typ string) bool { return uniqueIDs()[typ] }

// AddIDs notes the ID of an object that exists at an address, of a type that has unique ones. No other object has it.
func (r *Related) AddIDs(address, typ string, after values.Value, unknown, sensitive values.Flags) {
	for _, name := range []string{"id", "arn"} {
		step := plans.Key(name)
		v := after.Get(name)
		if v.Kind() != values.String || unknown.At(step).Any() || sensitive.At(step).Any() {
			continue
		}
		if r.ids == nil {
			r.ids = map[string]map[string]string{}
		}
		key := typ + "." + name
		if r.ids[key] == nil {
			r.ids[key] = map[string]string{}
		}
		id, owner := strings.Clone(v.Text()), identity(address+"."+name, cty.String)
		if other, ok := r.ids[key][id]; ok && other != owner {
			owner = "" // two addresses have it
		}
		r.ids[key][id] = owner
	}
}

// otherID reports whether one of two values is the ID of an object that exists, and the other one, which is not known, that of another object. That
// it is not known does not say that its object is created: it may be the result of a condition that is not known.
func (r *Related) otherID(a, b value.Value) bool {
	for _, pair := range [][2]value.Value{{a, b}, {b, a}} {
		unknown, known := pair[0], pair[1]
		if unknown.IsKnown() || unknown.Among() == "" || !known.IsKnown() || known.IsNull() || known.Type() != cty.String {
			continue
		}
		if owner := r.ids[unknown.Among()][known.Cty().AsString()]; owner != "" && owner != unknown.Identity() {
			return true
		}
	}
	return false
}
