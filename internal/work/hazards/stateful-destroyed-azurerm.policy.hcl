# An object that may hold data or keys that exist nowhere else is destroyed, or replaced, which destroys it, too.
#
# Hazards are advisory: they point out what a reviewer should not miss. Where a thing is dangerous as such, only a change that
# brings it about is a hazard: it is created, or was not so before.

policy {}

locals {
  types = [
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
}

resource_policy "azurerm_*" "stateful_destroyed" {
  enforcement_level = "advisory"
  operations        = ["delete"]
  filter            = core::contains(local.types, meta.type)

  enforce {
    condition     = false
    error_message = "This may destroy data or keys that exist nowhere else."
  }
}
