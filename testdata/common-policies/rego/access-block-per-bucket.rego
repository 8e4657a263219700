package policy

import rego.v1

deny contains msg if {
	some bucket in input.resource_changes
	bucket.type == "aws_s3_bucket"
	bucket.change.after != null
	not has_access_block(bucket.change.after)
	msg := sprintf("%s: there is no aws_s3_bucket_public_access_block for this bucket", [bucket.address])
}

has_access_block(bucket) if {
	some block in input.resource_changes
	block.type == "aws_s3_bucket_public_access_block"
	block.change.after.bucket == bucket.id
	block.change.after.block_public_acls
	block.change.after.block_public_policy
}
