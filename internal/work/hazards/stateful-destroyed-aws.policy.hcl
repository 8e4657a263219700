# An object that may hold data or keys that exist nowhere else is destroyed, or replaced, which destroys it, too.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  types = [
    "aws_athena_database",
    "aws_backup_vault",
    "aws_cloudhsm_v2_cluster",
    "aws_cloudtrail_event_data_store",
    "aws_cloudwatch_log_group",
    "aws_codecommit_repository",
    "aws_cognito_user_pool",
    "aws_dax_cluster",
    "aws_db_cluster_snapshot",
    "aws_db_instance",
    "aws_db_snapshot",
    "aws_directory_service_directory",
    "aws_docdb_cluster",
    "aws_docdbelastic_cluster",
    "aws_dynamodb_global_table",
    "aws_dynamodb_table",
    "aws_ebs_snapshot",
    "aws_ebs_volume",
    "aws_ecr_repository",
    "aws_ecrpublic_repository",
    "aws_efs_file_system",
    "aws_elasticache_cluster",
    "aws_elasticache_replication_group",
    "aws_elasticache_serverless_cache",
    "aws_elasticsearch_domain",
    "aws_fsx_lustre_file_system",
    "aws_fsx_ontap_file_system",
    "aws_fsx_ontap_volume",
    "aws_fsx_openzfs_file_system",
    "aws_fsx_openzfs_volume",
    "aws_fsx_windows_file_system",
    "aws_glacier_vault",
    "aws_glue_catalog_database",
    "aws_glue_catalog_table",
    "aws_iot_thing",
    "aws_keyspaces_keyspace",
    "aws_keyspaces_table",
    "aws_kinesis_stream",
    "aws_kms_external_key",
    "aws_kms_key",
    "aws_kms_replica_key",
    "aws_lightsail_bucket",
    "aws_lightsail_database",
    "aws_lightsail_disk",
    "aws_memorydb_cluster",
    "aws_mq_broker",
    "aws_msk_cluster",
    "aws_msk_serverless_cluster",
    "aws_mwaa_environment",
    "aws_neptune_cluster",
    "aws_neptunegraph_graph",
    "aws_opensearch_domain",
    "aws_opensearchserverless_collection",
    "aws_qldb_ledger",
    "aws_rds_cluster",
    "aws_rds_cluster_instance",
    "aws_rds_global_cluster",
    "aws_redshift_cluster",
    "aws_redshiftserverless_namespace",
    "aws_route53_zone",
    "aws_s3_bucket",
    "aws_s3_directory_bucket",
    "aws_s3tables_table",
    "aws_s3tables_table_bucket",
    "aws_s3vectors_vector_bucket",
    "aws_secretsmanager_secret",
    "aws_sqs_queue",
    "aws_ssm_parameter",
    "aws_timestreaminfluxdb_db_instance",
    "aws_timestreamwrite_database",
    "aws_timestreamwrite_table",
  ]
}

resource_policy "aws_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.types, meta.type)

  enforce {
    condition     = false
    error_message = "This may destroy data or keys that exist nowhere else."
  }
}
