# What holds data that nothing else has is destroyed, or replaced, which destroys it, too.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  amazon = [
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
  azure = [
    "azurerm_app_configuration",
    "azurerm_backup_protected_vm",
    "azurerm_container_registry",
    "azurerm_cosmosdb_account",
    "azurerm_cosmosdb_cassandra_keyspace",
    "azurerm_cosmosdb_cassandra_table",
    "azurerm_cosmosdb_gremlin_database",
    "azurerm_cosmosdb_gremlin_graph",
    "azurerm_cosmosdb_mongo_collection",
    "azurerm_cosmosdb_mongo_database",
    "azurerm_cosmosdb_postgresql_cluster",
    "azurerm_cosmosdb_sql_container",
    "azurerm_cosmosdb_sql_database",
    "azurerm_cosmosdb_table",
    "azurerm_data_protection_backup_vault",
    "azurerm_dns_zone",
    "azurerm_eventhub",
    "azurerm_eventhub_namespace",
    "azurerm_key_vault",
    "azurerm_key_vault_certificate",
    "azurerm_key_vault_key",
    "azurerm_key_vault_managed_hardware_security_module",
    "azurerm_key_vault_managed_hardware_security_module_key",
    "azurerm_key_vault_secret",
    "azurerm_kusto_cluster",
    "azurerm_kusto_database",
    "azurerm_log_analytics_workspace",
    "azurerm_managed_disk",
    "azurerm_managed_redis",
    "azurerm_mariadb_database",
    "azurerm_mariadb_server",
    "azurerm_mongo_cluster",
    "azurerm_mssql_database",
    "azurerm_mssql_elasticpool",
    "azurerm_mssql_managed_database",
    "azurerm_mssql_managed_instance",
    "azurerm_mssql_server",
    "azurerm_mysql_flexible_database",
    "azurerm_mysql_flexible_server",
    "azurerm_netapp_account",
    "azurerm_netapp_pool",
    "azurerm_netapp_volume",
    "azurerm_postgresql_flexible_server",
    "azurerm_postgresql_flexible_server_database",
    "azurerm_private_dns_zone",
    "azurerm_recovery_services_vault",
    "azurerm_redis_cache",
    "azurerm_redis_enterprise_cluster",
    "azurerm_redis_enterprise_database",
    "azurerm_resource_group",
    "azurerm_servicebus_namespace",
    "azurerm_servicebus_queue",
    "azurerm_snapshot",
    "azurerm_storage_account",
    "azurerm_storage_blob",
    "azurerm_storage_container",
    "azurerm_storage_data_lake_gen2_filesystem",
    "azurerm_storage_queue",
    "azurerm_storage_share",
    "azurerm_storage_table",
    "azurerm_synapse_sql_pool",
  ]
  google = [
    "google_alloydb_cluster",
    "google_alloydb_instance",
    "google_artifact_registry_repository",
    "google_bigquery_dataset",
    "google_bigquery_table",
    "google_bigtable_instance",
    "google_bigtable_table",
    "google_certificate_manager_certificate",
    "google_compute_disk",
    "google_compute_image",
    "google_compute_region_disk",
    "google_compute_snapshot",
    "google_container_registry",
    "google_datastream_stream",
    "google_dns_managed_zone",
    "google_filestore_backup",
    "google_filestore_instance",
    "google_firestore_database",
    "google_kms_crypto_key",
    "google_kms_crypto_key_version",
    "google_kms_key_ring",
    "google_logging_project_bucket_config",
    "google_memcache_instance",
    "google_memorystore_instance",
    "google_netapp_volume",
    "google_parallelstore_instance",
    "google_project",
    "google_pubsub_subscription",
    "google_pubsub_topic",
    "google_redis_cluster",
    "google_redis_instance",
    "google_secret_manager_secret",
    "google_secret_manager_secret_version",
    "google_sourcerepo_repository",
    "google_spanner_database",
    "google_spanner_instance",
    "google_sql_database",
    "google_sql_database_instance",
    "google_storage_bucket",
    "google_vertex_ai_featurestore",
  ]
}

resource_policy "aws_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.amazon, meta.type)

  enforce {
    condition     = false
    error_message = "This destroys what may hold data or keys that nothing else has."
  }
}

resource_policy "azurerm_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.azure, meta.type)

  enforce {
    condition     = false
    error_message = "This destroys what may hold data or keys that nothing else has."
  }
}

resource_policy "google_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.google, meta.type)

  enforce {
    condition     = false
    error_message = "This destroys what may hold data or keys that nothing else has."
  }
}
