# An object that may hold data or keys that exist nowhere else is destroyed, or replaced, which destroys it, too.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  types = [
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

resource_policy "google_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.types, meta.type)

  enforce {
    condition     = false
    error_message = "This may destroy data or keys that exist nowhere else."
  }
}
