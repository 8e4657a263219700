package schema

import "strings"

// What a name tells. The words were counted in public schemas: which blocks end
// in them in the schemas of some twenty providers, and, in those of aws, azurerm,
// google and kubernetes, how much rarer attributes are that a provider computes,
// from which a block has to be told when nothing but its name is known. A word
// is here if blocks have it in several providers and are four times as many, or
// nearly six times if attributes of all sorts outnumber them. Words that name a
// type (map) or are prepositions are left out. It is a prior and no more: for
// other providers it is less often right.
const (
	// blockWords are last words of names that blocks have.
	blockWords = "" +
		"actions affinity allow analytics api application audio auth authentication authorization " +
		"autoscaling capabilities claim column condition config configs configuration configurations " +
		"constraint constraints contact container containers context cors criteria custom defaults " +
		"definition descriptor destination destinations device dimensions disk env exec expressions " +
		"extensions fields filter filters firehose functions gateway get git github grpc header " +
		"headers http identity input intent job lambda listener log logs management mapping match " +
		"matches metric metrics monitor monthly mounts networks nfs notification notifications options " +
		"output overrides parameter parameters params placement ports preferences probe processors " +
		"profile property proxy query recurrence ref repo repository resource response restrictions " +
		"route routing rule s3 scaling schedule scheduling search secrets security selection selector " +
		"selectors setting settings socket sorting sources spec specification step store stream success " +
		"table tables tag target targets template term transformation transformations trigger v2 " +
		"variable vault volume volumes windows"

	// blockNames are whole names that blocks have although the last word is as
	// often one of attributes.
	blockNames = "" +
		"aws bitbucket credentials csi custom_image dimension disk_encryption_key elasticsearch empty_dir " +
		"encryption entry exclusion exclusions health_check items lifecycle load_balancer logging " +
		"maintenance_policy pull_request quota redirect redshift request retention_policy retry_policy " +
		"rules snowflake statement steps storage taints tls twitter virtual_machine"

	// attributeNames end in one of blockWords, but are names of attributes.
	attributeNames = "ingress egress route security_rule access_policy " +
		"allow_headers allowed_headers application column context custom_headers destination_ports " +
		"disk expose_headers from group_by_fields iam_instance_profile key_tag notifications options " +
		"parameters ports prefix_match profile query ref repository request_headers require_multifactor_authentication " +
		"resource response session_affinity specification table tag target to username_template valid_from "

	// computedWords are last words of lists of objects that are attributes more
	// often than blocks: what providers report rather than are told.
	computedWords = "endpoints history members nodes output outputs records status strings"
)

// among reports whether a list of words has a word.
func among(list, word string) bool {
	for w := range strings.SplitSeq(list, " ") {
		if w == word {
			return true
		}
	}
	return false
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// blockName reports whether a key that is wholly unknown is rather a block by
// its name: one that the provider fills in if the configuration does not.
func blockName(name string) bool {
	switch {
	case among(attributeNames, name):
		return false
	case among(blockNames, name), among(blockWords, lastWord(name)):
		return true
	}
	return singular(name)
}

// singular reports whether a name has an ending that blocks have although it
// may look like a plural.
func singular(name string) bool {
	for _, end := range []string{"_options", "_settings", "_config", "_configuration", "_specification", "_block_device", "network_interface", "timeouts", "_block"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "identity" || name == "network_rules" || name == "auth_settings"
}
