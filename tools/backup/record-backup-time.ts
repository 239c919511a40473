import { Client } from 'pg'

/**
 * Records in the database when the last backup was taken. Rejects if the database is read-only (such as a standby), has an
 * older schema or does not answer.
 */
export async function recordBackupTime(url: string, takenAt: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Not statement_timeout: poolers reject it as a connection setting.
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
