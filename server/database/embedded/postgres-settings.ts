import type { ServerPlace } from './postmaster-file.ts'

/** Connections beside the product's own: the owner's, and those of tools such as a backup. */
const moreConnections = 10

/**
 * How the embedded PostgreSQL differs from its defaults: private to this machine, and small. `fsync` stays on, so an
 * acknowledged write survives a crash of the machine.
 */
export function postgresSettings(
  { socketFolder, address, port }: ServerPlace,
  connections: number,
): Record<string, string | number> {
  return {
    listen_addresses: address,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port,
    max_connections: connections + moreConnections,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    // Nothing replicates it, and each process that does nothing takes its megabytes.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // A call whose server was killed ends, and gives its locks back.
    client_connection_check_interval: '5s',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}
