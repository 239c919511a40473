import type { ServerAddress } from './postmaster-file.ts'

/** Connections beyond the server's pool: for the cluster lock, and for tools such as a backup. */
const extraConnections = 10

/**
 * Returns the settings of the embedded PostgreSQL that differ from the defaults: local access only, and little memory. `fsync` stays on, so
 * an acknowledged write survives a crash of the machine.
 */
export function postgresSettings(
  { socketFolder, address, port }: ServerAddress,
  connections: number,
): Record<string, string | number> {
  return {
    listen_addresses: address,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    max_connections: connections + extraConnections,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    // There is no replication, and each idle background process would use memory.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // Ends the transaction of a killed client, and so releases its locks.
    client_connection_check_interval: '5s',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}
