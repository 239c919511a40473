import { Client } from 'pg'

/**
 * Notes in the database until when a backup holds everything. False where the database takes no writes, such as a standby,
 * or has an older schema.
 */
export async function noteBackup(url: string, takenAt: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    application_name: 'minbar backup',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('update upkeep set last_backup_at = greatest(last_backup_at, $1)', [takenAt])
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
