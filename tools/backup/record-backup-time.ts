import { Client } from 'pg'

/**
 * Notes in the database until when a backup holds everything. Rejects with the reason where the database takes no writes, such
 * as a standby, has an older schema or does not answer.
 */
export async function recordBackupTime(url: string, takenAt: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Not statement_timeout, which a pooler refuses as a setting of a connection.
    query_timeout: 10_000,
    application_name: 'minbar backup',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('update upkeep set last_backup_at = greatest(last_backup_at, $1)', [takenAt])
  } finally {
    await client.end().catch(() => {})
  }
}
