package policy

import rego.v1

buckets contains r if {
	some r in input.resource_changes
	r.type == "aws_s3_bucket"
	r.change.after != null
}

blocks contains r if {
	some r in input.resource_changes
	r.type == "aws_s3_bucket_public_access_block"
	r.change.after != null
}

unknown(r, name) if r.change.after_unknown[name] == true

# The plan's JSON says which references an argument has, but not whether it is one of these or something made of it.
may_match(block, bucket) if unknown(block, "bucket")

may_match(block, bucket) if unknown(bucket, "id")

may_match(block, bucket) if block.change.after.bucket == bucket.change.after.id

sure(block, bucket) if {
	block.change.after.bucket == bucket.change.after.id
	block.change.after.block_public_acls
	block.change.after.block_public_policy
}

may_block(block, name) if unknown(block, name)

may_block(block, name) if block.change.after[name]

perhaps(bucket) if {
	some block in blocks
	may_match(block, bucket)
	may_block(block, "block_public_acls")
	may_block(block, "block_public_policy")
}

protected(bucket) if {
	some block in blocks
	sure(block, bucket)
}

undecided contains msg if {
	some bucket in buckets
	not protected(bucket)
	perhaps(bucket)
	msg := sprintf("%s: it is not known yet which buckets have an access block", [bucket.address])
}

deny contains msg if {
	some bucket in buckets
	not perhaps(bucket)
	msg := sprintf("%s: there is no aws_s3_bucket_public_access_block for this bucket", [bucket.address])
}
