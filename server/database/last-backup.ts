import type { Reader } from './database.ts'

/** The time of the last complete backup, in seconds since 1970; 0 if there was none. */
export async function lastBackupTime(reader: Reader): Promise<number> {
  const { last_backup_at } = await reader
    .selectFrom('upkeep')
    .select('last_backup_at')
    .executeTakeFirstOrThrow()
  return (last_backup_at?.getTime() ?? 0) / 1_000
}
