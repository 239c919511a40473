import type { Reader } from './database.ts'

/** What the upkeep of a database asks of its operator. */
export interface UpkeepState {
  /** Whether letters are held since a restore (1) or not (0). */
  readonly lettersHeld: number
  /** Seconds since 1970 of the last complete backup; 0 where there was none. */
  readonly lastBackup: number
}

export async function readUpkeep(reader: Reader): Promise<UpkeepState> {
  const { letters_held_since, last_backup_at } = await reader
    .selectFrom('upkeep')
    .select(['letters_held_since', 'last_backup_at'])
    .executeTakeFirstOrThrow()
  return {
    lettersHeld: letters_held_since === null ? 0 : 1,
    lastBackup: (last_backup_at?.getTime() ?? 0) / 1_000,
  }
}
